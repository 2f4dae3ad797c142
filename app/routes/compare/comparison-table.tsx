import type { CSSProperties, ReactNode } from 'react';
import type { ComparedVehicle, Comparison, ComparisonCell, ComparisonRow } from '~/domain/compare/comparison';
import { paths } from '~/paths';
import { Drawing } from '~/ui/primitives/drawing';
import { ConditionChip, Plate, Price, Tag } from '~/ui/primitives/chips';

/** Label over the drawing of a vehicle that is not simply new. */
const kindTags: Partial<Record<ComparedVehicle['kind'], string>> = {
  upcoming: 'Coming Soon',
  used: 'Second-hand',
  listing: 'Listed',
};

const custom = (properties: Record<`--${string}`, string | number>): CSSProperties => ({ ...properties });

function CellText({ cell: { text, isKnown }, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  if (!isKnown) return <span className="value-missing">{text}</span>;
  if (look === 'chip') return <ConditionChip condition={text} />;
  if (look === 'plate') return <Plate registration={text} />;
  return text;
}

function Cell({ cell, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  return (
    <td>
      <CellText cell={cell} look={look} />
      {cell.best && (
        <>
          {' '}
          <b>{cell.best}</b>
        </>
      )}
      {cell.share !== null && <span className="length-bar" style={custom({ '--share': `${cell.share}%` })} />}
    </td>
  );
}

type ComparisonTableProps = {
  comparison: Comparison;
  /** Button over its column that removes the vehicle. */
  removeOf: (vehicle: ComparedVehicle) => ReactNode;
};

/**
 * A column for each vehicle, all drawn on one road to one scale; names and drawings stay in view, and the first column
 * too. The table scrolls horizontally by itself.
 */
export function ComparisonTable({ comparison: { vehicles, groups }, removeOf }: ComparisonTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be within reach of the keyboard
    <section className="comparison" aria-label="Comparison table" tabIndex={0}>
      <table style={custom({ '--columns': vehicles.length })}>
        <thead>
          <tr>
            <td>
              <span className="visually-hidden">Detail</span>
            </td>
            {vehicles.map((vehicle) => (
              <th key={vehicle.id} scope="col">
                <div className="vehicle-card">
                  <Drawing of={vehicle.drawing.bodyStyle} colours={vehicle.drawing} />
                  {kindTags[vehicle.kind] && (
                    <Tag isYellow={vehicle.kind === 'upcoming'}>{kindTags[vehicle.kind] ?? ''}</Tag>
                  )}{' '}
                  {removeOf(vehicle)}
                  <div>
                    <Price rupees={vehicle.priceRupees} />
                    <h2>
                      <a href={paths.vehicle(vehicle.id)}>{vehicle.name}</a>
                    </h2>
                  </div>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, rows }) => (
          <tbody key={name}>
            <tr>
              <th scope="rowgroup">{name}</th>
              <td colSpan={vehicles.length} />
            </tr>
            {rows.map(({ name: rowName, look, cells }) => (
              <tr key={rowName}>
                <th scope="row">{rowName}</th>
                {cells.map((cell, column) => (
                  <Cell key={vehicles[column]?.id} cell={cell} look={look} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

import type { ReactNode } from 'react';
import {
  type ComparedVehicle,
  type Comparison,
  type ComparisonCell,
  type ComparisonGroup,
  type ComparisonRow,
  compareMaximum,
} from '~/domain/compare/comparison';
import { paths } from '~/paths';
import { ConditionChip, Plate, Price, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';

/** Label over the drawing of a vehicle, except for vehicles sold as new. */
const kindTags: Partial<Record<ComparedVehicle['kind'], string>> = {
  upcoming: 'Coming Soon',
  used: 'Second-hand',
  listing: 'Listed',
};

/** Number of columns that fit on a phone. */
const phoneColumns = 2;

type ColumnGroupProps = {
  name: 'left' | 'right';
  legend: string;
  vehicles: readonly ComparedVehicle[];
  /** Initial position of the vehicle in the table. */
  first: number;
};

function ColumnGroup({ name, legend, vehicles, first }: ColumnGroupProps) {
  return (
    <fieldset>
      <legend className="visually-hidden">{legend}</legend>
      {vehicles.map(({ id, shortName }, position) => (
        <label key={id}>
          <input type="radio" name={name} value={position + 1} defaultChecked={position === first} />
          <span>{shortName}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Chooses which two of three or four vehicles a phone shows, in CSS alone. Hidden where all columns fit; browsers
 * without `:has` show all of them, two by two.
 */
export function ColumnChoice({ vehicles }: { vehicles: readonly ComparedVehicle[] }) {
  if (vehicles.length <= phoneColumns) return null;
  return (
    <form className="column-choice" aria-label="Columns to show">
      <ColumnGroup name="left" legend="Left column" vehicles={vehicles} first={0} />
      <ColumnGroup name="right" legend="Right column" vehicles={vehicles} first={1} />
    </form>
  );
}

type ComparedVehiclesProps = {
  vehicles: readonly ComparedVehicle[];
  /** The button above the column that removes the vehicle. */
  renderRemove: (vehicle: ComparedVehicle) => ReactNode;
  /** URL of a search for a vehicle that fills an empty slot. */
  addHref: string;
};

/** The column headers, drawn to the same scale on one road; prices and names stay in view while scrolling. */
export function ComparedVehicles({ vehicles, renderRemove, addHref }: ComparedVehiclesProps) {
  const free = Array.from({ length: compareMaximum - vehicles.length }, (_, position) => vehicles.length + position);
  return (
    <ul className="compared-vehicles">
      {vehicles.map((vehicle) => (
        <li key={vehicle.id}>
          {kindTags[vehicle.kind] && <Tag isYellow={vehicle.kind === 'upcoming'}>{kindTags[vehicle.kind] ?? ''}</Tag>}{' '}
          <Drawing of={vehicle.drawing.bodyStyle} colours={vehicle.drawing} />
          {renderRemove(vehicle)}
          <div>
            <Price rupees={vehicle.priceRupees} />
            <h2>
              <a href={paths.vehicle(vehicle.id)}>{vehicle.name}</a>
            </h2>
          </div>
        </li>
      ))}
      {free.map((position) => (
        <li key={position} className="free-place">
          <a className="action-link" href={addHref}>
            <Icon name="plus" />
            Add
          </a>
        </li>
      ))}
    </ul>
  );
}

function CellText({ cell: { text, isKnown }, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  if (!isKnown) return <span className="value-missing">{text}</span>;
  if (look === 'chip') return <ConditionChip condition={text} />;
  if (look === 'plate') return <Plate registration={text} />;
  return text;
}

function ComparisonTableCell({ cell, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: some screen readers lose the role of a cell that a grid lays out
    <td role="cell">
      <CellText cell={cell} look={look} />
      {cell.share !== null && <span className="length-bar" style={{ '--share': `${cell.share}%` }} />}
      {cell.best && (
        <>
          {' '}
          <b>{cell.best}</b>
        </>
      )}
    </td>
  );
}

/** Group title such as 'Basic Information', with the number of rows that differ; expands without a script. */
function ComparisonGroupTable({
  group,
  vehicles,
  isOpen,
}: {
  group: ComparisonGroup;
  vehicles: ComparedVehicle[];
  isOpen: boolean;
}) {
  const { name, rows, omissions } = group;
  const differing = rows.filter(({ agreement }) => agreement === 'different').length;
  return (
    <details className="comparison-group" open={isOpen}>
      <summary>
        <h2>{name}</h2>{' '}
        {vehicles.length > 1 && (
          <small>{differing === rows.length ? `${differing} differ` : `${differing} of ${rows.length} differ`}</small>
        )}
        <Icon name="down" />
      </summary>
      {rows.length > 0 && (
        // biome-ignore-start lint/a11y/noRedundantRoles: as for the cells
        <table role="table" aria-label={name}>
          <thead role="rowgroup" className="visually-hidden">
            <tr role="row">
              <td role="cell" />
              {vehicles.map((vehicle) => (
                <th key={vehicle.id} role="columnheader" scope="col">
                  {vehicle.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map(({ name: rowName, look, cells, agreement }) => (
              <tr key={rowName} role="row" className={agreement === 'alike' ? 'row-alike' : undefined}>
                <th role="rowheader" scope="row">
                  {rowName}
                </th>
                {cells.map((cell, column) => (
                  <ComparisonTableCell key={vehicles[column]?.id} cell={cell} look={look} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        // biome-ignore-end lint/a11y/noRedundantRoles: as for the cells
      )}
      {omissions.map((sentence) => (
        <p key={sentence} className="note">
          {sentence}
        </p>
      ))}
    </details>
  );
}

/** Number of groups that are initially open. */
const initiallyOpenGroups = 2;

/** The rows, one table per group, with columns aligned to the headers. */
export function ComparisonGroups({ comparison, isAllOpen }: { comparison: Comparison; isAllOpen: boolean }) {
  const { vehicles, groups } = comparison;
  return groups.map((group, position) => (
    <ComparisonGroupTable
      key={group.name}
      group={group}
      vehicles={vehicles}
      isOpen={isAllOpen || position < initiallyOpenGroups}
    />
  ));
}

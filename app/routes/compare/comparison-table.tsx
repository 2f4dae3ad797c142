import type { CSSProperties } from 'react';
import type {
  ComparedVehicle,
  Comparison,
  ComparisonCell,
  ComparisonGroup,
  ComparisonRow,
} from '~/domain/compare/comparison';
import { ConditionChip, Plate } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';

export const customProperties = (properties: Record<`--${string}`, string | number>): CSSProperties => ({
  ...properties,
});

function CellText({ cell: { text, isKnown }, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  if (!isKnown) return <span className="value-missing">{text}</span>;
  if (look === 'chip') return <ConditionChip condition={text} />;
  if (look === 'plate') return <Plate registration={text} />;
  return text;
}

function Cell({ cell, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: some screen readers lose the role of a cell that a grid lays out
    <td role="cell">
      <CellText cell={cell} look={look} />
      {cell.share !== null && <span className="length-bar" style={customProperties({ '--share': `${cell.share}%` })} />}
      {cell.best && (
        <>
          {' '}
          <b>{cell.best}</b>
        </>
      )}
    </td>
  );
}

/** 'Basic Information' and how many of its rows differ; the rows unfold without a script. */
function Group({ group, vehicles, isOpen }: { group: ComparisonGroup; vehicles: ComparedVehicle[]; isOpen: boolean }) {
  const { name, rows, leftOut } = group;
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
                  <Cell key={vehicles[column]?.id} cell={cell} look={look} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        // biome-ignore-end lint/a11y/noRedundantRoles: as for the cells
      )}
      {leftOut.map((sentence) => (
        <p key={sentence} className="note">
          {sentence}
        </p>
      ))}
    </details>
  );
}

/** Number of groups that are open at first. */
const openAtFirst = 2;

/** The rows by groups, a table each, whose columns stand below the heads of the vehicles. */
export function ComparisonGroups({ comparison, isAllOpen }: { comparison: Comparison; isAllOpen: boolean }) {
  const { vehicles, groups } = comparison;
  return groups.map((group, position) => (
    <Group key={group.name} group={group} vehicles={vehicles} isOpen={isAllOpen || position < openAtFirst} />
  ));
}

import type { ReactNode } from 'react';
import { compareMaximum } from '~/domain/compare/compare-list';
import {
  type ComparedVehicle,
  type Comparison,
  type ComparisonCell,
  type ComparisonGroup,
  type ComparisonRow,
  formatAlikeRows,
  formatUnknownRows,
  getAgreement,
  getColumns,
  isFolded,
} from '~/domain/compare/comparison';
import { getPhotoSources } from '~/domain/photos/photo';
import { paths } from '~/paths';
import { ConditionChip, Plate, Price, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { PriceScale } from '~/ui/primitives/price-scale';
import { Photo } from '~/ui/vehicles/card-parts';

/** Label over the drawing of a vehicle; null for vehicles sold as new. */
const kindTags: Record<ComparedVehicle['kind'], string | null> = {
  new: null,
  upcoming: 'Coming Soon',
  used: 'Second-hand',
  listing: 'Listed',
};

function KindTag({ kind, isSample }: ComparedVehicle) {
  const text = isSample ? 'Sample' : kindTags[kind];
  return text && <Tag isYellow={kind === 'upcoming'}>{text}</Tag>;
}

type VehiclePictureProps = {
  vehicle: ComparedVehicle;
  sizes: string;
};

export function VehiclePicture({ vehicle: { name, photo, drawing }, sizes }: VehiclePictureProps) {
  if (photo) return <Photo photo={getPhotoSources(photo)} alt={name} sizes={sizes} isFirst />;
  return <Drawing of={drawing.bodyStyle} colours={drawing} />;
}

type ColumnChoiceProps = {
  vehicles: readonly ComparedVehicle[];
  /** Ids of the two that are shown, the one chosen last at the end. */
  inView: readonly string[];
  renderRemove: (vehicle: ComparedVehicle) => ReactNode;
  hrefWith: (show: readonly string[]) => string;
};

/**
 * All vehicles by name, where a phone shows two of them: a link to each of the others shows it in place of the one
 * chosen first. Hidden where all columns fit.
 */
export function ColumnChoice({ vehicles, inView, renderRemove, hrefWith }: ColumnChoiceProps) {
  if (vehicles.length <= inView.length) return null;
  return (
    <ul className="column-choice" aria-label="Vehicles to show">
      {vehicles.map((vehicle) => (
        <li key={vehicle.id}>
          {inView.includes(vehicle.id) ? (
            <b>
              {vehicle.shortName}
              <span className="unseen">, shown</span>
            </b>
          ) : (
            <a href={hrefWith([...inView.slice(1), vehicle.id])}>{vehicle.shortName}</a>
          )}{' '}
          {renderRemove(vehicle)}
        </li>
      ))}
    </ul>
  );
}

type ComparedVehiclesProps = {
  vehicles: readonly ComparedVehicle[];
  renderRemove: (vehicle: ComparedVehicle) => ReactNode;
  addHref: string;
};

/** The column headers, drawn to the same scale on one road; prices and names stay in view while scrolling. */
export function ComparedVehicles({ vehicles, renderRemove, addHref }: ComparedVehiclesProps) {
  const free = Array.from({ length: compareMaximum - vehicles.length }, (_, position) => vehicles.length + position);
  return (
    <ul className="compared-vehicles">
      {vehicles.map((vehicle) => (
        <li key={vehicle.id}>
          <KindTag {...vehicle} /> <VehiclePicture vehicle={vehicle} sizes="(min-width: 64rem) 15rem, 50vw" />
          {renderRemove(vehicle)}
          <div>
            <Price rupees={vehicle.priceRupees} inLakhs={vehicle.kind === 'new' || vehicle.kind === 'upcoming'} />
            <h2 className={vehicle.name.length > 40 ? 'long-name' : undefined}>
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

function CellText({ cell: { text, value }, look }: { cell: ComparisonCell; look: ComparisonRow['look'] }) {
  if (value === null) return <span className="value-missing">{text}</span>;
  if (look === 'chip') return <ConditionChip condition={text} />;
  if (look === 'plate') return <Plate registration={text} />;
  return text;
}

type ComparisonTableCellProps = {
  vehicle: ComparedVehicle | undefined;
  cell: ComparisonCell;
  look: ComparisonRow['look'];
};

function ComparisonTableCell({ vehicle, cell, look }: ComparisonTableCellProps) {
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
      {look === 'price' && vehicle?.judged && (
        <PriceScale judged={vehicle.judged} methodHref={paths.vehicle(vehicle.id, {}, 'price')} isSmall />
      )}
    </td>
  );
}

/** How many rows of a group differ, of those that are shown. @param columns positions of the vehicles in view */
function formatDifferences(rows: readonly ComparisonRow[], columns: readonly number[]): string {
  const agreements = rows.map((row) => getAgreement(row, columns)).filter((agreement) => agreement !== 'unknown');
  const differing = agreements.filter((agreement) => agreement === 'different').length;
  return differing === agreements.length ? `${differing} differ` : `${differing} of ${agreements.length} differ`;
}

/** The screens on which an element is shown, if not on all: `data-on` in the stylesheet. */
type Screen = 'phone' | 'wide';

type ByWidthProps = {
  wide: string | null;
  phone: string | null;
  render: (text: string, on?: Screen) => ReactNode;
};

/** A text about the vehicles in view, of which a phone may show fewer. */
function ByWidth({ wide, phone, render }: ByWidthProps) {
  if (wide === phone) return wide && render(wide);
  return (
    <>
      {phone && render(phone, 'phone')} {wide && render(wide, 'wide')}
    </>
  );
}

type ComparisonGroupTableProps = {
  group: ComparisonGroup;
  vehicles: readonly ComparedVehicle[];
  /** Positions of the vehicles that a phone shows. */
  phoneColumns: readonly number[];
  isOnlyDifferences: boolean;
  isOpen: boolean;
};

function ComparisonGroupTable({ group, vehicles, phoneColumns, isOnlyDifferences, isOpen }: ComparisonGroupTableProps) {
  const { name, omissions } = group;
  const columns = getColumns({ vehicles });
  const stated = group.rows.filter((row) => getAgreement(row, columns) !== 'unknown');
  const rows = stated.filter((row) => !isFolded(row, columns));
  const isWideOnly = (row: ComparisonRow): boolean =>
    getAgreement(row, phoneColumns) === 'unknown' || isFolded(row, phoneColumns);
  return (
    <details className="comparison-group" open={isOpen}>
      <summary>
        <h2>{name}</h2>{' '}
        {vehicles.length > 1 && (
          <ByWidth
            wide={formatDifferences(stated, columns)}
            phone={formatDifferences(isOnlyDifferences ? rows.filter((row) => !isWideOnly(row)) : stated, phoneColumns)}
            render={(text, on) => <small data-on={on}>{text}</small>}
          />
        )}
        <Icon name="down" />
      </summary>
      {rows.length > 0 && (
        // biome-ignore-start lint/a11y/noRedundantRoles: as for the cells
        <table role="table" aria-label={name}>
          <thead role="rowgroup" className="unseen">
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
            {rows.map((row) => (
              <tr key={row.name} role="row" data-on={isWideOnly(row) ? 'wide' : undefined}>
                <th role="rowheader" scope="row">
                  {row.name}
                </th>
                {row.cells.map((cell, column) => (
                  <ComparisonTableCell
                    key={vehicles[column]?.id}
                    vehicle={vehicles[column]}
                    cell={cell}
                    look={row.look}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        // biome-ignore-end lint/a11y/noRedundantRoles: as for the cells
      )}
      {!isOnlyDifferences && (
        <ByWidth
          wide={formatAlikeRows(stated, columns)}
          phone={formatAlikeRows(stated, phoneColumns)}
          render={(text, on) => (
            <p className="note" data-on={on}>
              {text}
            </p>
          )}
        />
      )}
      {omissions.map((sentence) => (
        <p key={sentence} className="note">
          {sentence}
        </p>
      ))}
      <ByWidth
        wide={formatUnknownRows(group.rows, columns)}
        phone={formatUnknownRows(group.rows, phoneColumns)}
        render={(text, on) => (
          <p className="note" data-on={on}>
            {text}
          </p>
        )}
      />
    </details>
  );
}

const initiallyOpenGroups = 2;

type ComparisonGroupsProps = {
  comparison: Comparison;
  inView: readonly string[];
  isOnlyDifferences: boolean;
};

export function ComparisonGroups({ comparison, inView, isOnlyDifferences }: ComparisonGroupsProps) {
  const { vehicles, groups } = comparison;
  return groups.map((group, position) => (
    <ComparisonGroupTable
      key={group.name}
      group={group}
      vehicles={vehicles}
      phoneColumns={getColumns({ vehicles }).filter((column) => inView.includes(vehicles[column]?.id ?? ''))}
      isOnlyDifferences={isOnlyDifferences}
      isOpen={isOnlyDifferences || position < initiallyOpenGroups}
    />
  ));
}

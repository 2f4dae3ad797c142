import type { ReactNode } from 'react';
import { type ComparedVehicle, compareMaximum } from '~/domain/compare/comparison';
import { paths } from '~/paths';
import { Price, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';

/** Label over the drawing of a vehicle that is not simply new. */
const kindTags: Partial<Record<ComparedVehicle['kind'], string>> = {
  upcoming: 'Coming Soon',
  used: 'Second-hand',
  listing: 'Listed',
};

/** The number of columns that a phone has room for. */
const columnsOnPhones = 2;

type SideProps = {
  name: 'left' | 'right';
  legend: string;
  vehicles: readonly ComparedVehicle[];
  /** Position of the vehicle that is shown at first. */
  first: number;
};

function Side({ name, legend, vehicles, first }: SideProps) {
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
 * Of three or four vehicles a phone shows two: which two is chosen here, by the style sheet alone. Hidden where all
 * columns fit; without `:has` all of them are shown, two by two.
 */
export function ColumnChoice({ vehicles }: { vehicles: readonly ComparedVehicle[] }) {
  if (vehicles.length <= columnsOnPhones) return null;
  return (
    <form className="column-choice" aria-label="Columns to show">
      <Side name="left" legend="Left column" vehicles={vehicles} first={0} />
      <Side name="right" legend="Right column" vehicles={vehicles} first={1} />
    </form>
  );
}

type ComparedVehiclesProps = {
  vehicles: readonly ComparedVehicle[];
  /** Button over its column that removes the vehicle. */
  removeOf: (vehicle: ComparedVehicle) => ReactNode;
  /** Where a vehicle for a free place is found. */
  addHref: string;
};

/** The heads of the columns, all drawn on one road to one scale; prices and names stay in view. */
export function ComparedVehicles({ vehicles, removeOf, addHref }: ComparedVehiclesProps) {
  const free = Array.from({ length: compareMaximum - vehicles.length }, (_, position) => vehicles.length + position);
  return (
    <ul className="compared-vehicles">
      {vehicles.map((vehicle) => (
        <li key={vehicle.id}>
          {kindTags[vehicle.kind] && <Tag isYellow={vehicle.kind === 'upcoming'}>{kindTags[vehicle.kind] ?? ''}</Tag>}{' '}
          <Drawing of={vehicle.drawing.bodyStyle} colours={vehicle.drawing} />
          {removeOf(vehicle)}
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

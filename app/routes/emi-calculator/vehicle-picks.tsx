import { rupeesText } from '~/domain/money';
import { Drawing } from '~/ui/drawings/drawing';
import { Tag } from '~/ui/signs/tag';
import { Lane } from '~/ui/vehicles/lane';
import type { FinancedVehicle } from './load-case.server';

type VehiclePicksProps = {
  vehicles: readonly FinancedVehicle[];
  chosenId: string | null;
  /** The case with this vehicle's price. */
  hrefOf: (vehicle: FinancedVehicle) => string;
  /** With a script: takes the price over without leaving the page. */
  onPick: (vehicle: FinancedVehicle) => void;
};

/** Vehicles whose price the calculator takes over. */
export function VehiclePicks({ vehicles, chosenId, hrefOf, onPick }: VehiclePicksProps) {
  return (
    <Lane kind="small">
      {vehicles.map((vehicle) => {
        const isChosen = vehicle.id === chosenId;
        return (
          <li key={vehicle.id} className="v">
            <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
            {isChosen && <Tag isYellow>Selected</Tag>}
            <div>
              <p className="price">{rupeesText(vehicle.priceRupees)}</p>
              <h3>
                <a
                  href={hrefOf(vehicle)}
                  aria-current={isChosen || undefined}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    onPick(vehicle);
                  }}
                >
                  {vehicle.name}
                </a>
              </h3>
            </div>
          </li>
        );
      })}
    </Lane>
  );
}

import type { ShownOffer } from '~/domain/browse/offer-lists.server';
import { formatVehiclePrice } from '~/domain/catalogue/vehicle-labels';
import type { Parked, PriceRoad as Road } from '~/domain/browse/price-road';
import { type DrawingColours, getColours } from '~/domain/photos/drawing';
import { formatCount, formatPrice, formatRupees } from '~/domain/shared/money';
import { type BrowseView, paths } from '~/paths';
import { Drawing } from '~/ui/primitives/drawing';
import type { BodyStyle } from '~db/enums';

type DrawnVehicle = { id: string; name: string; price: string; bodyStyle: BodyStyle; colours: DrawingColours };

export function toDrawnVehicle(offer: ShownOffer): DrawnVehicle {
  if (offer.kind === 'vehicle') {
    const { id, name, bodyStyle } = offer.vehicle;
    return { id, name, price: formatVehiclePrice(offer.vehicle), bodyStyle, colours: getColours(offer.vehicle) };
  }
  const { id, name, presentPrice, drawing } = offer.listing;
  return { id, name, price: formatRupees(presentPrice), bodyStyle: drawing.bodyStyle, colours: drawing };
}

type ParkedVehicle = Parked & { vehicle: DrawnVehicle };

type PriceRoadProps = {
  road: Omit<Road<never>, 'parked'> & { parked: readonly ParkedVehicle[] };
  total: number;
  /** URL of the vehicles within one price band, both prices included. */
  bandHref: (minPrice: number, maxPrice: number, as: BrowseView | null) => string;
};

/** A position along the road, as a percentage of its length. */
const getSpotStyle = (at: number) => ({ '--spot': `${Math.round(at * 1000) / 10}%` });

type PriceStoneProps = { rupees: number; below: number; at: number; count: number; href: string };

function PriceStone({ rupees, below, at, count, href }: PriceStoneProps) {
  const [figure, unit] = formatPrice(rupees).split(' ', 2);
  const price = (
    <b>
      {figure}
      {unit && <small> {unit}</small>}
    </b>
  );
  if (count === 0) {
    return (
      <span className="road-stone" style={getSpotStyle(at)}>
        <span>from</span> {price}
      </span>
    );
  }
  return (
    <a className="road-stone" style={getSpotStyle(at)} href={href}>
      <span>{formatCount(count)} from</span> {price}
      <span className="unseen"> to {formatRupees(below - 1)}</span>
    </a>
  );
}

/** The results along a road from cheap to dear (docs/product.md, "Price road"). */
export function PriceRoad({ road, total, bandHref }: PriceRoadProps) {
  const { stones, parked, length, maxPrice } = road;
  const counted = stones.reduce((sum, { vehicles: count }) => sum + count, 0);
  const isWhole = parked.length === total;
  return (
    <>
      <p className="note">
        Each vehicle is placed at its price, to one scale: a price twice as high is always equally far.
        {!isWhole &&
          ` ${formatCount(parked.length)} of ${formatCount(counted)} are drawn. Press a stone to see all from its price on.`}
      </p>
      <div className="price-road" style={{ '--length': Math.round(length * 100) / 100 }}>
        <svg width="100" height="480" aria-hidden="true">
          <pattern id="way" width="100" height="480" patternUnits="userSpaceOnUse">
            <g className="road-segment">
              <path className="kerb" d="M50-1V0C76 90 76 150 50 240S24 390 50 480v1" />
              <path className="kerb-stripes" pathLength="482" d="M50-1V0C76 90 76 150 50 240S24 390 50 480v1" />
              <path className="tar" d="M50-1V0C76 90 76 150 50 240S24 390 50 480v1" />
              <path className="dashes" pathLength="480" d="M50 0C76 90 76 150 50 240S24 390 50 480" />
            </g>
          </pattern>
          <rect width="100" height="100%" fill="url(#way)" />
        </svg>
        <ol>
          {stones.map(({ rupees, below, at, vehicles: count }, index) => (
            <li key={rupees}>
              <PriceStone
                rupees={rupees}
                below={below}
                at={at}
                count={count}
                href={bandHref(rupees, below - 1, count === counted ? null : 'road')}
              />{' '}
              <ul>
                {parked
                  .filter((one) => one.at >= at && one.at < (stones[index + 1]?.at ?? 1))
                  .map(({ vehicle, side, at: place }) => (
                    <li
                      key={vehicle.id}
                      className={side === 'left' ? 'parked parked-left' : 'parked'}
                      style={getSpotStyle(place)}
                    >
                      <a href={paths.vehicle(vehicle.id)}>
                        <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
                        <b>{vehicle.price}</b> <span>{vehicle.name}</span>
                      </a>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ol>
        <p className="road-sign">Up to {formatRupees(maxPrice)}</p>
      </div>
    </>
  );
}

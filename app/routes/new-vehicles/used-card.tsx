import type { DrawingColours } from '~/domain/catalogue/drawing-colours';
import type { VehicleSummary } from '~/domain/catalogue/vehicle-summary';
import type { PhotoSources } from '~/domain/photos/photo-address';
import { paths } from '~/paths';
import { Drawing } from '~/ui/drawings/drawing';
import { Icon } from '~/ui/icons/icon';
import { ConditionChip } from '~/ui/signs/condition-chip';
import { Plate } from '~/ui/signs/plate';
import { Price } from '~/ui/signs/price';
import { CompareButton } from '~/ui/vehicles/compare-list';
import { Facts, Rating, reachText } from '~/ui/vehicles/facts';
import { HeartButton } from '~/ui/vehicles/favourites';
import { Photo } from '~/ui/vehicles/photo';

/** What a card of a second-hand vehicle shows. */
export type UsedFacts = Pick<
  VehicleSummary,
  | 'id'
  | 'name'
  | 'priceRupees'
  | 'originalPriceRupees'
  | 'rating'
  | 'condition'
  | 'fuel'
  | 'numberPlate'
  | 'mileageKmpl'
  | 'rangeKm'
  | 'bodyStyle'
> & {
  /** How it was looked after: 'Well Maintained'. */
  upkeep: string | null;
  /** '26,700 km' */
  kilometres: string | null;
  /** '3 years' */
  years: string | null;
  colours: DrawingColours;
  /** A user's own; without one it is drawn. */
  photo: PhotoSources | null;
};

/** One second-hand vehicle of a grid. Needs a `CompareForm` around the list. */
export function UsedCard({ vehicle }: { vehicle: UsedFacts }) {
  const { id, name, condition, fuel, kilometres, numberPlate, photo, rating, upkeep, years } = vehicle;
  return (
    <li className="v">
      {photo ? (
        <span className="m ph">
          <Photo photo={photo} alt="" sizes="(min-width: 48rem) 19rem, 50vw" />
        </span>
      ) : (
        <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
      )}
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} />
        <h3>
          <a href={paths.vehicle(id)}>{name}</a>
        </h3>
        <Facts
          facts={[
            kilometres,
            years,
            reachText(vehicle),
            fuel,
            rating === null ? null : <Rating key="rating" value={rating} />,
            upkeep && `Upkeep: ${upkeep}`,
          ]}
        />
        <p className="row">
          <ConditionChip condition={condition} />{' '}
          {numberPlate && <Plate registration={numberPlate} isElectric={fuel === 'Electric'} />}
        </p>
        <p className="ln" aria-hidden="true">
          View Complete Details <Icon name="go" />
        </p>
      </div>
      <CompareButton id={id} name={name} />
      <HeartButton id={id} name={name} />
    </li>
  );
}

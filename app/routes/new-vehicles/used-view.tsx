import { formatMileage } from '~/domain/catalogue/vehicle-labels';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import type { DrawingColours } from '~/domain/photos/drawing';
import type { PhotoSources } from '~/domain/photos/photo';
import { paths } from '~/paths';
import { EmptyState, PastLastPage } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Plate, Price } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { CompareButton, CompareForm } from '~/ui/vehicles/compare-list';
import { Facts, HeartButton, Photo, createRatingFact } from '~/ui/vehicles/card-parts';
import type { ListingKind, VehicleType } from '~db/enums';

export type UsedFacts = Pick<
  VehicleSummary,
  | 'id'
  | 'name'
  | 'priceRupees'
  | 'originalPriceRupees'
  | 'rating'
  | 'sampleRating'
  | 'condition'
  | 'fuel'
  | 'numberPlate'
  | 'city'
  | 'mileageKmpl'
  | 'rangeKm'
  | 'bodyStyle'
> & {
  /** Short rating: 'Well Maintained'. */
  upkeep: string | null;
  /** '26,700 km' */
  kilometres: string | null;
  /** '3 years' */
  years: string | null;
  colours: DrawingColours;
  /** A user's own photo; a drawing is shown when it is missing. */
  photo: PhotoSources | null;
};

/** A second-hand vehicle. Requires a `CompareForm` around the list. */
function UsedCard({ vehicle }: { vehicle: UsedFacts }) {
  const { id, name, city, condition, fuel, kilometres, numberPlate, photo, upkeep, years } = vehicle;
  const facts = [
    { name: 'Used', value: kilometres },
    { name: 'Age', value: years },
    { name: vehicle.mileageKmpl === null ? 'Range' : 'Mileage', value: formatMileage(vehicle) },
    { name: 'Fuel', value: fuel },
  ];
  return (
    <li>
      <div className="picture">
        {photo ? (
          <Photo photo={photo} alt={name} sizes="(min-width: 48rem) 25rem, 140px" />
        ) : (
          <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
        )}{' '}
        <ConditionChip condition={condition} />
      </div>
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} />
        <h3>{name}</h3>
        <Facts facts={[createRatingFact(vehicle), city]} />
        {upkeep && (
          <p>
            <span className="upkeep-badge">{`Upkeep: ${upkeep}`}</span>
          </p>
        )}
        {numberPlate && <Plate registration={numberPlate} isElectric={fuel === 'Electric'} />}
      </div>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? 'N/A'}</dd>
          </div>
        ))}
      </dl>
      <p className="used-card-ways">
        {/* It covers the whole card. */}
        <a className="action-link" href={paths.vehicle(id)}>
          View Complete Details <span className="unseen">of {name}</span>
          <Icon name="go" />
        </a>{' '}
        <CompareButton id={id} name={name} /> <HeartButton id={id} name={name} />
      </p>
    </li>
  );
}

export type UsedVehicles = {
  view: 'used';
  type: VehicleType;
  vehicles: UsedFacts[];
  page: number;
  pages: number;
};

type UsedTexts = { title: string; many: string; kind: ListingKind; sell: string; getHref: typeof paths.usedBikes };

const usedTexts: Readonly<Record<VehicleType, UsedTexts>> = {
  Bike: { title: 'Second Hand Bikes', many: 'bikes', kind: 'bike', sell: 'Sell Your Bike', getHref: paths.usedBikes },
  Scooter: {
    title: 'Second Hand Scooters',
    many: 'scooters',
    kind: 'scooter',
    sell: 'Sell Your Scooter',
    getHref: paths.usedScooters,
  },
};

export const getUsedTitle = (type: VehicleType): string => usedTexts[type].title;

/** Second-hand bikes or second-hand scooters (docs/product.md, "New vehicles"). */
export function UsedVehiclesView({ type, vehicles, page, pages }: UsedVehicles) {
  const { title, many, kind, sell, getHref } = usedTexts[type];
  const fromRiders = { text: `All ${many} from riders`, href: paths.sellList(kind) };
  return (
    <>
      <PageHead title={title} back={{ text: 'Back to Home', href: paths.home() }}>
        <p>
          From our showroom. <a href={fromRiders.href}>{fromRiders.text}</a>
        </p>
      </PageHead>
      <section className="used-vehicles" aria-labelledby="used">
        <h2 id="used" className="unseen">
          {`Used ${many} on sale`}
        </h2>
        {vehicles.length === 0 && page > 1 && <PastLastPage firstPage={getHref()} />}
        {vehicles.length === 0 && page === 1 && (
          <EmptyState
            level="h2"
            picture={{
              drawing: type === 'Bike' ? 'commuter' : 'scooter-classic',
              colours: { body: '#27476E', accent: '#D9C27A' },
            }}
            title={`No ${many} found`}
          >
            <p className="row">
              <ButtonLink href={fromRiders.href}>{fromRiders.text}</ButtonLink>
            </p>
          </EmptyState>
        )}
        {vehicles.length > 0 && (
          <CompareForm backTo="used">
            <ul className="used-cards">
              {vehicles.map((vehicle) => (
                <UsedCard key={vehicle.id} vehicle={vehicle} />
              ))}
            </ul>
          </CompareForm>
        )}
        <Pager page={page} pages={pages} getHref={(other) => getHref({ page: other })} />
        <p>
          <ButtonLink href={paths.sellForm(kind)}>{sell}</ButtonLink>
        </p>
      </section>
    </>
  );
}

import { formatMileage } from '~/domain/catalogue/vehicle-labels';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import type { DrawingColours } from '~/domain/photos/drawing';
import type { PhotoSources } from '~/domain/photos/photo';
import { paths } from '~/paths';
import { EmptyState, PastLastPage } from '~/ui/page/empty-state';
import { PageHead, SectionHead } from '~/ui/page/page-head';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import { ConditionChip, Plate, Price, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Grid } from '~/ui/vehicles/carousel';
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

/** A second-hand vehicle in a grid. Requires a `CompareForm` around the list. */
export function UsedCard({ vehicle }: { vehicle: UsedFacts }) {
  const { id, name, city, condition, fuel, kilometres, numberPlate, photo, upkeep, years } = vehicle;
  return (
    <li className="card">
      {photo ? (
        <span className="drawing photo">
          <Photo photo={photo} alt={name} sizes="(min-width: 48rem) 19rem, 50vw" />
        </span>
      ) : (
        <Drawing of={vehicle.bodyStyle} colours={vehicle.colours} />
      )}
      {upkeep && (
        <Tag>
          <span className="unseen">Upkeep: </span>
          {upkeep}
        </Tag>
      )}
      <div>
        <Price rupees={vehicle.priceRupees} originalRupees={vehicle.originalPriceRupees} />
        <h3>
          <a href={paths.vehicle(id)}>{name}</a>
        </h3>
        <Facts facts={[kilometres, years, city, formatMileage(vehicle), fuel, createRatingFact(vehicle)]} />
        <p className="row">
          <ConditionChip condition={condition} />{' '}
          {numberPlate && <Plate registration={numberPlate} isElectric={fuel === 'Electric'} />}
        </p>
        <p className="action-link" aria-hidden="true">
          View Complete Details <Icon name="go" />
        </p>
      </div>
      <CompareButton id={id} name={name} />
      <HeartButton id={id} name={name} />
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
      <PageHead
        title={title}
        subtitle="Every one with its kilometres, its plate, and what was found wrong with it."
        back={{ text: 'Back to Home', href: paths.home() }}
        actions={<ButtonLink href={paths.sellForm(kind)}>{sell}</ButtonLink>}
      />
      <section className="used-vehicles" aria-labelledby="used">
        <SectionHead id="used" title={`Used ${many} on sale`} more={fromRiders} />
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
            <Grid>
              {vehicles.map((vehicle) => (
                <UsedCard key={vehicle.id} vehicle={vehicle} />
              ))}
            </Grid>
          </CompareForm>
        )}
        <Pager page={page} pages={pages} getHref={(other) => getHref({ page: other })} />
      </section>
    </>
  );
}

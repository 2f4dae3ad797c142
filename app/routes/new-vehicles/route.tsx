import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { createFilterChoices, filterTitles, hasFilters } from '~/domain/catalogue/finder';
import { countTraits, findByFilters } from '~/domain/catalogue/finder.queries.server';
import { findShowroom, findUsedVehicles } from '~/domain/catalogue/stock.queries.server';
import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { findOffer, findVehicleRecord } from '~/domain/catalogue/vehicle.queries.server';
import {
  formatMileage,
  formatAcceleration,
  formatBrakes,
  formatKilometres,
  formatLights,
  formatWithUnit,
  formatYearsUsed,
  isEstimated,
  listOffers,
  listVariants,
} from '~/domain/catalogue/vehicle-labels';
import { findBankOffer, findBanner } from '~/domain/content/vehicle-content.server';
import { getColours } from '~/domain/photos/drawing';
import { getPhotoSources } from '~/domain/photos/photo';
import { anonymous } from '~/domain/shared/actor';
import { cardsPerPage } from '~/domain/shared/pagination.server';
import { createGoneResponse, getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';
import { getPublicOrigin, type Runtime } from '~/http/runtime.server';
import { readPageNumber, readPictureNumber } from '~/http/url-params';
import { readFinderFilters } from '~/http/search-params';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { createOfferPreview } from '~/ui/vehicles/offer-preview';
import type { VehicleType } from '~db/enums';
import { type NewVehicles, NewVehiclesView, type VehicleModalFacts } from './new-view';
import { type UsedFacts, type UsedVehicles, UsedVehiclesView, getUsedTitle } from './used-view';

export const handle: ScreenHandle = {
  kind: (search) => (isUsed(search) ? 'plain' : 'enhanced'),
  cacheKeyParameters: (search) =>
    isUsed(search) ? ['stock', 'page', 'open'] : ['fuelType', 'mileage', 'vehicleType', 'budget', 'open', 'image'],
  hasOwnPicture: (search) => Boolean(search.get('open')),
  canonicalQuery: ['stock', 'page'],
  // The vehicle in the modal has its own canonical screen.
  canonical: (search) => {
    const id = search.get('open');
    return id && !isUsed(search) ? paths.vehicle(id) : null;
  },
};
export const meta: MetaFunction<typeof loader> = ({ data, location, matches }) => {
  if (data?.view === 'used') {
    const title = getUsedTitle(data.type);
    return pageMeta(matches, title, `${title} with price, kilometres, years used, condition and number plate.`);
  }
  const preview = data?.preview;
  if (preview) return pageMeta(matches, preview.title, preview.summary, preview.picture);
  const title = getType(location.pathname) === 'Bike' ? 'New Bikes' : 'New Scooters';
  return pageMeta(
    matches,
    title,
    `${title} in India with ex-showroom price, mileage, colours and bank offers, by fuel, mileage, type and budget.`,
  );
};

/** More than the catalogue has; a larger showroom would be cut off. */
const maxRecommended = 24;

/** The vehicle of the modal; null when it is not on sale here. */
function toModalFacts(db: Runtime['db'], id: string): VehicleModalFacts | null {
  const vehicle = findVehicleRecord(db, id);
  if (vehicle?.stock !== 'new') return null;
  return {
    id,
    name: vehicle.name,
    priceRupees: vehicle.priceRupees,
    originalPriceRupees: vehicle.originalPriceRupees,
    rating: vehicle.rating,
    sampleRating: vehicle.sampleRating,
    bodyStyle: vehicle.bodyStyle,
    colourways: vehicle.colourways,
    offers: listOffers(vehicle),
    variants: listVariants(vehicle),
    // The nine specifications of docs/product.md, "New vehicles", in that order.
    specifications: [
      { name: 'Mileage', value: formatMileage(vehicle), of: ['mileageKmpl', 'rangeKm'] },
      { name: 'Fuel Type', value: vehicle.fuel },
      { name: 'Fuel Tank Capacity', value: formatWithUnit(vehicle.tankLitres, 'litres'), of: ['tankLitres'] },
      { name: 'Seating', value: formatWithUnit(vehicle.seating, 'persons') },
      { name: 'Brakes', value: formatBrakes(vehicle), of: ['brakes'] },
      { name: 'Lights', value: formatLights(vehicle) },
      { name: 'Speed Raise', value: formatAcceleration(vehicle), of: ['acceleration0to60s'] },
      { name: 'Comfort', value: vehicle.comfort },
      { name: 'Compatibility', value: vehicle.compatibility },
    ].map(({ name, value, of = [] }) => ({
      name,
      value: value ?? 'N/A',
      isEstimate: value !== null && isEstimated(vehicle, of),
    })),
  };
}

const sortFirst = <Item,>(items: readonly Item[], isFirst: (item: Item) => boolean): Item[] => [
  ...items.filter(isFirst),
  ...items.filter((item) => !isFirst(item)),
];

function loadNewVehicles({ db, clock }: Runtime, search: URLSearchParams, firstType: VehicleType): NewVehicles {
  const filters = readFinderFilters(search);
  const openId = search.get('open');
  const open = openId === null ? null : toModalFacts(db, openId);
  const { bikes, scooters } = findShowroom(db);
  const matches = hasFilters(filters)
    ? findByFilters(db, 'showroom', filters, { firstType, limit: maxRecommended })
    : null;
  return {
    view: 'new',
    firstType,
    filters,
    choices: createFilterChoices(countTraits(db, 'showroom'), filters),
    matches: matches && { ...matches, dropped: matches.dropped.map((name) => filterTitles[name]) },
    collections: { Bike: bikes, Scooter: scooters },
    banner: sortFirst(findBanner(db, 'newVehicles', clock()), ({ vehicle }) => vehicle.type === firstType),
    offer: findBankOffer(db),
    open: open && { ...open, image: readPictureNumber(search, 'image', open.colourways.length) ?? 1 },
    isGone: openId !== null && openId !== '' && !open,
  };
}

function toUsedFacts(vehicle: VehicleRecord): UsedFacts {
  const { id, name, priceRupees, originalPriceRupees, rating, sampleRating } = vehicle;
  const { condition, upkeep, fuel, numberPlate } = vehicle;
  const [photo] = vehicle.photos;
  return {
    id,
    name,
    priceRupees,
    originalPriceRupees,
    rating,
    sampleRating,
    condition,
    upkeep,
    city: vehicle.city,
    fuel,
    numberPlate,
    mileageKmpl: vehicle.mileageKmpl,
    rangeKm: vehicle.rangeKm,
    kilometres: formatKilometres(vehicle),
    years: formatYearsUsed(vehicle),
    bodyStyle: vehicle.bodyStyle,
    colours: getColours(vehicle),
    photo: photo ? getPhotoSources(photo) : null,
  };
}

/** Second-hand bikes or scooters (docs/product.md, "New vehicles"), paginated. */
function loadUsedVehicles({ db }: Runtime, search: URLSearchParams, type: VehicleType): UsedVehicles {
  const page = readPageNumber(search);
  const { vehicles, pages } = findUsedVehicles(db, type, { page, limit: cardsPerPage });
  return { view: 'used', type, vehicles: vehicles.map(toUsedFacts), page, pages };
}

const getType = (pathname: string): VehicleType => (pathname === paths.newScooters() ? 'Scooter' : 'Bike');

/** One route for two screens: new and second-hand vehicles. */
const isUsed = (search: URLSearchParams): boolean => search.get('stock') === 'used';

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const { runtime } = context;
  const open = searchParams.get('open');
  if (isUsed(searchParams)) {
    // Second-hand vehicles have no modal.
    if (open) throw createGoneResponse(request, runtime, open);
    return json(loadUsedVehicles(runtime, searchParams, getType(pathname)));
  }
  const screen = loadNewVehicles(runtime, searchParams, getType(pathname));
  const offer = screen.open && findOffer(runtime.db, screen.open.id, anonymous);
  const preview = offer && createOfferPreview(offer, getPublicOrigin(request, runtime), screen.open?.image);
  if (!screen.isGone || !open) return json({ ...screen, preview });
  const gone = loadGoneOffer(request, runtime, open);
  // A vehicle sold elsewhere, or upcoming, has its own details screen.
  if (!gone) throw redirect(paths.vehicle(open));
  return json({ ...screen, preview }, { status: getGoneStatus(gone) });
}

export default function NewVehiclesScreen() {
  const screen = useLoaderData<typeof loader>();
  return screen.view === 'used' ? <UsedVehiclesView {...screen} /> : <NewVehiclesView {...screen} />;
}

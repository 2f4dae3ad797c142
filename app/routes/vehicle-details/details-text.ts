import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { listVehicleFacts } from '~/domain/catalogue/vehicle-fields';
import {
  formatExpected,
  formatMileage,
  formatPlace,
  formatWithUnit,
  listOffers,
  listVariants,
} from '~/domain/catalogue/vehicle-labels';
import { getColourways } from '~/domain/photos/drawing';
import { getSaleChange, type Listing } from '~/domain/listings/listing';
import {
  formatAge,
  formatConfirmed,
  formatDetails,
  formatLowered,
  isUnconfirmed,
} from '~/domain/listings/listing-facts';
import { getPhotoPath, getPhotoSources, type StoredPhoto } from '~/domain/photos/photo';
import { formatDate } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { engineText } from '~/ui/vehicles/card-parts';
import { mileageText } from '~/ui/vehicles/listing-card';
import type { FactGroup, LargePhoto, Link, OfferText } from './details';

const withoutNulls = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null);

const withoutUnknown = <Row extends { value: string | null }>(
  rows: readonly Row[],
): (Omit<Row, 'value'> & { value: string })[] =>
  rows.flatMap(({ value, ...row }) => (value === null ? [] : { ...row, value }));

const ordinals = ['First', 'Second', 'Third'];
const ownerText = (owners: number | null): string | null =>
  owners === null ? null : (ordinals[owners - 1] ?? `${owners}th`);

const mostHighlights = 4;

/** The first that are known, what decides before what every vehicle of the model has. */
const createUsedHighlights = (used: {
  kilometresDriven: number | null;
  year: number | null;
  owners: number | null;
  city: string | null;
  mileage: string | null;
  fuel: string;
}): OfferText['highlights'] =>
  withoutUnknown([
    { name: 'Driven', value: formatWithUnit(used.kilometresDriven, 'km') },
    { name: 'Year', value: used.year === null ? null : String(used.year) },
    { name: 'Owner', value: ownerText(used.owners) },
    { name: 'City', value: used.city },
    { name: used.fuel === 'Electric' ? 'Range' : 'Mileage', value: used.mileage },
    { name: 'Fuel', value: used.fuel },
  ]).slice(0, mostHighlights);

function createHighlights(vehicle: VehicleRecord): OfferText['highlights'] {
  const { stock, mileageKmpl, engineCc, powerPs, motorPeakKw, seatHeightMm } = vehicle;
  if (stock === 'used') {
    const mileage = formatWithUnit(vehicle.rangeKm, 'km') ?? formatMileage(vehicle);
    return createUsedHighlights({ ...vehicle, year: vehicle.modelYear, mileage });
  }
  return withoutUnknown([
    {
      name: mileageKmpl === null ? 'Range' : 'Mileage',
      value: mileageKmpl === null ? formatWithUnit(vehicle.rangeKm, 'km') : formatMileage(vehicle),
    },
    { name: engineCc === null ? 'Battery' : 'Engine', value: engineText(vehicle) },
    { name: 'Power', value: formatWithUnit(powerPs, 'PS') ?? formatWithUnit(motorPeakKw, 'kW') },
    { name: 'Seat', value: formatWithUnit(seatHeightMm, 'mm') },
  ]);
}

function getList({ stock, type }: VehicleRecord): Link {
  const isBike = type === 'Bike';
  if (stock === 'upcoming') return { text: 'Coming Soon', href: paths.browse({ kind: ['upcoming'] }) };
  if (stock === 'used') {
    return isBike
      ? { text: 'Second Hand Bikes', href: paths.usedBikes() }
      : { text: 'Second Hand Scooters', href: paths.usedScooters() };
  }
  return isBike ? { text: 'New Bikes', href: paths.newBikes() } : { text: 'New Scooters', href: paths.newScooters() };
}

const priceNames = { new: 'Ex-showroom price', upcoming: 'Expected price' } as const;

const factsBelowPrice: Record<VehicleRecord['stock'], (vehicle: VehicleRecord) => (string | null)[]> = {
  new: ({ segment, variant, tag }) => [priceNames.new, segment, variant, tag],
  used: ({ upkeep }) => [upkeep],
  upcoming: (vehicle) => [priceNames.upcoming, vehicle.segment, formatExpected(vehicle)],
};

const toLargePhoto = (photo: StoredPhoto): LargePhoto => ({
  ...getPhotoSources(photo),
  smallest: getPhotoPath(photo.hash, 320),
});

export function createVehicleText(vehicle: VehicleRecord, isOwn: boolean, now: Date): OfferText {
  const { stock, photos } = vehicle;
  const isUsed = stock === 'used';
  return {
    id: vehicle.id,
    name: vehicle.name,
    sale: vehicle.availability === 'sold' ? 'sold' : stock,
    type: vehicle.type,
    isElectric: vehicle.fuel === 'Electric',
    isSampleListing: false,
    own: isOwn
      ? {
          editHref: paths.ownVehicle({ vehicle: vehicle.id }),
          manage: null,
          sale: { action: paths.ownVehicle({ vehicle: vehicle.id }), change: getSaleChange(vehicle, now) },
        }
      : null,
    pictures:
      photos.length > 0
        ? { kind: 'photos', photos: photos.map(toLargePhoto) }
        : { kind: 'colourways', bodyStyle: vehicle.bodyStyle, colourways: getColourways(vehicle) },
    lengthMm: vehicle.lengthMm,
    condition: isUsed ? vehicle.condition : null,
    facts: withoutNulls(factsBelowPrice[stock](vehicle)),
    highlights: createHighlights(vehicle),
    rating: vehicle.rating,
    sampleRating: vehicle.sampleRating,
    description: vehicle.description,
    priceRupees: vehicle.priceRupees,
    originalPriceRupees: vehicle.originalPriceRupees,
    offers: listOffers(vehicle),
    variants: listVariants(vehicle),
    groups: getVehicleFactGroups(vehicle),
    features: vehicle.highlights,
    seller: vehicle.owner && { name: vehicle.owner.name, facts: [] },
    backHref: getList(vehicle).href,
    list: getList(vehicle),
  };
}

function getListingFacts(listing: Listing): FactGroup[] {
  return [
    {
      title: 'Condition',
      facts: withoutUnknown([
        { name: 'Condition', value: listing.condition, look: 'chip' },
        { name: 'Kilometers', value: formatWithUnit(listing.kilometresDriven, 'km') },
        { name: 'Fuel type', value: listing.type },
        { name: 'Days used', value: `${formatCount(listing.daysUsed)} (${formatAge(listing.daysUsed)})` },
        { name: 'Year', value: String(listing.year) },
        { name: 'Number plate', value: listing.license, look: 'plate' },
        ...formatDetails(listing, 'condition'),
        { name: 'Place', value: formatPlace(listing) },
      ]),
    },
    {
      title: 'Specifications',
      facts: withoutUnknown([
        { name: 'Mileage', value: mileageText(listing) },
        ...formatDetails(listing, 'specifications'),
      ]),
    },
  ];
}

export function createListingText(listing: Listing, now: Date): OfferText {
  const { kind, name, drawing, photos, condition, presentPrice, pastPrice } = listing;
  const confirmed = formatConfirmed(listing, now);
  // A note beside the price already says that it may be sold.
  const isBehind = isUnconfirmed(listing, now);
  const type = kind === 'bike' ? 'Bike' : 'Scooter';
  const isElectric = listing.type === 'Electric';
  const listed = listing.isSample ? 'Sample' : `Listed on ${formatDate(listing.createdAt)}`;
  return {
    id: listing.id,
    name,
    sale: listing.availability === 'sold' ? 'sold' : 'listed',
    type,
    isElectric,
    isSampleListing: listing.isSample,
    own: listing.isMine
      ? {
          editHref: paths.editListing(kind, listing.id),
          manage: { text: 'Your Listing', href: paths.listing(kind, listing.id) },
          sale: { action: paths.sellList(kind), change: getSaleChange(listing, now) },
        }
      : null,
    pictures:
      photos.length > 0
        ? { kind: 'photos', photos: photos.map(toLargePhoto) }
        : { kind: 'colourways', bodyStyle: drawing.bodyStyle, colourways: [{ name: '', ...drawing }] },
    lengthMm: null,
    condition,
    facts: withoutNulls([
      name.includes(listing.brand) ? null : listing.brand,
      formatLowered(listing),
      isBehind ? confirmed : null,
    ]),
    highlights: createUsedHighlights({
      ...listing,
      owners: listing.ownerNumber,
      mileage: listing.mileage === 0 ? null : formatWithUnit(listing.mileage, isElectric ? 'km' : 'km/l'),
      fuel: listing.type,
    }),
    rating: listing.rating,
    sampleRating: listing.sampleRating,
    description: listing.description,
    priceRupees: presentPrice,
    originalPriceRupees: pastPrice,
    offers: [],
    variants: [],
    groups: getListingFacts(listing),
    features: listing.features,
    seller: {
      name: listing.seller.name,
      facts: withoutNulls([
        // A built-in sample has no seller and is called a sample in place of a name.
        listed === listing.seller.name ? null : listed,
        isBehind ? null : confirmed,
      ]),
    },
    backHref: paths.sellList(kind),
    list: {
      text: `Second Hand ${type}s`,
      href: kind === 'bike' ? paths.usedBikes() : paths.usedScooters(),
    },
  };
}

const sections = [
  { title: 'Condition', section: 'condition' },
  { title: 'Specifications', section: 'specifications' },
  { title: 'Performance', section: 'performance' },
  { title: 'Dimensions', section: 'dimensions' },
] as const;

const getVehicleFactGroups = (vehicle: VehicleRecord): FactGroup[] =>
  sections
    .filter(({ section }) => section !== 'condition' || vehicle.stock === 'used')
    .map(({ title, section }) => ({ title, facts: listVehicleFacts(vehicle, section) }))
    .filter(({ facts }) => facts.length > 0);

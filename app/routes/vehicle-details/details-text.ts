import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import {
  formatAcceleration,
  formatBrakes,
  formatEngine,
  formatExpected,
  formatKilometres,
  formatLaunch,
  formatLights,
  formatPlace,
  formatPower,
  formatReported,
  formatToolKit,
  formatTorque,
  formatTransmission,
  formatWithUnit,
  formatYearsUsed,
  isEstimated,
} from '~/domain/catalogue/vehicle-labels';
import { getColourways } from '~/domain/photos/drawing';
import type { Listing } from '~/domain/listings/listing';
import {
  formatAge,
  formatConfirmed,
  formatDetails,
  formatLowered,
  isUnconfirmed,
} from '~/domain/listings/listing-facts';
import { getPhotoPath, getPhotoSources, type StoredPhoto } from '~/domain/photos/photo';
import { formatDate } from '~/domain/shared/dates';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { engineText, rangeText } from '~/ui/vehicles/card-parts';
import { mileageText } from '~/ui/vehicles/listing-card';
import type { Fact, FactGroup, LargePhoto, Link, OfferText } from './details';

const withoutNulls = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null);

const withoutUnknown = <Row extends { value: string | null }>(
  rows: readonly Row[],
): (Omit<Row, 'value'> & { value: string })[] =>
  rows.flatMap(({ value, ...row }) => (value === null ? [] : { ...row, value }));

const ordinals = ['First', 'Second', 'Third'];
const ownerText = (owners: number | null): string | null =>
  owners === null ? null : (ordinals[owners - 1] ?? `${owners}th`);

const createUsedHighlights = (used: {
  kilometresDriven: number | null;
  year: number | null;
  owners: number | null;
  city: string | null;
}): OfferText['highlights'] =>
  withoutUnknown([
    { name: 'Driven', value: formatWithUnit(used.kilometresDriven, 'km') },
    { name: 'Year', value: used.year === null ? null : String(used.year) },
    { name: 'Owner', value: ownerText(used.owners) },
    { name: 'City', value: used.city },
  ]);

function createHighlights(vehicle: VehicleRecord): OfferText['highlights'] {
  const { stock, mileageKmpl, engineCc, powerPs, motorPeakKw, seatHeightMm } = vehicle;
  if (stock === 'used') return createUsedHighlights({ ...vehicle, year: vehicle.modelYear });
  return withoutUnknown([
    {
      name: mileageKmpl === null ? 'Range' : 'Mileage',
      value: mileageKmpl === null ? formatWithUnit(vehicle.rangeKm, 'km') : rangeText(vehicle),
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
  largest: getPhotoPath(photo.hash, 1280),
});

export function createVehicleText(vehicle: VehicleRecord, isOwn: boolean): OfferText {
  const { stock, photos } = vehicle;
  const isUsed = stock === 'used';
  return {
    id: vehicle.id,
    name: vehicle.name,
    sale: stock,
    type: vehicle.type,
    isElectric: vehicle.fuel === 'Electric',
    isSampleListing: false,
    own: isOwn ? { editHref: paths.ownVehicle({ vehicle: vehicle.id }), manage: null, soldAction: null } : null,
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
    offers: withoutNulls([
      vehicle.offers,
      vehicle.bankOfferRupees === null ? null : `Bank offer price ${formatRupees(vehicle.bankOfferRupees)}`,
    ]),
    groups: getVehicleFactGroups(vehicle),
    features: vehicle.highlights,
    seller: vehicle.owner && { name: vehicle.owner.name, facts: [] },
    backHref: getList(vehicle).href,
    others: getList(vehicle),
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
  const listed = listing.isSample ? 'Sample' : `Listed on ${formatDate(listing.createdAt)}`;
  return {
    id: listing.id,
    name,
    sale: listing.availability === 'sold' ? 'sold' : 'listed',
    type,
    isElectric: listing.type === 'Electric',
    isSampleListing: listing.isSample,
    own: listing.isMine
      ? {
          editHref: paths.editListing(kind, listing.id),
          manage: { text: 'Your Listing', href: paths.listing(kind, listing.id) },
          soldAction: listing.availability === 'sold' ? null : paths.sellList(kind),
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
    highlights: createUsedHighlights({ ...listing, owners: listing.ownerNumber }),
    rating: listing.rating,
    sampleRating: listing.sampleRating,
    description: listing.description,
    priceRupees: presentPrice,
    originalPriceRupees: pastPrice,
    offers: [],
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
    others: {
      text: `Second Hand ${type}s`,
      href: kind === 'bike' ? paths.usedBikes() : paths.usedScooters(),
    },
  };
}

/** `of` selects the figures of a row, to label estimates. */
type Row = { name: string; value: string | null; look?: Fact['look']; of?: readonly string[] };

function getVehicleFacts(rows: readonly Row[], vehicle: VehicleRecord): Fact[] {
  return rows.flatMap(({ name, value, look, of = [] }) =>
    value === null ? [] : { name, value, ...(look && { look }), ...(isEstimated(vehicle, of) && { isEstimate: true }) },
  );
}

/** History of a used vehicle (docs/product.md, "Vehicle details"). */
const getHistoryRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Condition', value: vehicle.condition, look: 'chip' },
  { name: 'Kilometers', value: formatKilometres(vehicle) },
  { name: 'Fuel type', value: vehicle.fuel },
  { name: 'Years used', value: formatYearsUsed(vehicle) },
  { name: 'Registration', value: vehicle.registration },
  { name: 'Number plate', value: vehicle.numberPlate, look: 'plate' },
  { name: 'Tool kit', value: formatToolKit(vehicle) },
  { name: 'Complaints', value: formatReported(vehicle.complaints, vehicle) },
  { name: 'Damages', value: formatReported(vehicle.damages, vehicle) },
  { name: 'Place', value: formatPlace(vehicle) },
];

/** The specifications of every vehicle (docs/product.md, "Vehicle details"). */
const getSpecificationRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Mileage', value: rangeText(vehicle), of: ['mileageKmpl', 'rangeKm'] },
  { name: 'Fuel type', value: vehicle.stock === 'used' ? null : vehicle.fuel },
  { name: 'Fuel tank capacity', value: formatWithUnit(vehicle.tankLitres, 'litres'), of: ['tankLitres'] },
  { name: 'Battery', value: formatWithUnit(vehicle.batteryKwh, 'kWh'), of: ['batteryKwh'] },
  { name: 'Charging time', value: formatWithUnit(vehicle.chargeHours, 'hours'), of: ['chargeHours'] },
  { name: 'Seating', value: formatWithUnit(vehicle.seating, 'persons') },
  { name: 'Brakes', value: formatBrakes(vehicle), of: ['brakes'] },
  { name: 'Lights', value: formatLights(vehicle) },
  { name: 'Speed raise', value: formatAcceleration(vehicle), of: ['acceleration0to60s'] },
  { name: 'Comfort', value: vehicle.comfort },
  { name: 'Compatibility', value: vehicle.compatibility },
];

const launchNames = { new: 'Launched', used: 'Launched', upcoming: 'Launch', year: 'On sale since' } as const;

const getPerformanceRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Engine', value: formatEngine(vehicle), of: ['engineCc', 'motorPeakKw'] },
  { name: 'Power', value: formatPower(vehicle), of: ['powerPs', 'powerRpm'] },
  { name: 'Torque', value: formatTorque(vehicle), of: ['torqueNm', 'torqueRpm'] },
  { name: 'Top speed', value: formatWithUnit(vehicle.topSpeedKmph, 'km/h'), of: ['topSpeedKmph'] },
  { name: 'Transmission', value: formatTransmission(vehicle), of: ['gears'] },
  {
    name: launchNames[vehicle.launchDay === null ? 'year' : vehicle.stock],
    value: vehicle.stock === 'used' ? null : formatLaunch(vehicle),
  },
  { name: 'Estimated life', value: formatWithUnit(vehicle.estimatedLifeYears, 'years') },
];

const getDimensionRows = (vehicle: VehicleRecord): Row[] => [
  { name: 'Kerb weight', value: formatWithUnit(vehicle.kerbWeightKg, 'kg'), of: ['kerbWeightKg'] },
  { name: 'Length', value: formatWithUnit(vehicle.lengthMm, 'mm'), of: ['lengthMm'] },
  { name: 'Width', value: formatWithUnit(vehicle.widthMm, 'mm'), of: ['widthMm'] },
  { name: 'Height', value: formatWithUnit(vehicle.heightMm, 'mm'), of: ['heightMm'] },
  { name: 'Wheelbase', value: formatWithUnit(vehicle.wheelbaseMm, 'mm'), of: ['wheelbaseMm'] },
  { name: 'Seat height', value: formatWithUnit(vehicle.seatHeightMm, 'mm'), of: ['seatHeightMm'] },
  { name: 'Ground clearance', value: formatWithUnit(vehicle.groundClearanceMm, 'mm'), of: ['groundClearanceMm'] },
];

export function getVehicleFactGroups(vehicle: VehicleRecord): FactGroup[] {
  return [
    ...(vehicle.stock === 'used'
      ? [{ title: 'Condition', facts: getVehicleFacts(getHistoryRows(vehicle), vehicle) }]
      : []),
    { title: 'Specifications', facts: getVehicleFacts(getSpecificationRows(vehicle), vehicle) },
    { title: 'Performance', facts: getVehicleFacts(getPerformanceRows(vehicle), vehicle) },
    { title: 'Dimensions', facts: getVehicleFacts(getDimensionRows(vehicle), vehicle) },
  ].filter(({ facts }) => facts.length > 0);
}

import type { listings } from '../schema/listings';
import type { places } from '../schema/places';
import type { brands, vehicleColourways, vehicles } from '../schema/vehicles';
import { foldForSearch } from '../search-fold';
import { type NewVehicle, readPlacesFile, type SampleListing, type UsedVehicle } from './seed-files';

export type BrandRow = typeof brands.$inferInsert;
type VehicleRow = typeof vehicles.$inferInsert;
type ColourwayRow = typeof vehicleColourways.$inferInsert;
export type ListingRow = typeof listings.$inferInsert;
export type PlaceRow = typeof places.$inferInsert;
export type SeedVehicle = { row: VehicleRow; colourways: ColourwayRow[] };

/** Built-in vehicles are dated by their prices, so that every deployment shows the same date. */
const toFirstOfMonth = (month: string): string => `${month}-01T00:00:00.000Z`;

const figureNames: Readonly<Record<string, string>> = { weightKg: 'kerbWeightKg' };

function toMachineColumns(vehicle: NewVehicle | UsedVehicle, pricesAsOf: string) {
  return {
    id: String(vehicle.id),
    name: vehicle.name,
    brand: vehicle.brand,
    type: vehicle.type,
    bodyStyle: vehicle.bodyStyle,
    fuel: vehicle.fuel,
    priceRupees: vehicle.priceRupees,
    originalPriceRupees: vehicle.originalPriceRupees,
    sampleRating: vehicle.rating,
    engineCc: vehicle.engineCc,
    cylinders: vehicle.cylinders,
    cooling: vehicle.cooling,
    motorPeakKw: vehicle.motorPeakKw,
    powerPs: vehicle.powerPs,
    powerRpm: vehicle.powerRpm,
    torqueNm: vehicle.torqueNm,
    torqueRpm: vehicle.torqueRpm,
    transmission: vehicle.transmission,
    gears: vehicle.gears,
    topSpeedKmph: vehicle.topSpeedKmph,
    acceleration0to60s: vehicle.acceleration0to60s,
    mileageKmpl: vehicle.mileageKmpl,
    tankLitres: vehicle.tankLitres,
    batteryKwh: vehicle.batteryKwh,
    rangeKm: vehicle.rangeKm,
    chargeHours: vehicle.chargeHours,
    kerbWeightKg: vehicle.weightKg,
    lengthMm: vehicle.lengthMm,
    widthMm: vehicle.widthMm,
    heightMm: vehicle.heightMm,
    wheelbaseMm: vehicle.wheelbaseMm,
    seatHeightMm: vehicle.seatHeightMm,
    groundClearanceMm: vehicle.groundClearanceMm,
    seating: vehicle.seating,
    brakes: vehicle.brakes,
    lights: vehicle.lights,
    comfort: vehicle.comfort,
    compatibility: vehicle.compatibility,
    description: vehicle.description,
    tags: vehicle.tags,
    damages: vehicle.damages,
    complaints: vehicle.complaints,
    hasToolKit: vehicle.toolKit,
    condition: vehicle.condition,
    kilometresDriven: vehicle.usedKms,
    yearsUsed: vehicle.yearsUsed,
    isBuiltIn: true,
    hiddenAt: null,
    searchBrand: foldForSearch(vehicle.brand),
    createdAt: toFirstOfMonth(pricesAsOf),
    updatedAt: toFirstOfMonth(pricesAsOf),
  } satisfies Partial<VehicleRow>;
}

const createColourwayRows = ({ id, colourways }: NewVehicle | UsedVehicle): ColourwayRow[] =>
  colourways.map(({ name, body, accent }, index) => ({
    vehicleId: String(id),
    position: index + 1,
    name,
    bodyColour: body,
    accentColour: accent,
  }));

/** @param pricesAsOf `YYYY-MM` */
export function createNewVehicleRow(vehicle: NewVehicle, pricesAsOf: string): SeedVehicle {
  return {
    row: {
      ...toMachineColumns(vehicle, pricesAsOf),
      stock: vehicle.category === 'upcoming' ? 'upcoming' : 'new',
      category: vehicle.category,
      variant: vehicle.variant,
      segment: vehicle.segment,
      priceIsExpected: vehicle.priceIsExpected,
      offers: vehicle.offers,
      bankOfferRupees: vehicle.bankOffer?.bankPriceRupees ?? null,
      launchDay: vehicle.launchDate,
      launchDayIsExpected: vehicle.launchDateIsExpected,
      onSaleSince: vehicle.onSaleSince,
      sampleReviewCount: vehicle.reviewsCount,
      salesCount: vehicle.salesCount,
      highlights: vehicle.highlights,
      estimated: vehicle.estimated.map((name) => figureNames[name] ?? name),
      estimatedLifeYears: vehicle.estimatedLifeYears,
      isCore: vehicle.core,
      isFeatured: vehicle.flags.featured,
      isPopular: vehicle.flags.popular,
      isInShowroom: vehicle.flags.showroom,
      showroomTag: vehicle.showroomTag,
      isInsured: vehicle.flags.insured,
      emiPickOrder: vehicle.emiOrder,
    },
    colourways: createColourwayRows(vehicle),
  };
}

export type PlaceIds = ReadonlyMap<string, string>;

const createPlaceKey = (city: string, state: string): string => `${city}, ${state}`;

const getPlaceId = ({ city, state }: { city: string; state: string }, ids: PlaceIds): string | null =>
  ids.get(createPlaceKey(city, state)) ?? null;

export function createPlaceRows(): { rows: PlaceRow[]; ids: PlaceIds } {
  const { states, cities } = readPlacesFile();
  const stateNames = new Map(states.map(({ code, name }) => [code, name]));
  return {
    rows: cities.map(({ id, city, state }) => ({ id, city, stateCode: state })),
    ids: new Map(cities.map(({ id, city, state }) => [createPlaceKey(city, stateNames.get(state) ?? state), id])),
  };
}

/** @param pricesAsOf `YYYY-MM` */
export function createUsedVehicleRow(vehicle: UsedVehicle, pricesAsOf: string, placeIds: PlaceIds): SeedVehicle {
  return {
    row: {
      ...toMachineColumns(vehicle, pricesAsOf),
      stock: 'used',
      modelYear: vehicle.modelYear,
      owners: vehicle.owners,
      upkeep: vehicle.status,
      registration: vehicle.registration,
      numberPlate: vehicle.numberPlate,
      city: vehicle.city,
      state: vehicle.state,
      place: getPlaceId(vehicle, placeIds),
    },
    colourways: createColourwayRows(vehicle),
  };
}

export function createSampleListingRow(sample: SampleListing, placeIds: PlaceIds): ListingRow {
  return {
    id: sample.id,
    kind: sample.kind,
    name: sample.name,
    brand: sample.brand,
    model: sample.model,
    year: sample.year,
    type: sample.type,
    condition: sample.condition,
    daysUsed: sample.daysUsed,
    mileage: sample.mileage,
    topSpeed: sample.topSpeed,
    presentPrice: sample.presentPrice,
    pastPrice: sample.pastPrice,
    license: sample.license,
    engineCapacity: sample.engineCapacity,
    batteryCapacity: sample.batteryCapacity,
    city: sample.location.city,
    state: sample.location.state,
    place: getPlaceId(sample.location, placeIds),
    description: sample.description,
    features: sample.features,
    bodyStyle: sample.bodyStyle,
    bodyColour: sample.colours.body,
    accentColour: sample.colours.accent,
    isSample: true,
    isPromoted: sample.isPromoted,
    sampleRating: sample.rating,
    sampleReviewCount: sample.reviewCount,
    viewCount: sample.viewCount,
    availability: sample.availability,
    hiddenAt: null,
    searchBrand: foldForSearch(sample.brand),
    createdAt: sample.createdAt,
    updatedAt: sample.updatedAt,
  };
}

import { getColourways, getDrawingPath } from '../photos/drawing';
import { getPhotoPath } from '../photos/photo';
import { findBudgetBand, findMileageBand } from './bands';
import type { VehicleRecord } from './vehicle';
import {
  formatAcceleration,
  formatBrakes,
  formatEngine,
  formatKilometres,
  formatLights,
  formatOffers,
  formatPower,
  formatToolKit,
  formatTorque,
  formatTransmission,
  formatWithUnit,
  formatYearsUsed,
} from './vehicle-labels';

/** URLs of the photos of a vehicle; without photos, of its drawing in each colour. */
function createImages(vehicle: VehicleRecord, origin: string): string[] {
  const { photos, bodyStyle } = vehicle;
  if (photos.length > 0) return photos.map(({ hash }) => origin + getPhotoPath(hash, 1280));
  return getColourways(vehicle).map((colours) => origin + getDrawingPath(bodyStyle, colours, 'svg'));
}

/** The field `specs`: formatted figures. */
const formatSpecs = (vehicle: VehicleRecord) => ({
  mileage: formatWithUnit(vehicle.mileageKmpl, 'km/l'),
  range: formatWithUnit(vehicle.rangeKm, 'km'),
  fuelType: vehicle.fuel,
  tankCapacity: formatWithUnit(vehicle.tankLitres, 'litres'),
  seating: formatWithUnit(vehicle.seating, 'persons'),
  brakes: formatBrakes(vehicle),
  lights: formatLights(vehicle),
  speed: formatWithUnit(vehicle.topSpeedKmph, 'km/h'),
  topSpeed: formatWithUnit(vehicle.topSpeedKmph, 'km/h'),
  acceleration: formatAcceleration(vehicle),
  power: formatPower(vehicle),
  torque: formatTorque(vehicle),
  engine: formatEngine(vehicle),
  transmission: formatTransmission(vehicle),
  weight: formatWithUnit(vehicle.kerbWeightKg, 'kg'),
  length: formatWithUnit(vehicle.lengthMm, 'mm'),
  width: formatWithUnit(vehicle.widthMm, 'mm'),
  height: formatWithUnit(vehicle.heightMm, 'mm'),
  comfort: vehicle.comfort,
  compatibility: vehicle.compatibility,
});

/** The field `figures`: numbers with the unit in the field name; null if unknown. */
const getFigures = (vehicle: VehicleRecord) => ({
  mileageKmpl: vehicle.mileageKmpl,
  rangeKm: vehicle.rangeKm,
  engineCc: vehicle.engineCc,
  batteryKwh: vehicle.batteryKwh,
  motorPeakKw: vehicle.motorPeakKw,
  powerPs: vehicle.powerPs,
  torqueNm: vehicle.torqueNm,
  gears: vehicle.gears,
  topSpeedKmph: vehicle.topSpeedKmph,
  acceleration0to60s: vehicle.acceleration0to60s,
  tankLitres: vehicle.tankLitres,
  chargeHours: vehicle.chargeHours,
  kerbWeightKg: vehicle.kerbWeightKg,
  lengthMm: vehicle.lengthMm,
  widthMm: vehicle.widthMm,
  heightMm: vehicle.heightMm,
  wheelbaseMm: vehicle.wheelbaseMm,
  seatHeightMm: vehicle.seatHeightMm,
  groundClearanceMm: vehicle.groundClearanceMm,
  kilometresDriven: vehicle.kilometresDriven,
  yearsUsed: vehicle.yearsUsed,
  estimatedLifeYears: vehicle.estimatedLifeYears,
  estimated: vehicle.estimated,
});

/**
 * Converts a vehicle to its representation in the API (docs/product.md, "Vehicles"): formatted figures, and the numbers
 * in `figures`. Money is in whole rupees; `mileage` and `budget` are bands of the finder; `_id` and `id` are equal.
 *
 * @param origin the site's public origin, without a trailing slash
 */
export function toVehicleJson(vehicle: VehicleRecord, origin: string) {
  const images = createImages(vehicle, origin);
  const specs = formatSpecs(vehicle);
  return {
    _id: vehicle.id,
    id: vehicle.id,
    name: vehicle.name,
    brand: vehicle.brand,
    variant: vehicle.variant,
    type: vehicle.type,
    stock: vehicle.stock,
    category: vehicle.category,
    segment: vehicle.segment,
    bodyStyle: vehicle.bodyStyle,
    fuel: vehicle.fuel,
    fuelType: vehicle.fuel,
    price: vehicle.priceRupees,
    originalPrice: vehicle.originalPriceRupees,
    priceIsExpected: vehicle.priceIsExpected,
    bankOffer: vehicle.bankOfferRupees,
    offers: formatOffers(vehicle),
    image: images[0],
    images,
    colours: vehicle.colourways,
    rating: vehicle.rating,
    reviews: vehicle.reviewCount,
    reviewCount: vehicle.reviewCount,
    sampleRating: vehicle.sampleRating,
    sampleReviewCount: vehicle.sampleReviewCount,
    salesCount: vehicle.salesCount,
    mileage: findMileageBand(vehicle.mileageKmpl)?.label ?? null,
    budget: findBudgetBand(vehicle.priceRupees)?.label ?? null,
    launchDate: vehicle.launchDay,
    launchDateIsExpected: vehicle.launchDayIsExpected,
    onSaleSince: vehicle.onSaleSince,
    tags: vehicle.tags,
    tag: vehicle.tag,
    highlights: vehicle.highlights,
    description: vehicle.description ?? '',
    tankCapacity: specs.tankCapacity,
    engine: specs.engine,
    brakes: specs.brakes,
    transmission: specs.transmission,
    topSpeed: specs.topSpeed,
    acceleration: specs.acceleration,
    power: specs.power,
    torque: specs.torque,
    seatingCapacity: vehicle.seating,
    weight: specs.weight,
    length: specs.length,
    width: specs.width,
    height: specs.height,
    lights: specs.lights,
    comfort: vehicle.comfort,
    compatibility: vehicle.compatibility,
    condition: vehicle.condition,
    status: vehicle.upkeep,
    usedKms: formatKilometres(vehicle),
    yearsUsed: formatYearsUsed(vehicle),
    year: vehicle.modelYear,
    owners: vehicle.owners,
    registration: vehicle.registration,
    numberPlate: vehicle.numberPlate,
    toolKit: formatToolKit(vehicle),
    damages: vehicle.damages,
    complaints: vehicle.complaints,
    estimatedLife: formatWithUnit(vehicle.estimatedLifeYears, 'years'),
    location: { city: vehicle.city, state: vehicle.state, country: 'India' },
    specs,
    figures: getFigures(vehicle),
    seller: vehicle.owner,
    isBuiltIn: vehicle.isBuiltIn,
    version: vehicle.version,
    createdAt: vehicle.createdAt,
    updatedAt: vehicle.updatedAt,
  };
}

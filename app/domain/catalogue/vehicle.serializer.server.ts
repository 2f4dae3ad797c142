import { colourwaysOf, drawingPath } from '../photos/drawing';
import { photoPath } from '../photos/photo';
import { budgetBandOf, mileageBandOf, type VehicleRecord } from './vehicle';
import {
  accelerationText,
  brakesText,
  engineDescription,
  kilometresText,
  lightsText,
  offersText,
  powerText,
  toolKitText,
  torqueText,
  transmissionText,
  withUnit,
  yearsUsedText,
} from './vehicle-labels';

/** URLs of the photos of a vehicle; without photos, of its drawing in each colour. */
function imagesOf(vehicle: VehicleRecord, origin: string): string[] {
  const { photos, bodyStyle } = vehicle;
  if (photos.length > 0) return photos.map(({ hash }) => origin + photoPath(hash, 1280));
  return colourwaysOf(vehicle).map((colours) => origin + drawingPath(bodyStyle, colours, 'svg'));
}

/** The field `specs`: formatted figures. */
const specsOf = (vehicle: VehicleRecord) => ({
  mileage: withUnit(vehicle.mileageKmpl, 'km/l'),
  range: withUnit(vehicle.rangeKm, 'km'),
  fuelType: vehicle.fuel,
  tankCapacity: withUnit(vehicle.tankLitres, 'litres'),
  seating: withUnit(vehicle.seating, 'persons'),
  brakes: brakesText(vehicle),
  lights: lightsText(vehicle),
  speed: withUnit(vehicle.topSpeedKmph, 'km/h'),
  topSpeed: withUnit(vehicle.topSpeedKmph, 'km/h'),
  acceleration: accelerationText(vehicle),
  power: powerText(vehicle),
  torque: torqueText(vehicle),
  engine: engineDescription(vehicle),
  transmission: transmissionText(vehicle),
  weight: withUnit(vehicle.kerbWeightKg, 'kg'),
  length: withUnit(vehicle.lengthMm, 'mm'),
  width: withUnit(vehicle.widthMm, 'mm'),
  height: withUnit(vehicle.heightMm, 'mm'),
  comfort: vehicle.comfort,
  compatibility: vehicle.compatibility,
});

/** The field `figures`: numbers with the unit in the field name; null if unknown. */
const figuresOf = (vehicle: VehicleRecord) => ({
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
export function vehicleJson(vehicle: VehicleRecord, origin: string) {
  const images = imagesOf(vehicle, origin);
  const specs = specsOf(vehicle);
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
    offers: offersText(vehicle),
    image: images[0],
    images,
    colours: vehicle.colourways,
    rating: vehicle.rating,
    reviews: vehicle.reviewCount,
    reviewCount: vehicle.reviewCount,
    sampleRating: vehicle.sampleRating,
    sampleReviewCount: vehicle.sampleReviewCount,
    salesCount: vehicle.salesCount,
    mileage: mileageBandOf(vehicle.mileageKmpl)?.label ?? null,
    budget: budgetBandOf(vehicle.priceRupees)?.label ?? null,
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
    usedKms: kilometresText(vehicle),
    yearsUsed: yearsUsedText(vehicle),
    year: vehicle.modelYear,
    owners: vehicle.owners,
    registration: vehicle.registration,
    numberPlate: vehicle.numberPlate,
    toolKit: toolKitText(vehicle),
    damages: vehicle.damages,
    complaints: vehicle.complaints,
    estimatedLife: withUnit(vehicle.estimatedLifeYears, 'years'),
    location: { city: vehicle.city, state: vehicle.state, country: 'India' },
    specs,
    figures: figuresOf(vehicle),
    seller: vehicle.owner,
    isBuiltIn: vehicle.isBuiltIn,
    version: vehicle.version,
    createdAt: vehicle.createdAt,
    updatedAt: vehicle.updatedAt,
  };
}

import { getColourways, getDrawingPath } from '../photos/drawing';
import { getPhotoPath } from '../photos/photo';
import { findBudgetBand, findMileageBand } from './bands';
import type { VehicleRecord } from './vehicle';
import {
  formatVehicleField,
  getSpecNames,
  vehicleFieldNames,
  type VehicleFigureName,
  vehicleFigureNames,
  type VehicleSpecName,
} from './vehicle-fields';
import {
  formatBrakeField,
  formatKilometres,
  formatOffers,
  formatToolKit,
  formatVehiclePrice,
  formatWithUnit,
  formatYearsUsed,
} from './vehicle-labels';

function createImages(vehicle: VehicleRecord, origin: string): string[] {
  const { photos, bodyStyle } = vehicle;
  if (photos.length > 0) return photos.map(({ hash }) => origin + getPhotoPath(hash, 1280));
  return getColourways(vehicle).map((colours) => origin + getDrawingPath(bodyStyle, colours, 'svg'));
}

/** The field `figures`: numbers with the unit in the field name; null if unknown. */
function getFigures(vehicle: VehicleRecord) {
  const figures: Partial<Record<VehicleFigureName, number | null>> = {};
  for (const name of vehicleFigureNames) figures[name] = vehicle[name];
  return { ...figures, estimated: vehicle.estimated };
}

function formatSpecs(vehicle: VehicleRecord) {
  const specs: Partial<Record<VehicleSpecName, string | null>> = {};
  for (const name of vehicleFieldNames) {
    const text = formatVehicleField(vehicle, name);
    for (const spec of getSpecNames(name)) specs[spec] = text;
  }
  return specs;
}

/** Money is in whole rupees; `_id` and `id` are equal. @param origin without a trailing slash */
export function toVehicleJson(vehicle: VehicleRecord, origin: string) {
  const images = createImages(vehicle, origin);
  const specs = formatSpecs(vehicle);
  const originalPrice = vehicle.originalPriceRupees;
  const { mileage: _mileage, range: _range, seating: _seating, speed: _speed, ...specsBesideOthers } = specs;
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
    priceText: formatVehiclePrice(vehicle),
    originalPrice: vehicle.originalPriceRupees,
    originalPriceText: originalPrice === null ? null : formatVehiclePrice({ ...vehicle, priceRupees: originalPrice }),
    priceIsExpected: vehicle.priceIsExpected,
    bankOffer: vehicle.bankOfferRupees,
    offers: formatOffers(vehicle),
    datedOffers: (vehicle.datedOffers ?? vehicle.offersOfToday).map(({ amountRupees, ...offer }) => ({
      ...offer,
      amount: amountRupees,
    })),
    variants: vehicle.variants.map(({ name, priceRupees }) => ({
      name,
      price: priceRupees,
      priceText: formatVehiclePrice({ ...vehicle, priceRupees }),
    })),
    image: images[0],
    images,
    colours: vehicle.colourways,
    rating: vehicle.rating ?? vehicle.sampleRating,
    ratingIsSample: vehicle.rating === null && vehicle.sampleRating !== null,
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
    seatingCapacity: vehicle.seating,
    ...specsBesideOthers,
    cooling: vehicle.cooling,
    frontBrake: vehicle.brakes && formatBrakeField(vehicle.brakes.front),
    rearBrake: vehicle.brakes && formatBrakeField(vehicle.brakes.rear),
    brakeAssist: vehicle.brakes?.assist || null,
    condition: vehicle.condition,
    status: vehicle.upkeep,
    usedKms: formatKilometres(vehicle),
    yearsUsed: formatYearsUsed(vehicle),
    year: vehicle.modelYear,
    owners: vehicle.owners,
    registration: vehicle.registration,
    numberPlate: vehicle.numberPlate,
    hideNumberDigits: vehicle.hideNumberDigits,
    hasRc: vehicle.hasRc,
    hasPuc: vehicle.hasPuc,
    insuranceUntil: vehicle.insuranceUntil,
    hasNoc: vehicle.hasNoc,
    isLoanCleared: vehicle.isLoanCleared,
    availability: vehicle.availability,
    toolKit: formatToolKit(vehicle),
    damages: vehicle.damages,
    complaints: vehicle.complaints,
    estimatedLife: formatWithUnit(vehicle.estimatedLifeYears, 'years'),
    city: vehicle.city,
    state: vehicle.state,
    location: { city: vehicle.city, state: vehicle.state, country: 'India' },
    specs: { ...specs, fuelType: vehicle.fuel },
    figures: getFigures(vehicle),
    seller: vehicle.owner,
    externalId: vehicle.externalId,
    isBuiltIn: vehicle.isBuiltIn,
    version: vehicle.version,
    createdAt: vehicle.createdAt,
    updatedAt: vehicle.updatedAt,
  };
}

import { vehicleFields } from '../catalogue/vehicle-fields';
import { stockNumberField } from '../listings/offer-fields';
import type { Columns } from '../import/columns';

/**
 * The columns of a file of the stock, by the names of the fields. Vehicles are recognized by `externalId`, or by the
 * `id` of an exported file.
 */
export const stockColumns = {
  externalId: {
    field: stockNumberField,
    synonyms: ['Stock no', 'Stock id', 'SKU', 'Stock number / SKU', 'Dealer id', 'Sr no'],
  },
  id: { field: { kind: 'line', label: 'Id', most: 60 } },
  stock: {
    field: vehicleFields.stock,
    synonyms: ['New or used'],
    words: { coming: 'upcoming', old: 'used', secondhand: 'used' },
  },
  brand: { field: vehicleFields.brand, synonyms: ['Make', 'Company'] },
  name: {
    field: vehicleFields.name,
    synonyms: ['Model', 'Vehicle', 'Model name', 'Bike', 'Bike name'],
  },
  variant: { field: vehicleFields.variant },
  type: {
    field: vehicleFields.type,
    synonyms: ['Kind', 'Vehicle type', 'Body'],
    words: { moped: 'Scooter', scooty: 'Scooter', motorcycle: 'Bike', motorbike: 'Bike' },
  },
  fuel: {
    field: vehicleFields.fuel,
    synonyms: ['Fuel'],
    words: { ev: 'Electric', battery: 'Electric' },
  },
  priceRupees: {
    field: vehicleFields.priceRupees,
    synonyms: ['Price in ₹', 'Rate', 'Selling price', 'Asking price', 'Ex-showroom', 'ex_showroom_rupees', 'Amount'],
  },
  originalPriceRupees: {
    field: vehicleFields.originalPriceRupees,
    synonyms: ['MRP', 'Price when new', 'Old price'],
  },
  bankOfferRupees: { field: vehicleFields.bankOfferRupees },
  offers: { field: vehicleFields.offers, synonyms: ['Offer'] },
  numberPlate: {
    field: vehicleFields.numberPlate,
    synonyms: ['Reg. No', 'Reg no', 'Registration number', 'Registration no', 'Vehicle no', 'License', 'Plate'],
  },
  modelYear: {
    field: vehicleFields.modelYear,
    synonyms: ['Year', 'Year made', 'Mfg year', 'Manufacturing year'],
  },
  kilometresDriven: {
    field: vehicleFields.kilometresDriven,
    synonyms: ['KM', 'KMs', 'Kilometres', 'Kms driven', 'Odometer', 'Running'],
  },
  owners: {
    field: vehicleFields.owners,
    synonyms: ['Owner', 'Owners', 'Own', 'Ownership', 'Owner number', 'No of owners'],
  },
  condition: { field: vehicleFields.condition },
  registration: { field: vehicleFields.registration, synonyms: ['RTO'] },
  city: { field: vehicleFields.city, synonyms: ['Location'] },
  state: { field: vehicleFields.state },
  engineCc: { field: vehicleFields.engineCc, synonyms: ['CC', 'Engine capacity', 'engine_cc'] },
  powerPs: { field: vehicleFields.powerPs, synonyms: ['power_bhp', 'BHP', 'power_ps'] },
  torqueNm: { field: vehicleFields.torqueNm, synonyms: ['torque_nm'] },
  topSpeedKmph: {
    field: vehicleFields.topSpeedKmph,
    synonyms: ['top_speed_kmph'],
  },
  mileageKmpl: { field: vehicleFields.mileageKmpl, synonyms: ['mileage_kmpl', 'Average'] },
  rangeKm: { field: vehicleFields.rangeKm, synonyms: ['range_km'] },
  batteryKwh: { field: vehicleFields.batteryKwh, synonyms: ['battery_kwh'] },
  tankLitres: { field: vehicleFields.tankLitres, synonyms: ['tank_litres', 'Tank'] },
  kerbWeightKg: { field: vehicleFields.kerbWeightKg, synonyms: ['kerb_weight_kg', 'Weight'] },
  seatHeightMm: { field: vehicleFields.seatHeightMm, synonyms: ['seat_height_mm'] },
  transmission: { field: vehicleFields.transmission },
  cooling: { field: vehicleFields.cooling },
  frontBrake: { field: { kind: 'line', label: 'Front brake', most: 40 }, synonyms: ['front_brake'] },
  rearBrake: { field: { kind: 'line', label: 'Rear brake', most: 40 }, synonyms: ['rear_brake'] },
  brakeAssist: { field: { kind: 'line', label: 'Brake assistance', most: 40 }, synonyms: ['ABS'] },
  onSaleSince: { field: vehicleFields.onSaleSince, synonyms: ['launched_year'] },
  launchDay: { field: vehicleFields.launchDay, synonyms: ['Launch date'] },
  segment: { field: vehicleFields.segment },
  motorPeakKw: { field: vehicleFields.motorPeakKw },
  cylinders: { field: vehicleFields.cylinders },
  gears: { field: vehicleFields.gears },
  powerRpm: { field: vehicleFields.powerRpm },
  torqueRpm: { field: vehicleFields.torqueRpm },
  chargeHours: { field: vehicleFields.chargeHours },
  acceleration0to60s: { field: vehicleFields.acceleration0to60s },
  lengthMm: { field: vehicleFields.lengthMm },
  widthMm: { field: vehicleFields.widthMm },
  heightMm: { field: vehicleFields.heightMm },
  wheelbaseMm: { field: vehicleFields.wheelbaseMm },
  groundClearanceMm: { field: vehicleFields.groundClearanceMm },
  seating: { field: vehicleFields.seating },
  comfort: { field: vehicleFields.comfort },
  compatibility: { field: vehicleFields.compatibility },
  upkeep: { field: vehicleFields.upkeep },
  description: {
    field: vehicleFields.description,
    synonyms: ['Remark', 'Remarks', 'Notes'],
  },
} as const satisfies Columns;

export type StockField = keyof typeof stockColumns;
export const stockFieldNames = Object.keys(stockColumns).filter((name): name is StockField =>
  Object.hasOwn(stockColumns, name),
);

/** Where a vehicle of the stock stands, and what of it is only expected: yes or no. */
export const stockMarks = {
  isFeatured: 'Among the featured',
  isPopular: 'Among the popular',
  isInShowroom: 'In the showroom',
  priceIsExpected: 'The price is expected',
  launchDayIsExpected: 'The launch day is expected',
} as const;
export type StockMark = keyof typeof stockMarks;
export const stockMarkNames = Object.keys(stockMarks).filter((name): name is StockMark =>
  Object.hasOwn(stockMarks, name),
);

/** Rows of a form that are no columns of a file: variants beside the vehicle itself, and offers with dates. */
export const variantFields = {
  name: { kind: 'line', label: 'Variant', most: 60, required: true },
  priceRupees: { ...vehicleFields.priceRupees, label: 'Price of the variant' },
} as const;
export const datedOfferFields = {
  title: { kind: 'line', label: 'Offer', most: 40, required: true },
  amountRupees: { kind: 'rupees', label: 'Amount', most: vehicleFields.priceRupees.most },
  from: { kind: 'date', label: 'First day' },
  until: { kind: 'date', label: 'Last day' },
} as const;
export const maxVariants = 8;
export const maxDatedOffers = 5;

/** As many as the table of colours has places for. */
export const maxColourways = 3;

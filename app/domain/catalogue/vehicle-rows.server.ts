import type { Colourway } from '../drawings/drawing';
import type { VehicleRecord, VehicleSummary } from './vehicle';

/** A summary as SQLite returns it: without booleans, and with the colourways as one JSON text. */
export type SummaryRow = Omit<VehicleSummary, 'colourways' | 'priceIsExpected' | 'photo'> & {
  colourways: string;
  photo: string | null;
  priceIsExpected: number;
};

/** Fields of a record that SQLite returns in another form. */
type Reshaped = {
  colourways: string;
  priceIsExpected: number;
  launchDayIsExpected: number;
  isBuiltIn: number;
  hasToolKit: number | null;
  brakes: string | null;
  lights: string | null;
  tags: string;
  highlights: string;
  damages: string;
  complaints: string;
  estimated: string;
  photos: string;
};

export type RecordRow = Omit<VehicleRecord, keyof Reshaped | 'photo' | 'owner'> &
  Reshaped & { ownerId: string | null; ownerName: string | null };

const factColumns = `
  v.id, v.name, v.brand, v.type, v.stock, v.fuel, v.price_rupees AS priceRupees,
  v.original_price_rupees AS originalPriceRupees, v.price_is_expected AS priceIsExpected, v.rating,
  v.body_style AS bodyStyle, v.mileage_kmpl AS mileageKmpl, v.range_km AS rangeKm, v.engine_cc AS engineCc,
  v.battery_kwh AS batteryKwh, v.launch_day AS launchDay, v.showroom_tag AS tag, v.condition,
  v.kilometres_driven AS kilometresDriven, v.years_used AS yearsUsed, v.number_plate AS numberPlate,
  (SELECT json_group_array(json_object('name', c.name, 'body', c.body_colour, 'accent', c.accent_colour)
                           ORDER BY c.position)
     FROM vehicle_colourways c WHERE c.vehicle_id = v.id) AS colourways`;

export const summaryColumns = `${factColumns},
  (SELECT json_object('hash', p.hash, 'width', p.width, 'height', p.height)
     FROM vehicle_photos vp JOIN photos p ON p.hash = vp.photo_hash WHERE vp.vehicle_id = v.id
    ORDER BY vp.position LIMIT 1) AS photo`;

export const recordColumns = `${factColumns},
  v.category, v.variant, v.segment, v.offers, v.bank_offer_rupees AS bankOfferRupees,
  v.launch_day_is_expected AS launchDayIsExpected, v.review_count AS reviewCount, v.sales_count AS salesCount,
  v.cylinders, v.cooling, v.motor_peak_kw AS motorPeakKw, v.power_ps AS powerPs, v.power_rpm AS powerRpm,
  v.torque_nm AS torqueNm, v.torque_rpm AS torqueRpm, v.transmission, v.gears, v.top_speed_kmph AS topSpeedKmph,
  v.acceleration_0_to_60_s AS acceleration0to60s, v.tank_litres AS tankLitres, v.charge_hours AS chargeHours,
  v.kerb_weight_kg AS kerbWeightKg, v.length_mm AS lengthMm, v.width_mm AS widthMm, v.height_mm AS heightMm,
  v.wheelbase_mm AS wheelbaseMm, v.seat_height_mm AS seatHeightMm, v.ground_clearance_mm AS groundClearanceMm,
  v.seating, v.brakes, v.lights, v.comfort, v.compatibility, v.description, v.tags, v.highlights, v.damages,
  v.complaints, v.estimated, v.has_tool_kit AS hasToolKit, v.estimated_life_years AS estimatedLifeYears,
  v.model_year AS modelYear, v.owners, v.upkeep, v.registration, v.city, v.state, v.is_built_in AS isBuiltIn,
  v.owner_user_id AS ownerId, (SELECT u.name FROM users u WHERE u.id = v.owner_user_id) AS ownerName,
  v.created_at AS createdAt, v.updated_at AS updatedAt, v.version,
  (SELECT json_group_array(json_object('hash', p.hash, 'width', p.width, 'height', p.height) ORDER BY vp.position)
     FROM vehicle_photos vp JOIN photos p ON p.hash = vp.photo_hash WHERE vp.vehicle_id = v.id) AS photos`;

/** Copies field by field, here and below: rest syntax on a row from SQLite takes longer than reading the row. */
function summaryOf(row: Omit<SummaryRow, 'photo'>, photo: VehicleSummary['photo']): VehicleSummary {
  // The JSON is built by the statement itself, in `factColumns`.
  const colourways: Colourway[] = JSON.parse(row.colourways);
  return {
    id: row.id,
    name: row.name,
    brand: row.brand,
    type: row.type,
    stock: row.stock,
    fuel: row.fuel,
    priceRupees: row.priceRupees,
    originalPriceRupees: row.originalPriceRupees,
    priceIsExpected: row.priceIsExpected === 1,
    rating: row.rating,
    bodyStyle: row.bodyStyle,
    colourways,
    mileageKmpl: row.mileageKmpl,
    rangeKm: row.rangeKm,
    engineCc: row.engineCc,
    batteryKwh: row.batteryKwh,
    launchDay: row.launchDay,
    tag: row.tag,
    condition: row.condition,
    kilometresDriven: row.kilometresDriven,
    yearsUsed: row.yearsUsed,
    numberPlate: row.numberPlate,
    photo,
  };
}

/** Converts a row of `summaryColumns` to the data of a card. */
export const toSummary = (row: SummaryRow): VehicleSummary =>
  summaryOf(row, row.photo === null ? null : JSON.parse(row.photo));

/** Parses a JSON text that only the commands of vehicles write, and that a CHECK constrains to be a list. */
function readList(json: string): string[] {
  if (json === '[]') return [];
  const items: string[] = JSON.parse(json);
  return items;
}

/** Converts a row of `recordColumns` to a full record. */
export function toRecord(row: RecordRow): VehicleRecord {
  const brakes: VehicleRecord['brakes'] = row.brakes === null ? null : JSON.parse(row.brakes);
  const lights: VehicleRecord['lights'] = row.lights === null ? null : JSON.parse(row.lights);
  const photos: VehicleRecord['photos'] = JSON.parse(row.photos);
  return {
    category: row.category,
    variant: row.variant,
    segment: row.segment,
    offers: row.offers,
    bankOfferRupees: row.bankOfferRupees,
    launchDayIsExpected: row.launchDayIsExpected === 1,
    reviewCount: row.reviewCount,
    salesCount: row.salesCount,
    cylinders: row.cylinders,
    cooling: row.cooling,
    motorPeakKw: row.motorPeakKw,
    powerPs: row.powerPs,
    powerRpm: row.powerRpm,
    torqueNm: row.torqueNm,
    torqueRpm: row.torqueRpm,
    transmission: row.transmission,
    gears: row.gears,
    topSpeedKmph: row.topSpeedKmph,
    acceleration0to60s: row.acceleration0to60s,
    tankLitres: row.tankLitres,
    chargeHours: row.chargeHours,
    kerbWeightKg: row.kerbWeightKg,
    lengthMm: row.lengthMm,
    widthMm: row.widthMm,
    heightMm: row.heightMm,
    wheelbaseMm: row.wheelbaseMm,
    seatHeightMm: row.seatHeightMm,
    groundClearanceMm: row.groundClearanceMm,
    seating: row.seating,
    brakes,
    lights,
    comfort: row.comfort,
    compatibility: row.compatibility,
    description: row.description,
    tags: readList(row.tags),
    highlights: readList(row.highlights),
    damages: readList(row.damages),
    complaints: readList(row.complaints),
    estimated: readList(row.estimated),
    hasToolKit: row.hasToolKit === null ? null : row.hasToolKit === 1,
    estimatedLifeYears: row.estimatedLifeYears,
    modelYear: row.modelYear,
    owners: row.owners,
    upkeep: row.upkeep,
    registration: row.registration,
    city: row.city,
    state: row.state,
    photos,
    isBuiltIn: row.isBuiltIn === 1,
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? '' },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    // Last, because an object literal that begins with a spread is built field by field, ten times as slowly.
    ...summaryOf(row, photos[0] ?? null),
  };
}

import { desc, sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import {
  bodyStyles,
  brakeTypes,
  coolings,
  fuelTypes,
  lastFeaturedPlace,
  transmissions,
  vehicleCategories,
  vehicleConditions,
  vehicleStocks,
  vehicleTypes,
} from '../enums';
import { users } from './accounts';
import {
  createdAt,
  isColour,
  isDay,
  isList,
  isNotBlank,
  isOneOf,
  isTimestamp,
  jsonText,
  list,
  updatedAt,
  version,
  yesOrNo,
} from './columns';
import { photos } from './photos';
import { places } from './places';

/** `mm` is null if unknown. */
const brake = z.object({ type: z.enum(brakeTypes), mm: z.number().nullable() });

const variants = z.array(z.object({ name: z.string(), priceRupees: z.int() }));

/** `from` and `until` are days, both included; null for an offer without that end. */
const datedOffers = z.array(
  z.object({
    title: z.string(),
    amountRupees: z.int().nullable(),
    from: z.string().nullable(),
    until: z.string().nullable(),
  }),
);

export const brands = sqliteTable(
  'brands',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    initial: text('initial').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [uniqueIndex('brands_name').on(t.name), check('brands_initial', sql`length(${t.initial}) = 1`)],
);

/**
 * Logos uploaded by operators, by brand id. Not a foreign key: brands are rewritten from the data file, and their logos
 * are kept.
 */
export const brandLogos = sqliteTable(
  'brand_logos',
  {
    brandId: text('brand_id').primaryKey(),
    /** SHA-256 of `webp`, which names it in its URL. */
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    webp: blob('webp', { mode: 'buffer' }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('brand_logos_hash').on(t.hash),
    check('brand_logos_hash_length', sql`length(${t.hash}) = 64`),
    check('brand_logos_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('brand_logos_webp', sql`length(${t.webp}) > 0`),
    check('brand_logos_created_at', isTimestamp(t.createdAt)),
  ],
);

const isVisible = sql`hidden_at is null`;

export const vehicles = sqliteTable(
  'vehicles',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    brand: text('brand').notNull(),
    variant: text('variant'),
    type: text('type', { enum: vehicleTypes }).notNull(),
    stock: text('stock', { enum: vehicleStocks }).notNull(),
    category: text('category', { enum: vehicleCategories }),
    bodyStyle: text('body_style', { enum: bodyStyles }).notNull(),
    segment: text('segment'),
    fuel: text('fuel', { enum: fuelTypes }).notNull(),
    /** Ex-showroom for new vehicles, asking price for used ones. */
    priceRupees: integer('price_rupees').notNull(),
    originalPriceRupees: integer('original_price_rupees'),
    priceIsExpected: yesOrNo('price_is_expected'),
    offers: text('offers'),
    bankOfferRupees: integer('bank_offer_rupees'),
    /** Beside the one whose price is `priceRupees`, and no cheaper. */
    variants: jsonText('variants', variants).notNull().default([]),
    datedOffers: jsonText('dated_offers', datedOffers).notNull().default([]),
    /** Null for a model that is older than its current version: only the year of its first sale is known. */
    launchDay: text('launch_day'),
    launchDayIsExpected: yesOrNo('launch_day_is_expected'),
    onSaleSince: integer('on_sale_since'),
    /** Maintained by triggers; an upcoming vehicle has none. */
    rating: real('rating'),
    reviewCount: integer('review_count').notNull().default(0),
    /** Shown as samples if there is no review. */
    sampleRating: real('sample_rating'),
    sampleReviewCount: integer('sample_review_count').notNull().default(0),
    salesCount: integer('sales_count').notNull().default(0),
    engineCc: real('engine_cc'),
    cylinders: integer('cylinders'),
    cooling: text('cooling', { enum: coolings }),
    motorPeakKw: real('motor_peak_kw'),
    powerPs: real('power_ps'),
    powerRpm: integer('power_rpm'),
    torqueNm: real('torque_nm'),
    torqueRpm: integer('torque_rpm'),
    transmission: text('transmission', { enum: transmissions }),
    gears: integer('gears'),
    topSpeedKmph: real('top_speed_kmph'),
    acceleration0to60s: real('acceleration_0_to_60_s'),
    mileageKmpl: real('mileage_kmpl'),
    tankLitres: real('tank_litres'),
    batteryKwh: real('battery_kwh'),
    rangeKm: real('range_km'),
    chargeHours: real('charge_hours'),
    kerbWeightKg: real('kerb_weight_kg'),
    lengthMm: integer('length_mm'),
    widthMm: integer('width_mm'),
    heightMm: integer('height_mm'),
    wheelbaseMm: integer('wheelbase_mm'),
    seatHeightMm: integer('seat_height_mm'),
    groundClearanceMm: integer('ground_clearance_mm'),
    seating: integer('seating'),
    brakes: jsonText('brakes', z.object({ front: brake, rear: brake, assist: z.string() })),
    lights: jsonText('lights', z.object({ headlamp: z.string(), tail: z.string(), indicators: z.string() })),
    comfort: text('comfort'),
    compatibility: text('compatibility'),
    description: text('description'),
    tags: list('tags'),
    highlights: list('highlights'),
    damages: list('damages'),
    complaints: list('complaints'),
    estimated: list('estimated'),
    hasToolKit: integer('has_tool_kit', { mode: 'boolean' }),
    estimatedLifeYears: integer('estimated_life_years'),
    condition: text('condition', { enum: vehicleConditions }).notNull(),
    kilometresDriven: integer('kilometres_driven'),
    /** As stated on `yearsUsedAsOf`; the time since then is added. Null if derived from the model year. */
    yearsUsed: real('years_used'),
    yearsUsedAsOf: text('years_used_as_of'),
    modelYear: integer('model_year'),
    owners: integer('owners'),
    upkeep: text('upkeep'),
    registration: text('registration'),
    numberPlate: text('number_plate'),
    hideNumberDigits: yesOrNo('hide_number_digits'),
    hasRc: yesOrNo('has_rc'),
    hasPuc: yesOrNo('has_puc'),
    insuranceUntil: text('insurance_until'),
    hasNoc: yesOrNo('has_noc'),
    isLoanCleared: yesOrNo('is_loan_cleared'),
    city: text('city'),
    state: text('state'),
    /** Null without a city, or if it is unknown. */
    place: text('place').references(() => places.id),
    isCore: yesOrNo('is_core'),
    isFeatured: yesOrNo('is_featured'),
    /** Place among the featured of its type; those without a place of their own come last, the newest first. */
    featuredOrder: integer('featured_order').notNull().default(lastFeaturedPlace),
    isPopular: yesOrNo('is_popular'),
    isInShowroom: yesOrNo('is_in_showroom'),
    showroomTag: text('showroom_tag'),
    isInsured: yesOrNo('is_insured'),
    emiPickOrder: integer('emi_pick_order'),
    /** Rows of the built-in catalogue have no owner: the seeder may overwrite them, but never users' rows. */
    isBuiltIn: yesOrNo('is_built_in'),
    /** Number in the books of its seller, by which imports and clients recognize it. */
    externalId: text('external_id'),
    /** When an operator changed it: the seeder does not overwrite it any more. */
    editedAt: text('edited_at'),
    /** Null while it is for sale; only a used vehicle is sold here. */
    soldAt: text('sold_at'),
    /** Not public yet, so hidden too; only the team sees its page. */
    isDraft: yesOrNo('is_draft'),
    /** Taken out of the stock for good; hidden too. */
    retiredAt: text('retired_at'),
    ownerUserId: text('owner_user_id').references(() => users.id, { onDelete: 'cascade' }),
    hiddenAt: text('hidden_at'),
    hiddenReason: text('hidden_reason'),
    checkedAt: text('checked_at'),
    searchBrand: text('search_brand').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('vehicles_id').on(t.id),
    // The finder counts and filters vehicles by these columns, and the list of used ones by `is_built_in`.
    index('vehicles_newest').on(t.seq, t.type, t.fuel, t.mileageKmpl, t.priceRupees).where(isVisible),
    index('vehicles_type').on(t.type, t.stock, t.seq, t.isBuiltIn).where(isVisible),
    index('vehicles_stock').on(t.stock, t.seq).where(isVisible),
    index('vehicles_category').on(t.category, t.seq).where(isVisible),
    index('vehicles_brand').on(t.searchBrand, t.seq).where(isVisible),
    index('vehicles_fuel').on(t.fuel, t.seq).where(isVisible),
    index('vehicles_condition').on(t.condition, t.seq).where(isVisible),
    index('vehicles_price').on(t.priceRupees, t.seq).where(isVisible),
    index('vehicles_rating').on(t.rating, t.seq).where(isVisible),
    index('vehicles_mileage').on(t.mileageKmpl, t.seq).where(isVisible),
    index('vehicles_year').on(t.modelYear, t.seq).where(isVisible),
    index('vehicles_kilometres').on(t.kilometresDriven, t.seq).where(isVisible),
    index('vehicles_engine').on(t.engineCc, t.seq).where(isVisible),
    index('vehicles_power').on(t.powerPs, t.seq).where(isVisible),
    index('vehicles_range').on(t.rangeKm, t.seq).where(isVisible),
    index('vehicles_seat_height').on(t.seatHeightMm, t.seq).where(isVisible),
    index('vehicles_weight').on(t.kerbWeightKg, t.seq).where(isVisible),
    index('vehicles_owners').on(t.owners, t.seq).where(isVisible),
    index('vehicles_body_style').on(t.bodyStyle, t.seq).where(isVisible),
    index('vehicles_created').on(t.createdAt, t.seq).where(isVisible),
    index('vehicles_place').on(t.place, t.seq).where(isVisible),
    index('vehicles_owner').on(t.ownerUserId, t.seq),
    uniqueIndex('vehicles_external')
      .on(sql`coalesce(owner_user_id, '')`, t.externalId)
      .where(sql`external_id is not null`),
    // The stock at the desk: all of the business, and those that are hidden.
    index('vehicles_stock_of_business').on(t.ownerUserId, t.stock, t.seq).where(sql`retired_at is null`),
    // What is found at the desk by a part of it, without reading the rows.
    index('vehicles_stock_names')
      .on(t.ownerUserId, t.name, t.externalId, t.numberPlate, t.id, t.retiredAt)
      .where(sql`retired_at is null`),
    index('vehicles_offered').on(t.seq).where(sql`is_built_in = 0`),
    index('vehicles_unchecked').on(t.updatedAt).where(sql`is_built_in = 0 and checked_at is null`),
    index('vehicles_hidden').on(t.hiddenAt).where(sql`is_built_in = 0 and hidden_at is not null`),
    index('vehicles_sold').on(t.soldAt).where(sql`sold_at is not null`),
    index('vehicles_featured').on(t.type, t.featuredOrder, desc(t.seq)).where(sql`is_featured = 1`),
    index('vehicles_popular').on(t.seq).where(sql`is_popular = 1`),
    index('vehicles_showroom').on(t.type, t.seq).where(sql`is_in_showroom = 1`),
    check('vehicles_name', isNotBlank(t.name)),
    check('vehicles_brand_given', isNotBlank(t.brand)),
    check('vehicles_type_known', isOneOf(t.type, vehicleTypes)),
    check('vehicles_stock_known', isOneOf(t.stock, vehicleStocks)),
    check('vehicles_category_known', isOneOf(t.category, vehicleCategories)),
    check('vehicles_style_known', isOneOf(t.bodyStyle, bodyStyles)),
    check('vehicles_fuel_known', isOneOf(t.fuel, fuelTypes)),
    check('vehicles_condition_known', isOneOf(t.condition, vehicleConditions)),
    check(
      'vehicles_price_range',
      sql`${t.priceRupees} >= 0 and (${t.originalPriceRupees} is null or ${t.originalPriceRupees} >= 0)`,
    ),
    check('vehicles_rating_range', sql`${t.rating} between 1 and 5`),
    check(
      'vehicles_sample_rating',
      sql`${t.sampleRating} is null or (${t.sampleRating} between 1 and 5 and ${t.stock} <> 'upcoming')`,
    ),
    check('vehicles_sample_reviews', sql`${t.sampleReviewCount} >= 0`),
    check('vehicles_launch_day', isDay(t.launchDay)),
    check('vehicles_on_sale_since', sql`${t.onSaleSince} between 1900 and 2100`),
    check('vehicles_years_used_day', isDay(t.yearsUsedAsOf)),
    check('vehicles_featured_order', sql.raw(`featured_order between 1 and ${lastFeaturedPlace}`)),
    check('vehicles_variants', isList(t.variants)),
    check('vehicles_dated_offers', isList(t.datedOffers)),
    check('vehicles_tags', isList(t.tags)),
    check('vehicles_highlights', isList(t.highlights)),
    check('vehicles_damages', isList(t.damages)),
    check('vehicles_complaints', isList(t.complaints)),
    check('vehicles_estimated', isList(t.estimated)),
    check('vehicles_electric', sql`${t.fuel} <> 'Electric' or (${t.mileageKmpl} is null and ${t.engineCc} is null)`),
    check('vehicles_built_in', sql`${t.isBuiltIn} = 0 or ${t.ownerUserId} is null`),
    check('vehicles_upcoming', sql`(${t.stock} = 'upcoming') = (coalesce(${t.category}, '') = 'upcoming')`),
    check('vehicles_external_id', sql`length(${t.externalId}) between 1 and 60`),
    check('vehicles_edited', isTimestamp(t.editedAt)),
    check('vehicles_sold', isTimestamp(t.soldAt)),
    check('vehicles_draft', sql`${t.isDraft} = 0 or ${t.hiddenAt} is not null`),
    check('vehicles_retired', sql`${t.retiredAt} is null or ${t.hiddenAt} is not null`),
    check('vehicles_insurance_day', isDay(t.insuranceUntil)),
    check('vehicles_created', isTimestamp(t.createdAt)),
    check('vehicles_updated', isTimestamp(t.updatedAt)),
  ],
);

export const vehicleColourways = sqliteTable(
  'vehicle_colourways',
  {
    vehicleId: text('vehicle_id')
      .notNull()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    bodyColour: text('body_colour').notNull(),
    accentColour: text('accent_colour').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.vehicleId, t.position] }),
    check('vehicle_colourways_position', sql`${t.position} between 1 and 3`),
    check('vehicle_colourways_body', isColour(t.bodyColour)),
    check('vehicle_colourways_accent', isColour(t.accentColour)),
  ],
);

export const vehiclePhotos = sqliteTable(
  'vehicle_photos',
  {
    vehicleId: text('vehicle_id')
      .notNull()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash),
  },
  (t) => [
    primaryKey({ columns: [t.vehicleId, t.position] }),
    index('vehicle_photos_photo').on(t.photoHash),
    check('vehicle_photos_position', sql`${t.position} between 0 and 9`),
  ],
);

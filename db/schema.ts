/**
 * The database schema. Every table is STRICT and every rule that a column can express is a CHECK, so that a bug cannot
 * store invalid data; full-text indexes, counters and the content revision are maintained by the triggers of
 * `drizzle/0001_search_counters_revision.sql`.
 *
 * Money is whole rupees. Timestamps are UTC in ISO 8601 with milliseconds; days are `YYYY-MM-DD` of Asia/Kolkata.
 */
import { desc, type SQL, sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

const oneOf = (column: AnySQLiteColumn, values: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
const isTimestamp = (column: AnySQLiteColumn): SQL => sql`${column} glob '????-??-??T??:??:??.???Z'`;
const isDay = (column: AnySQLiteColumn): SQL => sql`${column} glob '????-??-??'`;
const isList = (column: AnySQLiteColumn): SQL => sql`json_valid(${column}) and json_type(${column}) = 'array'`;
const isColour = (column: AnySQLiteColumn): SQL =>
  sql`${column} glob '#[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]'`;
const isNotBlank = (column: AnySQLiteColumn): SQL => sql`length(trim(${column})) > 0`;

const yesOrNo = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);
const list = (name: string) => text(name, { mode: 'json' }).$type<string[]>().notNull().default([]);
const createdAt = () => text('created_at').notNull();
const updatedAt = () => text('updated_at').notNull();
/** Incremented by every change, so that a form based on an older version is detected. */
const version = () => integer('version').notNull().default(1);

export const bodyStyles = [
  'commuter',
  'naked',
  'sport',
  'cruiser',
  'retro',
  'adventure',
  'scrambler',
  'scooter-classic',
  'scooter-maxi',
  'scooter-electric',
  'moped',
] as const;
export const vehicleTypes = ['Bike', 'Scooter'] as const;
export const fuels = ['Petrol', 'Diesel', 'Electric', 'Hybrid'] as const;
export const vehicleConditions = ['Brand New', 'Like New', 'Excellent', 'Good', 'Fair', 'Poor'] as const;
export const stocks = ['new', 'used', 'upcoming'] as const;
export const listingKinds = ['bike', 'scooter'] as const;
export const listingTypes = ['Petrol', 'Electric'] as const;
export const listingConditions = ['Excellent', 'Good', 'Fair', 'Poor'] as const;
export const availabilities = ['available', 'sold'] as const;
export const roles = ['user', 'operator'] as const;
export const genders = ['male', 'female', 'other'] as const;
export const contactCategories = ['general', 'support', 'sales', 'feedback', 'complaint', 'partnership'] as const;
export const contactPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const contactStatuses = ['new', 'in-progress', 'pending', 'resolved'] as const;
export const serviceVehicleTypes = ['bike', 'scooter', 'car'] as const;
export const serviceUrgencies = ['low', 'medium', 'high'] as const;
export const serviceStatuses = ['pending', 'confirmed', 'in-progress', 'completed', 'cancelled'] as const;
export const feedbackStatuses = ['open', 'in-review', 'resolved', 'closed'] as const;
export const feedbackPriorities = ['low', 'medium', 'high'] as const;
const conversationSides = ['buyer', 'seller'] as const;
const reportedKinds = ['listing', 'vehicle', 'review', 'conversation'] as const;
export const reportReasons = ['fraud', 'wrong-facts', 'sold-already', 'offensive', 'spam', 'other'] as const;
export const deskSubjects = ['message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation'] as const;
/** Subjects of audit events: accounts too, because the command line grants the operator role. */
const logSubjects = [...deskSubjects, 'account'] as const;
const removedKinds = ['listing', 'vehicle', 'review'] as const;

/* People */

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** As the user typed it, in lower case. */
    email: text('email').notNull(),
    /**
     * Normalised form by which addresses are compared. Null: the row is older than the column, and another account has
     * this key.
     */
    emailKey: text('email_key'),
    passwordHash: text('password_hash').notNull(),
    phone: text('phone'),
    gender: text('gender', { enum: genders }).notNull(),
    location: text('location'),
    role: text('role', { enum: roles }).notNull().default('user'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_email_key').on(t.emailKey),
    check('users_name_given', sql`length(trim(${t.name})) >= 2`),
    check('users_email_lower', sql`${t.email} = lower(${t.email}) and instr(${t.email}, ' ') = 0`),
    check('users_gender', oneOf(t.gender, genders)),
    check('users_role', oneOf(t.role, roles)),
    check('users_created', isTimestamp(t.createdAt)),
    check('users_updated', isTimestamp(t.updatedAt)),
  ],
);

/** A signed-in browser, an API client, or a personal access token. Only the token's SHA-256 is stored. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['browser', 'api', 'personal'] }).notNull(),
    scope: text('scope', { enum: ['read', 'write'] })
      .notNull()
      .default('write'),
    label: text('label'),
    createdAt: createdAt(),
    lastSeenAt: text('last_seen_at').notNull(),
    expiresAt: text('expires_at').notNull(),
    /** Timestamp of the last password confirmation in this session; null: none since sign-in. */
    passwordConfirmedAt: text('password_confirmed_at'),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index('sessions_user').on(t.userId),
    index('sessions_expiry').on(t.expiresAt),
    check('sessions_hash', sql`length(${t.tokenHash}) = 64`),
    check('sessions_kind', oneOf(t.kind, ['browser', 'api', 'personal'])),
    check('sessions_scope', oneOf(t.scope, ['read', 'write'])),
    check('sessions_expires', isTimestamp(t.expiresAt)),
  ],
);

/** Second factor of an account: a secret shared with an authenticator app on the user's phone (RFC 6238). */
export const authenticators = sqliteTable(
  'authenticators',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base32-encoded. */
    secret: text('secret').notNull(),
    /** Time step of the last accepted code: codes of that step or an earlier one are rejected. */
    lastStep: integer('last_step').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('authenticators_secret', sql`length(${t.secret}) = 32`),
    check('authenticators_step', sql`${t.lastStep} >= 0`),
    check('authenticators_created', isTimestamp(t.createdAt)),
  ],
);

/** Single-use codes that replace a code of the authenticator. Only the SHA-256 is stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => authenticators.userId, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.codeHash] }),
    check('recovery_codes_hash', sql`length(${t.codeHash}) = 64`),
  ],
);

/** Sign-ins with a correct password that still await the code. Only the ticket's SHA-256 is stored. */
export const pendingSignIns = sqliteTable(
  'pending_sign_ins',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: text('expires_at').notNull(),
  },
  (t) => [
    index('pending_sign_ins_user').on(t.userId),
    index('pending_sign_ins_expiry').on(t.expiresAt),
    check('pending_sign_ins_hash', sql`length(${t.ticketHash}) = 64`),
    check('pending_sign_ins_expires', isTimestamp(t.expiresAt)),
  ],
);

/**
 * Failed sign-in attempts that still count towards the rate limit. Stored in the database so that a restart does not
 * reset it; accounts and addresses as SHA-256.
 */
export const signInAttempts = sqliteTable(
  'sign_in_attempts',
  {
    id: integer('id').primaryKey(),
    accountHash: text('account_hash').notNull(),
    addressHash: text('address_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sign_in_attempts_account').on(t.accountHash, t.createdAt),
    index('sign_in_attempts_address').on(t.addressHash, t.createdAt),
    index('sign_in_attempts_created').on(t.createdAt),
    check('sign_in_attempts_account_hash', sql`length(${t.accountHash}) = 64`),
    check('sign_in_attempts_address_hash', sql`length(${t.addressHash}) = 64`),
    check('sign_in_attempts_created_at', isTimestamp(t.createdAt)),
  ],
);

/** Manage keys of visitors without an account: the holder of a key may change the listings it opens. */
export const manageKeys = sqliteTable(
  'manage_keys',
  {
    id: text('id').primaryKey(),
    keyHash: text('key_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('manage_keys_key').on(t.keyHash),
    check('manage_keys_hash', sql`length(${t.keyHash}) = 64`),
    check('manage_keys_created', isTimestamp(t.createdAt)),
  ],
);

/* The catalogue */

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

export const vehicles = sqliteTable(
  'vehicles',
  {
    /** Increases with time: newest first is descending order, and the full-text index needs a number. */
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    brand: text('brand').notNull(),
    variant: text('variant'),
    type: text('type', { enum: vehicleTypes }).notNull(),
    stock: text('stock', { enum: stocks }).notNull(),
    category: text('category', { enum: ['popular', 'upcoming'] }),
    bodyStyle: text('body_style', { enum: bodyStyles }).notNull(),
    segment: text('segment'),
    fuel: text('fuel', { enum: fuels }).notNull(),
    /** Ex-showroom for new vehicles, asking price for used ones. */
    priceRupees: integer('price_rupees').notNull(),
    originalPriceRupees: integer('original_price_rupees'),
    priceIsExpected: yesOrNo('price_is_expected'),
    offers: text('offers'),
    bankOfferRupees: integer('bank_offer_rupees'),
    launchDay: text('launch_day'),
    launchDayIsExpected: yesOrNo('launch_day_is_expected'),
    rating: real('rating'),
    reviewCount: integer('review_count').notNull().default(0),
    salesCount: integer('sales_count').notNull().default(0),
    engineCc: real('engine_cc'),
    cylinders: integer('cylinders'),
    cooling: text('cooling', { enum: ['air', 'oil', 'air-oil', 'liquid'] }),
    motorPeakKw: real('motor_peak_kw'),
    powerPs: real('power_ps'),
    powerRpm: integer('power_rpm'),
    torqueNm: real('torque_nm'),
    torqueRpm: integer('torque_rpm'),
    transmission: text('transmission', { enum: ['manual', 'automatic'] }),
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
    brakes: text('brakes', { mode: 'json' }).$type<{
      front: { type: 'disc' | 'drum'; mm: number | null };
      rear: { type: 'disc' | 'drum'; mm: number | null };
      assist: string;
    }>(),
    lights: text('lights', { mode: 'json' }).$type<{ headlamp: string; tail: string; indicators: string }>(),
    comfort: text('comfort'),
    compatibility: text('compatibility'),
    description: text('description'),
    tags: list('tags'),
    highlights: list('highlights'),
    damages: list('damages'),
    complaints: list('complaints'),
    /** Names of the figures that are estimates rather than published ones. */
    estimated: list('estimated'),
    hasToolKit: integer('has_tool_kit', { mode: 'boolean' }),
    estimatedLifeYears: integer('estimated_life_years'),
    condition: text('condition', { enum: vehicleConditions }).notNull(),
    kilometresDriven: integer('kilometres_driven'),
    yearsUsed: real('years_used'),
    modelYear: integer('model_year'),
    owners: integer('owners'),
    upkeep: text('upkeep'),
    registration: text('registration'),
    numberPlate: text('number_plate'),
    city: text('city'),
    state: text('state'),
    isCore: yesOrNo('is_core'),
    isFeatured: yesOrNo('is_featured'),
    isPopular: yesOrNo('is_popular'),
    isInShowroom: yesOrNo('is_in_showroom'),
    showroomTag: text('showroom_tag'),
    isInsured: yesOrNo('is_insured'),
    emiPickOrder: integer('emi_pick_order'),
    /** Rows of the built-in catalogue have no owner: the seeder may overwrite them, but never users' rows. */
    isBuiltIn: yesOrNo('is_built_in'),
    ownerUserId: text('owner_user_id').references(() => users.id, { onDelete: 'cascade' }),
    hiddenAt: text('hidden_at'),
    hiddenReason: text('hidden_reason'),
    /** When an operator last checked a user's vehicle; triggers clear it when its text or photos change. */
    checkedAt: text('checked_at'),
    searchName: text('search_name').notNull(),
    searchBrand: text('search_brand').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('vehicles_id').on(t.id),
    index('vehicles_newest').on(t.seq).where(sql`hidden_at is null`),
    index('vehicles_type').on(t.type, t.stock, t.seq),
    index('vehicles_stock').on(t.stock, t.seq),
    index('vehicles_category').on(t.category, t.seq),
    index('vehicles_brand').on(t.searchBrand, t.seq),
    index('vehicles_fuel').on(t.fuel, t.seq),
    index('vehicles_condition').on(t.condition, t.seq),
    index('vehicles_price').on(t.priceRupees, t.seq),
    index('vehicles_rating').on(t.rating, t.seq),
    index('vehicles_mileage').on(t.mileageKmpl, t.seq),
    index('vehicles_year').on(t.modelYear, t.seq),
    index('vehicles_kilometres').on(t.kilometresDriven, t.seq),
    index('vehicles_owner').on(t.ownerUserId, t.seq),
    index('vehicles_offered').on(t.seq).where(sql`is_built_in = 0`),
    index('vehicles_unchecked').on(t.updatedAt).where(sql`is_built_in = 0 and checked_at is null`),
    index('vehicles_hidden').on(t.hiddenAt).where(sql`is_built_in = 0 and hidden_at is not null`),
    index('vehicles_featured').on(t.type, t.seq).where(sql`is_featured = 1`),
    index('vehicles_popular').on(t.seq).where(sql`is_popular = 1`),
    index('vehicles_showroom').on(t.type, t.seq).where(sql`is_in_showroom = 1`),
    check('vehicles_name', isNotBlank(t.name)),
    check('vehicles_brand_given', isNotBlank(t.brand)),
    check('vehicles_type_known', oneOf(t.type, vehicleTypes)),
    check('vehicles_stock_known', oneOf(t.stock, stocks)),
    check('vehicles_category_known', oneOf(t.category, ['popular', 'upcoming'])),
    check('vehicles_style_known', oneOf(t.bodyStyle, bodyStyles)),
    check('vehicles_fuel_known', oneOf(t.fuel, fuels)),
    check('vehicles_condition_known', oneOf(t.condition, vehicleConditions)),
    check(
      'vehicles_price_range',
      sql`${t.priceRupees} >= 0 and (${t.originalPriceRupees} is null or ${t.originalPriceRupees} >= 0)`,
    ),
    check('vehicles_rating_range', sql`${t.rating} between 1 and 5`),
    check('vehicles_launch_day', isDay(t.launchDay)),
    check('vehicles_tags', isList(t.tags)),
    check('vehicles_highlights', isList(t.highlights)),
    check('vehicles_damages', isList(t.damages)),
    check('vehicles_complaints', isList(t.complaints)),
    check('vehicles_estimated', isList(t.estimated)),
    check('vehicles_electric', sql`${t.fuel} <> 'Electric' or (${t.mileageKmpl} is null and ${t.engineCc} is null)`),
    check('vehicles_built_in', sql`${t.isBuiltIn} = 0 or ${t.ownerUserId} is null`),
    check('vehicles_upcoming', sql`(${t.stock} = 'upcoming') = (coalesce(${t.category}, '') = 'upcoming')`),
    check('vehicles_created', isTimestamp(t.createdAt)),
    check('vehicles_updated', isTimestamp(t.updatedAt)),
  ],
);

/** Colourways of a vehicle, which replace photos: one illustration in up to three colour pairs. */
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

/* Photos: re-encoded, named by the SHA-256 of their widest rendition, never the uploaded bytes */

export const photos = sqliteTable(
  'photos',
  {
    hash: text('hash').primaryKey(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
    /** Total size of its renditions. */
    bytes: integer('bytes').notNull().default(0),
    /**
     * Keyed hash of the uploading network, valid while the server runs: the key is never stored. Null for photos older
     * than the quota.
     */
    source: text('source'),
    /** Whether no listing or vehicle shows it; maintained by triggers. Drafts do not count as a use. */
    isUnused: integer('is_unused', { mode: 'boolean' }).notNull().default(true),
  },
  (t) => [
    index('photos_created').on(t.createdAt),
    index('photos_unused').on(t.source, t.bytes).where(sql`${t.isUnused} = 1`),
    check('photos_hash', sql`length(${t.hash}) = 64`),
    check('photos_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('photos_created_at', isTimestamp(t.createdAt)),
  ],
);

export const photoRenditions = sqliteTable(
  'photo_renditions',
  {
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash, { onDelete: 'cascade' }),
    /** One of the three nominal widths in pixels; a smaller photo is never enlarged. */
    width: integer('width').notNull(),
    webp: blob('webp', { mode: 'buffer' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.photoHash, t.width] }),
    check('photo_renditions_width', sql`${t.width} > 0`),
    check('photo_renditions_webp', sql`length(${t.webp}) > 0`),
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

/* Listings of the sell screens */

export const listings = sqliteTable(
  'listings',
  {
    /** Increases with time: newest first is descending order, and the full-text index needs a number. */
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    kind: text('kind', { enum: listingKinds }).notNull(),
    name: text('name').notNull(),
    brand: text('brand').notNull(),
    model: text('model'),
    year: integer('year').notNull(),
    type: text('type', { enum: listingTypes }).notNull(),
    condition: text('condition', { enum: listingConditions }).notNull(),
    daysUsed: integer('days_used').notNull(),
    /** Kilometres per litre for petrol, kilometres per charge for electric. */
    mileage: real('mileage').notNull(),
    topSpeedKmph: real('top_speed_kmph').notNull(),
    presentPriceRupees: integer('present_price_rupees').notNull(),
    pastPriceRupees: integer('past_price_rupees').notNull(),
    license: text('license').notNull(),
    hideLicenseDigits: yesOrNo('hide_license_digits'),
    engineCapacity: text('engine_capacity'),
    batteryCapacity: text('battery_capacity'),
    kilometresDriven: integer('kilometres_driven'),
    ownerNumber: integer('owner_number'),
    city: text('city'),
    state: text('state'),
    description: text('description'),
    features: list('features'),
    /** Illustration shown while a listing has no photo. */
    bodyStyle: text('body_style', { enum: bodyStyles }).notNull(),
    bodyColour: text('body_colour').notNull(),
    accentColour: text('accent_colour').notNull(),
    isSample: yesOrNo('is_sample'),
    isPromoted: yesOrNo('is_promoted'),
    rating: real('rating'),
    reviewCount: integer('review_count').notNull().default(0),
    viewCount: integer('view_count').notNull().default(0),
    availability: text('availability', { enum: availabilities }).notNull().default('available'),
    soldAt: text('sold_at'),
    ownerUserId: text('owner_user_id').references(() => users.id, { onDelete: 'cascade' }),
    manageKeyId: text('manage_key_id').references(() => manageKeys.id),
    hiddenAt: text('hidden_at'),
    hiddenReason: text('hidden_reason'),
    /** When an operator last checked it; triggers clear it when its text or photos change. */
    checkedAt: text('checked_at'),
    searchName: text('search_name').notNull(),
    searchBrand: text('search_brand').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('listings_id').on(t.id),
    index('listings_newest').on(t.kind, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_availability').on(t.kind, t.availability, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_availability_price')
      .on(t.kind, t.availability, t.presentPriceRupees, t.seq)
      .where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_type').on(t.kind, t.type, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_type_price')
      .on(t.kind, t.type, t.presentPriceRupees, t.seq)
      .where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_brand').on(t.kind, t.searchBrand, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_condition').on(t.kind, t.condition, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_price').on(t.kind, t.presentPriceRupees, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_year').on(t.kind, t.year, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_unchecked').on(t.updatedAt).where(sql`is_sample = 0 and checked_at is null`),
    index('listings_hidden').on(t.hiddenAt).where(sql`is_sample = 0 and hidden_at is not null`),
    index('listings_kilometres').on(t.kind, t.kilometresDriven, t.seq).where(sql`is_sample = 0 and hidden_at is null`),
    index('listings_samples').on(t.kind, t.seq).where(sql`is_sample = 1`),
    index('listings_owner').on(t.ownerUserId, t.seq).where(sql`owner_user_id is not null`),
    index('listings_manage_key').on(t.manageKeyId, t.seq).where(sql`manage_key_id is not null`),
    check('listings_kind', oneOf(t.kind, listingKinds)),
    check('listings_name', isNotBlank(t.name)),
    check('listings_brand_given', isNotBlank(t.brand)),
    check('listings_license', isNotBlank(t.license)),
    check('listings_year_range', sql`${t.year} between 2000 and 2100`),
    check('listings_type_known', oneOf(t.type, listingTypes)),
    check('listings_condition_known', oneOf(t.condition, listingConditions)),
    check('listings_availability_known', oneOf(t.availability, availabilities)),
    check('listings_style_known', oneOf(t.bodyStyle, bodyStyles)),
    check('listings_body_colour', isColour(t.bodyColour)),
    check('listings_accent_colour', isColour(t.accentColour)),
    check('listings_days', sql`${t.daysUsed} >= 0`),
    check('listings_mileage', sql`${t.mileage} >= 0`),
    check('listings_speed', sql`${t.topSpeedKmph} >= 0`),
    check('listings_prices', sql`${t.presentPriceRupees} >= 0 and ${t.pastPriceRupees} >= 0`),
    check('listings_kilometres', sql`${t.kilometresDriven} >= 0`),
    check('listings_owner_number', sql`${t.ownerNumber} between 1 and 9`),
    check('listings_engine', sql`${t.engineCapacity} is null or ${t.type} = 'Petrol'`),
    check('listings_battery', sql`${t.batteryCapacity} is null or ${t.type} = 'Electric'`),
    check('listings_sold', sql`(${t.availability} = 'sold') = (${t.soldAt} is not null)`),
    check('listings_one_holder', sql`${t.ownerUserId} is null or ${t.manageKeyId} is null`),
    check('listings_sample_unheld', sql`${t.isSample} = 0 or (${t.ownerUserId} is null and ${t.manageKeyId} is null)`),
    check('listings_features', isList(t.features)),
    check('listings_created', isTimestamp(t.createdAt)),
    check('listings_updated', isTimestamp(t.updatedAt)),
  ],
);

export const listingPhotos = sqliteTable(
  'listing_photos',
  {
    listingId: text('listing_id')
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash),
  },
  (t) => [
    primaryKey({ columns: [t.listingId, t.position] }),
    index('listing_photos_photo').on(t.photoHash),
    check('listing_photos_position', sql`${t.position} between 0 and 9`),
  ],
);

/** Photos already accepted for an unfinished form. The draft's id is the SHA-256 of the form's submission id. */
export const draftPhotos = sqliteTable(
  'draft_photos',
  {
    draftId: text('draft_id').notNull(),
    position: integer('position').notNull(),
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.draftId, t.position] }),
    index('draft_photos_photo').on(t.photoHash),
    index('draft_photos_created').on(t.createdAt),
    check('draft_photos_position', sql`${t.position} between 0 and 9`),
    check('draft_photos_draft', sql`length(${t.draftId}) = 64`),
    check('draft_photos_created_at', isTimestamp(t.createdAt)),
  ],
);

/** Responses by submission id or idempotency key. Ids are stored as SHA-256, responses encrypted with the id. */
export const idempotencyKeys = sqliteTable(
  'submissions',
  {
    command: text('command').notNull(),
    idHash: text('id_hash').notNull(),
    contentHash: text('content_hash').notNull(),
    encryptedResponse: blob('sealed_answer', { mode: 'buffer' }).notNull(),
    createdAt: createdAt(),
    /** SHA-256 of a secret that proves a client to be the one that got the response; null where there is none. */
    senderHash: text('sender_hash'),
  },
  (t) => [
    primaryKey({ columns: [t.command, t.idHash] }),
    index('submissions_created').on(t.createdAt),
    check('submissions_id', sql`length(${t.idHash}) = 64`),
    check('submissions_content', sql`length(${t.contentHash}) = 64`),
    check('submissions_created_at', isTimestamp(t.createdAt)),
  ],
);

/* User content: reviews, messages and requests */

export const reviews = sqliteTable(
  'reviews',
  {
    id: text('id').primaryKey(),
    vehicleId: text('vehicle_id').references(() => vehicles.id, { onDelete: 'cascade' }),
    listingId: text('listing_id').references(() => listings.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    rating: integer('rating').notNull(),
    title: text('title'),
    comment: text('comment').notNull(),
    helpfulCount: integer('helpful_count').notNull().default(0),
    hiddenAt: text('hidden_at'),
    hiddenReason: text('hidden_reason'),
    /** When an operator last checked it; a trigger clears it when its text changes. */
    checkedAt: text('checked_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('reviews_one_per_vehicle').on(t.userId, t.vehicleId),
    uniqueIndex('reviews_one_per_listing').on(t.userId, t.listingId),
    index('reviews_vehicle').on(t.vehicleId, t.createdAt),
    index('reviews_listing').on(t.listingId, t.createdAt),
    index('reviews_newest').on(t.createdAt),
    index('reviews_unchecked').on(t.updatedAt).where(sql`checked_at is null`),
    index('reviews_hidden').on(t.hiddenAt).where(sql`hidden_at is not null`),
    check('reviews_one_subject', sql`(${t.vehicleId} is null) <> (${t.listingId} is null)`),
    check('reviews_rating', sql`${t.rating} between 1 and 5`),
    check('reviews_comment', isNotBlank(t.comment)),
    check('reviews_created', isTimestamp(t.createdAt)),
    check('reviews_updated', isTimestamp(t.updatedAt)),
  ],
);

export const reviewHelpfulVotes = sqliteTable(
  'review_helpful_votes',
  {
    reviewId: text('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.reviewId, t.userId] }), index('review_helpful_votes_user').on(t.userId)],
);

export const favourites = sqliteTable(
  'favourites',
  {
    id: integer('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    vehicleId: text('vehicle_id').references(() => vehicles.id, { onDelete: 'cascade' }),
    listingId: text('listing_id').references(() => listings.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('favourites_vehicle').on(t.userId, t.vehicleId),
    uniqueIndex('favourites_listing').on(t.userId, t.listingId),
    index('favourites_of_vehicle').on(t.vehicleId),
    index('favourites_of_listing').on(t.listingId),
    check('favourites_one_subject', sql`(${t.vehicleId} is null) <> (${t.listingId} is null)`),
    check('favourites_created', isTimestamp(t.createdAt)),
  ],
);

export const serviceRequests = sqliteTable(
  'service_requests',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    serviceType: text('service_type').notNull(),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    contactEmail: text('contact_email').notNull(),
    vehicleType: text('vehicle_type', { enum: serviceVehicleTypes }),
    vehicleBrand: text('vehicle_brand'),
    vehicleModel: text('vehicle_model'),
    vehicleYear: integer('vehicle_year'),
    registrationNumber: text('registration_number'),
    description: text('description'),
    preferredDay: text('preferred_day'),
    preferredTime: text('preferred_time'),
    urgency: text('urgency', { enum: serviceUrgencies }).notNull().default('medium'),
    status: text('status', { enum: serviceStatuses }).notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('service_requests_newest').on(desc(t.createdAt), t.id),
    index('service_requests_user').on(t.userId, t.createdAt),
    index('service_requests_user_status').on(t.userId, t.status, t.createdAt),
    index('service_requests_status').on(t.status, t.createdAt),
    check('service_requests_vehicle', oneOf(t.vehicleType, serviceVehicleTypes)),
    check('service_requests_urgency', oneOf(t.urgency, serviceUrgencies)),
    check('service_requests_status_known', oneOf(t.status, serviceStatuses)),
    check('service_requests_day', isDay(t.preferredDay)),
    check('service_requests_created', isTimestamp(t.createdAt)),
    check('service_requests_updated', isTimestamp(t.updatedAt)),
  ],
);

export const feedback = sqliteTable(
  'feedback',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    rating: integer('rating').notNull(),
    isAnonymous: yesOrNo('is_anonymous'),
    status: text('status', { enum: feedbackStatuses }).notNull().default('open'),
    priority: text('priority', { enum: feedbackPriorities }).notNull(),
    responseMessage: text('response_message'),
    respondedAt: text('responded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('feedback_newest').on(desc(t.createdAt), t.id),
    index('feedback_user').on(t.userId, t.createdAt),
    index('feedback_status').on(t.status, t.createdAt),
    index('feedback_priority').on(t.priority, t.createdAt),
    index('feedback_type').on(t.type, t.createdAt),
    check('feedback_rating', sql`${t.rating} between 1 and 5`),
    check('feedback_status_known', oneOf(t.status, feedbackStatuses)),
    check('feedback_priority_known', oneOf(t.priority, feedbackPriorities)),
    check('feedback_response', sql`(${t.responseMessage} is null) = (${t.respondedAt} is null)`),
    check('feedback_created', isTimestamp(t.createdAt)),
    check('feedback_updated', isTimestamp(t.updatedAt)),
  ],
);

export const contactMessages = sqliteTable(
  'contact_messages',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    category: text('category', { enum: contactCategories }).notNull().default('general'),
    priority: text('priority', { enum: contactPriorities }).notNull().default('medium'),
    source: text('source').notNull().default('website'),
    status: text('status', { enum: contactStatuses }).notNull().default('new'),
    aboutVehicleId: text('about_vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    aboutListingId: text('about_listing_id').references(() => listings.id, { onDelete: 'set null' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('contact_messages_newest').on(t.createdAt),
    index('contact_messages_status').on(t.status, t.createdAt),
    index('contact_messages_category').on(t.category, t.createdAt),
    index('contact_messages_priority').on(t.priority, t.createdAt),
    index('contact_messages_listing').on(t.aboutListingId, t.createdAt),
    index('contact_messages_vehicle').on(t.aboutVehicleId, t.createdAt),
    index('contact_messages_user').on(t.userId, t.createdAt),
    check('contact_messages_name', isNotBlank(t.name)),
    check('contact_messages_category_known', oneOf(t.category, contactCategories)),
    check('contact_messages_priority_known', oneOf(t.priority, contactPriorities)),
    check('contact_messages_status_known', oneOf(t.status, contactStatuses)),
    check('contact_messages_created', isTimestamp(t.createdAt)),
    check('contact_messages_updated', isTimestamp(t.updatedAt)),
  ],
);

export const contactTags = sqliteTable(
  'contact_tags',
  {
    messageId: text('message_id').notNull(),
    tag: text('tag').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.tag] }),
    foreignKey({ columns: [t.messageId], foreignColumns: [contactMessages.id] }).onDelete('cascade'),
    index('contact_tags_tag').on(t.tag),
    check('contact_tags_given', isNotBlank(t.tag)),
  ],
);

/**
 * Reports of published content. A report refers to its subject by kind and id; triggers delete it with the subject, and
 * send a reported subject back to the operators' check.
 */
export const reports = sqliteTable(
  'reports',
  {
    id: text('id').primaryKey(),
    aboutKind: text('about_kind', { enum: reportedKinds }).notNull(),
    aboutId: text('about_id').notNull(),
    reason: text('reason', { enum: reportReasons }).notNull(),
    /** The reporter's comment. */
    words: text('words'),
    /** The reporter, if signed in: visible to operators only. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The side of a conversation that reported it; null for all other content, which is public. */
    fromSide: text('from_side', { enum: conversationSides }),
    /** Suspected spam, excluded from all counts. */
    isSuspect: yesOrNo('is_suspect'),
    createdAt: createdAt(),
    /** When an operator acted on it or dismissed it; null while it is open. */
    settledAt: text('settled_at'),
  },
  (t) => [
    index('reports_open').on(t.aboutKind, t.aboutId, t.createdAt).where(sql`settled_at is null and is_suspect = 0`),
    index('reports_about').on(t.aboutKind, t.aboutId, t.createdAt),
    index('reports_reporter').on(t.userId).where(sql`user_id is not null`),
    uniqueIndex('reports_one_each')
      .on(t.userId, t.aboutKind, t.aboutId)
      .where(sql`user_id is not null and settled_at is null`),
    check('reports_kind', oneOf(t.aboutKind, reportedKinds)),
    check('reports_reason', oneOf(t.reason, reportReasons)),
    check('reports_words', isNotBlank(t.words)),
    check('reports_side', oneOf(t.fromSide, conversationSides)),
    check('reports_created', isTimestamp(t.createdAt)),
    check('reports_settled', isTimestamp(t.settledAt)),
  ],
);

/**
 * A conversation between a buyer and a seller about one listing or one used vehicle. Each side is a user or holds a
 * secret: the seller a manage key, the buyer the private link of this conversation. When a side deletes its account,
 * its messages stay but its identity is removed.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    listingId: text('listing_id').references(() => listings.id, { onDelete: 'set null' }),
    vehicleId: text('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    /** Name at the time of the first message: the conversation outlives the listing or vehicle. */
    listingName: text('listing_name').notNull(),
    subject: text('subject').notNull(),
    sellerUserId: text('seller_user_id').references(() => users.id, { onDelete: 'set null' }),
    sellerKeyId: text('seller_key_id').references(() => manageKeys.id),
    buyerUserId: text('buyer_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret in a visitor's private link. */
    buyerKeyHash: text('buyer_key_hash'),
    /** Contact details as the buyer typed them; null once their account is deleted. */
    buyerName: text('buyer_name'),
    buyerEmail: text('buyer_email'),
    buyerPhone: text('buyer_phone'),
    buyerSharesPhone: yesOrNo('buyer_shares_phone'),
    buyerSharesEmail: yesOrNo('buyer_shares_email'),
    sellerSharesPhone: yesOrNo('seller_shares_phone'),
    sellerSharesEmail: yesOrNo('seller_shares_email'),
    /** Number of unread messages from the other side. */
    buyerUnread: integer('buyer_unread').notNull().default(0),
    sellerUnread: integer('seller_unread').notNull().default(0),
    /** Its first message is suspected spam. */
    isSuspect: yesOrNo('is_suspect'),
    /** When an operator ended it, after a report. */
    closedAt: text('closed_at'),
    closedReason: text('closed_reason'),
    createdAt: createdAt(),
    lastWrittenAt: text('last_written_at').notNull(),
  },
  (t) => [
    uniqueIndex('conversations_buyer_key').on(t.buyerKeyHash),
    index('conversations_newest').on(t.createdAt),
    index('conversations_listing').on(t.listingId, t.buyerUserId),
    index('conversations_vehicle').on(t.vehicleId, t.buyerUserId).where(sql`vehicle_id is not null`),
    index('conversations_seller').on(t.sellerUserId, t.lastWrittenAt).where(sql`seller_user_id is not null`),
    index('conversations_seller_key').on(t.sellerKeyId, t.lastWrittenAt).where(sql`seller_key_id is not null`),
    index('conversations_buyer').on(t.buyerUserId, t.lastWrittenAt).where(sql`buyer_user_id is not null`),
    check('conversations_listing_name', isNotBlank(t.listingName)),
    check('conversations_subject', isNotBlank(t.subject)),
    check('conversations_one_subject', sql`${t.listingId} is null or ${t.vehicleId} is null`),
    check('conversations_closed', isTimestamp(t.closedAt)),
    check('conversations_why_closed', sql`(${t.closedAt} is null) = (${t.closedReason} is null)`),
    check('conversations_one_seller', sql`${t.sellerUserId} is null or ${t.sellerKeyId} is null`),
    check('conversations_one_buyer', sql`${t.buyerUserId} is null or ${t.buyerKeyHash} is null`),
    check('conversations_key_hash', sql`length(${t.buyerKeyHash}) = 64`),
    check('conversations_unread', sql`${t.buyerUnread} >= 0 and ${t.sellerUnread} >= 0`),
    check('conversations_created', isTimestamp(t.createdAt)),
    check('conversations_written', isTimestamp(t.lastWrittenAt)),
  ],
);

export const conversationMessages = sqliteTable(
  'conversation_messages',
  {
    id: integer('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    side: text('side', { enum: conversationSides }).notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('conversation_messages_of').on(t.conversationId, t.id),
    check('conversation_messages_side', oneOf(t.side, conversationSides)),
    check('conversation_messages_text', isNotBlank(t.text)),
    check('conversation_messages_created', isTimestamp(t.createdAt)),
  ],
);

/** Notices to owners about content that operators deleted. */
export const removalNotices = sqliteTable(
  'removal_notices',
  {
    id: integer('id').primaryKey(),
    kind: text('kind', { enum: removedKinds }).notNull(),
    /** Name of the item; for a review, the name of what it reviewed. */
    name: text('name').notNull(),
    /** The operator's reason; null where none was required. */
    reason: text('reason'),
    /** Owner of the deleted item: a user or a manage key. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    manageKeyId: text('manage_key_id').references(() => manageKeys.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('removal_notices_user').on(t.userId, t.createdAt).where(sql`user_id is not null`),
    index('removal_notices_key').on(t.manageKeyId, t.createdAt).where(sql`manage_key_id is not null`),
    check('removal_notices_kind', oneOf(t.kind, removedKinds)),
    check('removal_notices_name', isNotBlank(t.name)),
    check('removal_notices_holder', sql`(${t.userId} is null) <> (${t.manageKeyId} is null)`),
    check('removal_notices_created', isTimestamp(t.createdAt)),
  ],
);

/**
 * Audit log of operators: who did what to which item, when and why. Triggers reject every update. The operator is
 * recorded by name, without foreign keys, so that deleting an account or a listing removes no entry; it contains no
 * confidential user input.
 */
export const operatorLog = sqliteTable(
  'operator_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    subject: text('subject', { enum: logSubjects }).notNull(),
    subjectId: text('subject_id').notNull(),
    /** Name of the item: a listing's name, a message's reference. */
    title: text('title').notNull(),
    /** The action in words: 'hidden', 'status: resolved'. */
    action: text('deed').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (t) => [
    index('operator_log_subject').on(t.subject, t.subjectId, t.id),
    check('operator_log_subject_known', oneOf(t.subject, logSubjects)),
    check('operator_log_deed', isNotBlank(t.action)),
    check('operator_log_created', isTimestamp(t.createdAt)),
  ],
);

/* Maintained by triggers and by the seeder */

/** Statistics of the sell screens, without samples and hidden rows; `petrol` and `electric` include sold listings. */
export const listingCounters = sqliteTable(
  'listing_counters',
  {
    kind: text('kind', { enum: listingKinds }).primaryKey(),
    total: integer('total').notNull().default(0),
    available: integer('available').notNull().default(0),
    sold: integer('sold').notNull().default(0),
    petrol: integer('petrol').notNull().default(0),
    electric: integer('electric').notNull().default(0),
  },
  (t) => [
    check('listing_counters_kind', oneOf(t.kind, listingKinds)),
    check(
      'listing_counters_sum',
      sql`${t.total} = ${t.available} + ${t.sold} and ${t.total} = ${t.petrol} + ${t.electric}`,
    ),
  ],
);

/**
 * The latest change of each public listing, numbered in order within its kind: a client that has read up to a number
 * requests the larger ones. A listing has one row, which moves to the end with every change, so a client that is far
 * behind gets the outcome and not the history. Maintained by triggers. Removals are retained for the `storedDays` of
 * listing-changes.
 */
export const listingChanges = sqliteTable(
  'listing_changes',
  {
    kind: text('kind', { enum: listingKinds }).notNull(),
    change: integer('change').notNull(),
    listingId: text('listing_id').notNull(),
    /** Number of the change that first published it. */
    firstShown: integer('first_shown').notNull(),
    /** Number of the change that last made it visible: its publication, or a restoration. */
    lastShown: integer('last_shown').notNull(),
    /** Number of the change that marked it as sold; null while it is available. */
    sold: integer('sold'),
    /** When it was deleted or hidden; null while it is public. */
    removedAt: text('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.change] }),
    uniqueIndex('listing_changes_listing').on(t.listingId),
    index('listing_changes_removed').on(t.removedAt).where(sql`removed_at is not null`),
    check('listing_changes_kind', oneOf(t.kind, listingKinds)),
    check('listing_changes_order', sql`${t.firstShown} <= ${t.lastShown} and ${t.lastShown} <= ${t.change}`),
    check('listing_changes_removed_at', isTimestamp(t.removedAt)),
  ],
);

/** Number of messages by status, without those tagged `suspected-spam`. */
export const contactCounters = sqliteTable(
  'contact_counters',
  {
    status: text('status', { enum: contactStatuses }).primaryKey(),
    messages: integer('messages').notNull().default(0),
  },
  (t) => [
    check('contact_counters_status', oneOf(t.status, contactStatuses)),
    check('contact_counters_messages', sql`${t.messages} >= 0`),
  ],
);

/**
 * A single row, incremented in the same transaction as any write that could affect a public page: cached pages are
 * validated against it.
 */
export const contentRevision = sqliteTable(
  'content_revision',
  {
    id: integer('id').primaryKey(),
    revision: integer('revision').notNull(),
  },
  (t) => [check('content_revision_one_row', sql`${t.id} = 1`)],
);

/** Content hash of each seeded row, from which the built-in rows were last written. */
export const seeds = sqliteTable('seeds', {
  name: text('name').primaryKey(),
  contentHash: text('content_hash').notNull(),
  seededAt: text('seeded_at').notNull(),
});

/** Random keys of this database, generated on first use; they contain no personal data. */
export const siteKeys = sqliteTable('site_keys', {
  /** Purpose of the key. */
  name: text('name').primaryKey(),
  key: blob('key', { mode: 'buffer' }).notNull(),
});

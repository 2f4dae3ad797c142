import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { availabilities, bodyStyles, listingConditions, listingKinds, listingTypes } from '../enums';
import { manageKeys, users } from './accounts';
import {
  createdAt,
  isColour,
  isDay,
  isList,
  isNotBlank,
  isOneOf,
  isTimestamp,
  list,
  updatedAt,
  version,
  yesOrNo,
} from './columns';
import { photos } from './photos';
import { places } from './places';

const isVisible = sql`is_sample = 0 and hidden_at is null`;
/** The two figures that `mileage` contains, exactly as in `listing-search.server.ts`; 0 if unknown. */
const kilometresPerLitre = sql`CASE WHEN type = 'Petrol' AND mileage > 0 THEN mileage END`;
const kilometresACharge = sql`CASE WHEN type = 'Electric' AND mileage > 0 THEN mileage END`;
export const listings = sqliteTable(
  'listings',
  {
    // Columns that sellers fill in have the names of the form's fields.
    /** Increases with time, and the full-text index needs a number. */
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    kind: text('kind', { enum: listingKinds }).notNull(),
    name: text('name').notNull(),
    brand: text('brand').notNull(),
    model: text('model'),
    year: integer('year').notNull(),
    type: text('type', { enum: listingTypes }).notNull(),
    condition: text('condition', { enum: listingConditions }).notNull(),
    /** As stated on `daysUsedAsOf`; the days since then are added. Null for a sample, whose days stay the same. */
    daysUsed: integer('days_used').notNull(),
    daysUsedAsOf: text('days_used_as_of'),
    /** Kilometres per litre for petrol, kilometres per charge for electric. */
    mileage: real('mileage').notNull(),
    /** Kilometres per hour. */
    topSpeed: real('top_speed_kmph').notNull(),
    /** Whole rupees, as every price. */
    presentPrice: integer('present_price_rupees').notNull(),
    pastPrice: integer('past_price_rupees').notNull(),
    license: text('license').notNull(),
    hideLicenseDigits: yesOrNo('hide_license_digits'),
    engineCapacity: text('engine_capacity'),
    batteryCapacity: text('battery_capacity'),
    kilometresDriven: integer('kilometres_driven'),
    ownerNumber: integer('owner_number'),
    city: text('city'),
    state: text('state'),
    /** Null without a city, or if it is unknown. */
    place: text('place').references(() => places.id),
    description: text('description'),
    hasRc: yesOrNo('has_rc'),
    hasPuc: yesOrNo('has_puc'),
    insuranceUntil: text('insurance_until'),
    hasNoc: yesOrNo('has_noc'),
    isLoanCleared: yesOrNo('is_loan_cleared'),
    features: list('features'),
    bodyStyle: text('body_style', { enum: bodyStyles }).notNull(),
    bodyColour: text('body_colour').notNull(),
    accentColour: text('accent_colour').notNull(),
    isSample: yesOrNo('is_sample'),
    isPromoted: yesOrNo('is_promoted'),
    rating: real('rating'),
    reviewCount: integer('review_count').notNull().default(0),
    /** Shown as such if there is no review. */
    sampleRating: real('sample_rating'),
    sampleReviewCount: integer('sample_review_count').notNull().default(0),
    viewCount: integer('view_count').notNull().default(0),
    availability: text('availability', { enum: availabilities }).notNull().default('available'),
    soldAt: text('sold_at'),
    /** Null for a sample. */
    confirmedAt: text('confirmed_at'),
    isBehind: yesOrNo('is_behind'),
    /** In descending order, newest first, with those that are behind after all others. */
    position: integer('position').generatedAlwaysAs(sql`iif(is_behind, seq - 1099511627776, seq)`, { mode: 'virtual' }),
    hasPhoto: yesOrNo('has_photo'),
    ownerUserId: text('owner_user_id').references(() => users.id, { onDelete: 'cascade' }),
    manageKeyId: text('manage_key_id').references(() => manageKeys.id),
    hiddenAt: text('hidden_at'),
    hiddenReason: text('hidden_reason'),
    checkedAt: text('checked_at'),
    searchBrand: text('search_brand').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('listings_id').on(t.id),
    index('listings_newest').on(t.kind, t.seq).where(isVisible),
    index('listings_position').on(t.kind, t.position).where(isVisible),
    index('listings_availability').on(t.kind, t.availability, t.position).where(isVisible),
    index('listings_availability_price').on(t.kind, t.availability, t.presentPrice, t.seq).where(isVisible),
    index('listings_type').on(t.kind, t.type, t.position).where(isVisible),
    index('listings_type_price').on(t.kind, t.type, t.presentPrice, t.seq).where(isVisible),
    index('listings_brand').on(t.kind, t.searchBrand, t.position).where(isVisible),
    index('listings_condition').on(t.kind, t.condition, t.position).where(isVisible),
    index('listings_price').on(t.kind, t.presentPrice, t.seq).where(isVisible),
    index('listings_year').on(t.kind, t.year, t.seq).where(isVisible),
    index('listings_unchecked').on(t.updatedAt).where(sql`is_sample = 0 and checked_at is null`),
    index('listings_hidden').on(t.hiddenAt).where(sql`is_sample = 0 and hidden_at is not null`),
    index('listings_kilometres').on(t.kind, t.kilometresDriven, t.seq).where(isVisible),
    index('listings_engine').on(t.kind, sql`CAST(engine_capacity AS REAL)`, t.seq).where(isVisible),
    index('listings_mileage').on(t.kind, kilometresPerLitre, t.seq).where(isVisible),
    index('listings_range').on(t.kind, kilometresACharge, t.seq).where(isVisible),
    index('listings_owners').on(t.kind, t.ownerNumber, t.seq).where(isVisible),
    index('listings_body_style').on(t.kind, t.bodyStyle, t.position).where(isVisible),
    index('listings_created').on(t.kind, t.createdAt, t.seq).where(isVisible),
    index('listings_availability_kilometres').on(t.kind, t.availability, t.kilometresDriven, t.seq).where(isVisible),
    index('listings_availability_year').on(t.kind, t.availability, t.year, t.seq).where(isVisible),
    index('listings_availability_mileage').on(t.kind, t.availability, kilometresPerLitre, t.seq).where(isVisible),
    index('listings_place').on(t.kind, t.place, t.position).where(isVisible),
    index('listings_model')
      .on(t.brand, t.model, t.year, t.presentPrice)
      .where(sql`model is not null and availability = 'available' and is_sample = 0 and hidden_at is null`),
    index('listings_model_sold')
      .on(t.brand, t.model, t.year, t.soldAt)
      .where(sql`model is not null and availability = 'sold' and is_sample = 0 and hidden_at is null`),
    index('listings_unconfirmed')
      .on(t.confirmedAt)
      .where(sql`is_behind = 0 and availability = 'available' and is_sample = 0 and hidden_at is null`),
    index('listings_samples').on(t.kind, t.seq).where(sql`is_sample = 1`),
    index('listings_owner').on(t.ownerUserId, t.seq).where(sql`owner_user_id is not null`),
    index('listings_manage_key').on(t.manageKeyId, t.seq).where(sql`manage_key_id is not null`),
    check('listings_kind', isOneOf(t.kind, listingKinds)),
    check('listings_name', isNotBlank(t.name)),
    check('listings_brand_given', isNotBlank(t.brand)),
    check('listings_license', isNotBlank(t.license)),
    check('listings_year_range', sql`${t.year} between 2000 and 2100`),
    check('listings_type_known', isOneOf(t.type, listingTypes)),
    check('listings_condition_known', isOneOf(t.condition, listingConditions)),
    check('listings_availability_known', isOneOf(t.availability, availabilities)),
    check('listings_style_known', isOneOf(t.bodyStyle, bodyStyles)),
    check('listings_body_colour', isColour(t.bodyColour)),
    check('listings_accent_colour', isColour(t.accentColour)),
    check('listings_days', sql`${t.daysUsed} >= 0`),
    check('listings_mileage', sql`${t.mileage} >= 0`),
    check('listings_speed', sql`${t.topSpeed} >= 0`),
    check('listings_prices', sql`${t.presentPrice} >= 0 and ${t.pastPrice} >= 0`),
    check('listings_kilometres', sql`${t.kilometresDriven} >= 0`),
    check('listings_owner_number', sql`${t.ownerNumber} between 1 and 9`),
    check('listings_engine', sql`${t.engineCapacity} is null or ${t.type} = 'Petrol'`),
    check('listings_battery', sql`${t.batteryCapacity} is null or ${t.type} = 'Electric'`),
    check('listings_sold', sql`(${t.availability} = 'sold') = (${t.soldAt} is not null)`),
    check('listings_one_owner', sql`${t.ownerUserId} is null or ${t.manageKeyId} is null`),
    check(
      'listings_sample_not_owned',
      sql`${t.isSample} = 0 or (${t.ownerUserId} is null and ${t.manageKeyId} is null)`,
    ),
    check(
      'listings_sample_rating',
      sql`${t.sampleRating} is null or (${t.sampleRating} between 1 and 5 and ${t.isSample} = 1)`,
    ),
    check('listings_sample_reviews', sql`${t.sampleReviewCount} >= 0`),
    check('listings_features', isList(t.features)),
    check('listings_insurance_day', isDay(t.insuranceUntil)),
    check('listings_days_used_day', isDay(t.daysUsedAsOf)),
    check('listings_confirmed', isTimestamp(t.confirmedAt)),
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

export const listingPrices = sqliteTable(
  'listing_prices',
  {
    listingId: text('listing_id')
      .notNull()
      .references(() => listings.id, { onDelete: 'cascade' }),
    changedAt: text('changed_at').notNull(),
    formerPrice: integer('former_price_rupees').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listingId, t.changedAt] }),
    check('listing_prices_changed', isTimestamp(t.changedAt)),
    check('listing_prices_former', sql`${t.formerPrice} >= 0`),
  ],
);

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
    check('listing_counters_kind', isOneOf(t.kind, listingKinds)),
    check(
      'listing_counters_sum',
      sql`${t.total} = ${t.available} + ${t.sold} and ${t.total} = ${t.petrol} + ${t.electric}`,
    ),
  ],
);

/**
 * The latest change of each public listing, numbered consecutively within its kind: a client that has read up to a number
 * requests the higher ones. A listing has one row, which moves to the end with every change, so that a client that is
 * far behind gets the current state and not the history. Maintained by triggers. Removals are retained for
 * `removalRetentionDays`.
 */
export const listingChanges = sqliteTable(
  'listing_changes',
  {
    kind: text('kind', { enum: listingKinds }).notNull(),
    change: integer('change').notNull(),
    listingId: text('listing_id').notNull(),
    firstShown: integer('first_shown').notNull(),
    /** Publication, or a restoration. */
    lastShown: integer('last_shown').notNull(),
    /** Null while it is available. */
    sold: integer('sold'),
    /** Null while it is public. */
    removedAt: text('removed_at'),
    /** Number of the newest change of the price; null before the first. */
    priced: integer('priced'),
    /** Before that change, in whole rupees. */
    previousPrice: integer('previous_price_rupees'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.change] }),
    uniqueIndex('listing_changes_listing').on(t.listingId),
    index('listing_changes_removed').on(t.removedAt).where(sql`removed_at is not null`),
    check('listing_changes_kind', isOneOf(t.kind, listingKinds)),
    check('listing_changes_order', sql`${t.firstShown} <= ${t.lastShown} and ${t.lastShown} <= ${t.change}`),
    check('listing_changes_removed_at', isTimestamp(t.removedAt)),
    check('listing_changes_priced', sql`${t.priced} <= ${t.change}`),
    check('listing_changes_previous_price', sql`(${t.previousPrice} is null) = (${t.priced} is null)`),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts';
import { createdAt, isDay, isNotBlank, isTimestamp, updatedAt, version } from './columns';
import { listings } from './listings';
import { vehicles } from './vehicles';

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

export const savedSearches = sqliteTable(
  'saved_searches',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in the cookie of a visitor's browser. */
    visitorHash: text('visitor_hash'),
    query: text('query').notNull(),
    name: text('name'),
    /** At the visit before the current one: offers above them are new. */
    sinceVehicle: integer('since_vehicle').notNull(),
    sinceListing: integer('since_listing').notNull(),
    /** Lowered by triggers when the newest row is deleted: its number is reused. */
    seenVehicle: integer('seen_vehicle').notNull(),
    seenListing: integer('seen_listing').notNull(),
    visitedAt: text('visited_at').notNull(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('saved_searches_user').on(t.userId, t.query),
    uniqueIndex('saved_searches_visitor').on(t.visitorHash, t.query),
    index('saved_searches_visited').on(t.visitedAt).where(sql`visitor_hash is not null`),
    index('saved_searches_vehicle').on(t.seenVehicle),
    index('saved_searches_listing').on(t.seenListing),
    check('saved_searches_owner', sql`(${t.userId} is null) <> (${t.visitorHash} is null)`),
    check('saved_searches_query', isNotBlank(t.query)),
    check('saved_searches_name', isNotBlank(t.name)),
    check('saved_searches_order', sql`${t.sinceVehicle} <= ${t.seenVehicle} and ${t.sinceListing} <= ${t.seenListing}`),
    check('saved_searches_visited_at', isTimestamp(t.visitedAt)),
    check('saved_searches_created', isTimestamp(t.createdAt)),
  ],
);

export const itemViews = sqliteTable(
  'item_views',
  {
    itemId: text('item_id').notNull(),
    day: text('day').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.itemId, t.day] }),
    index('item_views_day').on(t.day),
    check('item_views_day_valid', isDay(t.day)),
    check('item_views_visitors', sql`${t.visitors} > 0`),
  ],
);

/** Visitors of the vehicles of the business by week, from its Monday: kept when the counts by day are deleted. */
export const stockViews = sqliteTable(
  'stock_views',
  {
    week: text('week').notNull(),
    vehicleId: text('vehicle_id')
      .notNull()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    visitors: integer('visitors').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.week, t.vehicleId] }),
    index('stock_views_vehicle').on(t.vehicleId),
    check('stock_views_week', isDay(t.week)),
    check('stock_views_visitors', sql`${t.visitors} > 0`),
  ],
);

/** Searches without a result by week, from its Monday, without who searched. */
export const missedSearches = sqliteTable(
  'missed_searches',
  {
    week: text('week').notNull(),
    text: text('text').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.week, t.text] }),
    check('missed_searches_week', isDay(t.week)),
    check('missed_searches_text', isNotBlank(t.text)),
    check('missed_searches_length', sql`length(${t.text}) <= 60`),
    check('missed_searches_visitors', sql`${t.visitors} > 0`),
  ],
);

/** Visitors and leads of a week by the source that their link named; those of the sources beyond a bound as one. */
export const sourceCounts = sqliteTable(
  'source_counts',
  {
    week: text('week').notNull(),
    source: text('source').notNull(),
    visitors: integer('visitors').notNull(),
    leads: integer('leads').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.week, t.source] }),
    check('source_counts_week', isDay(t.week)),
    check('source_counts_source', isNotBlank(t.source)),
    check('source_counts_length', sql`length(${t.source}) <= 40`),
    check('source_counts_positive', sql`${t.visitors} >= 0 and ${t.leads} >= 0 and ${t.visitors} + ${t.leads} > 0`),
  ],
);

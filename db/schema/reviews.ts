/** Reviews and favourites of vehicles and listings. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts';
import { createdAt, isNotBlank, isTimestamp, updatedAt, version } from './columns';
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

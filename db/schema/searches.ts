/** Searches that users and visitors keep. */
import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './accounts';
import { createdAt, isNotBlank, isTimestamp, version } from './columns';

export const savedSearches = sqliteTable(
  'saved_searches',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in the cookie of a visitor's browser. */
    visitorHash: text('visitor_hash'),
    /** The query string of the browse screen, without order and page. */
    query: text('query').notNull(),
    /** Null: it is named by what it searches for. */
    name: text('name'),
    /** Largest sequence numbers at the visit before the current one: what is above them is new. */
    sinceVehicle: integer('since_vehicle').notNull(),
    sinceListing: integer('since_listing').notNull(),
    /** The same at the last visit. Triggers lower them when the newest row is deleted, whose number is used again. */
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

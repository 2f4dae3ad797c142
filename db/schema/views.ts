import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isDay } from './columns';

/** Visitors that opened a listing or a user's used vehicle, for each day: figures only. */
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

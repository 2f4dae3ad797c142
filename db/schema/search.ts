import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isOneOf } from './columns';

const searchedItems = ['listing', 'vehicle'] as const;

/**
 * The latest changes of offers, which each process follows to keep its copy of them in memory. Maintained by triggers,
 * which retain the latest 100,000.
 */
export const searchChanges = sqliteTable(
  'search_changes',
  {
    change: integer('change').primaryKey(),
    item: text('item', { enum: searchedItems }).notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [check('search_changes_item', isOneOf(t.item, searchedItems))],
);

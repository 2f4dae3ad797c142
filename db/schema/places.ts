/** Cities and towns with known coordinates, from `db/seed/search/places.json`. */
import { sql } from 'drizzle-orm';
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isNotBlank } from './columns';

/**
 * What a listing's place refers to. Everything else about a place is in memory (`app/domain/places`); a row stays when
 * its place leaves the data file, because listings may refer to it.
 */
export const places = sqliteTable(
  'places',
  {
    /** `mh-pune`: the code of the state and the city as it was first named. It never changes. */
    id: text('id').primaryKey(),
    city: text('city').notNull(),
    stateCode: text('state_code').notNull(),
  },
  (t) => [
    check('places_id', sql`${t.id} glob '[a-z][a-z]-*'`),
    check('places_city', isNotBlank(t.city)),
    check('places_state', sql`${t.stateCode} glob '[A-Z][A-Z]'`),
  ],
);

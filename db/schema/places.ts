/** From `db/seed/search/places.json` and `db/seed/on-road.json`; the road tax is then edited by operators. */
import { sql } from 'drizzle-orm';
import { check, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isNotBlank, isTimestamp, version, yesOrNo } from './columns';

/**
 * A place that listings refer to. Its other data are in memory (`app/domain/places`). A row is kept when its place is
 * removed from the data file, because listings may refer to it.
 */
export const places = sqliteTable(
  'places',
  {
    /** State code and first name of the city, such as `mh-pune`. Never changes. */
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

export const roadTaxRates = sqliteTable(
  'road_tax_rates',
  {
    /** State code, the two letters of its number plates. */
    id: text('id').primaryKey(),
    /** The year or month whose rates these are: `2025`, `2025-08`. */
    asOf: text('as_of').notNull(),
    /** For electric vehicles at any price; null: they are taxed like others. */
    electricPercent: real('electric_percent'),
    surchargePercent: real('surcharge_percent').notNull().default(0),
    minTaxRupees: integer('min_tax_rupees').notNull().default(0),
    isRough: yesOrNo('is_rough'),
    note: text('note'),
    editedAt: text('edited_at'),
    version: version(),
  },
  (t) => [
    check('road_tax_rates_id', sql`${t.id} glob '[A-Z][A-Z]'`),
    check(
      'road_tax_rates_as_of',
      sql`${t.asOf} glob '20[0-9][0-9]' or ${t.asOf} glob '20[0-9][0-9]-0[1-9]' or ${t.asOf} glob '20[0-9][0-9]-1[0-2]'`,
    ),
    check('road_tax_rates_electric', sql`${t.electricPercent} between 0 and 100`),
    check('road_tax_rates_surcharge', sql`${t.surchargePercent} between 0 and 100`),
    check('road_tax_rates_minimum', sql`${t.minTaxRupees} between 0 and 100000`),
    check('road_tax_rates_rough', sql`${t.isRough} in (0, 1)`),
    check('road_tax_rates_note', isNotBlank(t.note)),
    check('road_tax_rates_edited', isTimestamp(t.editedAt)),
  ],
);

/** The first band whose maximum is not exceeded applies. */
export const roadTaxBands = sqliteTable(
  'road_tax_bands',
  {
    stateCode: text('state_code')
      .notNull()
      .references(() => roadTaxRates.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Inclusive maximum; null in both: everything above the previous bands. */
    maxPriceRupees: integer('max_price_rupees'),
    maxEngineCc: real('max_engine_cc'),
    percent: real('percent').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.stateCode, t.position] }),
    check('road_tax_bands_position', sql`${t.position} >= 0`),
    check('road_tax_bands_price', sql`${t.maxPriceRupees} > 0`),
    check('road_tax_bands_engine', sql`${t.maxEngineCc} > 0`),
    check('road_tax_bands_maximum', sql`${t.maxPriceRupees} is null or ${t.maxEngineCc} is null`),
    check('road_tax_bands_percent', sql`${t.percent} between 0 and 100`),
  ],
);

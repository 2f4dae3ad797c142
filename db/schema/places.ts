/**
 * Cities and towns with known coordinates, from `db/seed/search/places.json`, and the road tax of new two-wheelers by
 * state, first taken from `db/seed/on-road.json`, then edited by operators.
 */
import { sql } from 'drizzle-orm';
import { check, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isNotBlank, isTimestamp, version, yesOrNo } from './columns';

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

/** A state or union territory. One without bands has no known rate. */
export const roadTaxRates = sqliteTable(
  'road_tax_rates',
  {
    /** The two letters of its number plates. */
    id: text('id').primaryKey(),
    /** The year or month whose rates these are: `2025`, `2025-08`. */
    asOf: text('as_of').notNull(),
    /** For electric vehicles at any price; null: they pay as others do. */
    electricPercent: real('electric_percent'),
    /** Percentage of the tax that is added to it. */
    surchargePercent: real('surcharge_percent').notNull().default(0),
    minTaxRupees: integer('min_tax_rupees').notNull().default(0),
    /** Whether the rates may be a percentage point or two off. */
    isRough: yesOrNo('is_rough'),
    /** A sentence for visitors. */
    note: text('note'),
    /** When an operator edited it last; null: it is as in the data file. */
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

/** Bands of the rates, of which the first holds whose maximum is not exceeded: by price or by engine size. */
export const roadTaxBands = sqliteTable(
  'road_tax_bands',
  {
    stateCode: text('state_code')
      .notNull()
      .references(() => roadTaxRates.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Included in the band; null in both: everything above the bands before. */
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

import { desc, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { stockChanges } from '~db/schema/stock';
import { memoizePrepared } from '~db/statements';
import { foldForSearch } from '~db/search-fold';
import { createPagination, type Page } from '../shared/pagination.server';
import { dayMs, getTimestampBefore } from '../shared/dates';
import { maxWhole } from '../shared/steps';
import type { VehicleRow } from '../catalogue/stored-vehicle.server';

export const stockKinds = ['used', 'new', 'old', 'hidden'] as const;
export type StockKind = (typeof stockKinds)[number];
export const isStockKind = (text: string | null): text is StockKind => stockKinds.some((kind) => kind === text);

/** Days after which a used vehicle has been here too long. */
export const longDays = 60;
const stockPageSize = 50;

const orders = {
  oldest: 'created_at, seq',
  newest: 'created_at DESC, seq DESC',
  asked: 'asked DESC, seq DESC',
  price: 'price_rupees, seq',
} as const;
export type StockSort = keyof typeof orders;
export const stockSorts: Readonly<Record<StockSort, string>> = {
  oldest: 'Longest here',
  newest: 'Newest',
  asked: 'Most asked',
  price: 'Price',
};
export const isStockSort = (text: string | null): text is StockSort => text !== null && Object.hasOwn(orders, text);

export type StockFilter = { kind: StockKind | null; q: string; sort: StockSort };

const isOurs = 'owner_user_id IS NULL AND retired_at IS NULL';
const isOffered = 'hidden_at IS NULL AND sold_at IS NULL';
const conditions: Readonly<Record<StockKind | 'all', string>> = {
  all: '1',
  used: `stock = 'used' AND ${isOffered}`,
  new: `stock <> 'used' AND ${isOffered}`,
  old: `stock = 'used' AND ${isOffered} AND created_at < @longAgo`,
  hidden: `NOT (${isOffered})`,
};

const asked = '(SELECT count(*) FROM contact_messages m WHERE m.about_vehicle_id = v.id)';
const matches = `(@q = '' OR instr(lower(name || ' ' || coalesce(external_id, '') || ' ' || id), @q) > 0
  OR instr(replace(replace(lower(coalesce(number_plate, '')), ' ', ''), '-', ''), replace(@q, ' ', '')) > 0)`;

type Parameters = { longAgo: string; q: string; limit: number; offset: number };
type Found = Pick<VehicleRow, 'id'> & { asked: number; views: number };

const reads = memoizePrepared((db) => {
  const select = (kind: StockKind | 'all', sort: StockSort) =>
    db.$client.prepare<[Parameters], Found>(
      `SELECT id, ${asked} AS asked, coalesce((SELECT sum(visitors) FROM item_views i WHERE i.item_id = v.id), 0) AS views
         FROM vehicles v INDEXED BY vehicles_stock_of_business
        WHERE ${isOurs} AND ${conditions[kind]} AND ${matches} ORDER BY ${orders[sort]} LIMIT @limit OFFSET @offset`,
    );
  const count = (kind: StockKind | 'all') =>
    db.$client
      .prepare<[Pick<Parameters, 'longAgo' | 'q'>], number>(
        `SELECT count(*) FROM vehicles v INDEXED BY vehicles_stock_of_business
          WHERE ${isOurs} AND ${conditions[kind]} AND ${matches}`,
      )
      .pluck();
  return {
    named: db.$client.prepare<[{ q: string; limit: number }], { id: string; total: number }>(
      `SELECT id, count(*) OVER () AS total FROM vehicles INDEXED BY vehicles_stock_names
        WHERE ${isOurs} AND ${matches} ORDER BY seq DESC LIMIT @limit`,
    ),
    whole: (kind: StockKind | 'all') =>
      db.$client.prepare<[Omit<Parameters, 'offset'>], Pick<VehicleRow, 'id' | 'version'>>(
        `SELECT id, version FROM vehicles v INDEXED BY vehicles_stock_of_business
          WHERE ${isOurs} AND ${conditions[kind]} AND ${matches} ORDER BY ${orders.oldest} LIMIT @limit`,
      ),
    select,
    count,
    changesOf: db
      .select()
      .from(stockChanges)
      .where(sql`${stockChanges.subject} = 'vehicle' AND ${stockChanges.subjectId} = ${sql.placeholder('id')}`)
      .orderBy(desc(stockChanges.id))
      .limit(sql.placeholder('limit'))
      .prepare(),
  };
});

const toParameters = (q: string, now: Date) => ({
  longAgo: getTimestampBefore(now, longDays * dayMs),
  q: foldForSearch(q),
});

export type StockCounts = Readonly<Record<StockKind | 'all', number>>;

export function countStock(db: Database, now: Date): StockCounts {
  const parameters = toParameters('', now);
  const count = (kind: StockKind | 'all'): number => reads(db).count(kind).get(parameters) ?? 0;
  return { all: count('all'), used: count('used'), new: count('new'), old: count('old'), hidden: count('hidden') };
}

/** Ids of the stock with how often each was seen and asked about. */
export function findStock(db: Database, { kind, q, sort }: StockFilter, page: number, now: Date): Page<Found> {
  const parameters = toParameters(q, now);
  const total =
    reads(db)
      .count(kind ?? 'all')
      .get(parameters) ?? 0;
  const items = reads(db)
    .select(kind ?? 'all', sort)
    .all({ ...parameters, limit: stockPageSize, offset: (page - 1) * stockPageSize });
  return { items, pagination: createPagination({ page, limit: stockPageSize }, total) };
}

/** All vehicles of a list, with their versions. */
export const findWholeStock = (db: Database, { kind, q }: Pick<StockFilter, 'kind' | 'q'>, now: Date) =>
  reads(db)
    .whole(kind ?? 'all')
    .all({ ...toParameters(q, now), limit: maxWhole });

/** The newest vehicles of the stock with a part of a name, stock number or plate, and how many there are. */
export function findStockByName(db: Database, q: string, limit: number): { ids: string[]; total: number } {
  const rows = reads(db).named.all({ q: foldForSearch(q), limit });
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

type SampleListing = { id: string; name: string; hiddenAt: string | null };
type SampleFilter = { areHidden: 0 | 1 };

const samples = memoizePrepared((db) => ({
  vehicles: db.$client
    .prepare<[SampleFilter], string>(
      `SELECT id FROM vehicles INDEXED BY vehicles_stock_of_business
        WHERE ${isOurs} AND stock = 'used' AND is_built_in = 1 AND (hidden_at IS NOT NULL) = @areHidden LIMIT 500`,
    )
    .pluck(),
  listings: db.$client.prepare<[SampleFilter], SampleListing>(
    `SELECT id, name, hidden_at AS hiddenAt FROM listings INDEXED BY listings_samples
      WHERE is_sample = 1 AND (hidden_at IS NOT NULL) = @areHidden LIMIT 500`,
  ),
}));

/** The second-hand vehicles, by their ids, and the listings that the site was shipped with. */
export function findSamples(db: Database, { areHidden }: { areHidden: boolean }) {
  const filter: SampleFilter = { areHidden: areHidden ? 1 : 0 };
  return { vehicles: samples(db).vehicles.all(filter), listings: samples(db).listings.all(filter) };
}

export function countSamples(db: Database, filter: { areHidden: boolean }): number {
  const { vehicles, listings } = findSamples(db, filter);
  return vehicles.length + listings.length;
}

export const findStockChanges = (db: Database, id: string, limit = 20) => reads(db).changesOf.all({ id, limit });

import type { Database } from '~db/connection';
import { searchTerm } from '../search/search-term.server';
import { statementsOf } from '../statements.server';
import { type SummaryRow, summaryColumns, toSummary } from './vehicle-rows.server';
import { findVehicles } from './vehicle-search.server';
import type { Brand, VehicleSummary } from './vehicle-summary';

const reads = statementsOf((sqlite) => {
  const summaries = <Parameters extends unknown[]>(rest: string) =>
    sqlite.prepare<Parameters, SummaryRow>(`SELECT ${summaryColumns} FROM vehicles v ${rest}`);
  return {
    featured: summaries<[string, number]>(
      'WHERE v.is_featured = 1 AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?',
    ),
    upcoming: summaries<[string, number]>(
      "WHERE v.stock = 'upcoming' AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.launch_day, v.seq DESC LIMIT ?",
    ),
    popular: summaries<[number]>('WHERE v.is_popular = 1 AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?'),
    atPlaces: sqlite.prepare<[string], SummaryRow>(
      `SELECT ${summaryColumns} FROM json_each(?) s CROSS JOIN vehicles v ON v.seq = s.value ORDER BY s.key`,
    ),
    byIds: sqlite.prepare<[string], SummaryRow>(
      `SELECT ${summaryColumns} FROM json_each(?) s CROSS JOIN vehicles v ON v.id = s.value
        WHERE v.hidden_at IS NULL ORDER BY s.key`,
    ),
    // Only built-in vehicles are picked, and they are few: the index of owners finds them.
    emiPicks: summaries<[]>(
      `WHERE v.owner_user_id IS NULL AND v.emi_pick_order IS NOT NULL AND v.hidden_at IS NULL
        ORDER BY v.emi_pick_order`,
    ),
    one: summaries<[string]>('WHERE v.id = ? AND v.hidden_at IS NULL'),
    brands: sqlite.prepare<[], Brand>('SELECT id, name, initial FROM brands ORDER BY position'),
  };
});

/** Maximum number of cards in a row of the home page. */
const cardsOfARow = 6;

/** Featured vehicles of one type, in the catalogue's order, as many as the home page shows. */
export function featuredVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).featured.all(type, cardsOfARow).map(toSummary);
}

/** Upcoming vehicles of one type, next launch first, as many as the home page shows. */
export function upcomingVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).upcoming.all(type, cardsOfARow).map(toSummary);
}

/** The six popular vehicles of the home page; not all vehicles of the category 'popular', of which there are more. */
export function popularVehicles(db: Database): VehicleSummary[] {
  return reads(db).popular.all(cardsOfARow).map(toSummary);
}

/** The four vehicles that the EMI calculator offers, in its order. */
export function emiPickVehicles(db: Database): VehicleSummary[] {
  return reads(db).emiPicks.all().map(toSummary);
}

/** @returns null when the vehicle does not exist or is hidden */
export function findVehicle(db: Database, id: string): VehicleSummary | null {
  const row = reads(db).one.get(id);
  return row ? toSummary(row) : null;
}

/** The eight brands of the home page, in the catalogue's order. */
export function allBrands(db: Database): Brand[] {
  return reads(db).brands.all();
}

/** Cards of the vehicles with these sequence numbers (`seq`), in their order. */
export function vehiclesAt(db: Database, seqs: readonly number[]): VehicleSummary[] {
  return seqs.length === 0 ? [] : reads(db).atPlaces.all(JSON.stringify(seqs)).map(toSummary);
}

/** Cards of the vehicles with these ids, in their order; ids of other items are skipped. */
export const vehicleSummariesOf = (db: Database, ids: readonly string[]): VehicleSummary[] =>
  ids.length === 0 ? [] : reads(db).byIds.all(JSON.stringify(ids)).map(toSummary);

type VehicleSearch = { vehicles: VehicleSummary[]; total: number };

/**
 * Vehicles whose name or brand contains the search text, in any case and script, newest first.
 *
 * @param typed the search text; empty text finds nothing
 * @returns at most `limit` vehicles, and a total of at most 2,000, also for a broader search
 */
export function searchVehicles(db: Database, typed: string, { limit }: { limit: number }): VehicleSearch {
  if (!searchTerm(typed)) return { vehicles: [], total: 0 };
  const { seqs, total } = findVehicles(db, { q: typed, sort: 'newest', page: 1, limit });
  return { vehicles: vehiclesAt(db, seqs), total };
}

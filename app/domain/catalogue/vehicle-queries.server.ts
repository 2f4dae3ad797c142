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
    // Only what is built in is picked, and of that there is little: the index of owners finds it.
    emiPicks: summaries<[]>(
      `WHERE v.owner_user_id IS NULL AND v.emi_pick_order IS NOT NULL AND v.hidden_at IS NULL
        ORDER BY v.emi_pick_order`,
    ),
    one: summaries<[string]>('WHERE v.id = ? AND v.hidden_at IS NULL'),
    brands: sqlite.prepare<[], Brand>('SELECT id, name, initial FROM brands ORDER BY position'),
  };
});

/** Cards of one row of the home screen. */
const cardsOfARow = 6;

/** Of one type, in the catalogue's order, as many as the home screen shows. */
export function featuredVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).featured.all(type, cardsOfARow).map(toSummary);
}

/** Of one type, the next launch first, as many as the home screen shows. */
export function upcomingVehicles(db: Database, type: VehicleSummary['type']): VehicleSummary[] {
  return reads(db).upcoming.all(type, cardsOfARow).map(toSummary);
}

/** The strip of six on the home screen; not the vehicles of the category 'popular', of which there are more. */
export function popularVehicles(db: Database): VehicleSummary[] {
  return reads(db).popular.all(cardsOfARow).map(toSummary);
}

/** The four vehicles that the EMI calculator offers, in its order. */
export function emiPickVehicles(db: Database): VehicleSummary[] {
  return reads(db).emiPicks.all().map(toSummary);
}

/** @returns null when there is no such vehicle, or none that is shown */
export function findVehicle(db: Database, id: string): VehicleSummary | null {
  const row = reads(db).one.get(id);
  return row ? toSummary(row) : null;
}

/** The eight brands of the home screen, in the catalogue's order. */
export function allBrands(db: Database): Brand[] {
  return reads(db).brands.all();
}

/** Cards of the vehicles at these places in the order of time (`seq`), in their order. */
export function vehiclesAt(db: Database, seqs: readonly number[]): VehicleSummary[] {
  return seqs.length === 0 ? [] : reads(db).atPlaces.all(JSON.stringify(seqs)).map(toSummary);
}

/** Cards of the vehicles among these ids, in their order; ids of anything else are passed over. */
export const vehicleSummariesOf = (db: Database, ids: readonly string[]): VehicleSummary[] =>
  ids.length === 0 ? [] : reads(db).byIds.all(JSON.stringify(ids)).map(toSummary);

type VehicleSearch = { vehicles: VehicleSummary[]; total: number };

/**
 * Vehicles whose name or brand contains what was typed, in any case and script, the newest first.
 *
 * @param typed nothing to search for finds nothing
 * @returns at most `limit` vehicles, and a total of at most 2,000: a broader search says so many
 */
export function searchVehicles(db: Database, typed: string, { limit }: { limit: number }): VehicleSearch {
  if (!searchTerm(typed)) return { vehicles: [], total: 0 };
  const { seqs, total } = findVehicles(db, { q: typed, sort: 'newest', page: 1, limit });
  return { vehicles: vehiclesAt(db, seqs), total };
}

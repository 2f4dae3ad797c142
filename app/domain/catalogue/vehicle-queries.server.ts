import type { Database } from '~db/connection';
import { type SearchTerm, searchTerm, shortTermScan } from '../search/search-term.server';
import { statementsOf } from '../statements.server';
import { type SummaryRow, summaryColumns, toSummary } from './vehicle-rows.server';
import type { Brand, VehicleSummary } from './vehicle-summary';

/** Matches of a search looked at, the newest first: what bounds a word that half the stock carries. */
const mostMatches = 2_000;

const matched = {
  phrase: 'SELECT rowid AS seq FROM vehicle_search WHERE vehicle_search MATCH @term ORDER BY rowid DESC LIMIT @bound',
  short: `SELECT seq FROM (SELECT seq, search_name, search_brand FROM vehicles ORDER BY seq DESC LIMIT @bound)
           WHERE instr(search_name, @term) OR instr(search_brand, @term)`,
} satisfies Record<SearchTerm['kind'], string>;

const reads = statementsOf((sqlite) => {
  const summaries = <Parameters extends unknown[]>(rest: string) =>
    sqlite.prepare<Parameters, SummaryRow>(`SELECT ${summaryColumns} FROM vehicles v ${rest}`);
  const search = (kind: SearchTerm['kind']) => ({
    page: sqlite.prepare<[{ term: string; bound: number; limit: number; offset: number }], SummaryRow>(
      `SELECT ${summaryColumns} FROM (${matched[kind]}) m CROSS JOIN vehicles v ON v.seq = m.seq
        WHERE v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT @limit OFFSET @offset`,
    ),
    total: sqlite
      .prepare<[{ term: string; bound: number }], number>(
        `SELECT count(*) FROM (${matched[kind]}) m CROSS JOIN vehicles v ON v.seq = m.seq WHERE v.hidden_at IS NULL`,
      )
      .pluck(),
  });
  return {
    featured: summaries<[string, number]>(
      'WHERE v.is_featured = 1 AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?',
    ),
    upcoming: summaries<[string, number]>(
      "WHERE v.stock = 'upcoming' AND v.type = ? AND v.hidden_at IS NULL ORDER BY v.launch_day, v.seq DESC LIMIT ?",
    ),
    popular: summaries<[number]>('WHERE v.is_popular = 1 AND v.hidden_at IS NULL ORDER BY v.seq DESC LIMIT ?'),
    one: summaries<[string]>('WHERE v.id = ? AND v.hidden_at IS NULL'),
    brands: sqlite.prepare<[], Brand>('SELECT id, name, initial FROM brands ORDER BY position'),
    search: { phrase: search('phrase'), short: search('short') },
  };
});

/** Of one type, in the catalogue's order; the home screen shows six. */
export function featuredVehicles(db: Database, type: VehicleSummary['type'], limit = 6): VehicleSummary[] {
  return reads(db).featured.all(type, limit).map(toSummary);
}

/** Of one type, the next launch first. */
export function upcomingVehicles(db: Database, type: VehicleSummary['type'], limit = 6): VehicleSummary[] {
  return reads(db).upcoming.all(type, limit).map(toSummary);
}

/** The strip of six on the home screen; not the vehicles of the category 'popular', of which there are more. */
export function popularVehicles(db: Database, limit = 6): VehicleSummary[] {
  return reads(db).popular.all(limit).map(toSummary);
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

export type VehicleSearch = { vehicles: VehicleSummary[]; total: number };

/**
 * Vehicles whose name or brand contains what was typed, in any case and script, the newest first.
 *
 * @param typed nothing to search for finds nothing
 * @param page at most `limit` vehicles after the first `offset`
 * @returns a total of at most 2,000: a broader search says so many
 */
export function searchVehicles(db: Database, typed: string, page: { limit: number; offset?: number }): VehicleSearch {
  const term = searchTerm(typed);
  if (!term) return { vehicles: [], total: 0 };
  const statements = reads(db).search[term.kind];
  const asked =
    term.kind === 'phrase' ? { term: term.match, bound: mostMatches } : { term: term.folded, bound: shortTermScan };
  return {
    vehicles: statements.page.all({ ...asked, limit: page.limit, offset: page.offset ?? 0 }).map(toSummary),
    total: statements.total.get(asked) ?? 0,
  };
}

import { findListings } from '~/domain/listings/listing-search.server';
import type { ListingQuery } from '~/domain/listings/listing';
import { offerSorts } from '~/domain/search/search-query';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { type ListingKind, listingConditions, listingKinds } from '~db/enums';
import { foldForSearch } from '~db/search-fold';
import { figure, printTitle } from './report';

/** A filter of a list, and the same as SQL. */
type Option = { filter: Partial<ListingQuery>; sql: string };

const options: readonly (readonly Option[])[] = [
  listingConditions.map((condition) => ({ filter: { condition }, sql: `condition = '${condition}'` })),
  ['Honda', 'Bajaj', 'Nobody'].map((brand) => ({
    filter: { brand },
    sql: `search_brand = '${foldForSearch(brand)}'`,
  })),
  [20_001, 60_000, 150_000].map((minPrice) => ({ filter: { minPrice }, sql: `present_price_rupees >= ${minPrice}` })),
  [2015, 2020, 2024].map((minYear) => ({ filter: { minYear }, sql: `year >= ${minYear}` })),
  [5_000, 20_000].map((maxKilometres) => ({ filter: { maxKilometres }, sql: `kilometres_driven <= ${maxKilometres}` })),
  [1, 2].map((maxOwners) => ({ filter: { maxOwners }, sql: `owner_number <= ${maxOwners}` })),
  [{ filter: { withPhoto: true }, sql: 'has_photo = 1' }],
];

const columns: Readonly<Record<string, string>> = {
  price: 'present_price_rupees',
  kilometres: 'kilometres_driven',
  year: 'year',
  mileage: "iif(type = 'Petrol' AND mileage > 0, mileage, NULL)",
};

function getOrder(sort: (typeof offerSorts)[number]): string {
  const column = columns[sort.replace('-', '')];
  if (!column) return 'seq DESC';
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  return `${column} ${direction} NULLS LAST, seq ${direction}`;
}

/** Random numbers from 0 to below 1, the same in each run. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const limit = 50;

/** Compares pages of random searches with what a plain scan of all rows returns. */
export async function compareWithScan(db: Database, searches: number): Promise<void> {
  printTitle(`${searches} random searches compared with a plain scan of all rows: total, first page and another page`);
  const random = createRandom();
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(random() * values.length)];
  let wrong = 0;
  let reachable = 0;
  for (let at = 0; at < searches; at += 1) {
    const chosen = options.flatMap((alternatives) => (random() < 0.4 ? (pick(alternatives) ?? []) : []));
    const [kind, sort] = [pick(listingKinds) ?? 'bike', pick(offerSorts) ?? 'newest'];
    const conditions = [`kind = '${kind}'`, 'is_sample = 0', 'hidden_at IS NULL', ...chosen.map(({ sql }) => sql)];
    const wanted = db.$client
      .prepare<[], string>(
        `SELECT id FROM listings NOT INDEXED WHERE ${conditions.join(' AND ')} ORDER BY ${getOrder(sort)}`,
      )
      .pluck()
      .all();
    const pages = Math.max(1, Math.ceil(wanted.length / limit));
    reachable += wanted.length;
    for (const page of new Set([1, 1 + Math.floor(random() * pages), pages])) {
      const query = Object.assign({ kind, sort, page, limit }, ...chosen.map(({ filter }) => filter));
      const { items, pagination } = await findListings(db, query, anonymous);
      const expected = wanted.slice((page - 1) * limit, page * limit);
      const isRight = pagination.total === wanted.length && items.map(({ id }) => id).join() === expected.join();
      if (!isRight) {
        wrong += 1;
        console.log(`  wrong: ${JSON.stringify(query)}`);
      }
    }
  }
  console.log(`  ${wrong} wrong pages; ${figure(reachable)} rows in all of them`);
}

/**
 * Searches for parts of random names: the results are to start with exactly those whose name or brand contains the
 * part.
 */
export async function compareWithNames(db: Database, searches: number): Promise<void> {
  printTitle(`${searches} random parts of names compared with a scan of all names`);
  const random = createRandom();
  const { $client: sqlite } = db;
  const lastSeq = sqlite.prepare<[], number>('SELECT max(seq) FROM listings').pluck().get() ?? 0;
  const readName = sqlite.prepare<[number], { kind: ListingKind; text: string }>(
    "SELECT kind, lower(brand || ' ' || name) AS text FROM listings WHERE seq >= ? AND is_sample = 0 LIMIT 1",
  );
  const count = sqlite
    .prepare<[string, string, string], number>(
      `SELECT count(*) FROM listings NOT INDEXED WHERE kind = ? AND is_sample = 0 AND hidden_at IS NULL
       AND (instr(lower(name), ?) > 0 OR instr(lower(brand), ?) > 0)`,
    )
    .pluck();
  let wrong = 0;
  for (let at = 0; at < searches; at += 1) {
    const row = readName.get(Math.floor(random() * lastSeq));
    if (!row) continue;
    const start = Math.floor(random() * (row.text.length - 2));
    const q = row.text.slice(start, start + 2 + Math.floor(random() * 7)).trim();
    if (q.length < 2) continue;
    const { kind } = row;
    const wanted = count.get(kind, q, q) ?? 0;
    const contains = ({ name, brand }: { name: string; brand: string }): boolean =>
      [name, brand].some((text) => text.toLowerCase().includes(q));
    const readItem = async (position: number) =>
      (await findListings(db, { kind, q, sort: 'relevance', page: position + 1, limit: 1 }, anonymous)).items.at(0);
    const { items } = await findListings(db, { kind, q, sort: 'relevance', page: 1, limit }, anonymous);
    const [last, next] = [wanted > 0 ? await readItem(wanted - 1) : null, await readItem(wanted)];
    const isRight =
      items.slice(0, wanted).every(contains) &&
      (last === null || (last && contains(last))) &&
      !(next && contains(next));
    if (!isRight) {
      wrong += 1;
      console.log(`  wrong: ${kind} “${q}”`);
    }
  }
  console.log(`  ${wrong} wrong`);
}

import { writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { recordColumns } from '~/domain/catalogue/vehicle-rows.server';
import { listingColumns } from '~/domain/listings/listing-rows.server';
import { closeDatabase, openDatabase } from '~db/connection';
import { listings } from '~db/schema/listings';
import { vehicles } from '~db/schema/vehicles';
import { encodings, decodeText } from './encodings';
import type { LoadRequest } from './load';
import { figure, printRates } from './report';
import { decodedResponse, inTurn, type Pace } from './rounds';
import { type BenchServer, startBare } from './servers';
import { reviewedVehicle } from './signed-in-users';

const limit = 20;

/** A read of the API and what the bare server runs for it: straightforward queries. */
type Read = { what: string; path: string } & (
  | { list: { name: 'bikes' | 'vehicles' | 'reviews'; rowsSql: string; totalSql: string; limit: number } }
  | { itemSql: string }
);

const query = new QueryBuilder();
const selectListings = (where: string): string =>
  query.select(listingColumns).from(listings).where(sql.raw(where)).toSQL().sql;
// Its one parameter is the limit of one photo.
const selectVehicles = (where: string): string =>
  query.select(recordColumns).from(vehicles).where(sql.raw(where)).toSQL().sql.replaceAll('?', '1');

/** Bikes on sale and sold, newest first. @param filter a condition */
function bikes(what: string, path: string, filter = 'TRUE', totalSql?: string): Read {
  const where = `kind = 'bike' AND is_sample = 0 AND hidden_at IS NULL AND ${filter}`;
  return {
    what,
    path: `${path}?limit=${limit}`,
    list: {
      name: 'bikes',
      rowsSql: selectListings(`${where} ORDER BY seq DESC LIMIT ${limit}`),
      totalSql: totalSql ?? `SELECT count(*) FROM listings WHERE ${where}`,
      limit,
    },
  };
}

const createReads = (bike: string): readonly Read[] => [
  bikes('Bikes', '/api/bikes', undefined, "SELECT total FROM listing_counters WHERE kind = 'bike'"),
  bikes('Electric bikes', '/api/bikes/type/Electric', "type = 'Electric'"),
  bikes('Bikes by price', '/api/bikes/price-range/40000/60000', 'present_price_rupees BETWEEN 40000 AND 60000'),
  {
    what: 'One bike',
    path: `/api/bikes/${bike}`,
    itemSql: selectListings(`id = '${bike}' AND hidden_at IS NULL`),
  },
  {
    what: 'Vehicles',
    path: `/api/vehicles?limit=${limit}`,
    list: {
      name: 'vehicles',
      rowsSql: selectVehicles(`hidden_at IS NULL ORDER BY seq DESC LIMIT ${limit}`),
      totalSql: 'SELECT count(*) FROM vehicles WHERE hidden_at IS NULL',
      limit,
    },
  },
  {
    what: 'One vehicle',
    path: `/api/vehicles/${reviewedVehicle}`,
    itemSql: selectVehicles(`id = '${reviewedVehicle}' AND hidden_at IS NULL`),
  },
  {
    what: 'Reviews of a vehicle',
    path: `/api/reviews/vehicle/${reviewedVehicle}?limit=${limit}`,
    list: {
      name: 'reviews',
      rowsSql: `SELECT r.*, u.name AS userName FROM reviews r JOIN users u ON u.id = r.user_id
        WHERE r.vehicle_id = '${reviewedVehicle}' AND r.hidden_at IS NULL ORDER BY r.created_at DESC LIMIT ${limit}`,
      totalSql: `SELECT count(*) FROM reviews WHERE vehicle_id = '${reviewedVehicle}' AND hidden_at IS NULL`,
      limit,
    },
  },
];

const named = z.object({ id: z.string() });
const items = z.array(named).optional();
const response = z.object({
  data: z.union([
    z
      .object({ bikes: items, vehicles: items, reviews: items, pagination: z.object({ total: z.number() }) })
      .transform(({ bikes, vehicles, reviews, pagination }) => [
        pagination.total,
        ...(bikes ?? vehicles ?? reviews ?? []).map(({ id }) => id),
      ]),
    named.transform(({ id }) => [id]),
  ]),
});
const getContent = (text: string): string => response.parse(JSON.parse(text)).data.join();

function newestBike(databasePath: string): string {
  const db = openDatabase(databasePath);
  const id = db.$client
    .prepare("SELECT id FROM listings WHERE kind = 'bike' AND is_sample = 0 ORDER BY seq DESC LIMIT 1")
    .pluck()
    .get();
  closeDatabase(db);
  return z.string().parse(id);
}

/** Goals as multiples of the bare server's rate, for a cached response and for one made each time. */
type ReadGoals = { cached: number; own: number };

/**
 * The public lists and items of the API: for visitors, who get cached responses, and for a signed-in user, for whom
 * they
 * are made each time; beside a bare server that runs the same queries and puts the rows into the same envelope.
 *
 * @throws when the responses do not have the same items
 */
export async function measureReads(
  token: string,
  databasePath: string,
  ours: BenchServer,
  goals: ReadGoals,
  pace: Pace,
): Promise<void> {
  for (const { what, path, ...queries } of createReads(newestBike(databasePath))) {
    const file = '.cache/bench/query.json';
    writeFileSync(file, JSON.stringify({ databasePath, ...queries }));
    const bare = await startBare('bare-query.mjs', file);
    try {
      for (const [encoding, headers] of encodings) {
        const query: LoadRequest = { path, headers, connections: 32 };
        const signedIn = { ...query, headers: { ...headers, Authorization: `Bearer ${token}` } };
        const contenders = [
          { server: ours, query },
          { server: ours, query: signedIn },
          { server: bare, query },
        ];
        const texts: string[] = [];
        for (const { server, query } of contenders) {
          texts.push(decodeText(path, encoding, await decodedResponse(server, query)));
        }
        if (new Set(texts.map(getContent)).size > 1) throw new Error(`${path} is not the same on both servers.`);
        const [cached = 0, own = 0, bareRate = 0] = await inTurn(contenders, pace);
        const [kilobytes = '', , bareKilobytes = ''] = texts.map((text) => figure(text.length / 1000));
        const beside = { name: `bare (${bareKilobytes} kB, ours ${kilobytes})`, perSecond: bareRate };
        printRates(`${what}, kept, ${encoding}`, cached, [{ ...beside, atLeast: goals.cached }]);
        printRates(`${what}, signed in, ${encoding}`, own, [{ ...beside, atLeast: goals.own }]);
      }
    } finally {
      await bare.stop();
    }
  }
}

import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { listingColumns } from '~/domain/listings/listing-rows.server';
import { encodings, textOf } from './encodings';
import type { Question } from './load';
import { figure, printRates } from './report';
import { inTurn, type Pace, settledAnswer } from './rounds';
import { type BenchServer, startBare } from './servers';

const limit = 20;

/** The newest bikes, as anybody would write the query. */
const query = {
  rowsSql: `SELECT ${listingColumns} FROM listings l INDEXED BY listings_newest
     WHERE l.kind = 'bike' AND l.is_sample = 0 AND l.hidden_at IS NULL ORDER BY l.seq DESC LIMIT ${limit}`,
  totalSql: "SELECT total FROM listing_counters WHERE kind = 'bike'",
  limit,
};

const listAnswer = z.object({
  data: z.object({ bikes: z.array(z.object({ id: z.string() })), pagination: z.object({ total: z.number() }) }),
});

const contentOf = (text: string): string => {
  const { bikes, pagination } = listAnswer.parse(JSON.parse(text)).data;
  return JSON.stringify([pagination.total, bikes.map(({ id }) => id)]);
};

/**
 * A list of the API for a signed-in asker, which is never kept: beside the stock server, and beside a bare one that runs
 * the same query and puts the rows into the same envelope as they are.
 *
 * @throws when the lists are not of the same listings
 */
export async function measureOwnList(
  token: string,
  databasePath: string,
  [ours, stock]: readonly [BenchServer, BenchServer],
  ofBare: number,
  pace: Pace,
): Promise<void> {
  const file = '.cache/bench/query.json';
  writeFileSync(file, JSON.stringify({ databasePath, ...query }));
  const bare = await startBare('bare-list.mjs', file);
  const path = `/api/bikes?limit=${limit}`;
  try {
    for (const [encoding, headers] of encodings) {
      const question: Question = { path, headers: { ...headers, Authorization: `Bearer ${token}` }, connections: 32 };
      const contenders = [ours, stock, bare].map((server) => ({ server, question }));
      const texts: string[] = [];
      for (const { server } of contenders) texts.push(textOf(path, encoding, await settledAnswer(server, question)));
      if (new Set(texts.map(contentOf)).size > 1) throw new Error(`${path} is not the same on all servers.`);
      const [own = 0, stockRate = 0, bareRate = 0] = await inTurn(contenders, pace);
      const [kilobytes, , bareKilobytes] = texts.map((text) => figure(text.length / 1000));
      printRates(`Bikes of the API, signed in, ${encoding}`, own, [
        { name: 'remix-serve', perSecond: stockRate },
        { name: `bare (${bareKilobytes} kB, ours ${kilobytes})`, perSecond: bareRate, atLeast: ofBare },
      ]);
    }
  } finally {
    await bare.stop();
  }
}

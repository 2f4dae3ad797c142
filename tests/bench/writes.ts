import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { readListingStatistics } from '~/domain/listings/listing.queries.server';
import { openDatabase } from '~db/connection';
import { type LoadRequest, load } from './load';
import { printRates } from './report';
import { median, type Pace } from './rounds';
import { type BenchServer, startBare, startOurs } from './servers';

/** A valid listing, as the API takes it. */
export const listing = {
  name: 'Honda Shine 125',
  brand: 'Honda',
  year: 2021,
  type: 'Petrol',
  daysUsed: 800,
  condition: 'Good',
  mileage: 55,
  topSpeed: 100,
  presentPrice: 58_000,
  pastPrice: 79_000,
  license: 'MH 12 AB 0000',
};

type Writer = { server: BenchServer; databasePath: string; response: number; rates: number[] };

function bikesIn(databasePath: string): number {
  const db = openDatabase(databasePath);
  const { total } = readListingStatistics(db, 'bike');
  db.$client.close();
  return total;
}

/**
 * Listings stored a second, each in a durable transaction of its own, for eight clients that send one after the other.
 *
 * @throws when a response has no row
 */
export async function measureWrites(template: string, pace: Pace): Promise<void> {
  const connections = 8;
  const bodyFile = '.cache/bench/listing.json';
  writeFileSync(bodyFile, JSON.stringify(listing));
  const query: LoadRequest = {
    path: '/api/bikes',
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    bodyFile,
    connections,
  };
  const copy = (name: string): string => {
    const path = `.cache/bench/written-${name}.sqlite`;
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    copyFileSync(template, path);
    return path;
  };
  const before = bikesIn(copy('ours'));
  const [oursPath, barePath] = [copy('ours'), copy('bare')];
  const writers: Writer[] = [
    { server: await startOurs(oursPath), databasePath: oursPath, response: 0, rates: [] },
    { server: await startBare('bare-write.mjs', barePath), databasePath: barePath, response: 0, rates: [] },
  ];
  try {
    for (let round = 0; round <= pace.rounds; round += 1) {
      for (const writer of writers) {
        const { perSecond, requests } = await load(writer.server.origin, query, pace.seconds);
        writer.response += requests;
        // The first round is for warming up.
        if (round > 0) writer.rates.push(perSecond);
      }
    }
  } finally {
    for (const { server } of writers) await server.stop();
  }
  for (const { server, databasePath, response } of writers) {
    const stored = bikesIn(databasePath) - before;
    // Responses in flight at the end of a round were not counted.
    if (stored < response || stored > response + connections * (pace.rounds + 1)) {
      throw new Error(`${server.name} answered ${response} listings and stored ${stored}.`);
    }
  }
  const [own = 0, bareRate = 0] = writers.map(({ rates }) => median(rates));
  printRates('Listings stored, 8 connections', own, [{ name: 'bare', perSecond: bareRate, atLeast: 0.5 }]);
}

import { writeFileSync } from 'node:fs';
import { browserHeaders } from '../support/wire-request';
import { load } from './load';
import type { BenchServer } from './servers';

/** Requests so many different lists that the page cache is full and keeps replacing its pages. */
export async function requestFromManyAddresses({ origin }: BenchServer, seconds: number): Promise<void> {
  const pathsFile = '.cache/bench/many-addresses.txt';
  // No page beyond the last: of 5,000 listings half are bikes.
  const paths = Array.from(
    { length: 2_000 },
    (_, index) => `/api/bikes?limit=${1 + (index % 50)}&page=${1 + Math.floor(index / 50)}`,
  );
  writeFileSync(pathsFile, `${paths.join('\n')}\n`);
  await load(origin, { path: '/', pathsFile, headers: browserHeaders, connections: 32 }, seconds);
}

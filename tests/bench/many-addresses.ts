import { writeFileSync } from 'node:fs';
import { browserHeaders } from '../support/wire-request';
import { load } from './load';
import type { BenchServer } from './servers';

/** Requests so many different lists that the page cache is full and keeps replacing its pages. */
export async function requestFromManyAddresses({ origin }: BenchServer, seconds: number): Promise<void> {
  const pathsFile = '.cache/bench/many-addresses.txt';
  const paths = Array.from(
    { length: 2_000 },
    (_, index) => `/api/bikes?limit=${20 + (index % 20)}&page=${1 + (index % 97)}`,
  );
  writeFileSync(pathsFile, `${paths.join('\n')}\n`);
  await load(origin, { path: '/', pathsFile, headers: browserHeaders, connections: 32 }, seconds);
}

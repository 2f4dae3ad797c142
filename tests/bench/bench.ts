import { copyFileSync, rmSync } from 'node:fs';
import { cookieNames } from '~/http/cookies.server';
import { paths } from '~/paths';
import { closeDatabase, openDatabase } from '~db/connection';
import { measureReads } from './api-reads';
import { attackInTurn } from './attacks';
import { measureCached } from './cached-responses';
import { measureEndurance } from './endurance';
import { listingDatabase } from './listing-databases';
import { loadCore, machineName, residentMegabytes, stayOn, whatIsMissing } from './machine';
import { requestFromManyAddresses } from './many-addresses';
import { measureForms, measureSignedIn } from './page-rates';
import { printEnd, printGoal, printTitle } from './report';
import { defaultPace, type Pace, quickPace } from './rounds';
import { measureScreens } from './screens';
import { measureSearch } from './search';
import { measureSearchOverHttp } from './search-over-http';
import { startOurs, startStock } from './servers';
import { measureOwn } from './signed-in-pages';
import { signIn, storeReviews } from './signed-in-users';
import { measureStarts } from './starts';
import { measureWorkers } from './workers';
import { measureWrites } from './writes';

const few = 5_000;
const many = 100_000;
const largeCount = 1_000_000;

/**
 * Measures the built site and prints goals beside results.
 *
 * @param args `--quick` for one short round of each, `--search` for the searches alone, `--workers` for several processes
 *   beside one, `--million` for searches in a million listings as well, a database that takes ten minutes to make;
 *   `--endurance` and a number of minutes for visitors and attacks, which `--attacks` and an origin runs in its process
 * @returns the exit code: 1 when it cannot be measured here; a missed goal is reported and is not a failure
 */
export async function bench(args: readonly string[]): Promise<number> {
  const [command, value] = args;
  if (command === '--attacks') return attackInTurn(value ?? '');
  if (command === '--endurance') {
    console.log(machineName());
    await measureEndurance(await listingDatabase(few), Number(value ?? 60), 'docs/endurance.svg');
    printEnd();
    return 0;
  }
  const missing = whatIsMissing();
  if (missing) {
    console.error(missing);
    return 1;
  }
  const isQuick = args.includes('--quick');
  const pace = isQuick ? quickPace : defaultPace;
  const fewPath = await listingDatabase(few);
  const largePath = args.includes('--million') ? await listingDatabase(largeCount) : null;
  console.log(`${machineName()}; medians of ${pace.rounds} rounds of ${pace.seconds} s`);
  stayOn(loadCore);
  if (args.includes('--workers')) {
    const { databasePath, token } = copySignedIn(fewPath);
    await measureWorkers(databasePath, `${cookieNames.session}=${token}`, pace);
    return 0;
  }

  const manyPath = await listingDatabase(many);
  if (!args.includes('--search')) {
    printTitle('Responses per second on one core, and their ratio to those of another server');
    await measureResponses(fewPath, pace);
    await measureWrites(fewPath, pace);
    printTitle('The process');
    await measureStarts(manyPath, many, isQuick ? 1 : pace.rounds);
    await measureScreens(fewPath);
  }
  await measureSearches(manyPath, many, isQuick);
  if (largePath !== null) await measureSearches(largePath, largeCount, isQuick);
  printEnd();
  return 0;
}

async function measureSearches(databasePath: string, count: number, isQuick: boolean): Promise<void> {
  // No server runs beside these: garbage is collected on the other core, as on a site.
  stayOn('all');
  await measureSearch(databasePath, count, isQuick);
  stayOn(loadCore);
  await measureSearchOverHttp(databasePath, count, isQuick ? 2 : 10);
}

/** A copy with a signed-in session. */
function copySignedIn(template: string): { databasePath: string; token: string } {
  const databasePath = '.cache/bench/served.sqlite';
  for (const suffix of ['', '-wal', '-shm']) rmSync(databasePath + suffix, { force: true });
  copyFileSync(template, databasePath);
  const db = openDatabase(databasePath);
  const token = signIn(db);
  storeReviews(db);
  closeDatabase(db);
  return { databasePath, token };
}

async function measureResponses(template: string, pace: Pace): Promise<void> {
  const { databasePath, token } = copySignedIn(template);
  const servers = [await startOurs(databasePath), await startStock(databasePath)] as const;
  try {
    const pages = { stock: { Brotli: 100 }, bare: 0.6 };
    await measureCached('Home, kept', paths.home(), servers, pages, pace);
    await measureCached('Bikes on sale, kept', paths.sellList('bike'), servers, pages, pace);
    await measureCached('Bikes of the API, kept', '/api/bikes?limit=20', servers, { bare: 0.6 }, pace);
    await measureCached('Statistics', '/api/bikes/stats/overview', servers, { bare: 0.6, perSecond: 20_000 }, pace);
    await measureForms(servers[0], pace);
    const own = { Brotli: 6, uncompressed: 1.7 };
    const session = `${cookieNames.session}=${token}`;
    const compare = `${cookieNames.compare}=1,2`;
    await measureSignedIn(servers[0], session, pace);
    await measureOwn('Home, signed in', paths.home(), session, servers, own, pace);
    await measureOwn('Home, with a compare list', paths.home(), compare, servers, own, pace);
    await measureOwn('Bikes on sale, signed in', paths.sellList('bike'), session, servers, own, pace);
    await measureReads(token, databasePath, servers[0], { cached: 0.6, own: 0.35 }, pace);
    await requestFromManyAddresses(servers[0], pace.seconds * pace.rounds);
    printGoal('Memory after all of this', { value: residentMegabytes(servers[0].pid), atMost: 150, unit: ' MB' });
  } finally {
    for (const server of servers) await server.stop();
  }
}

import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { paths } from '~/paths';
import { type LoadRequest, load } from './load';
import { cores, processorSeconds } from './machine';
import { figure, printFigure, printTitle } from './report';
import { median, type Pace } from './rounds';
import { startWorkers } from './servers';
import { listing } from './writes';

const connections = 32;

/**
 * Responses a second of as many workers as there are cores, beside those of one process, in turn. The load comes from
 * the same machine and takes its share of the cores, so that the ratio is lower than with load from outside: the
 * processor time of a response, which hardly depends on that, is given too.
 *
 * @param session cookie of a signed-in user
 */
export async function measureWorkers(databasePath: string, session: string, pace: Pace): Promise<void> {
  const workers = cores;
  const bodyFile = '.cache/bench/listing.json';
  writeFileSync(bodyFile, JSON.stringify(listing));
  const queries: readonly [string, LoadRequest][] = [
    ['Home, cached', { path: paths.home(), headers: { 'Accept-Encoding': 'br' }, connections }],
    ['Home, signed in', { path: paths.home(), headers: { Cookie: session }, connections }],
    ['Bikes on sale, signed in', { path: paths.sellList('bike'), headers: { Cookie: session }, connections }],
    [
      'Listings stored',
      { path: '/api/bikes', method: 'POST', headers: { 'Content-Type': 'application/json' }, bodyFile, connections },
    ],
  ];
  printTitle(
    `${workers} workers beside one process, loaded from the same ${workers} cores; load average ${figure(loadavg()[0] ?? 0)}`,
  );
  for (const [what, query] of queries) {
    const measured = [1, workers].map(() => ({ rates: [] as number[], micros: [] as number[] }));
    for (let round = 0; round < pace.rounds; round += 1) {
      for (const [at, count] of [1, workers].entries()) {
        const server = await startWorkers(databasePath, count);
        try {
          await load(server.origin, query, pace.warmUpSeconds);
          const before = processorSeconds(server.pid);
          const { perSecond, requests } = await load(server.origin, query, pace.seconds);
          measured[at]?.rates.push(perSecond);
          measured[at]?.micros.push(((processorSeconds(server.pid) - before) * 1e6) / requests);
        } finally {
          await server.stop();
        }
      }
    }
    const [one = { rates: [], micros: [] }, several = one] = measured;
    const [rate, ownRate] = [median(one.rates), median(several.rates)];
    const [micros, ownMicros] = [median(one.micros), median(several.micros)];
    printFigure(
      what,
      `${figure(ownRate / rate)} × ${figure(rate)}/s; CPU of a response ${figure(ownMicros)} µs beside ${figure(micros)} µs`,
    );
  }
}

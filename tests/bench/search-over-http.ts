import { writeFileSync } from 'node:fs';
import { cookieNames } from '~/http/cookies.server';
import { load } from './load';
import { residentMegabytes } from './machine';
import { figure, printFigure, printGoal } from './report';
import { memoryGoalMegabytes, searches } from './search';
import { startOurs } from './servers';

/** The same searches as requests, one after the other, of a sender whose responses are not cached. */
export async function measureSearchOverHttp(databasePath: string, count: number, seconds: number): Promise<void> {
  const pathsFile = '.cache/bench/searches.txt';
  writeFileSync(pathsFile, `${searches.map(({ path }) => path).join('\n')}\n`);
  const headers = { Cookie: `${cookieNames.flash}=none` };
  const server = await startOurs(databasePath);
  try {
    // The first search waits until the offers are in memory.
    await (await fetch(`${server.origin}/browse?q=bike`)).text();
    const query = { path: '/', pathsFile, headers, connections: 1 };
    await load(server.origin, query, seconds);
    const { p50Milliseconds, p99Milliseconds } = await load(server.origin, query, seconds);
    printFigure(
      'all over HTTP, rendered, 99th percentile',
      `${figure(p99Milliseconds)} ms   median ${figure(p50Milliseconds)} ms`,
    );
    printGoal('memory after them', {
      value: residentMegabytes(server.pid),
      atMost: memoryGoalMegabytes(count),
      unit: ' MB',
    });
  } finally {
    await server.stop();
  }
}

import { writeFileSync } from 'node:fs';
import { cookieNames } from '~/http/cookies.server';
import { load } from './load';
import { figure, printGoal } from './report';
import { searchGoalMilliseconds, searchQuestions } from './search';
import { startOurs } from './servers';

/** The same searches as API requests, one after the other, by a signed-in user, whose responses are not cached. */
export async function measureSearchOverHttp(databasePath: string, seconds: number): Promise<void> {
  const pathsFile = '.cache/bench/searches.txt';
  const paths = searchQuestions.map(
    ({ kind, term }) => `/api/${kind}s?${new URLSearchParams({ q: term, limit: '20' })}`,
  );
  writeFileSync(pathsFile, `${paths.join('\n')}\n`);
  const headers = { Cookie: `${cookieNames.flash}=none` };
  const server = await startOurs(databasePath);
  try {
    const query = { path: '/', pathsFile, headers, connections: 1 };
    await load(server.origin, query, seconds);
    const { p50Milliseconds, p99Milliseconds } = await load(server.origin, query, seconds);
    printGoal(
      'all over HTTP, 99th percentile',
      { value: p99Milliseconds, atMost: searchGoalMilliseconds, unit: ' ms' },
      `median ${figure(p50Milliseconds)} ms`,
    );
  } finally {
    await server.stop();
  }
}

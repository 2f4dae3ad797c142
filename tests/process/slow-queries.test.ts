import { expect, it } from 'vitest';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

it('slow queries are logged with their plan, without their values, once a minute each', async () => {
  // Reports every query as slow.
  const site = await startSite({ env: { SLOW_QUERY_MS: '0' } });
  try {
    for (let request = 0; request < 3; request += 1) await requestOver(site.origin, '/browse?q=canaryword');
    const { body } = await requestOver(site.origin, '/metrics');
    expect(Number(/^dopahiya_slow_queries_total (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(10);
  } finally {
    await site.stop();
  }
  const lines = site
    .printed()
    .split('\n')
    .filter((line) => line.includes('"slow-query"'))
    .map((line): { sql: string; plan: string[] } => JSON.parse(line));
  expect(lines.some(({ plan }) => plan.some((step) => /^(?:SEARCH|SCAN) /.test(step)))).toBe(true);
  expect(new Set(lines.map(({ sql }) => sql)).size).toBe(lines.length);
  expect(site.printed()).not.toContain('canaryword');
}, 30_000);

import { expect, test } from 'vitest';
import { startSite } from '../support/running-site';
import { requestOver } from '../support/site-in-process';

test('an idle site stops at once, and exits with 0; a repeated signal has no further effect', async () => {
  const site = await startSite();
  await requestOver(site.origin, '/api/health');
  const requested = performance.now();
  site.process.kill('SIGTERM');
  site.process.kill('SIGTERM');
  expect(await site.stop()).toBe(0);
  // Long before the grace period ends.
  expect(performance.now() - requested).toBeLessThan(7_000);
});

test('a wrong setting stops the start with one sentence that names it', async () => {
  await expect(startSite({ env: { PORT: 'eighty' } })).rejects.toThrow(
    /ended with 1:\nThe setting PORT must be a port number from 0 to 65535\.\n$/,
  );
});

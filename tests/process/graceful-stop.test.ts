import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startSite } from '../support/running-site';
import { askOver } from '../support/site-in-process';

test('an idle site stops at once, and exits with 0', async () => {
  const site = await startSite();
  await askOver(site.origin, '/api/health');
  const asked = performance.now();
  expect(await site.stop()).toBe(0);
  expect(performance.now() - asked).toBeLessThan(5_000);
});

test('a client that stalls in the middle of a form does not keep the site from stopping within ten seconds', {
  timeout: 20_000,
}, async () => {
  const site = await startSite();
  const { hostname, port } = new URL(site.origin);
  const stalled = connect(Number(port), hostname);
  await once(stalled, 'connect');
  stalled.on('error', () => undefined);
  stalled.write(
    'POST /sell-bikes HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nname=',
  );
  // The answer to a second request shows that the first one has arrived.
  await askOver(site.origin, '/api/health');
  const asked = performance.now();
  const code = await site.stop();
  expect(code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  stalled.destroy();
});

test('the same signal twice is the same wish', async () => {
  const site = await startSite();
  site.process.kill('SIGTERM');
  site.process.kill('SIGTERM');
  expect(await site.stop()).toBe(0);
});

test('a wrong setting stops the start with one sentence that names it', async () => {
  await expect(startSite({ env: { PORT: 'eighty' } })).rejects.toThrow(
    /ended with 1:\nThe setting PORT must be a port number from 0 to 65535\.\n$/,
  );
});

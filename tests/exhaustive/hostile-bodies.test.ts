import { expect, test } from 'vitest';
import { submitValidListing } from '../support/valid-listing';
import { hostileBodies } from '../support/hostile-bodies';
import { samplePhoto } from '../support/photo-samples';
import { startSite } from '../support/running-site';
import { attack, peakMegabytes, probeHealth, stall } from '../support/hostile-load';

const addresses = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `203.0.113.${from + index}`);

test('hostile bodies of full size from five addresses, beside 60 stalled connections, leave the site available', async () => {
  const site = await startSite({
    command: ['bin/serve'],
    env: {
      NODE_OPTIONS: '--max-old-space-size=256',
      RATE_LIMIT: 'on',
      TRUST_PROXY: 'on',
      LIMIT_WRITES: '100000/1m',
      LIMIT_LISTINGS: '100000/1h',
      LIMIT_API_READS: '100000/1m',
    },
  });
  const photo = await samplePhoto('jpeg', { width: 1600, height: 1200 });
  const bodies = hostileBodies();
  expect(bodies.length).toBeGreaterThanOrEqual(14);
  // A site in use: code is compiled on its first run.
  for (const turn of [0, 1]) expect(await submitValidListing(site.origin, photo, turn)).toBe(201);
  const idle = peakMegabytes(site);
  const hangUp = stall(site, 60, addresses(100, 20));
  const stopProbing = probeHealth(site);
  const valid: number[] = [];
  let isOver = false;
  const listing = (async () => {
    for (let turn = 0; !isOver; turn += 1) valid.push(await submitValidListing(site.origin, photo, turn));
  })();
  const responses = await attack(site, bodies, addresses(1, 5));
  isOver = true;
  await listing;
  const { times, failures } = await stopProbing();
  hangUp();
  const peak = peakMegabytes(site);
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor((times.length - 1) * part)];
  console.log(
    `${responses.length} hostile requests; health ${times.length} times: median ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} ms; ` +
      `${valid.length} listings; peak ${peak} MB (${idle} MB before)`,
  );
  expect(failures).toEqual([]);
  expect(times.length).toBeGreaterThan(20);
  expect(times.at(-1)).toBeLessThan(500);
  expect(peak).toBeLessThan(300);
  const expected = new Map(bodies.map(({ name, statuses }) => [name, [...statuses, 429, 503]]));
  expect(responses.filter(({ name, status }) => !expected.get(name)?.includes(status ?? 0))).toEqual([]);
  expect(valid.length).toBeGreaterThan(2);
  expect(new Set(valid)).toEqual(new Set([201]));
  expect(await site.stop()).toBe(0);
}, 600_000);

import { get, type IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { callApi, getData } from '../support/api-client';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite({ RATE_LIMIT: 'on', LIMIT_LISTINGS: '100/1m' });
  return site;
});

/** Opens a live stream. */
async function listen(path: string, headers: Record<string, string> = {}) {
  const request = get(`${site.origin}${path}`, { headers: { Accept: 'text/event-stream', ...headers }, agent: false });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve).on('error', () => undefined);
  });
  return { response, read: () => text, ended, leave: () => request.destroy() };
}

const list = async (name: string) =>
  getData(await callApi(site, 'POST', '/api/bikes', { body: { ...shine, name } })).id;
const getIds = (text: string): string[] => [...text.matchAll(/^id: (.+)$/gm)].flatMap(([, id]) => id ?? []);

it('sends changes as they happen, and goes on behind the last event', async () => {
  const live = await listen('/api/bikes/changes?since=now&fields=id,name', { 'Accept-Encoding': 'br' });
  const { 'content-type': type, 'content-encoding': encoding, 'cache-control': caching } = live.response.headers;
  expect([live.response.statusCode, type, encoding, caching]).toEqual([
    ...[200, 'text/event-stream', undefined, 'private, no-store'],
  ]);
  const first = await list('First');
  await expect.poll(live.read, { timeout: 5_000 }).toContain('data: ');
  const data = { change: 'created', id: first, previousPrice: null, bike: { id: first, name: 'First' } };
  expect(live.read()).toContain(`event: created\ndata: ${JSON.stringify(data)}\nid: `);
  live.leave();
  const second = await list('Second');
  const [last = ''] = getIds(live.read()).slice(-1);
  const again = await listen('/api/bikes/changes?since=now', { 'Last-Event-ID': last });
  await expect.poll(again.read, { timeout: 5_000 }).toContain(second);
  expect(again.read()).not.toContain(first);
  again.leave();
});

it('goes on where it began, if the connection breaks before the first event', async () => {
  const live = await listen('/api/bikes/changes?since=now');
  await expect.poll(live.read, { timeout: 5_000 }).toMatch(/^retry: \d+\nid: .+\n\n$/);
  live.leave();
  const missed = await list('Missed');
  const again = await listen('/api/bikes/changes?since=now', { 'Last-Event-ID': getIds(live.read())[0] ?? '' });
  await expect.poll(again.read, { timeout: 5_000 }).toContain(missed);
  again.leave();
});

it('says something when nothing happens for 20 seconds', async () => {
  const { liveTimes } = site.runtime;
  expect(liveTimes.longestSilence).toBe(20_000);
  site.runtime.liveTimes = { pollMilliseconds: 5, longestSilence: 20 };
  const live = await listen('/api/bikes/changes?since=now');
  await expect.poll(live.read).toMatch(/^retry: 5\nid: (.+)\n\n(?:id: .+\n\n){2}/);
  live.leave();
  site.runtime.liveTimes = liveTimes;
});

it('is bounded for each address, and ends with the site', async () => {
  await expect.poll(() => site.runtime.liveStreams.count, { timeout: 5_000 }).toBe(0);
  const streams = await Promise.all([1, 2, 3, 4].map(() => listen('/api/scooters/changes?since=now')));
  const fifth = await listen('/api/scooters/changes?since=now');
  expect([fifth.response.statusCode, fifth.response.headers['retry-after']]).toEqual([429, '30']);
  site.runtime.stopping.abort();
  await Promise.all(streams.map(({ ended }) => ended));
  await expect.poll(() => site.runtime.liveStreams.count).toBe(0);
});

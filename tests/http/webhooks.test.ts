import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '~/domain/webhooks/public-addresses.server';
import { purgeDeliveries } from '~/domain/webhooks/webhooks.server';
import { postWebhook } from '../../server/webhook-request';
import { sendWebhooks } from '../../server/webhook-sender';
import { callApi, getData, signIn } from '../support/api-client';
import { shine } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

const start = Date.parse('2026-06-15T06:30:00.000Z');
let now = start;
const later = (minutes: number): void => {
  now += minutes * 60_000;
};
const ends: (() => unknown)[] = [];
beforeEach(() => {
  now = start;
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Received = { headers: IncomingHttpHeaders; body: string };

/** As the receiver of a message signs it. */
const sign = (secret: string, { headers, body }: Received): string =>
  new Webhook(secret).sign(String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000), body);

/** A program that answers with `answer`; 0: it closes the connection. */
async function startReceiver() {
  const received: Received[] = [];
  const receiver = { url: '', answer: 204, received, events: () => received.map(({ body }) => JSON.parse(body)) };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      if (receiver.answer === 0) request.socket.destroy();
      else response.writeHead(receiver.answer, { Location: `${receiver.url}/elsewhere` }).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hooks`;
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return receiver;
}

async function open(variables: Record<string, string> = { PRIVATE_WEBHOOKS: 'on' }) {
  const site = await openSite(variables, () => new Date(now));
  ends.push(site.close);
  return site;
}
const work = (site: SiteInProcess): unknown =>
  ends.push(sendWebhooks(site.runtime, { pollMilliseconds: 5, timeout: 2_000 }));

const allEvents = ['listing.created', 'listing.changed', 'listing.sold', 'listing.removed', 'message.created'];

function api(site: SiteInProcess, headers: Record<string, string>) {
  const call = (method: string, path: string, body?: unknown) =>
    callApi(site, method, `/api${path}`, { headers, ...(body !== undefined && { body }) });
  return {
    call,
    get: async <Data>(path: string) => getData<Data>(await call('GET', path)),
    create: async (url: string, events = allEvents) =>
      getData<{ id: string; secret: string }>(await call('POST', '/webhooks', { url, events })),
  };
}
type Deliveries = { deliveries: { id: string; state: string; attempts: number; status: number | null }[] };

describe('a webhook', () => {
  it('is sent each event of listings and of its user, signed', async () => {
    const receiver = await startReceiver();
    const site = await open({ PRIVATE_WEBHOOKS: 'on', ORIGIN: 'https://bikes.example' });
    work(site);
    const program = api(site, signIn(site, 'Wasim'));
    const before = storeListing(site.runtime.db).listing.id;
    const { secret } = await program.create(receiver.url);
    const { id } = getData<{ id: string }>(await program.call('POST', '/bikes', shine));
    await expect.poll(receiver.events).toHaveLength(1);
    await program.call('PUT', `/bikes/${id}`, { presentPrice: 40_000 });
    await expect.poll(receiver.events).toHaveLength(2);
    const message = { name: 'Bala K', email: 'bala@example.com', subject: 'Hello', message: 'Is it there?', about: id };
    await callApi(site, 'POST', '/api/contacts', { body: { ...message, category: 'sales', phone: '9876543210' } });
    await expect.poll(receiver.events).toHaveLength(3);
    await program.call('PATCH', `/bikes/${id}/sold`);
    await expect.poll(receiver.events).toHaveLength(4);
    await program.call('DELETE', `/bikes/${id}`);
    await expect.poll(receiver.events).toHaveLength(5);
    const events = receiver.events();
    expect(events.map(({ type }) => type)).toEqual([
      ...['listing.created', 'listing.changed', 'message.created', 'listing.sold', 'listing.removed'],
    ]);
    expect(events[0].data).toMatchObject({ id, previousPrice: null, listing: { id, price: shine.presentPrice } });
    expect(events[0].data.listing.images[0]).toMatch(/^https:\/\/bikes\.example\//);
    expect(events[1].data).toMatchObject({ previousPrice: shine.presentPrice, listing: { price: 40_000 } });
    expect(Object.keys(events[2].data)).toEqual(['conversationId']);
    expect(events[4].data).toEqual({ id, removedAt: expect.any(String) });
    for (const message of receiver.received) {
      expect(Number(message.headers['webhook-timestamp'])).toBe(start / 1000);
      expect(message.headers['webhook-signature']).toBe(sign(secret, message));
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
    expect(JSON.stringify(events)).not.toContain(before);
  });

  it('that is down for ten minutes gets every event, each under one id', async () => {
    const receiver = await startReceiver();
    const site = await open();
    const program = api(site, signIn(site, 'Wasim'));
    const { id } = await program.create(receiver.url, ['listing.created']);
    receiver.answer = 0;
    const listed = [1, 2, 3].map(() => storeListing(site.runtime.db).listing.id);
    work(site);
    await expect.poll(receiver.events).toHaveLength(1);
    // Until it works again, it is tried once a minute at most, and the others wait.
    await expect
      .poll(async () => (await program.get<Deliveries>(`/webhooks/${id}/deliveries`)).deliveries)
      .toContainEqual(expect.objectContaining({ attempts: 1, state: 'waiting', status: null }));
    for (let minute = 0; minute < 10; minute += 1) later(1);
    receiver.answer = 503;
    await expect.poll(receiver.events).toHaveLength(2);
    await expect
      .poll(async () => (await program.get<{ failingSince: string }>(`/webhooks/${id}`)).failingSince)
      .not.toBeNull();
    receiver.answer = 204;
    later(1);
    const state = async () =>
      (await program.get<Deliveries>(`/webhooks/${id}/deliveries`)).deliveries.map((delivery) => delivery.state);
    await expect.poll(state).toEqual(['delivered', 'delivered', 'delivered']);
    expect(await program.get(`/webhooks/${id}`)).toMatchObject({ failingSince: null, pausedAt: null });
    const sent = receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data.id]);
    expect(new Set(sent.map(String)).size).toBe(3);
    expect(new Set(sent.map(([, about]) => about))).toEqual(new Set(listed));
  });

  it('that fails for a day is paused, and a replay goes on where it was', async () => {
    const receiver = await startReceiver();
    const site = await open();
    const program = api(site, signIn(site, 'Wasim'));
    const { id } = await program.create(receiver.url, ['listing.created']);
    receiver.answer = 302;
    const { id: missed } = storeListing(site.runtime.db).listing;
    work(site);
    const read = () => program.get<{ pausedAt: string | null }>(`/webhooks/${id}`);
    for (let attempt = 1; (await read()).pausedAt === null; attempt += 1) {
      await expect.poll(receiver.events).toHaveLength(attempt);
      await expect
        .poll(async () => (await program.get<Deliveries>(`/webhooks/${id}/deliveries`)).deliveries[0]?.attempts)
        .toBe(attempt);
      if (attempt > 20) throw new Error('It is never paused.');
      later(240);
    }
    const [failed] = (await program.get<Deliveries>(`/webhooks/${id}/deliveries`)).deliveries;
    // No redirect was followed.
    expect([failed?.state, failed?.status, receiver.received.length]).toEqual(['failed', 302, failed?.attempts]);
    const { id: later2 } = storeListing(site.runtime.db).listing;
    receiver.answer = 200;
    receiver.received.length = 0;
    expect(getData(await program.call('POST', `/webhooks/${id}/replay`, {}))).toEqual({ queued: 1 });
    await expect
      .poll(() => receiver.events().map(({ data }) => data.id))
      .toEqual(expect.arrayContaining([missed, later2]));
    await expect.poll(read).toMatchObject({ failingSince: null, pausedAt: null });
    later(4 * 24 * 60);
    expect(purgeDeliveries(site.runtime.db, new Date(now))).toBe(2);
  });

  it('that answers 410 is paused at once', async () => {
    const receiver = await startReceiver();
    const site = await open();
    const program = api(site, signIn(site, 'Wasim'));
    const { id } = await program.create(receiver.url);
    receiver.answer = 410;
    work(site);
    await program.call('POST', `/webhooks/${id}/test`);
    await expect.poll(() => program.get(`/webhooks/${id}`)).toMatchObject({ pausedAt: new Date(now).toISOString() });
    expect(receiver.events()).toEqual([{ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: {} }]);
  });

  it('is signed with the former secret too for a day after a rotation', async () => {
    const receiver = await startReceiver();
    const site = await open();
    work(site);
    const program = api(site, signIn(site, 'Wasim'));
    const { id, secret } = await program.create(receiver.url);
    const rotated = getData<{ secret: string }>(await program.call('POST', `/webhooks/${id}/secret`));
    expect(rotated.secret).not.toBe(secret);
    const readSigners = async (count: number) => {
      await program.call('POST', `/webhooks/${id}/test`);
      await expect.poll(receiver.events).toHaveLength(count);
      const message = receiver.received[count - 1] ?? { headers: {}, body: '' };
      const sent = String(message.headers['webhook-signature']).split(' ');
      return [rotated.secret, secret].map((each) => sent.includes(sign(each, message)));
    };
    expect(await readSigners(1)).toEqual([true, true]);
    later(24 * 60);
    expect(await readSigners(2)).toEqual([true, false]);
  });

  it('is of its user, up to five, and gone with the account', async () => {
    const site = await open();
    const program = api(site, signIn(site, 'Wasim'));
    const { id } = await program.create('http://10.0.0.1/hooks');
    expect((await api(site, signIn(site, 'Other')).call('GET', `/webhooks/${id}`)).status).toBe(404);
    for (let more = 0; more < 4; more += 1) await program.create('http://10.0.0.1/hooks');
    expect(
      (await program.call('POST', '/webhooks', { url: 'http://10.0.0.1/', events: allEvents })).json,
    ).toMatchObject({
      code: 'too_many_webhooks',
    });
    await program.call('POST', `/webhooks/${id}/test`);
    site.runtime.db.$client.exec("DELETE FROM users WHERE name = 'Wasim'");
    for (const table of ['webhooks', 'webhook_deliveries'])
      expect(site.runtime.db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  });
});

describe('an address that is not on the internet', () => {
  it('is refused when it is given, and without TLS', async () => {
    const site = await open({});
    const program = api(site, signIn(site, 'Wasim'));
    const readCodes = async (body: object): Promise<Record<string, string>> =>
      JSON.parse((await program.call('POST', '/webhooks', body)).body).codes;
    const readCode = async (url: unknown) => (await readCodes({ url, events: ['listing.sold'] })).url;
    for (const url of [
      'https://127.1/',
      'https://0x7f000001/',
      'https://[::ffff:10.0.0.1]/',
      'https://192.168.1.1:8443/',
      ...['https://localhost/', 'https://Hooks.LocalHost./', 'https://nas/', 'https://nas.local/'],
      'https://metadata.google.internal/',
    ])
      expect([url, await readCode(url)]).toEqual([url, 'webhook_address_private']);
    for (const url of ['http://shop.example/', 'https://a:b@shop.example/', 'ftp://shop.example/', 'hooks', 7])
      expect([url, await readCode(url)]).toEqual([url, 'webhook_url_invalid']);
    expect(await readCodes({ url: 'https://shop.example/', events: ['sold'] })).toEqual({
      'events.0': 'webhook_events_required',
    });
    expect((await program.call('POST', '/webhooks', { url: 'https://shop.example/', events: allEvents })).status).toBe(
      201,
    );
  });

  it('is never connected to, though its name is of the internet', async () => {
    let connections = 0;
    const server = createServer().on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const asked: string[] = [];
    const post = (url: string, addresses: string[], isPrivateAllowed = false) =>
      postWebhook(
        { url, id: 'msg_1', body: '{}', secrets: ['whsec_AAAA'], now: new Date(now) },
        {
          isPrivateAllowed,
          timeout: 2_000,
          resolve: async (name) => {
            asked.push(name);
            return addresses;
          },
        },
      );
    const url = `https://hooks.example:${port}/`;
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], []])
      expect(await post(url, addresses)).toEqual({ status: null });
    // A name is resolved once for a connection.
    expect(asked).toEqual(Array.from({ length: 4 }, () => 'hooks.example'));
    for (const direct of [`https://127.0.0.1:${port}/`, `http://hooks.example:${port}/`])
      expect(await post(direct, ['8.8.8.8'])).toEqual({ status: null });
    expect(connections).toBe(0);
    await post(`https://127.0.0.1:${port}/`, [], true);
    expect(connections).toBe(1);
  });

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.0.1', '198.18.0.1'],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
    ],
    ...['2001::1', '2001:db8::1', '2002:a00:1::', 'shop.example', ''],
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888', '2a00:1450::1'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '~/domain/accounts/sessions.server';
import { deskPaths, paths } from '~/paths';
import { sendPushes } from '../../server/push-sender';
import { FormBrowser } from '../support/account-client';
import { getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { message } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';

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

/** A browser: its address at the push service, and its keys (RFC 8291). */
class Device {
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #secret = randomBytes(16);
  readonly p256dh = this.#pair.generateKeys('base64url');
  readonly auth = this.#secret.toString('base64url');

  constructor(readonly endpoint: string) {}

  /** Content of an encrypted message with one record (RFC 8188). */
  read(body: Buffer): Record<string, string> {
    const salt = body.subarray(0, 16);
    const idLength = body[20] ?? 0;
    const sender = body.subarray(21, 21 + idLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(sender), this.#secret, info, 32));
    const derive = (label: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, bytes));
    const record = body.subarray(21 + idLength);
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service that answers with `answer`. */
async function startPushService() {
  const received: Received[] = [];
  const service = { origin: '', answer: 201, received };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(service.answer, { Location: `${service.origin}/elsewhere` }).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  service.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return service;
}

const open = async (variables: Record<string, string> = { PRIVATE_WEBHOOKS: 'on' }) => {
  const site = await openSite(variables, () => new Date(now));
  ends.push(site.close);
  return site;
};
const work = (site: SiteInProcess): unknown =>
  ends.push(sendPushes(site.runtime, { pollMilliseconds: 5, timeout: 2_000 }));

const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
type Cookies = Record<string, string>;

const press = (site: SiteInProcess, fields: Record<string, string>, cookies: Cookies) =>
  sendForm(site, deskPaths.teamNotices(), fields, { 'User-Agent': firefox, ...cookies });

const turnOn = (site: SiteInProcess, { endpoint, p256dh, auth }: Device, cookies: Cookies, time = 'at-once') =>
  press(site, { intent: 'push-on', endpoint, p256dh, auth, time }, cookies);

const countRows = ({ runtime }: SiteInProcess): unknown =>
  runtime.db.$client.prepare('SELECT count(*) FROM push_subscriptions').pluck().get();

type Stored = { id: string; failing_since: string | null; attempts: number; status: number | null; due_at: string };
const readRow = ({ runtime }: SiteInProcess) =>
  runtime.db.$client.prepare<[], Stored>('SELECT * FROM push_subscriptions LIMIT 1').get();

let writers = 0;
async function write(site: SiteInProcess, fields: Record<string, string> = {}): Promise<void> {
  writers += 1;
  const own = { email: `rider${writers}@example.com`, message: `Is it there, for ${writers}?` };
  const sent = await new FormBrowser(site).send(paths.contact(), { ...message, ...own, ...fields });
  expect(sent.status).toBe(303);
}
const readNewestLead = ({ runtime }: SiteInProcess): unknown =>
  runtime.db.$client.prepare('SELECT id FROM desk_requests ORDER BY seq DESC LIMIT 1').pluck().get();

describe('a device of the team', () => {
  it('is sent what a customer asks about, encrypted and signed, and nothing of who it is', async () => {
    const service = await startPushService();
    const site = await open({ PRIVATE_WEBHOOKS: 'on', ORIGIN: 'https://bikes.example' });
    const host = { Host: 'bikes.example', Origin: 'https://bikes.example', 'X-Forwarded-Proto': 'https' };
    const clerk = { ...getCookie(signIn(site, 'Neha', 'clerk')), ...host };
    await write(site);
    const device = new Device(`${service.origin}/push/abc`);
    const on = await turnOn(site, device, clerk);
    expect([on.status, String(on.headers['set-cookie'])]).toEqual([303, expect.stringContaining('pushDevice=')]);
    work(site);
    const vehicle = site.runtime.db.$client
      .prepare<[], { id: string; name: string }>('SELECT id, name FROM vehicles LIMIT 1')
      .get() ?? { id: '', name: '' };
    await write(site, { about: vehicle.id });
    await expect.poll(() => service.received.length).toBe(1);
    const [sent] = service.received;
    if (!sent) throw new Error('Nothing was sent.');
    const content = device.read(sent.body);
    expect(content).toEqual({
      title: `New message about ${vehicle.name}`,
      body: '2 wait at the desk.',
      url: deskPaths.customer(String(readNewestLead(site))),
      tag: 'leads',
    });
    expect(sent.path).toBe('/push/abc');
    expect(sent.headers).toMatchObject({
      ...{ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high', topic: 'leads' },
    });
    expect(sent.body.length).toBeLessThan(4_096);

    // VAPID (RFC 8292): the token is for this push service, and by the key that the browser was given.
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(sent.headers.authorization ?? '') ?? [];
    const page = await site.request(deskPaths.teamNotices(), { headers: clerk });
    expect(page.body).toContain(`data-push-key="${key}"`);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const [head = '', claims = '', signature = ''] = token.split('.');
    const signed = Buffer.from(`${head}.${claims}`);
    expect(
      verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')),
    ).toBe(true);
    const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([aud, sub]).toEqual([service.origin, 'https://bikes.example']);
    expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    // The same after a restart or from a backup, because it is in the database.
    expect(page.body).toContain('Firefox on Android');
  });

  it('gets one for all that came while its push service did not answer', async () => {
    const service = await startPushService();
    const site = await open();
    const device = new Device(`${service.origin}/push/abc`);
    await turnOn(site, device, getCookie(signIn(site, 'Opal', 'owner')));
    work(site);
    service.answer = 503;
    for (let each = 0; each < 10; each += 1) await write(site);
    await expect.poll(() => readRow(site)?.attempts).toBe(1);
    expect(readRow(site)).toMatchObject({ status: 503, failing_since: new Date(start).toISOString() });
    for (let attempts = 2; attempts < 5; attempts += 1) {
      const before = service.received.length;
      later(2 ** (attempts - 2) - 0.5);
      await new Promise((wait) => setTimeout(wait, 30));
      expect(service.received.length).toBe(before);
      later(0.5);
      await expect.poll(() => readRow(site)?.attempts).toBe(attempts);
    }
    service.answer = 201;
    service.received.length = 0;
    later(8);
    await expect.poll(() => readRow(site)).toMatchObject({ attempts: 0, failing_since: null });
    expect(service.received.map(({ body }) => device.read(body))).toEqual([
      { title: '10 new customers', url: deskPaths.customers(), tag: 'leads' },
    ]);
    // At once means a minute apart at least.
    await write(site);
    await new Promise((wait) => setTimeout(wait, 30));
    expect(service.received).toHaveLength(1);
    later(1);
    await expect.poll(() => service.received.length).toBe(2);
  });

  it('gets none about suspected spam and what was answered, and one an hour if so chosen', async () => {
    const service = await startPushService();
    const site = await open();
    const device = new Device(`${service.origin}/push/abc`);
    await turnOn(site, device, getCookie(signIn(site, 'Opal', 'owner')), 'hourly');
    await write(site);
    site.runtime.db.$client.exec("UPDATE contact_messages SET status = 'resolved'");
    await write(site);
    site.runtime.db.$client.prepare("INSERT INTO contact_tags VALUES (?, 'suspected-spam')").run(readNewestLead(site));
    work(site);
    await expect
      .poll(() => site.runtime.db.$client.prepare('SELECT told_seq FROM push_subscriptions').pluck().get())
      .toBe(site.runtime.db.$client.prepare('SELECT max(seq) FROM desk_requests').pluck().get());
    expect(service.received).toEqual([]);
    await write(site);
    await expect.poll(() => service.received.length).toBe(1);
    expect(service.received[0]?.headers).toMatchObject({ urgency: 'normal', topic: 'leads' });
    await write(site);
    later(59);
    await new Promise((wait) => setTimeout(wait, 30));
    expect(service.received).toHaveLength(1);
    later(1);
    await expect.poll(() => service.received.length).toBe(2);
  });

  it.each([404, 410])('that its push service answers %i is removed', async (status) => {
    const service = await startPushService();
    const site = await open();
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    await turnOn(site, new Device(`${service.origin}/push/abc`), owner);
    service.answer = status;
    work(site);
    await press(site, { intent: 'push-test', device: readRow(site)?.id ?? '' }, owner);
    await expect.poll(() => countRows(site)).toBe(0);
  });

  it('is tested, and a failure is shown; a redirect is not followed', async () => {
    const service = await startPushService();
    const site = await open();
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    const device = new Device(`${service.origin}/push/abc`);
    await turnOn(site, device, owner);
    work(site);
    const test = () => press(site, { intent: 'push-test', device: readRow(site)?.id ?? '' }, owner);
    expect((await test()).status).toBe(303);
    await expect.poll(() => service.received.length).toBe(1);
    expect(device.read(service.received[0]?.body ?? Buffer.alloc(0))).toEqual({
      title: 'Notifications work',
      body: 'New customers are announced like this.',
      url: deskPaths.teamNotices(),
      tag: 'test',
    });
    const readPage = async (path: string) => getPageText((await site.request(path, { headers: owner })).body);
    expect(await readPage(deskPaths.teamNotices())).toContain('last sent 15 Jun 2026');
    service.answer = 302;
    await test();
    await expect.poll(() => readRow(site)?.status).toBe(302);
    expect(service.received.map(({ path }) => path)).toEqual(['/push/abc', '/push/abc']);
    expect(await readPage(deskPaths.teamNotices())).toContain('fails since 15 Jun 2026');
    expect(await readPage(deskPaths.teamHealth())).toContain('none has failed for an hour');
    later(60);
    expect(await readPage(deskPaths.teamHealth())).toContain('1 got none for an hour or more');
    // After two weeks in which all has failed it is removed.
    later(14 * 24 * 60);
    await test();
    await expect.poll(() => countRows(site)).toBe(0);
  });

  it('is one of its owner only, of ten at most, and moves with its browser', async () => {
    const site = await open({});
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    const clerk = getCookie(signIn(site, 'Neha', 'clerk'));
    const rider = getCookie(signIn(site, 'Wasim'));
    const [first = new Device(''), ...more] = Array.from(
      { length: 11 },
      (_, at) => new Device(`https://push.example/${at}`),
    );
    expect((await turnOn(site, first, rider)).status).toBe(403);
    expect((await turnOn(site, first, {})).status).toBe(303);
    expect(countRows(site)).toBe(0);
    await turnOn(site, first, owner);
    const device = readRow(site)?.id ?? '';
    for (const intent of ['push-test', 'push-off']) {
      expect((await press(site, { intent, device }, clerk)).status).toBe(404);
      expect((await press(site, { intent, device }, rider)).status).toBe(403);
    }
    // The same browser again, with another choice.
    await turnOn(site, first, owner, 'hourly');
    expect(countRows(site)).toBe(1);
    for (const device of more.slice(0, 9)) expect((await turnOn(site, device, owner)).status).toBe(303);
    const tooMany = await turnOn(site, more[9] ?? first, owner);
    expect([tooMany.status, getPageText(tooMany.body)]).toEqual([409, expect.stringContaining('up to 10 devices')]);
    // Another member of the team in the same browser.
    await turnOn(site, first, clerk);
    expect(countRows(site)).toBe(10);
    await press(site, { intent: 'push-off', device: readRow(site)?.id ?? '' }, owner);
    expect(countRows(site)).toBe(9);
  });

  it('is refused without an address of the internet and the keys of a browser', async () => {
    const site = await open({});
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    const { endpoint, p256dh, auth } = new Device('https://push.example/a');
    const readStatus = async (fields: Record<string, string>) => {
      const { status, body } = await press(site, { intent: 'push-on', time: 'at-once', ...fields }, owner);
      return [status, /no address on the internet for notifications/.test(body) ? 'none' : body];
    };
    for (const address of ['https://127.1/', 'https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/latest'])
      expect(await readStatus({ endpoint: address, p256dh, auth })).toEqual([422, 'none']);
    const long = `https://push.example/${'a'.repeat(1_000)}`;
    for (const address of ['', 'http://push.example/a', 'https://a:b@push.example/', 'ftp://push.example/', long])
      expect(await readStatus({ endpoint: address, p256dh, auth })).toEqual([422, 'none']);
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    for (const [point = '', secret = ''] of [
      ['', ''],
      [p256dh, ''],
      [noPoint, auth],
      [p256dh, 'AAAA'],
      [auth, auth],
    ])
      expect(await readStatus({ endpoint, p256dh: point, auth: secret })).toEqual([422, 'none']);
    expect((await readStatus({ endpoint, p256dh, auth, time: 'always' }))[0]).toBe(422);
    expect(countRows(site)).toBe(0);
  });

  it('is never connected to at a private address, though its name is of the internet', async () => {
    const service = await startPushService();
    const site = await open({});
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    const port = new URL(service.origin).port;
    await turnOn(site, new Device(`https://push.example:${port}/a`), owner);
    await press(site, { intent: 'push-test', device: readRow(site)?.id ?? '' }, owner);
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    ends.push(sendPushes(site.runtime, { pollMilliseconds: 5, timeout: 2_000, resolve }));
    await expect.poll(() => readRow(site)?.attempts).toBe(1);
    expect([asked, service.received, readRow(site)?.status]).toEqual([['push.example'], [], null]);
  });
});

describe('notifications end', () => {
  it('with the sign-in of the browser, and go on after its next one', async () => {
    const site = await open({});
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    const on = await turnOn(site, new Device('https://push.example/a'), owner);
    const [device = ''] = /pushDevice=[^;]+/.exec(String(on.headers['set-cookie'])) ?? [];
    // Twelve hours later the session is idle, and the operator signs in again in the same browser.
    later(13 * 60);
    const { db } = site.runtime;
    const userId = String(db.$client.prepare("SELECT id FROM users WHERE name = 'Opal'").pluck().get());
    const again = { Cookie: `authToken=${openSession(db, { userId, kind: 'browser', label: null }, new Date(now))}` };
    const withDevice = { Cookie: `${again.Cookie}; ${device}` };
    expect(getPageText((await site.request(deskPaths.teamNotices(), { headers: withDevice })).body)).toContain(
      'this browser',
    );
    const readSession = () => db.$client.prepare('SELECT session_id FROM push_subscriptions').pluck().get();
    await expect.poll(readSession).not.toBe('session-Opal');
    db.$client.exec("DELETE FROM sessions WHERE id = 'session-Opal'");
    expect(countRows(site)).toBe(1);
    expect((await sendForm(site, paths.logout(), {}, withDevice)).status).toBe(303);
    expect(countRows(site)).toBe(0);
  });

  it.each([
    [
      'blocked',
      "UPDATE users SET blocked_at = '2026-06-15T06:30:00.000Z', blocked_reason = 'left' WHERE name = 'Neha'",
    ],
    ['no longer of the team', "UPDATE users SET role = 'user' WHERE name = 'Neha'"],
  ])('for a member who is %s, even before the sessions do', async (_what, change) => {
    const service = await startPushService();
    const site = await open();
    await turnOn(site, new Device(`${service.origin}/a`), getCookie(signIn(site, 'Neha', 'clerk')));
    site.runtime.db.$client.exec(change);
    await write(site);
    work(site);
    await new Promise((wait) => setTimeout(wait, 50));
    expect(service.received).toEqual([]);
  });

  it('with the account', async () => {
    const site = await open({});
    await turnOn(site, new Device('https://push.example/a'), getCookie(signIn(site, 'Neha', 'clerk')));
    site.runtime.db.$client.exec("DELETE FROM users WHERE name = 'Neha'");
    expect(countRows(site)).toBe(0);
  });
});

describe('the script that shows notifications', () => {
  it('is at an address that stays, and is checked again after an hour', async () => {
    const site = await open({});
    const { status, headers, body } = await site.request(deskPaths.appFile('push-worker.js'));
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      ...[200, 'text/javascript; charset=utf-8', 'public, max-age=3600'],
    ]);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(body).not.toMatch(/['"]fetch['"]|caches/);
    const owner = getCookie(signIn(site, 'Opal', 'owner'));
    const page = await site.request(deskPaths.teamNotices(), { headers: owner });
    expect(page.body).toMatch(/<script type="module" async="" src="\/assets\/push-[\w-]+\.js">/);
    expect(page.body).toContain(`rel="manifest" href="${deskPaths.appFile('app.webmanifest')}"`);
    expect((await site.request(deskPaths.appFile('app.webmanifest'))).headers['content-type']).toBe(
      'application/manifest+json',
    );
    const today = await site.request(deskPaths.today(), { headers: owner });
    expect(today.body).not.toContain('/assets/push-');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueMail } from '~/domain/outbox/outbox.server';
import { deskPaths, paths } from '~/paths';
import { openDatabase } from '~db/connection';
import { sendMails } from '../../server/mail-sender';
import { FormBrowser } from '../support/account-client';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { checkPlans } from '../support/checked-plans';
import { hiddenField } from '../support/form-client';
import { freshDatabase } from '../support/fresh-database';
import { getHeader, getPart, type ReceivedMail, startMailServer } from '../support/mail-server';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing, storeUser } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

checkPlans();

let now: Date;
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const ends: (() => unknown)[] = [];
beforeEach(() => {
  now = new Date('2026-06-15T06:30:00.000Z');
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const mailSettings = (url: string) => ({
  ORIGIN: 'https://bikes.example',
  SMTP_URL: url,
  MAIL_FROM: 'Dopahiya <mail@bikes.example>',
});
const host = { Host: 'bikes.example' };
/** Longer than a busy machine needs to respond. */
const patient = { connect: 5_000, respond: 5_000, total: 9_000 };
/** For a server that does not respond. */
const impatient = { connect: 2_000, respond: 300, total: 3_000 };

function startWorker({ runtime }: Pick<SiteInProcess, 'runtime'>, timeouts = patient): void {
  const { mail } = runtime.settings;
  if (!mail) throw new Error('The site sends no mail.');
  ends.push(sendMails(runtime, mail, { timeouts, pollMilliseconds: 10, pause: 50 }));
}

/** A site that sends mail, and its mail server. */
async function openMailSite(
  handlers: SMTPServerOptions = {},
  variables: Record<string, string> = {},
  timeouts = patient,
) {
  const server = await startMailServer(handlers);
  ends.push(server.close);
  const site = await openSite({ ...mailSettings(server.url), ...variables }, () => now);
  ends.push(site.close);
  startWorker(site, timeouts);
  return { site, server, db: site.runtime.db };
}

type Contact = { name: string; email: string; phone: string; subject: string; message: string };
const contact: Contact = {
  name: 'Bala K',
  email: 'bala@example.com',
  phone: '98765 43210',
  subject: 'Is it still there?',
  message: 'May I see it on Saturday? 98765 43210',
};

let sellers = 0;

/** Writes to a new seller by the API. */
async function writeToSeller(site: SiteInProcess, fields: Partial<Contact> = {}) {
  const { db } = site.runtime;
  sellers += 1;
  const seller = storeUser(db, `Sita${sellers}`);
  const { listing } = storeListing(db, { name: 'Hero Splendor' }, seller);
  const body = { ...contact, ...fields, about: listing.id };
  const response = await callApi(site, 'POST', '/api/contacts', { body, headers: host });
  return { response, seller, listing };
}

type Row = { id: string; state: string; attempts: number; reason: string | null };
const getRows = (site: SiteInProcess): Row[] =>
  site.runtime.db.$client.prepare<[], Row>('SELECT id, state, attempts, reason FROM mails ORDER BY created_at').all();

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 10_000;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isSo()).toBe(true);
}
const untilState = (site: SiteInProcess, state: string) =>
  until(() => getRows(site).some((row) => row.state === state));

/** The address of a link in a mail, without the origin. */
const linkIn = (mail: ReceivedMail, path: string): string =>
  new RegExp(`https://bikes\\.example(${path}\\S*)`).exec(getPart(mail, 'text/plain'))?.[1] ?? '';

const rejection = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

describe('a mail', () => {
  it('is sent once, in plain text and HTML, with only the sender’s name and the subject', async () => {
    const { site, server } = await openMailSite();
    const { response } = await writeToSeller(site);
    expect(response.status).toBe(201);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.received).toEqual([]);
    later(1);
    const [mail] = await server.gets(1);
    if (!mail) throw new Error('It arrives.');
    await untilState(site, 'sent');
    later(60);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.received).toHaveLength(1);

    const [row] = getRows(site);
    expect(mail).toMatchObject({ from: 'mail@bikes.example', to: [expect.stringMatching(/^sita\d+@example\.com$/)] });
    expect(getHeader(mail, 'Subject')).toBe('Bala K wrote to you about Hero Splendor - Dopahiya');
    expect(getHeader(mail, 'From')).toBe('Dopahiya <mail@bikes.example>');
    expect(getHeader(mail, 'Message-ID')).toBe(`<${row?.id}@bikes.example>`);
    expect(getHeader(mail, 'Auto-Submitted')).toBe('auto-generated');
    expect(getHeader(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(getHeader(mail, 'Content-Type')).toContain('multipart/alternative');
    expect(getPart(mail, 'text/plain')).toContain('Read and answer:\nhttps://bikes.example/conversation?id=');
    const html = getPart(mail, 'text/html');
    expect(html).toContain('<a href="https://bikes.example/conversation?id=');
    expect(html).not.toMatch(/<(?:img|script|link|style|iframe)|src=|url\(/i);
    for (const part of [getPart(mail, 'text/plain'), html, mail.source]) {
      for (const kept of ['98765', 'bala@example.com', 'Saturday']) expect(part).not.toContain(kept);
    }
  });

  it('notifies the user of a visit when operators confirm, move or cancel it, but not of the user’s own changes', async () => {
    const { site, server } = await openMailSite();
    const asha = signIn(site, 'Asha');
    const opal = signIn(site, 'Opal', 'owner');
    const visit = {
      kind: 'test-ride',
      branch: 'showroom',
      day: '2026-06-20',
      slot: '11:00',
      name: 'Asha',
      phone: contact.phone,
    };
    const requestVisit = async (slot: string) =>
      getData<{ id: string }>(
        await callApi(site, 'POST', '/api/appointments', { body: { ...visit, slot }, headers: { ...asha, ...host } }),
      ).id;
    const set = (id: string, status: string, by: Record<string, string>) =>
      callApi(site, 'PATCH', `/api/appointments/${id}/status`, { body: { status }, headers: { ...by, ...host } });
    const [kept, dropped] = [await requestVisit('11:00'), await requestVisit('14:00')];
    await set(dropped, 'cancelled', asha);
    await set(kept, 'confirmed', opal);
    later(2);
    const [mail] = await server.gets(1);
    if (!mail) throw new Error('It arrives.');
    expect(getRows(site)).toHaveLength(1);
    expect(getHeader(mail, 'Subject')).toBe('Your visit is confirmed - Dopahiya');
    expect(linkIn(mail, '/appointment')).toBe(paths.appointment({ id: kept }));
    const time = { day: '2026-06-19', slot: '11:00' };
    await callApi(site, 'PATCH', `/api/appointments/${kept}/time`, { body: time, headers: { ...opal, ...host } });
    later(11);
    const moved = (await server.gets(2))[1];
    if (!moved) throw new Error('It arrives.');
    expect(getHeader(moved, 'Subject')).toBe('We have moved your visit - Dopahiya');
    expect(moved.source).toContain('Friday, 19 June, 11 am to 1 pm');
    expect(mail.source).not.toContain(contact.phone);
  });

  it('tells a visitor who left an email of changes of the visit and of answers, by links of their own', async () => {
    const { site, server } = await openMailSite();
    const opal = signIn(site, 'Opal', 'owner');
    const visit = { kind: 'test-ride', branch: 'showroom', day: '2026-06-20', slot: '11:00', name: 'Meera' };
    const body = { ...visit, phone: contact.phone, email: ' Meera@Example.com ' };
    const { id, email } = getData<{ id: string; email: string }>(
      await callApi(site, 'POST', '/api/appointments', { body, headers: host }),
    );
    expect(email).toBe('Meera@Example.com');
    const patch = (at: string, change: object) =>
      callApi(site, 'PATCH', `/api/appointments/${id}/${at}`, { body: change, headers: { ...opal, ...host } });
    await patch('status', { status: 'confirmed' });
    later(2);
    const [confirmed] = await server.gets(1);
    await untilState(site, 'sent');
    await patch('time', { day: '2026-06-19', slot: '11:00' });
    later(11);
    const [, moved] = await server.gets(2);
    if (!confirmed || !moved) throw new Error('They arrive.');
    expect(confirmed.to).toEqual(['meera@example.com']);
    expect(getHeader(confirmed, 'Subject')).toBe('Your visit is confirmed - Dopahiya');
    expect(getHeader(moved, 'Subject')).toBe('We have moved your visit - Dopahiya');
    const links = [confirmed, moved].map((mail) => linkIn(mail, '/appointment'));
    expect(new Set(links).size).toBe(2);
    for (const link of links) {
      const page = await site.request(link, { headers: host });
      expect([page.status, getVisibleText(page.body)]).toEqual([200, expect.stringContaining('Friday, 19 June')]);
      const thread = paths.conversation({ key: new URL(link, 'https://a.example').searchParams.get('key') ?? '' });
      expect((await site.request(thread, { headers: host })).status).toBe(200);
    }
    const found = await site.request(deskPaths.find('meera@example'), { headers: { ...host, ...getCookie(opal) } });
    expect(getVisibleText(found.body)).toContain('Meera');
    const cancel = { method: 'POST', headers: { ...host, ...formType }, body: 'reason=Ill&version=3' };
    expect((await site.request(links[1] ?? '', cancel)).status).toBe(303);
    expect(moved.source).not.toContain(contact.phone);
  });

  it('tells the members of the team who chose it of a new customer, until they stop it', async () => {
    const { site, server } = await openMailSite();
    const opal = getCookie(signIn(site, 'Opal', 'owner'));
    signIn(site, 'Neha', 'clerk');
    const choose = () =>
      site.request(deskPaths.teamNotices(), {
        method: 'POST',
        headers: { ...host, ...formType, ...opal },
        body: 'intent=mails&mails=at-once',
      });
    const write = (message: string) =>
      callApi(site, 'POST', '/api/contacts', { body: { ...contact, message }, headers: host });
    await write('Before anybody asked for mails.');
    expect((await choose()).status).toBe(303);
    expect((await write(contact.message)).status).toBe(201);
    await until(() => getRows(site).length === 1);
    later(2);
    const [mail] = await server.gets(1);
    if (!mail) throw new Error('It arrives.');
    await untilState(site, 'sent');
    expect(mail.to).toEqual(['opal@example.com']);
    expect(getHeader(mail, 'Subject')).toBe('New message - Dopahiya');
    const link = linkIn(mail, '/desk/customers/');
    expect(getVisibleText((await site.request(link, { headers: { ...host, ...opal } })).body)).toContain('Bala K');
    for (const text of [mail.source, getPart(mail, 'text/plain'), getPart(mail, 'text/html')]) {
      for (const kept of ['Bala', '98765', 'bala@example.com', 'Saturday', 'still there']) {
        expect(text).not.toContain(kept);
      }
    }
    const stop = { method: 'POST', headers: { ...host, ...formType }, body: 'intent=stop' };
    expect((await site.request(linkIn(mail, '/unsubscribe'), stop)).status).toBe(303);
    await write('And is it in red?');
    later(20);
    await new Promise((resolve) => setTimeout(resolve, 100));
    later(20);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(server.received).toHaveLength(1);
    const notices = await site.request(deskPaths.teamNotices(), { headers: { ...host, ...opal } });
    expect(notices.body).toMatch(/<input[^>]* checked="" value="off"|<input[^>]* value="off"[^>]* checked=""/);
  });

  it('has one recipient and the headers of the site, regardless of the text in a name or an address', async () => {
    const { site, server } = await openMailSite();
    const injected = 'Bala\r\nBcc: victim@example.com\r\nSubject: Free';
    const { response } = await writeToSeller(site, { name: injected, subject: injected, message: injected });
    expect(response.status).toBe(201);
    const addressed = await writeToSeller(site, { email: 'a@b.example\r\nRCPT TO:<victim@example.com>' });
    const listed = await writeToSeller(site, { email: 'a@b.example,victim@example.com' });
    expect([addressed.response.status, listed.response.status]).toEqual([422, 422]);
    const { db } = site.runtime;
    // Values that no form accepts cannot be injected here either.
    for (const address of ['a@b.example\r\nBcc: x@example.com', 'x@example.com, a@b.example', '<x@example.com>']) {
      queueMail(db, { kind: 'report', to: { address }, now });
    }
    later(1);
    await until(() => getRows(site).every(({ state }) => state === 'sent' || state === 'failed'));
    for (const mail of server.received) {
      expect(mail.to).toHaveLength(1);
      expect(mail.to).not.toContain('victim@example.com');
      expect(getHeader(mail, 'Bcc')).toBeNull();
      expect(mail.source.match(/^Subject:/gm)).toHaveLength(1);
    }
    const subjects = server.received.map((mail) => getHeader(mail, 'Subject'));
    expect(subjects).toContain('Someone wrote to you about Hero Splendor - Dopahiya');
  });

  it('links a visitor to the reply, without signing in', async () => {
    const { site, server } = await openMailSite();
    const { seller } = await writeToSeller(site);
    later(1);
    await server.gets(1);
    const { id } = site.runtime.db.$client.prepare<[], { id: string }>('SELECT id FROM conversations').get() ?? {
      id: '',
    };
    const session = signInAs(site, seller.user.id);
    const path = paths.conversation({ id });
    const form = {
      method: 'POST',
      headers: { ...host, ...getCookie(session), ...formType },
      body: 'text=Yes%2C%20it%20is',
    };
    expect((await site.request(path, form)).status).toBe(303);
    later(1);
    const mail = (await server.gets(2))[1];
    if (!mail) throw new Error('It arrives.');
    expect(mail.to).toEqual(['bala@example.com']);
    const link = linkIn(mail, '/conversation');
    const page = await site.request(link, { headers: host });
    expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'same-origin']);
    expect(getVisibleText(page.body)).toContain('Yes, it is');
    const answer = { method: 'POST', headers: { ...host, ...formType }, body: 'text=Then%20at%20ten' };
    expect((await site.request(link, answer)).status).toBe(303);
  });
});

const formType = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' };

/** A session of a stored user. */
function signInAs(site: SiteInProcess, userId: string): Record<string, string> {
  const headers = signIn(site, `Session${ends.length}`);
  site.runtime.db.$client.prepare('UPDATE sessions SET user_id = ?').run(userId);
  return headers;
}

describe('stopping mails', () => {
  it('needs one press, on the page or in the mail program, and can be undone', async () => {
    const { site, server } = await openMailSite();
    const { listing } = await writeToSeller(site);
    later(1);
    const [mail] = await server.gets(1);
    if (!mail) throw new Error('It arrives.');
    await untilState(site, 'sent');
    const link = linkIn(mail, '/unsubscribe');
    expect(getHeader(mail, 'List-Unsubscribe')).toBe(`<https://bikes.example${link}>`);
    const open = async () => getVisibleText((await site.request(link, { headers: host })).body);
    expect(await open()).toContain('Stop these mails?');
    // Opening the link, as scanners of mails do, stops nothing.
    expect(await open()).toContain('Stop these mails?');
    const post = (body: string, headers: Record<string, string> = formType) =>
      site.request(link, { method: 'POST', headers: { ...host, ...headers }, body });
    expect((await post('intent=stop')).status).toBe(303);
    expect(await open()).toContain('These mails are stopped');
    expect((await post('intent=resume')).status).toBe(303);
    expect(await open()).toContain('Stop these mails?');
    // The service of the recipient's mail program, which has no cookie and names no origin.
    const oneClick = await post('List-Unsubscribe=One-Click', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect([oneClick.status, oneClick.headers.location]).toEqual([200, undefined]);
    expect(await open()).toContain('These mails are stopped');
    const body = { ...contact, email: 'chitra@example.com', message: 'Would you swap it?', about: listing.id };
    expect((await callApi(site, 'POST', '/api/contacts', { body, headers: host })).status).toBe(201);
    expect(getRows(site)).toHaveLength(2);
    later(20);
    await until(() => getRows(site).every(({ state }) => state === 'sent'));
    expect(server.received).toHaveLength(1);
    for (const wrong of [`${link}x`, link.replace('message', 'report'), '/unsubscribe']) {
      const page = await site.request(wrong, { headers: host });
      expect([page.status, getVisibleText(page.body).includes('This link is invalid')]).toEqual([404, true]);
      const rejected = await site.request(wrong, { method: 'POST', headers: { ...host, ...formType }, body: '' });
      expect(rejected.status).toBe(404);
    }
  });
});

describe('a mail server', () => {
  it('that is down delays mails, but no request', async () => {
    const { site, server } = await openMailSite();
    await server.close();
    const { response } = await writeToSeller(site);
    expect(response.status).toBe(201);
    later(1);
    await until(() => getRows(site)[0]?.attempts === 1 && getRows(site)[0]?.state === 'waiting');
    expect(getRows(site)[0]?.reason).toMatch(/ECONNREFUSED|refused/i);
    const again = await startMailServer({}, server.port);
    ends.push(again.close);
    later(2);
    await again.gets(1);
    await untilState(site, 'sent');
    expect(again.received).toHaveLength(1);
  });

  it('that sends no greeting is tried again later', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    ends.push(() => new Promise((resolve) => silent.close(resolve)));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { site } = await openMailSite({}, { SMTP_URL: `smtp://127.0.0.1:${port}` }, impatient);
    await writeToSeller(site);
    later(1);
    const before = performance.now();
    expect((await site.request('/main', { headers: host })).status).toBe(200);
    expect(performance.now() - before).toBeLessThan(2_000);
    await until(() => getRows(site)[0]?.attempts === 1 && getRows(site)[0]?.state === 'waiting');
  });

  it('that never acknowledges a mail does not get it again', async () => {
    let taken = 0;
    const onData: SMTPServerOptions['onData'] = (stream) => {
      stream.on('end', () => {
        taken += 1;
      });
      stream.resume();
    };
    const { site } = await openMailSite({ onData }, {}, impatient);
    await writeToSeller(site);
    later(1);
    await untilState(site, 'unknown');
    later(24 * 60);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([taken, getRows(site)[0]?.state]).toEqual([1, 'unknown']);
  });

  it.each([
    ['a recipient for now', 450, 'waiting', 'rcpt'],
    ['a recipient for good', 550, 'failed', 'rcpt'],
    ['a mail for now', 451, 'waiting', 'data'],
    ['a mail for good', 554, 'failed', 'data'],
    ['the connection', 421, 'waiting', 'connect'],
    ['the connection for good', 554, 'waiting', 'connect'],
  ])('that rejects %s with %i leaves it %s', async (_what, code, state, at) => {
    const error = rejection(code, `not today ${code}`);
    const { site } = await openMailSite({
      ...(at === 'connect' && { onConnect: (_session, done) => done(error) }),
      ...(at === 'rcpt' && { onRcptTo: (_address, _session, done) => done(error) }),
      ...(at === 'data' && {
        onData(stream, _session, done) {
          stream.on('end', () => done(error));
          stream.resume();
        },
      }),
    });
    await writeToSeller(site);
    later(1);
    await until(() => getRows(site)[0]?.attempts === 1 && getRows(site)[0]?.state === state);
    expect(getRows(site)[0]?.reason).toContain(`not today ${code}`);
    const operator = { ...host, ...getCookie(signIn(site, 'Opal', 'owner')) };
    const desk = getVisibleText((await site.request(deskPaths.teamHealth(), { headers: operator })).body);
    expect(desk.includes('Health 1')).toBe(state === 'failed');
    const isListed = desk.includes('Not sent, tried once') && desk.includes(`not today ${code}`);
    expect(isListed).toBe(state === 'failed');
  });

  it('gets the password; with a wrong one the mail stays in the queue', async () => {
    const signedIn: string[] = [];
    const { site, server } = await openMailSite({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        signedIn.push(`${username} ${password}`);
        if (signedIn.length === 1) done(rejection(535, 'not yet'));
        else done(null, { user: username });
      },
    });
    const { mail } = site.runtime.settings;
    if (!mail) throw new Error('It sends mail.');
    mail.server.auth = { user: 'us@er', pass: 'p:ss' };
    await writeToSeller(site);
    later(1);
    await until(() => getRows(site)[0]?.attempts === 1 && getRows(site)[0]?.state === 'waiting');
    later(5);
    await server.gets(1);
    expect(signedIn).toEqual(['us@er p:ss', 'us@er p:ss']);
  });

  it('gets each mail once from two processes on one file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dopahiya-mail-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'site.sqlite');
    const fresh = freshDatabase();
    await fresh.$client.backup(path);
    fresh.$client.close();
    const server = await startMailServer();
    ends.push(server.close);
    const sites = [];
    for (let at = 0; at < 2; at += 1) {
      const site = await openSite(mailSettings(server.url), () => now, openDatabase(path));
      ends.push(site.close);
      sites.push(site);
    }
    const [site] = sites;
    if (!site) throw new Error('There are two.');
    const count = 30;
    for (let at = 0; at < count; at += 1) {
      queueMail(site.runtime.db, { kind: 'report', to: { address: `operator-${at}@example.com` }, now });
    }
    later(1);
    for (const one of sites) startWorker(one);
    await until(() => getRows(site).every(({ state }) => state === 'sent'));
    expect(server.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: count }, (_, at) => `operator-${at}@example.com`).sort(),
    );
    expect(getRows(site).every(({ attempts }) => attempts === 1)).toBe(true);
  });
});

describe('a recovery link by mail', () => {
  const account = { name: 'Asha Rao', email: 'asha@example.com', password: 'open!sesame' };
  const requestLink = (site: SiteInProcess, linkEmail: string) =>
    site.request(paths.recover(), {
      method: 'POST',
      headers: { ...host, ...formType },
      body: new URLSearchParams({ intent: 'link', linkEmail }).toString(),
    });

  it('is requested with the same response for an unknown email, works once, and signs in', async () => {
    const { site, server } = await openMailSite();
    await new FormBrowser(site).enter(account);
    const page = await site.request(paths.recover(), { headers: host });
    expect(getVisibleText(page.body)).toContain('Send me a link');
    const known = await requestLink(site, account.email);
    const unknown = await requestLink(site, 'nobody@example.com');
    const facts = ({ status, headers }: typeof known) => [status, headers.location, headers['set-cookie']];
    expect(facts(unknown)).toEqual(facts(known));
    expect(known.status).toBe(303);
    const byApi = await callApi(site, 'POST', '/api/account/recovery-link', {
      body: { email: 'nobody@example.com' },
      headers: host,
    });
    expect([byApi.status, byApi.json.message]).toEqual([200, expect.stringContaining('If there is an account')]);
    const [mail] = await server.gets(1);
    if (!mail) throw new Error('It arrives.');
    expect([mail.to, getHeader(mail, 'List-Unsubscribe')]).toEqual([[account.email], null]);
    const link = linkIn(mail, '/recover');
    const form = await site.request(link, { headers: host });
    expect(form.headers['referrer-policy']).toBe('same-origin');
    const code = /name="code"[^>]* value="([^"]+)"|value="([^"]+)"[^>]* name="code"/.exec(form.body);
    const fields = {
      idempotencyKey: hiddenField(form, 'idempotencyKey'),
      email: account.email,
      code: code?.[1] ?? code?.[2] ?? '',
      password: 'another!kite',
    };
    const recover = (own = fields) =>
      site.request(paths.recover(), {
        method: 'POST',
        headers: { ...host, ...formType },
        body: new URLSearchParams(own).toString(),
      });
    const done = await recover();
    expect([done.status, done.headers.location]).toEqual([303, paths.recoveryCode()]);
    expect((await recover({ ...fields, idempotencyKey: 'another' })).status).toBe(422);
    await until(() => getRows(site).length === 1);
    expect(server.received).toHaveLength(1);
  });

  it('names a missing email beside its own field', async () => {
    const { site } = await openMailSite();
    const rejected = await requestLink(site, 'no address');
    expect(rejected.status).toBe(422);
    expect(rejected.body).toContain('id="linkEmail-error"');
    expect(rejected.body).not.toContain('id="email-error"');
    expect(rejected.body).toContain('value="no address"');
  });
});

it('a site without a mail server offers no link, and stores no mail', async () => {
  const site = await openSite({}, () => now);
  ends.push(site.close);
  expect(getVisibleText((await site.request(paths.recover())).body)).not.toContain('Send me a link');
  const body = { email: 'asha@example.com' };
  expect((await callApi(site, 'POST', '/api/account/recovery-link', { body })).status).toBe(409);
  expect((await writeToSeller(site)).response.status).toBe(201);
  expect(getRows(site)).toEqual([]);
  expect((await site.request(paths.metrics())).body).not.toContain('mails');
});

it('the metrics count queued mails and attempts by result', async () => {
  const { site, server } = await openMailSite();
  await writeToSeller(site);
  const figures = async () => (await site.request(paths.metrics(), { headers: { Host: 'localhost' } })).body;
  expect(await figures()).toContain('dopahiya_mails_waiting 1');
  later(1);
  await server.gets(1);
  await untilState(site, 'sent');
  expect(await figures()).toContain('dopahiya_mails_waiting 0');
  expect(await figures()).toContain('dopahiya_mails_total{result="sent"} 1');
});

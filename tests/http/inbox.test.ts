import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { callApi, getData } from '../support/api-client';
import { hiddenField } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { usedShine } from '../support/sample-content';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

let now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let listing: string;
/** A visitor with the manage key of that listing. */
let seller: FormBrowser;
/** A signed-in user. */
let asha: FormBrowser;
shareSite(async () => {
  site = await openSite({}, () => now);
  asha = await new FormBrowser(site).enter({ name: 'Asha Rao', email: 'asha@example.com', password: 'open!sesame' });
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM conversations; DELETE FROM listings WHERE is_sample = 0');
  const stored = storeListing(site.runtime.db, { name: 'Shine of a visitor' });
  listing = stored.listing.id;
  seller = new FormBrowser(site);
  seller.carry('manageKeys', stored.manageCode ?? '');
});

const person = { name: 'Bala K', email: 'bala@example.com', phone: '98765 43210', subject: 'Is it still there?' };
let written = 0;

/** Writes to the seller of a listing; returns the path that follows and the cookies that were set. */
async function write(buyer: FormBrowser, about = listing) {
  written += 1;
  const fields = { ...person, message: `May I see it on day ${written}?`, about, idempotencyKey: `first-${written}` };
  const { headers } = await buyer.send(paths.contact({ about }), fields);
  return { link: String(headers.location), cookies: String(headers['set-cookie']) };
}

const text = async (browser: FormBrowser, path = paths.messages()) => getVisibleText((await browser.open(path)).body);
const getRows = async (browser: FormBrowser, path = paths.messages()): Promise<string[]> => {
  const { body } = await browser.open(path);
  return [...body.matchAll(/href="(\/conversation\?id=[\w-]+)#newest"/g)].map(([, href]) => href ?? '');
};
async function answer(words: string, from = seller): Promise<void> {
  const [row = ''] = await getRows(from);
  const page = await from.open(row);
  const fields = { text: words, idempotencyKey: hiddenField(page, 'idempotencyKey') };
  expect((await from.send(row, fields)).status).toBe(303);
}

describe('a visitor who writes to a seller', () => {
  it('gets one secret for all conversations, whose hash alone is stored', async () => {
    const buyer = new FormBrowser(site);
    const { cookies } = await write(buyer);
    expect(cookies).toMatch(/messages=[\w-]{27}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax/);
    const secret = buyer.cookie('messages');
    const other = storeListing(site.runtime.db, { name: 'Another Shine' }).listing.id;
    await write(buyer, other);
    expect(buyer.cookie('messages')).toBe(secret);
    expect(await getRows(buyer)).toHaveLength(2);
    const stored = site.runtime.db.$client.prepare('SELECT * FROM conversations').all();
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(new Set(stored.map((row) => Object(row).buyer_visitor_hash))).toHaveProperty('size', 1);
  });

  it('reads and replies in the inbox, and finds the private link there, which works in other browsers', async () => {
    const buyer = new FormBrowser(site);
    const { link } = await write(buyer);
    await answer('Yes, on Saturday.');
    const inbox = await text(buyer);
    expect(inbox).toContain('You wrote');
    expect(inbox).toMatch(/Private seller 12:00 pm ₹[\d,]+ Shine of a visitor Yes, on Saturday\. 1 new/);
    const [row = ''] = await getRows(buyer);
    const { body } = await buyer.open(row);
    expect(getVisibleText(body)).toContain('This browser finds the reply under Messages.');
    expect(body).toContain(`data-copy="${site.origin}${link}"`);
    expect(getVisibleText(body)).not.toContain('unread');
    expect(await text(buyer)).toContain('Private seller 12:00 pm');
    await answer('Shall I bring a friend?', buyer);
    expect(await text(seller)).toMatch(/About what you sell .* Bala K · buyer .* Shall I bring a friend\? 1 new/);
    const elsewhere = new FormBrowser(site);
    expect(await text(elsewhere, link)).toContain('Yes, on Saturday.');
    expect((await elsewhere.open(row)).status).not.toBe(200);
  });

  it('can be removed from the browser, and the private link keeps working', async () => {
    const buyer = new FormBrowser(site);
    const { link } = await write(buyer);
    expect((await buyer.send(paths.messages(), {})).headers.location).toBe(paths.messages());
    expect(await text(buyer)).toContain('No messages yet');
    expect((await buyer.open(link)).status).toBe(200);
  });
});

describe('a signed-in user in a browser that wrote as a visitor', () => {
  it('sees it separately, adds it on request only, and is blocked as the visitor was', async () => {
    const owner = await new FormBrowser(site).enter({
      name: 'Omana',
      email: 'omana@example.com',
      password: 'open!sesame',
    });
    const { id } = getData<{ id: string }>(
      await callApi(site, 'POST', '/api/vehicles', {
        body: usedShine,
        headers: { Authorization: `Bearer ${owner.cookie('authToken')}` },
      }),
    );
    const shared = new FormBrowser(site);
    const { link } = await write(shared, id);
    await write(shared);
    const [row = ''] = await getRows(owner);
    expect((await owner.send(row, { intent: 'block' })).status).toBe(303);

    await shared.enter({ name: 'Jaya', email: 'jaya@example.com', password: 'open!sesame' });
    const apart = await text(shared);
    expect(apart).toContain('Written in this browser');
    expect(apart).not.toContain('No messages yet');
    const jaya = new FormBrowser(site);
    jaya.carry('authToken', shared.cookie('authToken') ?? '');
    expect(await getRows(jaya)).toEqual([]);

    expect((await shared.send(paths.messages(), { intent: 'join' })).headers.location).toBe(paths.messages());
    expect(shared.cookie('messages')).toBeFalsy();
    expect(await getRows(jaya)).toHaveLength(2);
    expect(await text(jaya)).not.toContain('Written in this browser');
    expect((await new FormBrowser(site).open(link)).status).toBe(404);
    expect((await jaya.send(row, { text: 'Do you hear me?' })).status).toBe(409);
    const again = await jaya.send(paths.contact({ about: id }), {
      ...person,
      message: 'And may I come now?',
      about: id,
    });
    expect(again.status).toBe(409);
    expect(await text(jaya, row)).not.toContain('Omana’s');
  });

  it('can be continued by an API client, with the key in the response to its first message', async () => {
    const body = { ...person, message: 'Is the iQube in stock?', category: 'general' };
    const { messagesKey } = getData<{ messagesKey: string }>(await callApi(site, 'POST', '/api/contacts', { body }));
    const account = { name: 'Lata', email: 'lata@example.com', password: 'open!sesame' };
    const { token } = getData<{ token: string }>(await callApi(site, 'POST', '/api/auth/signup', { body: account }));
    const join = async (headers: Record<string, string>) =>
      getData<{ joined: number }>(
        await callApi(site, 'POST', '/api/conversations/join', {
          headers: { Authorization: `Bearer ${token}`, ...headers },
        }),
      ).joined;
    expect(await join({})).toBe(0);
    expect(await join({ 'X-Messages-Key': messagesKey })).toBe(1);
    expect(await join({ 'X-Messages-Key': messagesKey })).toBe(0);
    const browser = new FormBrowser(site);
    browser.carry('authToken', token);
    expect(await getRows(browser)).toHaveLength(1);
  });

  it('includes messages to the business, but nothing from another browser', async () => {
    const shared = new FormBrowser(site);
    const words = { ...person, message: 'Is the iQube in stock?', category: 'general', idempotencyKey: 'to-us' };
    expect((await shared.send(paths.contact(), words)).status).toBe(303);
    const other = new FormBrowser(site);
    await write(other);
    await shared.enter({ name: 'Kala', email: 'kala@example.com', password: 'open!sesame' });
    await shared.send(paths.messages(), { intent: 'join' });
    expect(await getRows(shared)).toHaveLength(1);
    expect((await shared.open('/profile/data.json')).body).toContain('Is the iQube in stock?');
    expect(await getRows(other)).toHaveLength(1);
  });
});

describe('unread messages', () => {
  const counted = /Menu (\d+) unread messages?/;

  it('are counted on every page of their reader, and on no page of anyone else', async () => {
    const buyer = new FormBrowser(site);
    await write(buyer);
    const other = new FormBrowser(site);
    other.carry('messages', 'A'.repeat(27));
    const pages = [paths.home(), paths.browse(), paths.vehicle('1'), paths.manage(), paths.contact()];
    for (const path of pages) expect([path, counted.test(await text(buyer, path))]).toEqual([path, false]);
    expect((await buyer.open(paths.browse())).headers['cache-control']).toBe('public, no-cache');
    await answer('Yes.');
    await answer('On Saturday.');
    for (const path of pages) {
      const own = await buyer.open(path);
      expect([path, counted.exec(getVisibleText(own.body))?.[1]]).toEqual([path, '2']);
      // The form of the contact screen may be stored, so that the browser restores what was typed.
      const isForm = path === paths.contact();
      expect(own.headers['cache-control']).toBe(isForm ? 'private, no-cache' : 'private, no-store');
      for (const stranger of [other, new FormBrowser(site)]) expect(await text(stranger, path)).not.toMatch(counted);
    }
    expect(await text(buyer, paths.home())).toContain('2 new messages for you.');
    expect(await text(other, paths.home())).not.toContain('for you.');
    await getRows(buyer).then(([row = '']) => buyer.open(row));
    expect(await text(buyer, paths.home())).not.toMatch(counted);
    expect((await buyer.open(paths.browse())).headers['cache-control']).toBe('public, no-cache');
  });

  it('of a seller are shown on the profile, and with a manage code on Manage, until they are read', async () => {
    const own = storeListing(site.runtime.db, { name: 'Jawa of Asha' }, { user: ashasActor(), manageKeyIds: [] });
    await write(new FormBrowser(site), own.listing.id);
    await write(new FormBrowser(site));
    expect(await text(asha, paths.profile())).toMatch(/To do Bala K · buyer .* Jawa of Asha .* My Messages \(1 new\)/);
    expect(await text(asha)).toMatch(/1 new in 1 conversation All 1 New 1 I buy 0 I sell 1/);
    expect(await text(seller, paths.manage())).toMatch(/1 new\. .* Messages of 1 buyer/);
    const [row = ''] = await getRows(asha);
    await asha.open(row);
    expect(await text(asha, paths.profile())).not.toContain('To do Bala K');
    expect(await text(asha, paths.messages({ show: 'new' }))).toContain('Nothing under this tab');
    expect(await text(asha, paths.messages({ show: 'selling' }))).toContain('Bala K · buyer');
    expect((await asha.open('/profile?show=messages')).headers.location).toBe(paths.messages());
  });
});

const ashasActor = () => {
  const [id] = site.runtime.db.$client
    .prepare<[], string>("SELECT id FROM users WHERE name = 'Asha Rao'")
    .pluck()
    .all();
  return { id: id ?? '', name: 'Asha Rao', role: 'user' as const, sessionId: '' };
};

describe('the inbox', () => {
  it('lists buying and selling, conversations started in this browser separately, twenty to a page', async () => {
    const buyer = new FormBrowser(site);
    await write(buyer);
    buyer.carry('authToken', asha.cookie('authToken') ?? '');
    await write(buyer, storeListing(site.runtime.db, { name: 'A third Shine' }).listing.id);
    expect(await text(buyer)).toContain('All 1 New 0 I buy 1 I sell 0');
    expect(await text(buyer)).toContain('Written in this browser');
    expect(await getRows(buyer)).toHaveLength(2);
    const many = storeListing(site.runtime.db, { name: 'A wanted Shine' });
    const wanted = new FormBrowser(site);
    wanted.carry('manageKeys', many.manageCode ?? '');
    for (let index = 0; index < 21; index += 1) {
      now = new Date(now.getTime() + 60_000);
      await write(new FormBrowser(site), many.listing.id);
    }
    expect(await getRows(wanted)).toHaveLength(20);
    expect(await text(wanted)).toContain('All 21');
    expect(await getRows(wanted, paths.messages({ show: 'selling', page: 2 }))).toHaveLength(1);
  });

  it('shows the status of the vehicle, but nothing that is hidden', async () => {
    const buyer = new FormBrowser(site);
    await write(buyer);
    const set = (change: string) =>
      site.runtime.db.$client.exec(`UPDATE listings SET ${change} WHERE id = '${listing}'`);
    set("availability = 'sold', sold_at = '2026-06-15T06:30:00.000Z'");
    expect(await text(buyer)).toContain('Shine of a visitor · sold');
    set("hidden_at = '2026-06-15T06:30:00.000Z'");
    const hidden = await text(buyer);
    expect(hidden).toContain('Shine of a visitor · hidden');
    expect(hidden).not.toContain('₹');
    site.runtime.db.$client.exec(
      `UPDATE conversations SET closed_at = '2026-06-15T06:30:00.000Z', closed_reason = 'Fraud'`,
    );
    expect(await text(buyer)).toContain('We ended this conversation.');
  });
});

describe('a conversation', () => {
  it('keeps a rejected repetition in its field, and shows URLs as text', async () => {
    const buyer = new FormBrowser(site);
    const { link } = await write(buyer);
    const words = 'The papers are at https://example.com/rc?id=1&view=all for you.';
    const send = async () =>
      buyer.send(link, { text: words, idempotencyKey: hiddenField(await buyer.open(link), 'idempotencyKey') });
    expect((await send()).status).toBe(303);
    const shown = (await buyer.open(link)).body;
    expect(shown).toContain('<p>The papers are at https://example.com/rc?id=1&amp;view=all for you.</p>');
    expect(shown).not.toContain('href="https://example.com');
    const refused = await send();
    expect(refused.status).toBe(422);
    expect(getVisibleText(refused.body)).toContain('You have written this here already.');
    expect(refused.body).toContain(`${words.replace('&', '&amp;')}</textarea>`);
  });

  it('is closed to a sender whom a user blocks there, until the profile unblocks it', async () => {
    const own = storeListing(site.runtime.db, { name: 'Jawa of Asha' }, { user: ashasActor(), manageKeyIds: [] });
    const buyer = new FormBrowser(site);
    const { link } = await write(buyer, own.listing.id);
    const [row = ''] = await getRows(asha);
    expect((await asha.send(row, { intent: 'block' })).headers.location).toBe(row);
    const closed = await text(buyer, link);
    expect(closed).toContain('The other side no longer accepts messages from you.');
    expect(closed).not.toContain('Send Message');
    expect((await buyer.send(link, { text: 'But why?' })).status).toBe(409);
    expect(await text(asha, row)).toContain('Take messages from Bala K again');
    const list = paths.profileView('blocked');
    const { body } = await asha.open(list);
    const [, sender = ''] = /name="sender" value="([^"]+)"/.exec(body) ?? [];
    expect(getVisibleText(body)).toContain('Bala K Unblock Bala K Blocked on');
    expect((await asha.send(list, { intent: 'unblock', sender })).headers.location).toBe(list);
    expect(await text(asha, list)).toContain('No blocked senders');
    expect(await text(buyer, link)).toContain('Send Message');
  });

  it('is read, replied to and marked as read with the key that a message to a seller returns', async () => {
    const about = { ...person, message: 'Does it start in winter?', about: listing };
    const sent = await callApi(site, 'POST', '/api/contacts', { body: about });
    const { messagesKey, id } = getData<{ messagesKey: string; id: string }>(sent);
    const headers = { 'X-Messages-Key': messagesKey };
    await answer('At the first kick.');
    const list = await callApi(site, 'GET', '/api/conversations', { headers });
    expect(list.json.data).toMatchObject({
      unread: 1,
      conversations: [{ id, lastMessage: { text: 'At the first kick.' } }],
    });
    const read = await callApi(site, 'GET', `/api/conversations/${id}`, { headers });
    expect(read.json.data).toMatchObject({ side: 'buyer', messages: [{ isOwn: true }, { isOwn: false }] });
    expect(read.body).not.toContain(messagesKey);
    const replied = await callApi(site, 'POST', `/api/conversations/${id}/messages`, {
      headers,
      body: { text: 'Fine.' },
    });
    for (const _ of [1, 2]) {
      const repeated = { headers: { ...headers, 'Idempotency-Key': 'fine' }, body: { text: 'Quite fine.' } };
      expect((await callApi(site, 'POST', `/api/conversations/${id}/messages`, repeated)).status).toBe(201);
    }
    expect([replied.status, replied.json.data]).toMatchObject([201, { isOwn: true, text: 'Fine.' }]);
    await answer('It is yours.');
    await callApi(site, 'PATCH', `/api/conversations/${id}/read`, { headers });
    expect((await callApi(site, 'GET', '/api/conversations?show=new', { headers })).json.data).toMatchObject({
      unread: 0,
      conversations: [],
    });
    const other = { headers: { 'X-Messages-Key': 'A'.repeat(27) } };
    expect((await callApi(site, 'GET', `/api/conversations/${id}`, other)).status).toBe(404);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { callApi, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';
import { browserHeaders, requestOnTheWire } from '../support/wire-request';

let now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
/** A visitor's listing, and the browser that holds its key. */
let listing: string;
let visitor: FormBrowser;
let seller: FormBrowser;
let operator: Record<string, string>;
shareSite(async () => {
  site = await openSite({}, () => now);
  seller = await new FormBrowser(site).enter({ name: 'Sita Rao', email: 'sita@example.com', password: 'open!sesame' });
  operator = signIn(site, 'Opal', 'owner');
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec(
    'DELETE FROM conversations; DELETE FROM contact_messages; DELETE FROM listings WHERE is_sample = 0',
  );
  const stored = storeListing(site.runtime.db, { name: 'Shine of a visitor' });
  listing = stored.listing.id;
  visitor = new FormBrowser(site);
  visitor.carry('manageKeys', stored.manageCode ?? '');
});

const formValues = {
  name: 'Bala K',
  email: 'bala@example.com',
  phone: '+91 98765 43210',
  subject: 'Is it still there?',
  message: 'May I see it on Saturday?',
};

/** Writes about a listing and returns the path of the conversation. */
async function writeTo(
  about: string,
  buyer = new FormBrowser(site),
  fields: Partial<typeof formValues & { question: string }> = {},
) {
  const page = await buyer.open(paths.contact({ about }));
  now = new Date(now.getTime() + 20_000);
  const sent = await buyer.send(paths.contact({ about }), {
    ...formValues,
    ...fields,
    about,
    idempotencyKey: hiddenField(page, 'idempotencyKey'),
  });
  expect(sent.status).toBe(303);
  return { buyer, link: String(sent.headers.location) };
}

/** A conversation in the seller's list. */
async function inList(browser: FormBrowser, path: string): Promise<string> {
  const { body } = await browser.open(path);
  const [, link] = /href="(\/conversation\?id=[\w-]+)#newest"/.exec(body) ?? [];
  if (!link) throw new Error(getVisibleText(body));
  return link;
}

const text = async (browser: FormBrowser, path: string) => getVisibleText((await browser.open(path)).body);

describe('the contact screen about another user’s listing', () => {
  it('is addressed to its seller, explains the relay and its risks, and has no category', async () => {
    const { body } = await site.request(paths.contact({ about: listing }));
    const words = getVisibleText(body);
    for (const reported of [
      'Contact Seller',
      'Neither of you sees the other’s phone or email',
      'OTP',
      'private link',
    ]) {
      expect(words).toContain(reported);
    }
    expect(body).not.toContain('name="category"');
    expect(getVisibleText((await site.request(paths.contact({ about: 'sample-bike-1' }))).body)).not.toContain(
      'Contact Seller',
    );
  });

  it('writes a ready question before the message, which may be empty', async () => {
    const question = 'Is it still available?';
    const page = await new FormBrowser(site).open(paths.contact({ about: listing }));
    expect(page).toMatchObject({ status: 200 });
    expect(page.body).toMatch(/<input type="radio"[^>]*checked=""[^>]*>Is it still available/);
    for (const [name, message, sent] of [
      ['Asha', '', question],
      ['Chitra', '', question],
      ['Bala', 'On Saturday, please.', `${question} On Saturday, please.`],
    ] as const) {
      const buyer = new FormBrowser(site);
      const fields = { name, email: `${name}@example.com`, message, question };
      const { link } = await writeTo(listing, buyer, fields);
      expect(await text(buyer, link)).toContain(sent);
      expect(site.runtime.db.$client.prepare('SELECT sum(is_suspect) FROM conversations').pluck().get()).toBe(0);
    }
    const refused = { ...formValues, about: listing, message: '', question: 'Buy now?' };
    const { status, body } = await sendForm(site, paths.contact({ about: listing }), refused);
    expect([status, getVisibleText(body)]).toEqual([422, expect.stringContaining('Message is required')]);
  });

  it('keeps its values when it is rejected', async () => {
    const { status, body } = await sendForm(site, paths.contact({ about: listing }), {
      ...formValues,
      about: listing,
      message: 'Short',
      idempotencyKey: 'a',
    });
    expect(status).toBe(422);
    expect(getVisibleText(body)).toContain('Contact Seller');
    expect(body).toContain('value="Bala K"');
    expect(body).toContain('Short</textarea>');
  });
});

describe('a used vehicle of a user', () => {
  it('gets an enquiry by API or form, is replied to on the profile, and has the safety advice beside it', async () => {
    const { body } = await callApi(site, 'POST', '/api/vehicles', { body: usedShine, headers: signIn(site, 'Vera') });
    const { id }: { id: string } = JSON.parse(body).data;
    const details = getVisibleText((await site.request(paths.vehicle(id))).body);
    for (const reported of ['Stay safe', 'OTP', 'Report this vehicle']) expect(details).toContain(reported);
    expect(getVisibleText((await site.request(paths.vehicle('1'))).body)).not.toContain('Stay safe');
    const sent = await callApi(site, 'POST', '/api/contacts', { body: { ...formValues, about: id } });
    expect(sent.json.message).toBe('Your message has been sent to the seller. The reply will appear here.');
    expect(sent.headers.location).toMatch(/\/conversation\?key=[\w-]{27}$/);
    const { buyer, link } = await writeTo(id, new FormBrowser(site), { message: 'And on Sunday perhaps?' });
    const requested = getVisibleText((await buyer.open(link)).body);
    for (const reported of ['Seller: Vera', 'Honda Shine 125', 'For sale']) expect(requested).toContain(reported);
    expect((await buyer.open(link)).body).toContain(`href="${paths.vehicle(id)}"`);
    const vera = new FormBrowser(site);
    vera.carry('authToken', 'token-of-Vera');
    expect(await text(vera, paths.messages())).toContain('And on Sunday perhaps?');
    expect((await vera.open(paths.vehicle(id))).body).not.toContain('Stay safe');
  });
});

describe("a user's reports and messages", () => {
  it('are in their own data, and stay without their name when the account is deleted, as announced', async () => {
    const browser = new FormBrowser(site);
    await browser.enter({ name: 'Yamuna', email: 'yamuna@example.com', password: 'open!sesame' });
    const { link } = await writeTo(listing, browser, { message: 'Is the seat torn at all?' });
    const id = new URLSearchParams(link.split('?')[1]).get('id') ?? '';
    expect((await browser.send(paths.reportConversation({ id }), { reason: 'spam' })).status).toBe(303);
    const data = JSON.parse((await browser.open('/profile/data.json')).body);
    expect(data.reports).toMatchObject([{ aboutKind: 'conversation', aboutId: id, reason: 'spam', fromSide: 'buyer' }]);
    expect(data.conversations).toMatchObject([{ id, messages: [{ text: 'Is the seat torn at all?' }] }]);
    const security = paths.profileView('security');
    const reported = await text(browser, security);
    expect(reported).toContain(
      'What you wrote to buyers and sellers stays with them, and what you reported stays with us',
    );
    expect(reported).not.toContain('The log of what operators did');
    await browser.send(security, { intent: 'delete-account', password: 'open!sesame' });
    expect(site.runtime.db.$client.prepare('SELECT user_id, from_side FROM reports').all()).toEqual([
      { user_id: null, from_side: 'buyer' },
    ]);
  });
});

describe('a repeated form', () => {
  it('redirects to the private link again', async () => {
    const buyer = new FormBrowser(site);
    const path = paths.contact({ about: listing });
    const fields = {
      ...formValues,
      about: listing,
      idempotencyKey: hiddenField(await buyer.open(path), 'idempotencyKey'),
    };
    const first = (await buyer.send(path, fields)).headers.location;
    expect(first).toMatch(/^\/conversation\?key=[\w-]{27}$/);
    expect((await buyer.send(path, fields)).headers.location).toBe(first);
    // The key of the form is generated at random, and proves its sender.
    expect((await new FormBrowser(site).send(path, fields)).headers.location).toBe(first);
  });
});

describe('two visitors', () => {
  it('shows a visitor links that send the private link to another device', async () => {
    const visitor = new FormBrowser(site);
    const words = { ...formValues, message: 'Would Friday evening suit you?', about: listing };
    const sent = await visitor.send(paths.contact({ about: listing }), words);
    const link = String(sent.headers.location);
    const { body } = await visitor.open(link);
    for (const way of ['https://wa.me/?text=', 'sms:?&amp;body=', 'mailto:?subject=']) {
      const [, href = ''] = body.split(`href="${way}`);
      expect([way, decodeURIComponent(href.split('"')[0] ?? '').includes(site.origin + link)]).toEqual([way, true]);
    }
    expect(body).toMatch(/<button type="button" class="[^"]*" data-copy="[^"]+" hidden=""/);
  });

  it('exchange messages, one by a private link and one by the code of the listing', async () => {
    const { buyer, link } = await writeTo(listing);
    expect(link).toMatch(/^\/conversation\?key=[\w-]{27}$/);
    const sent = await buyer.open(link);
    const words = getVisibleText(sent.body);
    for (const reported of [
      'Your message has been sent to the seller.',
      'Your private link',
      'May I see it on Saturday?',
      'Private seller',
      'Is it still there?',
    ]) {
      expect(words).toContain(reported);
    }
    expect(words).toMatch(/Reference number [0-9A-F]{4}-[0-9A-F]{4}/);
    expect(sent.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'private, no-store' });
    expect(sent.body).toContain('<meta name="robots" content="noindex"');

    expect(await text(visitor, '/manage')).toContain('1 new');
    const there = await inList(visitor, '/messages');
    expect(await text(visitor, there)).toContain('May I see it on Saturday?');
    expect(await text(visitor, '/manage')).not.toContain('1 new');
    const page = await visitor.open(there);
    const response = { idempotencyKey: hiddenField(page, 'idempotencyKey'), text: 'Yes.\nCome at ten.' };
    for (const _ of [1, 2]) expect((await visitor.send(there, response)).headers.location).toBe(`${there}#newest`);
    const read = (await buyer.open(link)).body;
    expect(read.match(/Come at ten\./g)).toHaveLength(1);
  });

  it('see the vehicle above the messages, and send quick replies', async () => {
    const { buyer, link } = await writeTo(listing);
    const there = await inList(visitor, '/messages');
    const page = await visitor.open(there);
    const head = /<header class="pinned-vehicle">.*?<\/header>/s.exec(page.body)?.[0] ?? '';
    expect(head).toContain('<svg class="drawing"');
    expect(getVisibleText(head)).toMatch(/₹[\d,]+ For sale Buyer: Bala K/);
    expect(page.body).toContain('name="quick" value="Yes, it is available."');
    const reply = (fields: Record<string, string>, from: typeof page) =>
      visitor.send(there, { idempotencyKey: hiddenField(from, 'idempotencyKey'), ...fields });
    expect((await reply({ quick: 'Yes, it is available.', text: '' }, page)).status).toBe(303);
    const also = await visitor.open(there);
    expect(getVisibleText(also.body)).toMatch(/Yes, it is available\. Sending in \d+ s · Undo/);
    expect(await text(buyer, link)).not.toContain('Yes, it is available.');
    const [, sendAt = ''] = /name="sendAt" value="([^"]+)"/.exec(also.body) ?? [];
    const undo = () => reply({ intent: 'undo', sendAt }, also);
    await undo();
    expect(await text(visitor, there)).toContain('Undone: nothing was sent.');
    await reply({ quick: 'Yes, it is available.', text: '' }, await visitor.open(there));
    // What is typed is sent at once, after what is held back.
    await reply({ quick: 'Saturday at 11?', text: 'At the temple gate.' }, also);
    const read = await text(buyer, link);
    expect(read).toContain('Yes, it is available.');
    expect(read).toMatch(/Saturday at 11\?\s+At the temple gate\./);
    expect(read).toContain('Is it still available?');
  });

  it('never see each other’s conversation, phone or email', async () => {
    const one = await writeTo(listing);
    const other = await writeTo(listing, new FormBrowser(site), {
      name: 'Charu',
      email: 'charu@example.com',
      message: 'I pay in cash today',
    });
    expect(await text(one.buyer, one.link)).not.toContain('cash');
    expect(await text(other.buyer, other.link)).not.toContain('Saturday');
    const there = await inList(visitor, '/messages');
    const { body } = await visitor.open(there);
    expect(body).not.toMatch(/example\.com"|charu@|bala@|98765/);
    // By its id it is accessible to its two sides only; a request without credentials is redirected to sign in.
    expect((await one.buyer.open(there)).headers.location).toMatch(/^\/login\?redirectTo=/);
    expect((await seller.open(there)).status).toBe(404);
    expect((await seller.send(there, { text: 'Let me in' })).status).toBe(404);
    for (const key of ['guess', '', other.link.slice(-27, -1)]) {
      expect((await site.request(`/conversation?key=${key}`)).status).toBe(404);
    }
    expect((await site.request('/conversation')).status).toBe(404);
    expect((await sendForm(site, '/conversation?key=guess', { text: 'Let me in' })).status).toBe(404);
  });

  it('see a phone or email once it is shared, with a warning that this is final', async () => {
    const { buyer, link } = await writeTo(listing);
    const there = await inList(visitor, '/messages');
    await buyer.send(link, { intent: 'share-phone' });
    expect((await visitor.open(there)).body).toContain('href="tel:+919876543210"');
    expect((await visitor.open(there)).body).not.toContain('bala@');
    await buyer.send(link, { intent: 'hide-phone' });
    expect(await text(buyer, link)).toContain('The other side may have noted it');
    expect((await visitor.open(there)).body).not.toContain('98765');
    // A visitor who sells has given neither.
    expect((await visitor.open(there)).body).not.toContain('share-phone');
    expect((await visitor.send(there, { intent: 'share-phone' })).status).toBe(409);
    // An unknown button shares nothing, and a reply without text is rejected.
    for (const intent of ['constructor', 'toString', '__proto__', 'share-address']) {
      expect((await visitor.send(there, { intent })).status, intent).toBe(422);
    }
  });
});

describe('two users', () => {
  const open = async () => {
    const bought = await new FormBrowser(site).enter({
      name: 'Bala K',
      email: `bala-${now.getTime()}@example.com`,
      password: 'open!sesame',
    });
    const actor = site.runtime.db.$client
      .prepare<[], { id: string; name: string }>("SELECT id, name FROM users WHERE email = 'sita@example.com'")
      .get();
    if (!actor) throw new Error('The seller is there.');
    const user = { ...actor, role: 'user', sessionId: '' } as const;
    const own = storeListing(site.runtime.db, { name: 'Shine of Sita' }, { user, manageKeyIds: [] });
    return { ...(await writeTo(own.listing.id, bought)), about: own.listing.id };
  };

  it('find it on their profiles, with the number of unread messages', async () => {
    const { buyer, link } = await open();
    expect(link).toMatch(/^\/conversation\?id=/);
    expect(await text(seller, '/profile')).toContain('My Messages (1 new)');
    expect(await inList(seller, '/messages')).toBe(link);
    await seller.send(link, { text: 'It is.' });
    expect(await text(buyer, '/profile')).toContain('My Messages (1 new)');
    expect(await text(buyer, link)).toContain('It is.');
    expect(await text(buyer, '/profile')).not.toContain('new)');
  });

  it('keep their reply when the session has expired', async () => {
    const { link } = await open();
    const signedOut = await new FormBrowser(site).send(link, { text: 'A long answer, typed by hand' });
    expect(signedOut.status).toBe(303);
    const back = new URL(String(signedOut.headers.location), site.origin).searchParams.get('redirectTo') ?? '';
    expect(back).toMatch(/^\/conversation\?id=[\w-]+&form=/);
    expect((await seller.open(back)).body).toContain('A long answer, typed by hand</textarea>');
  });

  it('keep a rejected reply', async () => {
    const { buyer, link, about } = await open();
    expect((await seller.send(link, { text: ' ' })).body).toContain('<a href="#text">Message is required</a>');
    site.runtime.db.$client.prepare('DELETE FROM listings WHERE id = ?').run(about);
    const closed = await buyer.send(link, { text: 'Is it sold?' });
    expect(closed.status).toBe(409);
    expect(getVisibleText(closed.body)).toContain('This listing has been deleted');
  });
});

describe('every conversation screen', () => {
  it('fits into the first flight, also when lists and conversations are long', async () => {
    const { buyer, link } = await writeTo(listing);
    const said = ['Is the chain new?', 'Changed at 18,400 km.', 'Any scratch on the tank?', 'One, as long as a thumb.'];
    const there = await inList(visitor, '/messages');
    for (let at = 0; at < 24; at += 1) {
      const [browser, path] = at % 2 ? [visitor, there] : [buyer, link];
      await browser.send(path, { text: `${said[at % said.length]} ${at * 37} ${said[(at * 3 + 1) % said.length]}` });
    }
    for (let at = 0; at < 20; at += 1) {
      const message = `${said[at % said.length]} I am in sector ${at * 13}.`;
      await writeTo(listing, new FormBrowser(site), { name: `Rider ${at * 7}`, message, email: `r${at}@example.com` });
    }
    const weigh = async (path: string, cookie = '') =>
      (await requestOnTheWire(site.origin, path, { ...browserHeaders, ...(cookie && { Cookie: cookie }) })).bytes;
    const owned = `manageKeys=${visitor.cookie('manageKeys')}`;
    expect(await weigh(link)).toBeLessThanOrEqual(14_000);
    expect(await weigh(there, owned)).toBeLessThanOrEqual(14_000);
    for (const path of ['/manage', '/messages']) expect(await weigh(path, owned)).toBeLessThanOrEqual(14_000);
    expect(await weigh(paths.contact({ about: listing }))).toBeLessThanOrEqual(14_000);
    expect(await text(buyer, `${link}&page=2`)).toContain('May I see it on Saturday?');
  });
});

describe('POST /api/contacts about another user’s listing', () => {
  it('reaches the seller like the form, with a Location of the conversation', async () => {
    const response = await callApi(site, 'POST', '/api/contacts', { body: { ...formValues, about: listing } });
    expect(response.status).toBe(201);
    expect(response.json.message).toBe('Your message has been sent to the seller. The reply will appear here.');
    const { conversation } = getData<{ conversation: string }>(response);
    expect(conversation).toMatch(new RegExp(`^${site.origin}/conversation\\?key=`));
    expect(await text(visitor, await inList(visitor, '/messages'))).toContain('May I see it on Saturday?');
    expect(getVisibleText((await site.request(conversation.slice(site.origin.length))).body)).toContain(
      'Your private link',
    );
    const contacts = await callApi(site, 'GET', '/api/contacts', { headers: operator });
    expect(getData<{ contacts: unknown[] }>(contacts).contacts).toEqual([]);
  });

  it('runs once for each Idempotency-Key, and returns its private link once', async () => {
    const request = () =>
      callApi(site, 'POST', '/api/contacts', {
        body: { ...formValues, about: listing },
        headers: { 'Idempotency-Key': '1' },
      });
    const [one, two] = [await request(), await request()];
    expect(getData(one).id).toBe(getData(two).id);
    expect([getData(one).conversation !== null, getData(two).conversation]).toEqual([true, null]);
    expect((await visitor.open('/messages')).body.match(/href="\/conversation/g)).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { getPhotoPath } from '~/domain/photos/photo';
import { storePhoto } from '~/domain/photos/photos.server';
import { deskPaths, paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { samplePhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { photos } from '~db/schema/photos';
import { browserHeaders, requestOnTheWire } from '../support/wire-request';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;

let now = new Date('2026-07-01T06:30:00.000Z');
let site: SiteInProcess;
let user: Headers;
let operator: Headers;
/** Browsers signed in as these roles. */
let asUser: Headers;
let asOperator: Headers;

shareSite(async () => {
  site = await openSite({}, () => now);
  user = signIn(site, 'Uma');
  operator = signIn(site, 'Opal', 'owner');
  asUser = getCookie(user);
  asOperator = getCookie(operator);
  return site;
});
beforeEach(() => {
  now = new Date('2026-07-01T06:30:00.000Z');
  site.runtime.db.$client.exec(
    'DELETE FROM contact_messages; DELETE FROM service_requests; DELETE FROM feedback; DELETE FROM reviews; DELETE FROM listings WHERE is_sample = 0',
  );
});

const later = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
const getId = async (path: string, body: unknown, headers: Headers = {}): Promise<string> =>
  getData<{ id: string }>(await callApi(site, 'POST', path, { body, headers })).id;
const write = (subject: string, rest: object = {}) =>
  getId('/api/contacts', {
    name: 'Asha',
    email: 'asha@example.com',
    subject,
    message: `${subject}: on Saturday, please.`,
    ...rest,
  });
const see = (path: string, headers = asOperator) => site.request(path, { headers });
const words = async (path: string, headers = asOperator) => getPageText((await see(path, headers)).body);
const send = (path: string, fields: Record<string, string>, headers = asOperator) =>
  sendForm(site, path, fields, headers);
const log = () => words(deskPaths.teamLog());

describe('access to the desk', () => {
  it('is a place of its own, for operators only', async () => {
    expect((await see('/dashboard')).body).toContain('href="/desk"');
    expect((await see('/dashboard', asUser)).body).not.toContain('href="/desk"');
    const { status, headers } = await see('/desk');
    expect([status, headers.location]).toEqual([303, deskPaths.today()]);
    const { body } = await see(deskPaths.today());
    expect(body).toContain('<nav class="desk-nav"');
    expect(body).not.toContain('class="bottom-bar"');
    expect((await see(deskPaths.today(), asUser)).status).toBe(404);
    const visitor = await site.request(deskPaths.today());
    expect([visitor.status, visitor.headers.location]).toEqual([303, '/login?redirectTo=%2Fdesk%2Ftoday']);
  });

  it('leads from the tab that it was, to where each section is now', async () => {
    const moved = await see('/dashboard?tab=desk&show=today');
    expect([moved.status, moved.headers.location]).toEqual([301, deskPaths.today()]);
    const sent = await send('/dashboard?tab=desk', { intent: 'none' });
    expect([sent.status, sent.headers.location]).toEqual([308, deskPaths.today()]);
  });

  it('rejects forms of users and visitors, and nothing changes', async () => {
    const id = await write('A ride');
    const path = deskPaths.customer(id);
    expect((await send(path, { form: 'delete' }, asUser)).status).toBe(403);
    const visitor = await send(path, { form: 'delete' }, {});
    expect([visitor.status, visitor.headers.location?.startsWith('/login?')]).toEqual([303, true]);
    expect(await words(path)).toContain('on Saturday, please.');
  });

  it.each([
    deskPaths.customer('nothing'),
    ...(['listing', 'review'] as const).map((show) => deskPaths.publication(show, 'nothing')),
  ])('is 404 for nothing at %s', async (path) => {
    expect((await see(path)).status).toBe(404);
  });
});

describe('contact messages', () => {
  it('wait in one order, the oldest first, whatever priority their senders chose', async () => {
    await write('First of all');
    later(15);
    await write('Second to come', { priority: 'urgent' });
    later(6);
    const { body } = await see(deskPaths.customers());
    const text = getPageText(body);
    expect(text.indexOf('First of all')).toBeLessThan(text.indexOf('Second to come'));
    expect(body.match(/class="when late">([^<]+)/g)).toEqual(['class="when late">21 h']);
    expect(text).toContain('Waiting 2');
    expect(text).toContain('2 Messages 0 Service 0 Visits 0 Feedback 0 Leads');
    // The words of the customer, not only the subject.
    expect(text).toContain('First of all: on Saturday, please.');
  });

  it('are done, given to an operator, or spam, several at once, and taken back', async () => {
    const spam = { email: 'spam@example.com', phone: '+91 90000 00001' };
    const ids = [await write('Pills', spam), await write('More pills', spam), await write('A ride')];
    const act = (what: string, chosen: readonly (string | undefined)[]) =>
      send(deskPaths.customers(), { what, chosen: chosen.join(' ') });
    expect((await act('spam', ids.slice(0, 2))).status).toBe(303);
    expect(await words(deskPaths.customers())).toContain('Waiting 1');
    expect(await words(deskPaths.doneRequests({ state: 'spam' }))).toContain('More pills');
    const body = { name: 'Asha', ...spam, subject: 'Again', message: 'Even more pills, from here.' };
    expect((await callApi(site, 'POST', '/api/contacts', { body })).status).toBe(403);
    expect((await send('/contact', { ...body, category: 'general' }, {})).status).toBe(403);
    const undone = await send(deskPaths.doneRequests({ state: 'spam' }), {
      what: 'not-spam',
      chosen: ids.slice(0, 2).join(' '),
    });
    expect(undone.status).toBe(303);
    expect(await words(deskPaths.customers())).toContain('Waiting 3');
    expect((await callApi(site, 'POST', '/api/contacts', { body })).status).toBe(201);
    expect((await act('done', [ids[2]])).status).toBe(303);
    expect(await words(deskPaths.doneRequests())).toContain('A ride');
    expect((await send(deskPaths.customers(), { what: 'done' })).status).toBe(422);
    expect((await send(deskPaths.customers(), { what: 'done', all: '1' })).status).toBe(303);
    expect(await words(deskPaths.customers())).toContain('All answered');
  });

  it('have a next step with its day, which is a lead', async () => {
    const id = await write('A loan');
    const path = deskPaths.customer(id);
    const set = (fields: Record<string, string>) => send(path, { form: 'handling', ...fields });
    expect((await set({ nextStep: 'Ask the bank', dueOn: '' })).status).toBe(422);
    expect((await set({ nextStep: 'Ask the bank', dueOn: '2026-07-01', isFlagged: 'on' })).status).toBe(303);
    expect(await words(deskPaths.leads())).toMatch(/Asha due today Ask the bank/);
    expect(await words(deskPaths.customers())).toContain('1 Leads');
    expect((await see(deskPaths.customers())).body).toContain('aria-label="Message, flagged"');
    expect((await set({ nextStep: '', dueOn: '' })).status).toBe(303);
    expect(await words(deskPaths.leads())).toContain('No next step');
  });

  it('change status, are tagged and deleted, each recorded in the audit log', async () => {
    const id = await write('A ride');
    const path = deskPaths.customer(id);
    const page = await see(path);
    expect(getPageText(page.body)).toContain('asha@example.com');
    const version = hiddenField(page, 'version');
    const moved = await send(path, { form: 'message', version, status: 'in-progress', priority: 'high' });
    expect([moved.status, moved.headers.location]).toEqual([303, path]);
    const stale = await send(path, { form: 'message', version, status: 'resolved', priority: 'low' });
    expect(stale.status).toBe(409);
    expect(getPageText(stale.body)).toContain('This message was changed in the meantime.');
    const act = async (fields: Record<string, string>) =>
      send(path, { version: hiddenField(await see(path), 'version'), ...fields });
    expect((await act({ form: 'tag', intent: 'add', tag: ' ' })).status).toBe(422);
    await act({ form: 'tag', intent: 'add', tag: 'vip' });
    expect((await see(path)).body).toContain('name="tag" value="vip"');
    await act({ form: 'tag', intent: 'remove', tag: 'vip' });
    expect((await act({ form: 'delete' })).headers.location).toBe(deskPaths.customers());
    expect((await see(path)).status).toBe(404);
    const text = await log();
    for (const action of ['deleted', 'tag removed: vip', 'tag added: vip', 'priority: high, status: in-progress']) {
      expect(text).toContain(action);
    }
    expect(text).not.toContain('asha@example.com');
  });

  it.each<Record<string, string>>([
    { form: 'tag', intent: 'add', tag: 'vip' },
    { form: 'tag', intent: 'remove', tag: 'slow' },
    { form: 'delete' },
  ])('are not tagged or deleted by an operator who saw an older version: %o', async (fields) => {
    const id = await write('A ride');
    const path = deskPaths.customer(id);
    await send(path, { form: 'tag', intent: 'add', tag: 'slow', version: '1' });
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { headers: operator, body: { status: 'pending' } });
    const err = await send(path, { ...fields, version: '2' });
    expect(err.status).toBe(409);
    const text = getPageText(err.body);
    expect(text).toContain('This message was changed in the meantime.');
    expect(err.body.includes('value="vip"')).toBe(fields.intent === 'add');
    expect((await send(path, { ...fields, version: hiddenField(err, 'version') })).status).toBe(303);
  });

  it('are tagged once, however often the form is sent', async () => {
    const id = await write('A ride');
    const path = deskPaths.customer(id);
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await send(path, { form: 'tag', intent: 'add', tag: 'vip', version: '1' })).status).toBe(303);
    }
    const patch = (body: object) => callApi(site, 'PATCH', `/api/contacts/${id}/tags`, { headers: operator, body });
    expect((await patch({ action: 'add', tag: 'late', version: 1 })).status).toBe(409);
    expect((await patch({ action: 'add', tag: 'late', version: 2 })).status).toBe(200);
  });

  it('are logged when the API changes them too', async () => {
    const id = await write('A ride');
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { headers: operator, body: { status: 'pending' } });
    expect(await words(deskPaths.customer(id))).toContain('status: pending Opal · 1 Jul 2026');
  });

  it('are paginated, and a full page fits into the first flight', async () => {
    for (let sent = 0; sent < 21; sent += 1) await write(`Question ${sent} about the Shine ${sent * 7}`);
    expect(await words(deskPaths.customers({ page: 2 }))).toContain('Question 20');
    const { bytes } = await requestOnTheWire(site.origin, deskPaths.customers(), {
      ...browserHeaders,
      ...asOperator,
    });
    expect(bytes).toBeLessThanOrEqual(14_000);
  });
});

describe('service requests', () => {
  it('change status along the allowed transitions only', async () => {
    const id = await getId(
      '/api/services/request',
      {
        serviceType: 'quick-service',
        contactInfo: { name: 'Uma', phone: '+91 98765 43210', email: 'uma@example.com' },
      },
      user,
    );
    const path = deskPaths.customer(id);
    const move = async (status: string) =>
      send(path, { form: 'service', version: hiddenField(await see(path), 'version'), status });
    expect((await move('completed')).status).toBe(409);
    for (const status of ['confirmed', 'in-progress', 'completed']) {
      expect((await move(status)).status, status).toBe(303);
    }
    expect((await see(path)).body).not.toContain('Make it');
    expect(await log()).toContain('status: completed');
  });
});

describe('feedback', () => {
  it('gets a response that its author reads', async () => {
    const body = { type: 'website', subject: 'Quick pages', message: 'At once.', rating: 5, isAnonymous: true };
    const id = await getId('/api/feedback', body, user);
    const path = deskPaths.customer(id);
    const page = await see(path);
    expect(getPageText(page.body)).toContain('Anonymous');
    const version = hiddenField(page, 'version');
    expect((await send(path, { form: 'feedback', version, status: 'in-review', priority: 'high' })).status).toBe(303);
    const stale = await send(path, { form: 'feedback', version, status: 'closed', priority: 'high' });
    expect([stale.status, getPageText(stale.body).includes('As it stands now Status in-review')]).toEqual([409, true]);
    const reply = { seen: hiddenField(page, 'seen'), text: 'Thank you', intent: 'next' };
    expect((await send(path, reply)).status).toBe(303);
    expect(await words('/feedback', asUser)).toContain('Thank you');
    expect(await log()).toContain('status: resolved, response changed');
    const stored = await callApi(site, 'GET', `/api/feedback/${id}`, { headers: user });
    expect(getData<object>(stored)).toMatchObject({ status: 'resolved', response: { message: 'Thank you' } });
  });
});

describe('listings and reviews', () => {
  it('hides a listing from every public page at once, with a reason, and shows it again', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Jawa of Jhansi' });
    const path = deskPaths.publication('listing', listing.id);
    const places = ['/sell-bikes', '/browse?q=jhansi', '/browse.rss?q=jhansi', '/browse.json?q=jhansi', '/api/bikes'];
    const shown = async () => {
      const pages = await Promise.all(places.map((place) => site.request(place)));
      return pages.map(({ body }) => body.includes('Jawa of Jhansi'));
    };
    const sitemap = async () => (await site.request('/sitemaps/listings-1.xml')).body.includes(listing.id);
    expect(await shown()).toEqual(places.map(() => true));
    const wasMapped = await sitemap();
    expect((await send(path, { intent: 'hide', reason: '' })).status).toBe(422);
    expect((await send(path, { intent: 'hide', reason: 'Sold elsewhere' })).status).toBe(303);
    expect(await shown()).toEqual(places.map(() => false));
    expect(await sitemap()).toBe(false);
    expect((await site.request(`/api/bikes/${listing.id}`)).status).toBe(404);
    expect((await site.request(paths.vehicle(listing.id))).status).not.toBe(200);
    expect(await words(path)).toContain('Why it is hidden Sold elsewhere');
    await send(path, { intent: 'restore', reason: '' });
    expect(await shown()).toEqual(places.map(() => true));
    expect(await sitemap()).toBe(wasMapped);
  });

  it('shows the photos of a listing, each linked at full size, until it is hidden', async () => {
    const { db } = site.runtime;
    const { listing } = storeListing(db, { name: 'Jawa of Jhansi' });
    const photo = await storePhoto(db, await samplePhoto('jpeg'), 'bike.jpg', now);
    if (!photo.ok) throw new Error(photo.error.code);
    const { hash } = photo.value;
    db.$client.prepare('INSERT INTO listing_photos VALUES (?, 0, ?)').run(listing.id, hash);
    const path = deskPaths.publication('listing', listing.id);
    expect((await see(path)).body).toContain(
      `<a href="${getPhotoPath(hash, 1280)}"><img src="${getPhotoPath(hash, 320)}" alt="Jawa of Jhansi, 1 of 1"`,
    );
    await send(path, { intent: 'hide', reason: 'Sold elsewhere' });
    expect((await see(path)).body).not.toContain(hash);
    expect(await words(path)).toContain('Photos 1, hidden with it');
  });

  it('lists unreviewed items until they are reviewed', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Jawa of Jhansi' }, undefined, now);
    later(24);
    const list = deskPaths.riders();
    expect((await see(list)).body).toContain('class="when late">24 h');
    await send(deskPaths.publication('listing', listing.id), { intent: 'check', reason: '' });
    expect(await words(list)).toContain('Nothing to look at');
    expect(await words(deskPaths.riders({ state: 'ok' }))).toContain('Jawa of Jhansi');
    const moved = await see('/dashboard?tab=desk&show=listing&status=reported');
    expect([moved.status, moved.headers.location]).toEqual([301, deskPaths.riders({ state: 'reported' })]);
  });

  it('approves 44 listings without remark by two presses, hides with a reason, and takes both back', async () => {
    const { db } = site.runtime;
    const ids = Array.from({ length: 45 }, (_, number) => {
      const name = number === 0 ? 'Call 98765 43210' : `Jawa ${number}`;
      const { id } = storeListing(db, { name }, undefined, now).listing;
      const hash = String(number).padStart(64, '0');
      db.insert(photos).values({ hash, width: 1280, height: 960, createdAt: now.toISOString() }).run();
      db.$client.prepare('INSERT INTO listing_photos VALUES (?, 0, ?)').run(id, hash);
      return id;
    });
    const list = deskPaths.riders();
    const text = await words(list);
    expect(text).toContain('45 New');
    expect(text).toContain('Phone number in the text');
    expect(text).toContain('Tick the 44 without remark');
    const getTicked = (body: string): string[] =>
      (body.match(/<input[^>]+name="chosen"[^>]*>/g) ?? [])
        .filter((tick) => tick.includes(' checked'))
        .map((tick) => /value="([^"]+)"/.exec(tick)?.[1] ?? '');
    const ticked = getTicked((await see(deskPaths.riders({ tick: 'clean' }))).body);
    expect(ticked).toHaveLength(44);
    const act = (fields: readonly (readonly [string, string])[]) =>
      site.request(list, {
        method: 'POST',
        headers: {
          ...asOperator,
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
      });
    const chosen = ticked.map((item) => ['chosen', item] as const);
    const refused = await act([...chosen, ['intent', 'hide'], ['reason', ' ']]);
    expect([refused.status, getTicked(refused.body).length]).toEqual([422, 44]);
    expect(getPageText(refused.body)).toContain('Reason is required');
    // Reported after it was seen: it is left.
    await sendForm(site, paths.report('listing', ids[1] ?? ''), { reason: 'fraud', words: '' });
    expect((await act([...chosen, ['intent', 'check']])).status).toBe(303);
    const at = now.toISOString();
    expect(await words(list)).toContain('1 New 1 Reported 43 Looked at 0 Hidden');
    later(1);
    expect(
      (
        await act([
          ['intent', 'undo'],
          ['at', at],
        ])
      ).status,
    ).toBe(303);
    expect(await words(list)).toContain('44 New 1 Reported 0 Looked at 0 Hidden');
    expect(
      (
        await act([
          ['intent', 'undo'],
          ['at', at],
        ])
      ).status,
    ).toBe(409);
    expect(
      (
        await act([
          ['hide', ticked[2] ?? ''],
          ['reason', 'Not your photo'],
        ])
      ).status,
    ).toBe(303);
    expect(await words(list)).toContain('43 New 1 Reported 0 Looked at 1 Hidden');
    expect(
      (
        await act([
          ['intent', 'undo'],
          ['at', now.toISOString()],
        ])
      ).status,
    ).toBe(303);
    expect(await words(list)).toContain('44 New 1 Reported 0 Looked at 0 Hidden');
  });

  it('deletes a review permanently, with the reason in the log and for its author', async () => {
    const timestamp = now.toISOString();
    site.runtime.db.$client
      .prepare(
        `INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
         VALUES ('review-1', '1', 'user-uma', 1, 'Rude words', ?, ?)`,
      )
      .run(timestamp, timestamp);
    const path = deskPaths.publication('review', 'review-1');
    expect(await words(path)).toContain('Rude words');
    expect((await site.request(paths.vehicle('1'))).body).toContain('Rude words');
    await send(path, { intent: 'hide', reason: 'Rude' });
    expect((await site.request(paths.vehicle('1'))).body).not.toContain('Rude words');
    const own = paths.profileView('reviews');
    expect(await words(own, asUser)).toContain('Hidden: Rude');
    expect((await send(path, { intent: 'delete', reason: 'Rude' })).status).toBe(303);
    expect((await see(path)).status).toBe(404);
    expect(await log()).toContain('deleted (“Rude”)');
    expect(await words(own, asUser)).toContain(
      'Royal Enfield Classic 350 Deleted We deleted it on 1 Jul 2026: Rude Write to us if that is wrong.',
    );
    expect((await see(own, asUser)).body).toContain('subject=My+review%3A+Royal+Enfield+Classic+350');
    expect(await words(own)).toContain('No reviews yet');
    expect(await words(paths.profileView('listings'), asUser)).toContain('Nothing for sale yet');
    later(91 * 24);
    expect(await words(own, asUser)).toContain('No reviews yet');
  });
});

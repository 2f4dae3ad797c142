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
const log = () => words(paths.desk({ show: 'log' }));

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
    const path = paths.desk({ show: 'message', open: id });
    expect((await send(path, { intent: 'delete' }, asUser)).status).toBe(403);
    const visitor = await send(path, { intent: 'delete' }, {});
    expect([visitor.status, visitor.headers.location?.startsWith('/login?')]).toEqual([303, true]);
    expect(await words(path)).toContain('on Saturday, please.');
  });

  it.each(['message', 'service', 'feedback', 'listing', 'review'])('is 404 for no such %s', async (show) => {
    expect((await see(paths.desk({ show, open: 'nothing' }))).status).toBe(404);
  });
});

describe('contact messages', () => {
  it('are sorted with the longest waiting first, and labelled when overdue', async () => {
    await write('First of all');
    later(15);
    await write('Second to come');
    later(6);
    const text = await words(paths.desk({ show: 'message' }));
    expect(text.indexOf('First of all')).toBeLessThan(text.indexOf('Second to come'));
    expect(text.match(/Waiting for \d+ hours/g)).toEqual(['Waiting for 21 hours']);
    expect(text).toContain('Messages 2');
  });

  it('show priority and age, first those that an operator has made urgent', async () => {
    await write('Older and usual');
    later(3);
    const urgent = await write('Newer and urgent', { priority: 'urgent' });
    later(2);
    const before = await words(paths.desk({ show: 'message' }));
    expect(before).not.toContain('Urgent first');
    expect(before).toContain('Urgent priority');
    expect(before.indexOf('Older and usual')).toBeLessThan(before.indexOf('Newer and urgent'));
    await send(paths.desk({ show: 'message', open: urgent }), { version: '1', status: 'new', priority: 'urgent' });
    const list = await words(paths.desk({ show: 'message' }));
    expect(list.indexOf('Urgent first')).toBeGreaterThan(0);
    expect(list.indexOf('Newer and urgent')).toBeLessThan(list.indexOf('Older and usual'));
    // In the row, and in the label of its check box.
    expect(list.match(/Newer and urgent/g)).toHaveLength(2);
    for (const part of ['Urgent priority', '2 hours ago', 'Medium priority', '5 hours ago', '2 in all'])
      expect(list).toContain(part);
    expect(await words(paths.desk({ show: 'message', status: 'all' }))).not.toContain('Urgent first');
  });

  it('are filtered by status, category, priority and tag', async () => {
    await write('About a sale', { category: 'sales', priority: 'urgent' });
    const other = await write('About a partner', { category: 'partnership' });
    await send(paths.desk({ show: 'message', open: other }), { intent: 'add', tag: 'call back', version: '1' });
    const show = (query: object) => words(paths.desk({ show: 'message', ...query }));
    expect(await show({ category: 'sales' })).not.toContain('About a partner');
    expect(await show({ priority: 'urgent' })).not.toContain('About a partner');
    expect(await show({ tag: 'call back' })).not.toContain('About a sale');
    expect(await show({ status: 'resolved' })).toContain('Nothing here.');
    expect(await show({ status: 'all', tag: 'call back' })).toContain('About a partner');
  });

  it('change status, are tagged and deleted, each recorded in the audit log', async () => {
    const id = await write('A ride');
    const path = paths.desk({ show: 'message', open: id });
    const page = await see(path);
    expect(getPageText(page.body)).toContain('asha@example.com');
    const version = hiddenField(page, 'version');
    const moved = await send(path, { version, status: 'in-progress', priority: 'high' });
    expect([moved.status, moved.headers.location]).toEqual([303, path]);
    const stale = await send(path, { version, status: 'resolved', priority: 'low' });
    expect(stale.status).toBe(409);
    expect(getPageText(stale.body)).toContain('This message was changed in the meantime.');
    const act = async (fields: Record<string, string>) =>
      send(path, { version: hiddenField(await see(path), 'version'), ...fields });
    expect((await act({ intent: 'add', tag: ' ' })).status).toBe(422);
    await act({ intent: 'add', tag: 'vip' });
    expect((await see(path)).body).toContain('name="tag" value="vip"');
    await act({ intent: 'remove', tag: 'vip' });
    expect((await act({ intent: 'delete' })).headers.location).toBe('/dashboard?tab=desk&show=message');
    expect((await see(path)).status).toBe(404);
    const text = await log();
    for (const action of ['deleted', 'tag removed: vip', 'tag added: vip', 'priority: high, status: in-progress']) {
      expect(text).toContain(action);
    }
    expect(text).not.toContain('asha@example.com');
  });

  it.each<Record<string, string>>([
    { intent: 'add', tag: 'vip' },
    { intent: 'remove', tag: 'slow' },
    { intent: 'delete' },
  ])('are not tagged or deleted by an operator who saw an older version: %o', async (fields) => {
    const id = await write('A ride');
    const path = paths.desk({ show: 'message', open: id });
    await send(path, { intent: 'add', tag: 'slow', version: '1' });
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { headers: operator, body: { status: 'pending' } });
    const err = await send(path, { ...fields, version: '2' });
    expect(err.status).toBe(409);
    const text = getPageText(err.body);
    expect(text).toContain('This message was changed in the meantime.');
    expect(text).toContain('As it stands now Status pending Priority medium Tags slow');
    expect(err.body.includes('value="vip"')).toBe(fields.intent === 'add');
    expect((await send(path, { ...fields, version: hiddenField(err, 'version') })).status).toBe(303);
  });

  it('are tagged once, however often the form is sent', async () => {
    const id = await write('A ride');
    const path = paths.desk({ show: 'message', open: id });
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await send(path, { intent: 'add', tag: 'vip', version: '1' })).status).toBe(303);
    }
    const patch = (body: object) => callApi(site, 'PATCH', `/api/contacts/${id}/tags`, { headers: operator, body });
    expect((await patch({ action: 'add', tag: 'late', version: 1 })).status).toBe(409);
    expect((await patch({ action: 'add', tag: 'late', version: 2 })).status).toBe(200);
  });

  it('are logged when the API changes them too', async () => {
    const id = await write('A ride');
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { headers: operator, body: { status: 'pending' } });
    expect(await words(paths.desk({ show: 'message', open: id }))).toContain('status: pending Opal 1 Jul 2026');
  });

  it('are paginated, and a full page fits into the first flight', async () => {
    for (let sent = 0; sent < 21; sent += 1) await write(`Question ${sent} about the Shine ${sent * 7}`);
    expect(await words(paths.desk({ show: 'message', page: 2 }))).toContain('Question 20');
    const { bytes } = await requestOnTheWire(site.origin, paths.desk({ show: 'message' }), {
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
    const path = paths.desk({ show: 'service', open: id });
    const move = async (status: string) => send(path, { version: hiddenField(await see(path), 'version'), status });
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
    const path = paths.desk({ show: 'feedback', open: id });
    const page = await see(path);
    expect(getPageText(page.body)).toContain('Anonymous');
    const version = hiddenField(page, 'version');
    expect((await send(path, { version, status: 'in-review', priority: 'high' })).status).toBe(303);
    const stale = await send(path, { version, status: 'closed', priority: 'high' });
    expect([stale.status, getPageText(stale.body).includes('As it stands now Status in-review')]).toEqual([409, true]);
    const reply = { seen: hiddenField(page, 'seen'), text: 'Thank you', intent: 'resolve' };
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
    const path = paths.desk({ show: 'listing', open: listing.id });
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
    const path = paths.desk({ show: 'listing', open: listing.id });
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
    const list = paths.desk({ show: 'listing' });
    expect(await words(list)).toContain('To look at Waiting for 24 hours');
    await send(paths.desk({ show: 'listing', open: listing.id }), { intent: 'check', reason: '' });
    expect(await words(list)).toContain('Nothing here.');
    expect(await words(paths.desk({ show: 'listing', status: 'all' }))).toContain('Looked at');
  });

  it('deletes a review permanently, with the reason in the log and for its author', async () => {
    const timestamp = now.toISOString();
    site.runtime.db.$client
      .prepare(
        `INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
         VALUES ('review-1', '1', 'user-uma', 1, 'Rude words', ?, ?)`,
      )
      .run(timestamp, timestamp);
    const path = paths.desk({ show: 'review', open: 'review-1' });
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

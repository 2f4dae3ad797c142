import { beforeEach, describe, expect, it } from 'vitest';
import { findReviews } from '~/domain/reviews/review.queries.server';
import { paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;
type Shown = { id: string };

const now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let asha: Headers;
let ravi: Headers;
let operator: Headers;
/** Asha's browser, and Ravi's. */
let browser: Headers;
let otherBrowser: Headers;

shareSite(async () => {
  site = await openSite({}, () => now);
  asha = signIn(site, 'Asha');
  ravi = signIn(site, 'Ravi');
  operator = signIn(site, 'Opal', 'owner');
  browser = getCookie(asha);
  otherBrowser = getCookie(ravi);
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM reviews');
});

const body = { vehicleId: '1', rating: 4, title: 'Calm', comment: 'It never hurries.' };
const formValues = { rating: '4', title: 'Calm', comment: 'It never hurries.' };
const path = paths.vehicle('1');
const stored = () => findReviews(site.runtime.db, { kind: 'vehicle', id: '1' }, { page: 1 }).items;
const write = (headers: Headers, sent: object = {}) =>
  callApi(site, 'POST', '/api/reviews', { headers, body: { ...body, ...sent } });
const open = (headers: Headers = {}, at = path) => site.request(at, { headers });

describe('reviews on the details screen', () => {
  it('redirect a visitor to sign in and back, and are the same cached page for all visitors', async () => {
    await write(asha);
    const { body: html, headers } = await open();
    expect(html).toContain('href="/login?redirectTo=%2Fvehicle-details%3Fvehicle%3D1%26review%3Dwrite%23review"');
    expect(getPageText(html)).toContain('4 out of 5 from 1 review.');
    expect(getPageText(html)).toContain('Calm It never hurries. Asha 15 Jun 2026');
    for (const text of ['name="helpful"', 'Edit review', 'name="idempotencyKey"']) expect(html).not.toContain(text);
    expect(headers.etag).toBeDefined();
    expect((await open({ 'If-None-Match': String(headers.etag) })).status).toBe(304);
  });

  it('are stored once however often the form is sent, and confirmed', async () => {
    const page = await open(browser, paths.vehicle('1', { review: 'write' }));
    const sent = { ...formValues, idempotencyKey: hiddenField(page, 'idempotencyKey') };
    const responses = await Promise.all([1, 2, 3].map(() => sendForm(site, path, sent, browser)));
    for (const { status, headers } of responses) {
      expect([status, headers.location]).toEqual([303, '/vehicle-details?vehicle=1#reviews']);
    }
    expect(stored()).toMatchObject([{ rating: 4, title: 'Calm', comment: 'It never hurries.' }]);
    const flash = [responses[0]?.headers['set-cookie']].flat().map((cookie) => cookie?.split(';', 1)[0]);
    const { body: html } = await open({ Cookie: [browser.Cookie, ...flash].join('; ') });
    expect(getPageText(html)).toContain('Thank you. Your review is on the page.');
    expect(getPageText(html)).toContain('Your review 4 out of 5 Calm It never hurries. 15 Jun 2026 Edit review');
    expect(html).not.toContain('Write a review');
  });

  it.each([
    ['rating', '', 'Please provide a rating'],
    ['rating', '9', 'Rating must be a whole number from 1 to 5'],
    ['comment', ' ', 'Comment is required'],
    ['title', 'x'.repeat(101), 'Title is 1 character too long: at most 100'],
  ])('report what is wrong with %s %j, and keep the form values', async (field, value, message) => {
    const { status, body: html } = await sendForm(site, path, { ...formValues, [field]: value }, browser);
    expect(status).toBe(422);
    expect(html).toContain(`<a href="#${field}">${message}</a>`);
    if (field !== 'title') expect(html).toContain('value="Calm"');
    if (field !== 'comment') expect(html).toContain('It never hurries.</textarea>');
    if (field !== 'rating') expect(html).toMatch(/value="4"[^>]*checked=""|checked=""[^>]*value="4"/);
    expect(stored()).toHaveLength(0);
  });

  it('are stored while a visitor signs in, with their values', async () => {
    const { status, headers } = await sendForm(site, path, { ...formValues, comment: 'Typed before.' });
    expect(status).toBe(303);
    const back = new URL(String(headers.location), site.origin).searchParams.get('redirectTo') ?? '';
    expect(back).toMatch(/^\/vehicle-details\?vehicle=1&review=write&form=[^#]+#review$/);
    const { body: html } = await open(browser, back.split('#', 1)[0]);
    expect(html).toContain('Typed before.</textarea>');
    expect(stored()).toHaveLength(0);
  });

  it('show both versions when they were changed in between', async () => {
    const { id } = getData<Shown>(await write(asha));
    const edit = paths.vehicle('1', { review: 'edit' });
    const page = await open(browser, edit);
    expect(page.body).toContain('Change your review');
    expect(page.body).toContain('It never hurries.</textarea>');
    const sent = {
      ...formValues,
      comment: 'From the old window.',
      review: hiddenField(page, 'review'),
      version: hiddenField(page, 'version'),
      idempotencyKey: hiddenField(page, 'idempotencyKey'),
    };
    await callApi(site, 'PUT', `/api/reviews/${id}`, { headers: asha, body: { comment: 'From elsewhere.' } });
    const err = await sendForm(site, path, sent, browser);
    expect(err.status).toBe(409);
    expect(err.body).toContain('From the old window.</textarea>');
    expect(getPageText(err.body)).toContain('As it stands now Comment From elsewhere.');
    const again = await sendForm(site, path, { ...sent, version: hiddenField(err, 'version') }, browser);
    expect(again.headers.location).toBe('/vehicle-details?vehicle=1#reviews');
    expect(stored()).toMatchObject([{ id, comment: 'From the old window.', version: 3 }]);
  });

  it('written in another window become a change', async () => {
    await write(asha, { comment: 'The first window.' });
    const err = await sendForm(site, path, formValues, browser);
    expect(err.status).toBe(409);
    expect(getPageText(err.body)).toContain('You have already reviewed this vehicle.');
    const change = { ...formValues, review: hiddenField(err, 'review'), version: hiddenField(err, 'version') };
    expect((await sendForm(site, path, change, browser)).status).toBe(303);
    expect(stored()).toMatchObject([{ comment: 'It never hurries.' }]);
  });

  it('are deleted after confirmation, by their author only', async () => {
    const { id } = getData<Shown>(await write(asha));
    const requested = await open(browser, paths.vehicle('1', { review: 'delete' }).split('#', 1)[0]);
    expect(getPageText(requested.body)).toContain('Delete your review? It disappears for everybody.');
    expect((await sendForm(site, path, { intent: 'delete', review: id }, otherBrowser)).status).toBe(403);
    expect(stored()).toHaveLength(1);
    expect((await sendForm(site, path, { intent: 'delete', review: id }, browser)).status).toBe(303);
    expect(stored()).toHaveLength(0);
  });

  it('are marked as helpful by a button, once; a visitor signs in first', async () => {
    const { id } = getData<Shown>(await write(asha));
    expect((await open(browser)).body).not.toContain('name="helpful"');
    expect((await open(otherBrowser)).body).toContain(`name="helpful" value="${id}"`);
    const visitor = await sendForm(site, path, { helpful: id });
    expect(visitor.headers.location).toBe(`/login?redirectTo=%2Fvehicle-details%3Fvehicle%3D1%23${id}`);
    for (let press = 0; press < 2; press += 1) {
      const { status, headers } = await sendForm(site, path, { helpful: id }, otherBrowser);
      expect([status, headers.location]).toEqual([303, `/vehicle-details?vehicle=1#${id}`]);
    }
    expect(stored()).toMatchObject([{ helpfulCount: 1 }]);
    const html = (await open(otherBrowser)).body;
    expect(getPageText(html)).toContain('1 found this helpful Report review by Asha You marked it as helpful.');
    expect((await sendForm(site, path, { helpful: 'no-such-review' }, otherBrowser)).status).toBe(404);
  });

  it('hidden by an operator are visible to their author only', async () => {
    const { id } = getData<Shown>(await write(asha));
    site.runtime.db.$client
      .prepare("UPDATE reviews SET hidden_at = '2026-06-16T00:00:00.000Z', hidden_reason = 'An advert.' WHERE id = ?")
      .run(id);
    expect(getPageText((await open(browser)).body)).toContain('Only you see this review. An advert.');
    for (const headers of [{}, otherBrowser]) expect((await open(headers)).body).not.toContain('It never hurries.');
    expect((await callApi(site, 'GET', `/api/reviews/${id}`)).status).toBe(404);
    expect((await callApi(site, 'GET', `/api/reviews/${id}`, { headers: ravi })).status).toBe(404);
    for (const headers of [asha, operator]) {
      expect((await callApi(site, 'GET', `/api/reviews/${id}`, { headers })).status).toBe(200);
    }
  });

  it('escape their text', async () => {
    await write(asha, { title: '</h3><b>x', comment: '<script>alert(1)</script>' });
    for (const at of [path, paths.reviews()]) {
      const { body: html } = await open({}, at);
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(html).not.toContain('</h3><b>x');
    }
  });
});

describe('long reviews', () => {
  const long = `${'It never hurries, and it never tires. '.repeat(40)}The end.`;

  it('are shortened in lists, and complete on their own page', async () => {
    await write(asha, { comment: long });
    await write(ravi);
    const [, written] = stored();
    const readPath = paths.vehicle('1', { read: written?.id ?? '' }, 'reviews');
    const { body: list } = await open();
    expect(list).not.toContain('The end.');
    expect(list).toContain(`href="${readPath.replaceAll('&', '&amp;')}"`);
    expect(getPageText(list)).toContain('Read more of the review by Asha');
    const full = getPageText((await open({}, readPath.split('#', 1)[0])).body);
    expect(full).toContain('The end.');
    expect(full).toContain('All reviews');
    expect(full).not.toContain('Ravi ·');
  });

  it('are complete for their author too, hidden or not, and shortened on the tab and the profile', async () => {
    const { id } = getData<Shown>(await write(asha, { comment: long }));
    for (const place of [paths.reviews(), paths.profileView('reviews'), path]) {
      const { body: html } = await open(browser, place);
      expect(html, place).not.toContain('The end.');
      expect(getPageText(html), place).toContain('Read more');
    }
    site.runtime.db.$client.exec("UPDATE reviews SET hidden_at = created_at, hidden_reason = 'Too long'");
    const readPath = paths.vehicle('1', { read: id });
    expect((await open(browser, readPath)).body).toContain('The end.');
    expect((await open({}, readPath)).body).not.toContain('The end.');
    expect((await open({}, paths.vehicle('2', { read: id }))).body).not.toContain('The end.');
  });
});

describe('reviews elsewhere', () => {
  it('are on the Reviews tab before the samples, newest first', async () => {
    await write(asha, { vehicleId: 'sample-bike-1', comment: 'Of a listing.' });
    await write(ravi, { vehicleId: '8', comment: 'Of a scooter.' });
    const words = getPageText((await open({}, paths.reviews())).body);
    const places = ['Of a listing.', 'Of a scooter.', 'These are samples', ' Sample '].map((text) =>
      words.indexOf(text),
    );
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(Math.max(...places.slice(0, 2))).toBeLessThan(places[2] ?? 0);
    expect(words.split('These are samples')[0]).not.toContain(' Sample ');
  });

  it('link from the profile to the vehicle', async () => {
    await write(asha);
    const { body: html } = await open(browser, paths.profileView('reviews'));
    expect(html).toContain('href="/vehicle-details?vehicle=1#reviews"');
    expect(html).toContain('It never hurries.');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { findFeedbackPage } from '~/domain/feedback/feedback.server';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;
type Shown = { id: string; status: string; priority: string; response: { message: string } | null; user?: unknown };

let site: SiteInProcess;
let user: Headers;
let other: Headers;
let operator: Headers;
/** A signed-in browser. */
let browser: Headers;

shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Uma');
  other = signIn(site, 'Otto');
  operator = signIn(site, 'Opal', 'owner');
  browser = getCookie(user);
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM feedback');
});

const body = { type: 'website', subject: 'Quick pages', message: 'They open at once.', rating: 5, isAnonymous: false };
const formValues = { type: 'website', subject: 'Quick pages', message: 'They open at once.', rating: '5' };

/** Each rule of docs/product.md, "Feedback entries" with its message. */
const invalid: [field: string, value: string, message: string][] = [
  ['type', '', 'Please select a feedback type'],
  ['type', 'gossip', 'Please select a feedback type'],
  ['subject', ' ', 'Subject is required'],
  ['message', '', 'Message is required'],
  ['rating', '0', 'Please provide a rating'],
  ['rating', '6', 'Please provide a rating'],
  ['rating', '', 'Please provide a rating'],
];

const stored = () => findFeedbackPage(site.runtime.db, { page: 1, limit: 100 }).items;
const give = (headers: Headers, sent: unknown = body) =>
  callApi(site, 'POST', '/api/feedback', { body: sent, headers });

describe('the feedback screen', () => {
  it('has its figures, its types and a sign-in prompt', async () => {
    const words = getPageText((await site.request('/feedback')).body);
    for (const text of ['4.8', '1,247', 'General Feedback', 'Vehicle Quality', 'Suggestion', 'Sign in']) {
      expect(words, text).toContain(text);
    }
  });

  it.each([
    ['subject=Quick+%22pages%22', 'Quick &quot;pages&quot;'],
    ['subject=Helmets&about=1', 'Helmets'],
    ['about=1,nothing-there', 'Royal Enfield Classic 350'],
    ['about=nothing-there', ''],
  ])('is filled in from %s', async (query, subject) => {
    for (const headers of [{}, browser]) {
      const html = (await site.request(`/feedback?${query}`, { headers })).body;
      const [, value = ''] = /<input[^>]* name="subject"(?:[^>]* value="([^"]*)")?/.exec(html) ?? [];
      expect(value).toBe(subject);
    }
  });

  it('redirects a visitor to sign in, and restores the form afterwards', async () => {
    const { headers } = await sendForm(site, '/feedback', { ...formValues, subject: 'Before I knew' });
    const to = new URL(String(headers.location), site.origin);
    expect(to.pathname).toBe('/login');
    const { body: html } = await site.request(to.searchParams.get('redirectTo') ?? '', { headers: browser });
    expect(html).toContain('value="Before I knew"');
    expect(html).toMatch(/<input id="rating" [^>]*|value="5"[^>]*checked/);
    expect(stored()).toHaveLength(0);
  });

  it('stores once however often the form is sent, confirms it, and has a history of ten a page', async () => {
    const idempotencyKey = hiddenField(await site.request('/feedback', { headers: browser }), 'idempotencyKey');
    const responses = await Promise.all(
      [1, 2].map(() => sendForm(site, '/feedback', { ...formValues, isAnonymous: 'on', idempotencyKey }, browser)),
    );
    expect(responses.map(({ headers }) => headers.location)).toEqual(['/feedback', '/feedback']);
    expect(stored()).toHaveLength(1);
    expect(stored()[0]).toMatchObject({ isAnonymous: true, priority: 'low', status: 'open' });
    const flash = [responses[0]?.headers['set-cookie']].flat().map((cookie) => cookie?.split(';', 1)[0]);
    const { body: html } = await site.request('/feedback', {
      headers: { Cookie: [browser.Cookie, ...flash].join('; ') },
    });
    expect(getPageText(html)).toContain('Thank you for your feedback! We appreciate your input.');
    expect(getPageText(html)).toContain('Open Quick pages');
    for (let sent = 0; sent < 10; sent += 1) await give(user, { ...body, subject: `More ${sent}` });
    const second = await site.request('/feedback?page=2', { headers: browser });
    expect(second.body.match(/<details class/g)).toHaveLength(1);
  });

  it.each(invalid)('reports what is wrong with %s %j, and keeps the form values', async (field, value, message) => {
    const { status, body: html } = await sendForm(site, '/feedback', { ...formValues, [field]: value }, browser);
    expect(status).toBe(422);
    expect(html).toContain(`<a href="#${field}">${message}</a>`);
    if (field !== 'subject') expect(html).toContain('value="Quick pages"');
    expect(stored()).toHaveLength(0);
  });

  it('changes the user’s own while it is open, shows both versions on a conflict, and deletes it', async () => {
    const { id } = getData<Shown>(await give(user));
    const path = `/feedback?edit=${id}`;
    const page = await site.request(path, { headers: browser });
    const sent = { ...formValues, subject: 'Slow pages', version: hiddenField(page, 'version') };
    await callApi(site, 'PUT', `/api/feedback/${id}`, { headers: user, body: { rating: 1 } });
    const err = await sendForm(site, path, sent, browser);
    expect(err.status).toBe(409);
    expect(getPageText(err.body)).toContain('As it stands now');
    await sendForm(site, path, { ...sent, version: hiddenField(err, 'version') }, browser);
    expect(stored()[0]).toMatchObject({ subject: 'Slow pages', rating: 5, priority: 'low' });
    expect((await sendForm(site, '/feedback', { intent: 'delete', id }, browser)).status).toBe(303);
    expect(stored()).toHaveLength(0);
  });

  it('redirects a signed-out user to sign in, and back to the edited feedback', async () => {
    const { id } = getData<Shown>(await give(user));
    const { status, headers } = await site.request(`/feedback?edit=${id}`);
    expect(status).toBe(303);
    expect(headers.location).toBe(`/login?redirectTo=${encodeURIComponent(`/feedback?edit=${id}`)}`);
  });

  it('is not accessible to other users', async () => {
    const { id } = getData<Shown>(await give(other));
    expect((await site.request(`/feedback?edit=${id}`, { headers: browser })).status).toBe(404);
    expect((await sendForm(site, '/feedback', { intent: 'delete', id }, browser)).status).toBe(404);
    expect(stored()).toHaveLength(1);
  });
});

describe('/api/feedback', () => {
  it('accepts feedback of users only, with its priority by the rating', async () => {
    expect((await give({})).status).toBe(401);
    for (const [rating, priority] of [
      [1, 'high'],
      [2, 'high'],
      [3, 'medium'],
      [4, 'low'],
    ] as const) {
      const response = await give(user, { ...body, rating });
      expect([response.status, response.json.message]).toEqual([
        201,
        'Thank you for your feedback! We appreciate your input.',
      ]);
      expect(getData(response)).toMatchObject({ rating, priority, status: 'open', response: null });
    }
  });

  it.each(invalid)('has the form’s message for %s %j', async (field, value, message) => {
    const { status, json } = await give(user, { ...body, [field]: field === 'rating' ? Number(value) : value });
    expect(status).toBe(422);
    expect(json.errors).toEqual({ [field]: message });
  });

  it('lists the user’s own by status and type; for operators all, without the names of anonymous authors', async () => {
    await give(user);
    await give(user, { ...body, type: 'complaint', isAnonymous: true });
    await give(other);
    const list = async (path: string, headers: Headers) =>
      getData<{ feedback: Shown[]; pagination: { total: number } }>(await callApi(site, 'GET', path, { headers }));
    expect((await list('/api/feedback/my-feedback?page=1&limit=10', user)).pagination.total).toBe(2);
    const [complaint] = (await list('/api/feedback/my-feedback?type=complaint', user)).feedback;
    expect(complaint).not.toHaveProperty('user');
    const all = (await list('/api/feedback?status=open', operator)).feedback;
    expect(all.map(({ user: whose }) => whose)).toEqual([
      { id: 'user-otto', name: 'Otto' },
      null,
      { id: 'user-uma', name: 'Uma' },
    ]);
    expect(JSON.stringify(all.filter(({ user: whose }) => whose === null))).not.toMatch(/uma/i);
    expect((await callApi(site, 'GET', '/api/feedback', { headers: user })).status).toBe(403);
    expect((await callApi(site, 'GET', '/api/feedback/my-feedback')).status).toBe(401);
    expect((await callApi(site, 'GET', '/api/feedback/my-feedback?type=gossip', { headers: user })).status).toBe(400);
  });

  it('keeps the priority that an operator set, after changes by its author', async () => {
    const { id } = getData<Shown>(await give(user, { ...body, rating: 5 }));
    const change = async (headers: Headers, sent: object) =>
      getData<Shown>(await callApi(site, 'PUT', `/api/feedback/${id}`, { headers, body: sent })).priority;
    expect(await change(user, { rating: 3 })).toBe('medium');
    expect(await change(operator, { priority: 'high' })).toBe('high');
    expect(await change(user, { rating: 5 })).toBe('high');
  });

  it('is editable by its author while it is open; operators change its status and respond', async () => {
    const { id } = getData<Shown>(await give(user));
    const request = (method: string, headers: Headers, sent?: unknown) =>
      callApi(site, method, `/api/feedback/${id}`, { headers, body: sent });
    for (const method of ['GET', 'DELETE']) expect((await request(method, other)).status).toBe(404);
    expect((await request('PUT', user, { status: 'resolved' })).status).toBe(403);
    expect((await request('PUT', operator, { message: 'Words put in a mouth' })).status).toBe(403);
    const response = await request('PUT', operator, { status: 'in-review', response: { message: 'Thank you, Uma.' } });
    expect(getData<Shown>(response)).toMatchObject({ status: 'in-review', response: { message: 'Thank you, Uma.' } });
    expect((await request('PUT', user, { message: 'Too late' })).status).toBe(409);
    const { body: html } = await site.request('/feedback', { headers: browser });
    expect(getPageText(html)).toMatch(/In review Quick pages .*Thank you, Uma\./);
    expect((await request('DELETE', user)).status).toBe(200);
    expect((await request('GET', user)).status).toBe(404);
  });
});

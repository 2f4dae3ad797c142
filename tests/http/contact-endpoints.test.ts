import { beforeEach, describe, expect, it } from 'vitest';
import { findMessages } from '~/domain/messages/message.queries.server';
import { callApi, getData, signIn } from '../support/api-client';
import { messageErrors } from '../support/message-errors';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

const now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
let operator: Record<string, string>;
let user: Record<string, string>;

shareSite(async () => {
  site = await openSite({}, () => now);
  operator = signIn(site, 'Opal', 'owner');
  user = signIn(site, 'Uma');
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM contact_messages');
});

const formValues = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  subject: 'A test ride',
  message: 'May I come by on Saturday?',
};

const stored = () => findMessages(site.runtime.db, { page: 1, limit: 100 }).items;

type Shown = { id: string; status: string; tags: string[]; reference: string; category: string; version: number };

describe('/api/contacts', () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    callApi(site, 'POST', '/api/contacts', { body, headers });

  it('stores a message with its defaults, and returns it without the fields for operators', async () => {
    const response = await send({ ...formValues, about: '1', isSuspect: true });
    expect(response.status).toBe(201);
    expect(response.json.message).toBe("Your message has been sent successfully! We'll get back to you soon.");
    const data = getData<Shown>(response);
    expect(data).toMatchObject({ category: 'general', priority: 'medium', source: 'website', status: 'new' });
    expect(data.reference).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(data).not.toHaveProperty('tags');
    expect(response.headers.location).toBe(`/api/contacts/${data.id}`);
    expect(stored()[0]?.tags).toEqual(['vehicle:1']);
  });

  it.each([
    ['1', ['vehicle:1']],
    ['vehicle:1', ['vehicle:1']],
    ['plan:basic, accessory:helmet-1', ['accessory:helmet-1', 'plan:basic']],
    ['', []],
    [null, []],
  ])('is tagged with its subject: %j', async (about, tags) => {
    expect((await send({ ...formValues, about })).status).toBe(201);
    expect([...(stored()[0]?.tags ?? [])].sort()).toEqual(tags);
  });

  it.each(messageErrors)('has the form’s message for %s %j', async (field, value, message) => {
    const { status, json } = await send({ ...formValues, [field]: value });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      message: 'Please fix the validation errors above',
      errors: { [field]: message },
    });
  });

  it.each([
    ['category', 'gossip'],
    ['priority', 5],
    ['name', 7],
    ['source', ['x']],
    ['about', 'nothing-there'],
    ['about', '1,plan:none'],
    ['about', Array.from({ length: 13 }, (_, at) => at + 1).join()],
  ])('rejects %s %j', async (field, value) => {
    const { status, json } = await send({ ...formValues, [field]: value });
    expect(status).toBe(422);
    expect(Object.keys(json.errors ?? {})).toEqual([field]);
  });

  it('is open to anyone for sending, and nothing else is', async () => {
    const { id } = getData<Shown>(await send(formValues));
    await send({ ...formValues, subject: 'Another one' });
    await callApi(site, 'PATCH', `/api/contacts/${id}/status`, { body: { status: 'pending' }, headers: operator });
    expect(getData(await callApi(site, 'GET', '/api/contacts/stats'))).toEqual({
      total: 2,
      new: 1,
      inProgress: 0,
      resolved: 0,
      pendingContacts: 1,
    });
    for (const [method, path] of [
      ['GET', '/api/contacts'],
      ['GET', `/api/contacts/${id}`],
      ['PUT', `/api/contacts/${id}`],
      ['DELETE', `/api/contacts/${id}`],
      ['PATCH', `/api/contacts/${id}/status`],
      ['PATCH', `/api/contacts/${id}/tags`],
      ['GET', '/api/contacts/category/sales'],
      ['GET', '/api/contacts/priority/high'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      expect((await callApi(site, method, path, { body })).status, `${method} ${path}`).toBe(401);
      expect((await callApi(site, method, path, { body, headers: user })).status, `${method} ${path}`).toBe(403);
    }
    expect(stored()).toHaveLength(2);
  });

  it('lists for operators, with filters and pages', async () => {
    for (const [category, priority] of [
      ['sales', 'low'],
      ['sales', 'urgent'],
      ['support', 'urgent'],
    ]) {
      await send({ ...formValues, category, priority });
    }
    const list = async (path: string) =>
      getData<{ contacts: Shown[]; pagination: object }>(await callApi(site, 'GET', path, { headers: operator }));
    expect((await list('/api/contacts?limit=2')).pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      pages: 2,
      totalIsExact: true,
    });
    expect((await list('/api/contacts?limit=2&page=2')).contacts).toHaveLength(1);
    expect((await list('/api/contacts?category=sales&priority=urgent')).contacts).toHaveLength(1);
    expect((await list('/api/contacts/category/sales')).contacts).toHaveLength(2);
    expect((await list('/api/contacts/priority/urgent?category=support')).contacts).toHaveLength(1);
    for (const path of ['/api/contacts/category/gossip', '/api/contacts/priority/9', '/api/contacts?status=lost']) {
      expect((await callApi(site, 'GET', path, { headers: operator })).status, path).toBe(400);
    }
  });

  it('is changed, tagged and deleted by operators', async () => {
    const { id } = getData<Shown>(await send(formValues));
    const request = (method: string, rest: string, body?: unknown) =>
      callApi(site, method, `/api/contacts/${id}${rest}`, { body, headers: operator });
    expect(getData(await request('PUT', '', { category: 'complaint', version: 1 }))).toMatchObject({
      category: 'complaint',
      name: 'Asha Rao',
      version: 2,
    });
    expect((await request('PUT', '', { category: 'sales', version: 1 })).status).toBe(409);
    expect((await request('PUT', '', { email: 'nobody' })).status).toBe(422);
    expect(getData(await request('PATCH', '/status', { status: 'in-progress' }))).toMatchObject({
      status: 'in-progress',
    });
    expect((await request('PATCH', '/status', { status: 'lost' })).status).toBe(422);
    expect((await request('PATCH', '/status', {})).status).toBe(422);
    expect(getData<Shown>(await request('PATCH', '/tags', { action: 'add', tag: 'VIP' })).tags).toEqual(['VIP']);
    expect(getData<Shown>(await request('PATCH', '/tags', { action: 'add', tag: 'VIP' })).tags).toEqual(['VIP']);
    expect(getData<Shown>(await request('PATCH', '/tags', { action: 'remove', tag: 'VIP' })).tags).toEqual([]);
    expect((await request('PATCH', '/tags', { action: 'paint', tag: 'VIP' })).json.errors).toEqual({
      action: 'Action must be add or remove',
    });
    expect((await request('DELETE', '')).status).toBe(200);
    expect((await request('GET', '')).status).toBe(404);
    expect((await request('DELETE', '')).status).toBe(404);
  });

  it('repeats its response to a repeated Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'one-message' };
    const [first, again] = [await send(formValues, headers), await send(formValues, headers)];
    expect(getData<Shown>(again).id).toBe(getData<Shown>(first).id);
    expect(stored()).toHaveLength(1);
    expect((await send({ ...formValues, name: 'Another' }, headers)).status).toBe(409);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { findServiceRequests } from '~/domain/services/service.commands.server';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;
type Shown = { id: string; status: string; version: number; serviceDetails: Record<string, unknown> };

/** Half past midnight of 16 June in India, still 15 June in UTC. */
const now = new Date('2026-06-15T19:00:00.000Z');
let site: SiteInProcess;
let user: Headers;
let other: Headers;
let operator: Headers;
/** A signed-in browser. */
let browser: Headers;

shareSite(async () => {
  site = await openSite({}, () => now);
  user = signIn(site, 'Uma');
  other = signIn(site, 'Otto');
  operator = signIn(site, 'Opal', 'owner');
  browser = getCookie(user);
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM service_requests');
});

const body = {
  serviceType: 'quick-service',
  contactInfo: { name: 'Uma Rao', phone: '+91 98765 43210', email: 'uma@example.com' },
  vehicleDetails: { type: 'bike', brand: 'Hero', model: 'Splendor', year: 2021, registrationNumber: 'MH 12 AB 1234' },
  serviceDetails: { description: 'It pulls to the left.\nBrakes too.', preferredDate: '2026-06-16' },
};
const formValues: Record<string, string> = {
  serviceType: 'quick-service',
  'contactInfo.name': 'Uma Rao',
  'contactInfo.phone': '+91 98765 43210',
  'contactInfo.email': 'uma@example.com',
  'vehicleDetails.brand': 'Hero',
  'vehicleDetails.year': '2021',
  'serviceDetails.description': '',
  'serviceDetails.preferredDate': '2026-06-16',
};

/** Each rule of docs/product.md, "Service requests" with its message. */
const invalid: [field: string, value: string, message: string][] = [
  ['serviceType', '', 'Please select a service type'],
  ['serviceType', 'rocket-repair', 'Please select a service type'],
  ['contactInfo.name', ' ', 'Name is required'],
  ['contactInfo.name', '\u200b \u2060', 'Name is required'],
  ['contactInfo.phone', '', 'Phone number is required'],
  ['contactInfo.email', '', 'Email is required'],
  ['contactInfo.email', 'uma@', 'Please enter a valid email address'],
  ['vehicleDetails.year', '1234', 'Year must be between 1950 and 2027'],
  ['serviceDetails.preferredDate', '2026-06-15', 'Preferred date cannot be before today'],
  ['serviceDetails.preferredDate', '2026-02-30', 'Preferred date must be a date such as 2026-11-30'],
];

const stored = () => findServiceRequests(site.runtime.db, { page: 1, limit: 100 }).items;
const book = (headers: Headers, sent: unknown = body) =>
  callApi(site, 'POST', '/api/services/request', { body: sent, headers });

describe('the services screen', () => {
  it('has its four services, the hours and the form', async () => {
    const { status, body: html } = await site.request('/service?type=premium-care&about=1');
    expect(status).toBe(200);
    const words = getPageText(html);
    for (const text of [
      'Maintenance & Repair',
      'Extended Warranty',
      'Quick Service',
      'Premium Care',
      'Mon-Sat 9-7, Sun 10-5',
    ]) {
      expect(words, text).toContain(text);
    }
    expect(html).toMatch(/value="premium-care" checked=""|checked="" value="premium-care"/);
    expect(html).toContain('value="Royal Enfield"');
    expect(html).toContain('min="2026-06-16"');
  });

  it('redirects a visitor to sign in, and restores the form afterwards', async () => {
    const { status, headers } = await sendForm(site, '/service', { ...formValues, 'contactInfo.name': 'Wanda' });
    expect(status).toBe(303);
    const to = new URL(String(headers.location), site.origin);
    expect(to.pathname).toBe('/login');
    const back = to.searchParams.get('redirectTo') ?? '';
    expect(back).toMatch(/^\/service\?form=/);
    const { body: html } = await site.request(back, { headers: browser });
    expect(html).toContain('value="Wanda"');
    expect(html).toContain('value="2026-06-16"');
    expect(stored()).toHaveLength(0);
  });

  it('books once however often the form is sent, and confirms it', async () => {
    const page = await site.request('/service', { headers: browser });
    expect(page.body).toContain('value="uma@example.com"');
    const idempotencyKey = hiddenField(page, 'idempotencyKey');
    const responses = await Promise.all(
      [1, 2, 3].map(() => sendForm(site, '/service', { ...formValues, idempotencyKey }, browser)),
    );
    for (const { status, headers } of responses) expect([status, headers.location]).toEqual([303, '/service']);
    expect(stored()).toHaveLength(1);
    expect(stored()[0]).toMatchObject({ vehicleYear: 2021, vehicleModel: null, description: null, urgency: 'medium' });
    const cookies = [responses[0]?.headers['set-cookie']].flat().map((cookie) => cookie?.split(';', 1)[0]);
    const { body: html } = await site.request('/service', {
      headers: { Cookie: [browser.Cookie, ...cookies].join('; ') },
    });
    expect(getPageText(html)).toContain('Service request submitted successfully! We will contact you soon.');
    expect(getPageText(html)).toContain('Your service requests Quick Service Pending Hero');
  });

  it.each(invalid)('reports what is wrong with %s %j, and keeps the form values', async (field, value, message) => {
    const { status, body: html } = await sendForm(site, '/service', { ...formValues, [field]: value }, browser);
    expect(status).toBe(422);
    expect(html).toContain(`<a href="#${field}">${message}</a>`);
    if (field !== 'vehicleDetails.brand') expect(html).toContain('value="Hero"');
    expect(stored()).toHaveLength(0);
  });

  it('changes the user’s own request, and shows both versions after a concurrent change', async () => {
    const { id } = getData<Shown>(await book(user));
    const path = `/service?request=${id}`;
    const page = await site.request(path, { headers: browser });
    expect(page.body).toContain('value="MH 12 AB 1234"');
    const sent = {
      ...formValues,
      version: hiddenField(page, 'version'),
      idempotencyKey: hiddenField(page, 'idempotencyKey'),
    };
    await callApi(site, 'PUT', `/api/services/request/${id}`, {
      headers: user,
      body: { vehicleDetails: { brand: 'Bajaj' } },
    });
    const err = await sendForm(site, path, sent, browser);
    expect(err.status).toBe(409);
    expect(getPageText(err.body)).toContain('As it stands now');
    expect(getPageText(err.body)).toContain('Brand Bajaj');
    const again = await sendForm(site, path, { ...sent, version: hiddenField(err, 'version') }, browser);
    expect(again.headers.location).toBe('/service');
    expect(stored()[0]).toMatchObject({ vehicleBrand: 'Hero', registrationNumber: 'MH 12 AB 1234', description: null });
  });

  it('redirects a signed-out user to sign in, and back to the edited request', async () => {
    const { id } = getData<Shown>(await book(user));
    const { status, headers } = await site.request(`/service?request=${id}`);
    expect(status).toBe(303);
    expect(headers.location).toBe(`/login?redirectTo=${encodeURIComponent(`/service?request=${id}`)}`);
  });

  it('is not accessible to others', async () => {
    const { id } = getData<Shown>(await book(other));
    expect((await site.request(`/service?request=${id}`, { headers: browser })).status).toBe(404);
    expect((await sendForm(site, '/service', { intent: 'cancel', id }, browser)).status).toBe(404);
    expect(stored()[0]?.status).toBe('pending');
  });

  it('cancels by a button', async () => {
    const { id } = getData<Shown>(await book(user));
    expect((await sendForm(site, '/service', { intent: 'cancel', id }, browser)).status).toBe(303);
    expect(stored()[0]?.status).toBe('cancelled');
  });
});

describe('/api/services', () => {
  it('accepts bookings of users only', async () => {
    expect((await book({})).status).toBe(401);
    const response = await book(user);
    expect(response.status).toBe(201);
    expect(response.json.message).toBe('Service request submitted successfully! We will contact you soon.');
    const data = getData<Shown>(response);
    expect(response.headers.location).toBe(`/api/services/request/${data.id}`);
    expect(data).toMatchObject({ ...body, status: 'pending', serviceDetails: { urgency: 'medium' } });
    expect(JSON.stringify(data)).not.toContain('userId');
  });

  it.each(invalid)('has the form’s message for %s %j', async (field, text, message) => {
    const [part = '', name] = field.split('.');
    const value = name === 'year' ? Number(text) : text;
    const sent = name ? { ...body, [part]: { ...Reflect.get(body, part), [name]: value } } : { ...body, [part]: value };
    const { status, json } = await book(user, sent);
    expect(status).toBe(422);
    expect(json.errors).toEqual({ [field]: message });
  });

  it.each([
    ['contactInfo', 'Contact info must be an object'],
    ['vehicleDetails', 'Vehicle details must be an object'],
    ['serviceDetails', 'Service details must be an object'],
  ])('reports %s as not an object of fields, new or changed', async (part, message) => {
    const { id } = getData<Shown>(await book(user));
    for (const wrong of ['x', 5, true, []]) {
      const changed = await callApi(site, 'PUT', `/api/services/request/${id}`, {
        body: { [part]: wrong },
        headers: user,
      });
      for (const { status, json } of [await book(user, { ...body, [part]: wrong }), changed]) {
        expect(status).toBe(422);
        expect(json.errors).toEqual({ [part]: message });
      }
    }
  });

  it('names every missing field', async () => {
    expect((await book(user, {})).json.errors).toEqual({
      serviceType: 'Please select a service type',
      'contactInfo.name': 'Name is required',
      'contactInfo.phone': 'Phone number is required',
      'contactInfo.email': 'Email is required',
    });
  });

  it('lists the user’s own, by status and in pages; for operators all', async () => {
    for (let sent = 0; sent < 3; sent += 1) await book(user);
    await book(other);
    const list = async (path: string, headers: Headers) =>
      getData<{ requests: Shown[]; pagination: object }>(await callApi(site, 'GET', path, { headers }));
    expect((await list('/api/services/my-requests?limit=2', user)).pagination).toEqual({
      page: 1,
      limit: 2,
      total: 3,
      pages: 2,
      totalIsExact: true,
    });
    expect((await list('/api/services/my-requests?status=cancelled', user)).requests).toEqual([]);
    expect((await list('/api/services/requests', operator)).requests).toHaveLength(4);
    expect((await callApi(site, 'GET', '/api/services/requests', { headers: user })).status).toBe(403);
    expect((await callApi(site, 'GET', '/api/services/my-requests')).status).toBe(401);
    expect((await callApi(site, 'GET', '/api/services/my-requests?status=lost', { headers: user })).status).toBe(400);
  });

  it('is changed by its user until work begins, progressed by operators, and cancelled until it is done', async () => {
    const { id } = getData<Shown>(await book(user));
    const request = (method: string, headers: Headers, sent?: unknown) =>
      callApi(site, method, `/api/services/request/${id}`, { headers, body: sent });
    for (const method of ['GET', 'DELETE']) expect((await request(method, other)).status).toBe(404);
    expect((await request('PUT', other, {})).status).toBe(404);
    expect(getData(await request('PUT', user, { serviceDetails: { urgency: 'high' } }))).toMatchObject({
      contactInfo: body.contactInfo,
      vehicleDetails: body.vehicleDetails,
      serviceDetails: { urgency: 'high', description: body.serviceDetails.description },
    });
    expect((await request('PUT', user, { status: 'confirmed' })).status).toBe(403);
    expect((await request('PUT', operator, { status: 'completed' })).status).toBe(409);
    for (const status of ['confirmed', 'in-progress']) {
      expect(getData(await request('PUT', operator, { status }))).toMatchObject({ status });
    }
    expect((await request('PUT', user, { contactInfo: { name: 'Later' } })).status).toBe(409);
    expect((await request('PUT', operator, { status: 'completed' })).status).toBe(200);
    expect((await request('DELETE', user)).status).toBe(409);
    const second = getData<Shown>(await book(user));
    for (let times = 0; times < 2; times += 1) {
      const response = await callApi(site, 'DELETE', `/api/services/request/${second.id}`, { headers: user });
      expect(getData(response)).toMatchObject({ status: 'cancelled' });
    }
  });
});

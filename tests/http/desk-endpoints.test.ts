import { describe, expect, it } from 'vitest';
import { openSession } from '~/domain/accounts/sessions.server';
import { type ApiResponse, callApi, getData, signIn } from '../support/api-client';
import { endpointNamed } from '../support/api-fixture';
import { cameraPhoto } from '../support/photo-samples';
import { type PopulatedSite, populateSite } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;

let populated: PopulatedSite;
let site: SiteInProcess;
let operator: Headers;
shareSite(async () => {
  populated = await populateSite();
  site = await populated.open();
  operator = populated.asClient('operator');
  return site;
});

const call = (method: string, path: string, body?: unknown, headers: Headers = operator): Promise<ApiResponse> =>
  callApi(site, method, `/api/desk${path}`, { body, headers });
const getExample = (operationId: string): object => Object(endpointNamed(operationId).body.spec?.example);
const readPrice = async (id: string): Promise<number> =>
  getData<{ price: number }>(await callApi(site, 'GET', `/api/vehicles/${id}`)).price;

describe('branches', () => {
  it('are added, changed in part, and offered to visitors by their hours', async () => {
    const added = await call('POST', '/branches', getExample('addBranch'));
    const { id, hours, version } = getData<{ id: string; hours: object[]; version: number }>(added);
    expect([added.status, added.headers.location, hours.length, version]).toEqual([
      ...[201, `/api/desk/branches/${id}`, 7, 1],
    ]);
    const slots = await callApi(site, 'GET', '/api/appointments/slots?kind=test-ride');
    expect(getData<{ branches: { id: string }[] }>(slots).branches.map((branch) => branch.id)).toContain(id);
    const changed = await call('PUT', `/branches/${id}`, { isBookable: false });
    expect(getData(changed)).toMatchObject({ name: 'Baner Road', isBookable: false, hours, version: 2 });
  });

  it('name the field of a wrong time, and of hours that are not those of a week', async () => {
    const slot = { starts: '11:00', ends: '10:00', testRidePlaces: 1, servicePlaces: 0, purchasePlaces: 0 };
    const wrong = await call('PUT', '/branches/showroom', { slots: [slot], closedDays: ['soon'] });
    expect([wrong.status, wrong.json.codes]).toEqual([
      422,
      { 'slots.0.ends': 'time_not_later', closedDays: 'day_invalid' },
    ]);
    for (const hours of ['always', [], null]) {
      const refused = await call('PUT', '/branches/showroom', { hours });
      expect([refused.status, refused.json.codes]).toEqual([422, { hours: 'seven_days_required' }]);
    }
  });
});

it('the road tax of a state changes what its vehicles cost on the road', async () => {
  const readTax = async () =>
    getData<{ onRoad: { roadTax: number }[] }>(await callApi(site, 'GET', '/api/vehicles/1/on-road?state=MH')).onRoad[0]
      ?.roadTax;
  const before = await readTax();
  const bands = [{ upTo: null, percent: 20 }];
  const changed = await call('PUT', '/road-tax/MH', { bandsBy: 'price', bands });
  expect([changed.status, getData(changed)]).toEqual([200, expect.objectContaining({ bands, version: 2 })]);
  expect(await readTax()).toBeGreaterThan(before ?? 0);
  const wrong = await call('PUT', '/road-tax/MH', { bands: [{ upTo: 5, percent: 'much' }] });
  expect([wrong.status, Object.keys(wrong.json.codes ?? {})]).toEqual([422, ['bands.0.percent']]);
  expect((await call('PUT', '/road-tax/XX', { bands })).json.code).toBe('state_not_found');
});

it('logos are shown at the address that is returned, and are gone when removed', async () => {
  const { logo } = getData<{ logo: string }>(await call('PUT', '/brands/honda/logo', getExample('giveBrandLogo')));
  expect((await site.request(new URL(logo).pathname)).headers['content-type']).toBe('image/webp');
  expect(getData(await call('DELETE', '/brands/honda/logo'))).toMatchObject({ id: 'honda', logo: null });
  const shop = getData<{ logo: string }>(await call('PUT', '/logo', getExample('giveShopLogo')));
  expect((await site.request('/main')).body).toContain(new URL(shop.logo).pathname);
  const wrong = await call('PUT', '/logo', { images: ['data:image/png;base64,bm9uZQ=='] });
  expect([wrong.status, wrong.json.codes]).toEqual([422, { images: 'not_a_photo' }]);
  for (const images of [undefined, [], 'none', ['a', 'b']])
    expect((await call('PUT', '/logo', { images })).json.codes).toEqual({ images: 'one_picture_required' });
  const large = `data:image/jpeg;base64,${(await cameraPhoto()).toString('base64')}`;
  expect(large.length).toBeGreaterThan(100_000);
  expect((await call('PUT', '/logo', { images: [large] })).status).toBe(200);
});

describe('the team', () => {
  const id = 'user-meera';

  it('is changed by owners: a role at once, and out of the team signed out', async () => {
    const token = signIn(site, 'Meera', 'clerk');
    expect((await call('GET', '/accounts', undefined, token)).status).toBe(403);
    const changed = await call('PATCH', `/accounts/${id}/role`, { role: 'manager' });
    expect([changed.status, getData(changed).role]).toEqual([200, 'manager']);
    expect((await call('GET', '/accounts', undefined, token)).status).toBe(200);
    expect(getData(await call('PATCH', `/accounts/${id}/role`, { role: 'user' })).role).toBe('user');
    expect((await call('GET', '/accounts', undefined, token)).status).toBe(401);
    const own = await call('PATCH', '/accounts/user-opal/role', { role: 'clerk' });
    expect([own.status, own.json.code]).toEqual([409, 'last_owner']);
    expect((await call('PATCH', `/accounts/${id}/role`, { role: 'clerk' })).json.codes).toEqual({
      role: 'not_of_the_team',
    });
  });

  it('is not changed by an access token, which blocks other accounts', async () => {
    const { db, clock } = site.runtime;
    const token = openSession(db, { userId: 'user-opal', kind: 'personal', label: 'Program' }, clock());
    const program = { Authorization: `Bearer ${token}` };
    const invited = await call('POST', '/invitations', { role: 'owner' }, program);
    expect([invited.status, invited.json.code]).toEqual([403, 'token_not_allowed']);
    expect((await call('PUT', '/accounts/user-owner/block', { reason: 'Fraud' }, program)).status).toBe(200);
  });

  it('takes guests by a link that is returned once, to the same request too', async () => {
    const headers = { ...operator, 'Idempotency-Key': crypto.randomUUID() };
    const invited = await call('POST', '/invitations', { role: 'clerk' }, headers);
    const { id: invitation, link } = getData<{ id: string; link: string }>(invited);
    expect([invited.status, (await site.request(new URL(link).pathname + new URL(link).search)).status]).toEqual([
      201, 200,
    ]);
    const again = await call('POST', '/invitations', { role: 'clerk' }, headers);
    expect([again.headers['idempotent-replayed'], getData(again).id]).toEqual(['true', invitation]);
    expect(getData(await call('GET', `/invitations/${invitation}`))).not.toHaveProperty('link');
    expect((await call('DELETE', `/invitations/${invitation}`)).status).toBe(200);
    expect((await call('DELETE', `/invitations/${invitation}`)).json.code).toBe('invite_closed');
  });

  it('reads the log, of which clerks get their own lines', async () => {
    const clerk = signIn(site, 'Kiran', 'clerk');
    await call('DELETE', '/accounts/user-somebody/block');
    await call('PUT', '/accounts/user-somebody/block', { reason: 'Fraud' });
    await call('DELETE', '/accounts/user-somebody/block');
    const { entries } = getData<{ entries: { action: string; operator: string }[] }>(
      await call('GET', '/log?what=account&limit=2'),
    );
    expect(entries.map(({ action }) => action)).toEqual(['block lifted', 'blocked']);
    const own = getData<{ entries: object[] }>(await call('GET', '/log?who=user-opal', undefined, clerk));
    expect(own.entries).toEqual([]);
  });
});

describe('the stock', () => {
  it('takes prices, and refuses those that were changed since they were read', async () => {
    const was = await readPrice('1');
    const saved = await call('PATCH', '/stock/prices', { prices: [{ id: '1', was, price: was - 1_000 }] });
    const { batch } = getData<{ batch: string }>(saved);
    expect([getData(saved).changed, await readPrice('1')]).toEqual([1, was - 1_000]);
    const late = await call('PATCH', '/stock/prices', { prices: [{ id: '1', was, price: was - 2_000 }] });
    expect([late.status, late.json.code, late.json.codes]).toEqual([
      ...[422, 'prices_changed', { 'prices.1': 'price_changed' }],
    ]);
    const { changes } = getData<{ changes: { batch: string }[] }>(await call('GET', '/stock/1/changes'));
    expect(changes[0]?.batch).toBe(batch);
    expect(getData(await call('POST', '/stock/undo', { batch }))).toEqual({ undone: 1, next: null });
    expect([await readPrice('1'), (await call('POST', '/stock/undo', { batch })).json.code]).toEqual([
      was,
      'nothing_to_undo',
    ]);
  });

  it('is copied once by a key, as a draft that nobody else sees', async () => {
    const headers = { ...operator, 'Idempotency-Key': 'a-copy' };
    const first = await call('POST', '/stock/3/duplicate', undefined, headers);
    const again = await call('POST', '/stock/3/duplicate', undefined, headers);
    const { id } = getData<{ id: string }>(first);
    expect([first.status, first.headers.location, getData(again).id]).toEqual([201, `/api/vehicles/${id}`, id]);
    expect((await callApi(site, 'GET', `/api/vehicles/${id}`)).status).toBe(404);
  });

  it('takes back what was done to many, in steps', async () => {
    const { changed, batch } = getData<{ changed: number; batch: string }>(
      await call('PATCH', '/stock/samples', { isHidden: true }),
    );
    let [undone, from] = [0, null as number | null];
    do {
      const step = getData<{ undone: number; next: number | null }>(await call('POST', '/stock/undo', { batch, from }));
      undone += step.undone;
      from = step.next;
    } while (from !== null);
    expect([changed > 0, undone]).toEqual([true, changed]);
  });
});

it('several things that riders published are hidden, and shown again', async () => {
  const { scooter } = populated.items;
  const chosen = [{ id: scooter, version: 1, reports: 0 }];
  const refused = await call('PATCH', '/moderation', { of: 'listing', action: 'hide', chosen });
  expect(refused.json.codes).toEqual({ reason: 'required' });
  const hidden = await call('PATCH', '/moderation', { of: 'listing', action: 'hide', reason: 'Fraud', chosen });
  const { at } = getData<{ at: string }>(hidden);
  expect(getData(hidden)).toMatchObject({ decided: 1, left: 0 });
  expect((await callApi(site, 'GET', `/api/scooters/${scooter}`)).status).toBe(404);
  expect(getData(await call('POST', '/moderation/undo', { at }))).toMatchObject({ next: null });
  expect((await callApi(site, 'GET', `/api/scooters/${scooter}`)).status).toBe(200);
});

it('a person is found by the email, read with the requests, and forgotten', async () => {
  const contact = 'bala@example.com';
  const [person] = getData<{ people: { id: string }[] }>(await call('POST', '/people/search', { contact })).people;
  const path = `/people/${person?.id}`;
  const { requests, emails } = getData<{ requests: object[]; emails: string[] }>(await call('GET', path));
  expect([requests.length > 0, emails]).toEqual([true, [contact]]);
  expect((await call('POST', '/people/search', { contact: 'nobody' })).json.codes).toEqual({
    contact: 'contact_invalid',
  });
  expect((await call('POST', `${path}/forget`, { contact: 'other@example.com' })).json.codes).toEqual({
    contact: 'contact_of_another',
  });
  expect((await call('POST', `${path}/forget`, { contact })).status).toBe(200);
  expect((await call('POST', `${path}/forget`, { contact })).json.code).toBe('person_not_found');
  expect((await call('GET', path)).status).toBe(404);
});

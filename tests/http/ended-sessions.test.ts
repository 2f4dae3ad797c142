import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { booking, opinion, shine, usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

type Headers = Record<string, string>;

/** An item of the user, the form that changes it, and a text field of that form. */
type Change = {
  what: string;
  endpoint: string;
  body: object;
  form: (id: string) => string;
  field: string;
  /** Changes the item elsewhere. */
  other: object;
};

const changes: Change[] = [
  {
    what: 'feedback',
    endpoint: '/api/feedback',
    body: opinion,
    form: (id) => paths.feedback({ edit: id }),
    field: 'subject',
    other: { rating: 1 },
  },
  {
    what: 'a service request',
    endpoint: '/api/services/request',
    body: booking,
    form: (id) => paths.service({ request: id }),
    field: 'contactInfo.name',
    other: { vehicleDetails: { brand: 'Bajaj' } },
  },
  {
    what: 'a used vehicle',
    endpoint: '/api/vehicles',
    body: usedShine,
    form: (id) => paths.ownVehicle({ vehicle: id }),
    field: 'name',
    other: { price: 49_000 },
  },
  {
    what: 'a bike',
    endpoint: '/api/bikes',
    body: shine,
    form: (id) => paths.editListing('bike', id),
    field: 'name',
    other: { presentPrice: 49_000 },
  },
  {
    what: 'a scooter',
    endpoint: '/api/scooters',
    body: shine,
    form: (id) => paths.editListing('scooter', id),
    field: 'name',
    other: { presentPrice: 49_000 },
  },
];

let site: SiteInProcess;
let user: Headers;
shareSite(async () => {
  site = await openSite();
  user = signIn(site, 'Uma');
  return site;
});

describe('a form that is sent when the session has ended', () => {
  const create = async ({ endpoint, body }: Pick<Change, 'endpoint' | 'body'>, headers = user): Promise<string> =>
    getData<{ id: string }>(await callApi(site, 'POST', endpoint, { headers, body })).id;

  it.each(changes)('and changes $what is filled in again after signing in', async (change) => {
    const id = await create(change);
    const path = change.form(id);
    const version = hiddenField(await site.request(path, { headers: getCookie(user) }), 'version');
    const signedOut = await sendForm(site, path, { [change.field]: 'Typed before', version, idempotencyKey: 'ended' });
    const to = new URL(String(signedOut.headers.location), site.origin);
    expect([signedOut.status, to.pathname]).toEqual([303, '/login']);

    await callApi(site, 'PUT', `${change.endpoint}/${id}`, { headers: user, body: change.other });
    const back = await site.request(to.searchParams.get('redirectTo') ?? '', { headers: getCookie(user) });
    expect(back.status).toBe(200);
    expect(back.body).toContain('value="Typed before"');
    // What changed in the meantime is noticed when the form is sent.
    expect(hiddenField(back, 'version')).toBe(version);
  });

  it('and has only a button leads to signing in, and back to the screen with the button', async () => {
    const id = await create({ endpoint: '/api/bikes', body: shine });
    const path = paths.listing('bike', id);
    const response = await sendForm(site, path, { intent: 'sold', listing: id });
    expect(response.status).toBe(401);
    expect(response.body).toContain(`/login?redirectTo=${encodeURIComponent(path.replace('#panel', ''))}"`);
    // With header and footer, as every screen.
    expect(response.body).toContain('<footer');
  });

  it('and changes a visitor’s listing is not found', async () => {
    const id = await create({ endpoint: '/api/bikes', body: shine }, {});
    const path = paths.editListing('bike', id);
    expect((await site.request(path)).status).toBe(404);
    expect((await sendForm(site, path, { name: 'Typed before' })).status).toBe(404);
  });
});

it('signing out ends in the browser even if the database cannot be written', async () => {
  const { $client } = site.runtime.db;
  $client.pragma('query_only = 1');
  const response = await sendForm(site, paths.logout(), {}, getCookie(user));
  $client.pragma('query_only = 0');
  expect([response.status, response.headers.location]).toEqual([303, paths.entrance()]);
  expect(String(response.headers['set-cookie'])).toContain('authToken=; Max-Age=0');
  expect(String(response.headers['set-cookie'])).toContain('signed-out-here');
});

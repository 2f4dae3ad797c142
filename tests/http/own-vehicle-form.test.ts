import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { callApi, getCookie, getData, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { samplePhoto } from '../support/photo-samples';
import { usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

type Headers = Record<string, string>;

/** The fields of a used vehicle in its form. */
const shineFormValues = { ...usedShine, price: '₹ 52,000', condition: '', usedKms: '', description: '' };

let site: SiteInProcess;
let owner: Headers;
let other: Headers;

shareSite(async () => {
  site = await openSite();
  owner = signIn(site, 'Uma');
  other = signIn(site, 'Ravi');
  return site;
});
beforeEach(() => site.runtime.db.$client.exec('DELETE FROM vehicles WHERE is_built_in = 0'));

const request = (method: string, path: string, headers: Headers, body?: unknown) =>
  callApi(site, method, path, { headers, body });
const offered = async (fields: object = {}): Promise<{ id: string }> =>
  getData<{ id: string }>(await request('POST', '/api/vehicles', owner, { ...usedShine, ...fields }));
const words = async (path: string, headers: Headers = {}) => getPageText((await site.request(path, { headers })).body);
const stored = () =>
  site.runtime.db.$client.prepare('SELECT count(*) FROM vehicles WHERE is_built_in = 0').pluck().get();

describe('the form of a used vehicle', () => {
  const path = paths.ownVehicle();
  const send = (fields: Record<string, string>, to = path, headers = getCookie(owner)) =>
    sendForm(site, to, fields, headers);

  it('offers the vehicle once, however often it is sent', async () => {
    const form = await site.request(path, { headers: getCookie(owner) });
    expect(form.status).toBe(200);
    const formValues = { ...shineFormValues, idempotencyKey: hiddenField(form, 'idempotencyKey') };
    const first = await send(formValues);
    expect([first.status, first.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/vehicle-details\?vehicle=/),
    ]);
    expect((await send(formValues)).headers.location).toBe(first.headers.location);
    expect(stored()).toBe(1);
    const { body } = await site.request(first.headers.location ?? '', { headers: getCookie(owner) });
    expect(body).toContain('href="/profile/vehicle?vehicle=');
    expect((await site.request(first.headers.location ?? '')).body).not.toContain('/profile/vehicle');
  });

  it('is shown again with its values, and a message beside each error', async () => {
    const { status, body } = await send({ ...shineFormValues, name: '', yearsUsed: 'two', idempotencyKey: 'x' });
    expect(status).toBe(422);
    for (const text of ['Please fill in all required fields', 'Name is required', 'Years used must be a number']) {
      expect(getPageText(body)).toContain(text);
    }
    expect(body).toMatch(/name="yearsUsed"[^>]*value="two"|value="two"[^>]*name="yearsUsed"/);
    expect(stored()).toBe(0);
  });

  it('groups large numbers, and accepts no comma as decimal point', async () => {
    const err = await send({ ...shineFormValues, yearsUsed: '1,5', mileage: '45,5', idempotencyKey: 'c' });
    expect(err.status).toBe(422);
    for (const text of ['Years used can mean 1.5 or 15.', 'Mileage can mean 45.5 or 455.'])
      expect(getPageText(err.body)).toContain(text);
    expect(err.body).toContain('value="45,5"');
    expect((await send({ ...shineFormValues, usedKms: '26,700', idempotencyKey: 'c2' })).status).toBe(303);
  });

  it('is stored while a visitor signs in, with its values', async () => {
    const response = await send({ ...shineFormValues, description: 'Only on Sundays', idempotencyKey: 'y' }, path, {});
    expect(response.status).toBe(303);
    const back = new URL(response.headers.location ?? '', site.origin).searchParams.get('redirectTo') ?? '';
    expect(back).toMatch(/^\/profile\/vehicle\?form=/);
    expect((await site.request(back, { headers: getCookie(owner) })).body).toContain('Only on Sundays');
    expect((await site.request(path)).headers.location).toBe('/login?redirectTo=%2Fprofile%2Fvehicle');
  });

  it('changes the vehicle; a change of an older version shows both', async () => {
    const { id } = await offered({ description: 'One owner' });
    const edit = paths.ownVehicle({ vehicle: id });
    const form = await site.request(edit, { headers: getCookie(owner) });
    expect(form.body).toContain('One owner');
    const version = hiddenField(form, 'version');
    await request('PUT', `/api/vehicles/${id}`, owner, { price: 49_000 });
    const formValues = { ...shineFormValues, price: '48,000', version, idempotencyKey: 'z' };
    const late = await send(formValues, edit);
    expect(late.status).toBe(409);
    expect(late.body).toContain('48,000');
    expect(getPageText(late.body)).toContain('As it stands now');
    expect(getPageText(late.body)).toContain('49000');
    const next = hiddenField(late, 'version');
    expect((await send({ ...formValues, version: next, idempotencyKey: 'z2' }, edit)).status).toBe(303);
    const vehicle = getData(await request('GET', `/api/vehicles/${id}`, {}));
    expect(vehicle).toMatchObject({ price: 48_000, description: '', version: 3 });
  });

  it('is not accessible to others, and asks for confirmation before deletion', async () => {
    const { id } = await offered();
    const edit = paths.ownVehicle({ vehicle: id });
    expect((await site.request(edit, { headers: getCookie(other) })).status).toBe(404);
    expect((await send({ ...shineFormValues, version: '1' }, edit, getCookie(other))).status).toBe(404);
    expect((await send({ intent: 'delete' }, edit, getCookie(other))).status).toBe(403);
    const requested = await words(paths.ownVehicle({ vehicle: id, confirm: 'delete' }), getCookie(owner));
    expect(requested).toContain('Delete Honda Shine 125?');
    expect(stored()).toBe(1);
    for (const _ of ['once', 'again']) {
      expect((await send({ intent: 'delete' }, edit)).headers.location).toBe('/profile/listings');
    }
    expect(stored()).toBe(0);
  });

  it('accepts photos with it or before it, and keeps them after other errors', async () => {
    const photo = await samplePhoto('jpeg');
    const upload = (fields: Record<string, string>, file?: Buffer) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (file) form.append('images', new Blob([new Uint8Array(file)]), 'shine.jpg');
      return form;
    };
    const post = async (form: FormData) => {
      const request = new Request(site.origin, { method: 'POST', body: form });
      const body = Buffer.from(await request.arrayBuffer());
      const type = request.headers.get('Content-Type') ?? '';
      return site.request(path, {
        method: 'POST',
        headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', ...getCookie(owner) },
        body,
      });
    };
    const ahead = await post(upload({ idempotencyKey: 'with-photo', intent: 'add-photos' }, photo));
    expect(ahead.status).toBe(200);
    expect(ahead.body).toMatch(/<img src="\/photos\//);
    const photos = hiddenField(ahead, 'photos');
    const sent = await post(upload({ ...shineFormValues, idempotencyKey: 'with-photo', intent: 'save', photos }));
    expect(sent.status).toBe(303);
    expect((await site.request(sent.headers.location ?? '')).body).toMatch(/src="\/photos\//);
  });

  it('orders photos by their buttons, and stores them in the order of the form', async () => {
    const key = { idempotencyKey: 'in-order' };
    const dataString = async (colour: string) =>
      `data:image/png;base64,${(await samplePhoto('png', undefined, colour)).toString('base64')}`;
    const images = [await dataString('#b3261e'), await dataString('#0b6b4b'), await dataString('#1f4fd8')];
    const { id } = await offered({ images });
    const edit = paths.ownVehicle({ vehicle: id });
    const order = ({ body }: { body: string }) =>
      [...body.matchAll(/name="photos" value="(\w+)"/g)].map(([, hash]) => hash);
    const press = async (photos: readonly (string | undefined)[], fields: Record<string, string>) => {
      const form = new URLSearchParams({ ...shineFormValues, ...key, ...fields });
      for (const photo of photos) form.append('photos', photo ?? '');
      return site.request(edit, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...getCookie(owner) },
        body: form.toString(),
      });
    };
    const opened = await site.request(edit, { headers: getCookie(owner) });
    const [red, green, blue] = order(opened);
    const moved = await press([red, green, blue], { movePhoto: `earlier ${blue}` });
    expect([moved.status, order(moved)]).toEqual([200, [red, blue, green]]);
    expect(order(await press([red, blue, green], { movePhoto: `earlier ${red}` }))).toEqual([red, blue, green]);
    expect(order(await press([red, blue, green], { movePhoto: `later ${red}` }))).toEqual([blue, red, green]);
    expect(order(await press([red, blue, green], { movePhoto: 'later nothing' }))).toEqual([red, blue, green]);
    const saved = await press([blue, red, green], { version: hiddenField(opened, 'version') });
    expect(saved.status).toBe(303);
    const { body } = await site.request(`/api/vehicles/${id}`);
    expect([...new Set(body.match(/[0-9a-f]{64}/g))].slice(0, 3)).toEqual([blue, red, green]);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { getCookie, signIn } from '../support/api-client';
import { toDay } from '~/domain/shared/dates';
import { purgeStalePhotos } from '~/domain/photos/photos.server';
import { hiddenField, sendForm } from '../support/form-client';
import { boundary, multipart, type Part } from '../support/multipart-forms';
import { getPageText } from '../support/page-text';
import { samplePhoto } from '../support/photo-samples';
import { shine, usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess, type TestResponse } from '../support/site-in-process';

type Values = Record<string, string>;

const toText = (values: object): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const ofStock = { stock: 'used', brand: 'Honda', name: 'Shine', type: 'Bike', fuel: 'Petrol', priceRupees: '52,000' };

/** Every form with photos, with values that it accepts. */
const forms = [
  { path: '/sell-bikes?view=form', values: toText(shine), final: 'list', edit: '/sell-bikes?view=form&listing=' },
  { path: '/sell-scooters?view=form', values: toText(shine), final: 'list', edit: '/sell-scooters?view=form&listing=' },
  { path: '/profile/vehicle', values: toText(usedShine), final: 'save', edit: '/profile/vehicle?vehicle=' },
  {
    path: '/desk/stock/new',
    values: toText({ ...ofStock, presentPrice: '', price: '', hasPhotos: '1' }),
    final: 'save',
    edit: '/desk/stock/',
  },
];

/** What the page may send before the form is complete: nothing of it may change the photos. */
const steps: Record<string, Values> = {
  'add photos': { intent: 'add-photos' },
  'a wrong value': { presentPrice: 'much', price: 'much', priceRupees: 'much' },
  'a missing value': { name: '' },
  'a button of no photo': { movePhoto: 'later nothing' },
  'removing no photo': { removePhoto: 'nothing' },
  'an unknown button': { intent: 'unknown', name: '' },
};

const colours = ['#b3261e', '#0b6b4b', '#1f4fd8'];
let images: Part[];
let site: SiteInProcess;
let member: Values;

shareSite(async () => {
  site = await openSite();
  member = getCookie(signIn(site, 'Uma', 'owner'));
  return site;
});
beforeAll(async () => {
  images = await Promise.all(
    colours.map(async (colour, index) => ({
      name: 'images',
      fileName: `${index}.jpg`,
      bytes: await samplePhoto('jpeg', { width: 320, height: 240 }, colour),
    })),
  );
});

const getPhotos = ({ body }: TestResponse): string[] =>
  [...body.matchAll(/name="photos" value="(\w+)"/g)].map(([, hash = '']) => hash);

function post(path: string, values: Values, photos: readonly string[] = [], files: readonly Part[] = []) {
  const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
  const parts = [...fields, ...photos.map((value) => ({ name: 'photos', value })), ...files];
  return site.request(path, {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Sec-Fetch-Site': 'same-origin',
      ...member,
    },
    body: multipart(parts),
  });
}

const open = (path: string) => site.request(path, { headers: member });

const findId = (location = ''): string => /(?:listing=|vehicle=|stock\/)(\w+)/.exec(location)?.[1] ?? '';

/** Photos of an offer in their order, from the response that redirects to it. */
async function findStored({ headers: { location = '' } }: TestResponse): Promise<string[]> {
  const id = findId(location);
  const { body } = await site.request(`/api/${location.startsWith('/listed') ? 'bikes' : 'vehicles'}/${id}`);
  const { body: scooter } = await site.request(`/api/scooters/${id}`);
  const { data } = JSON.parse(body.includes('"data"') ? body : scooter);
  return (data.images ?? data.photos).flatMap((url: string) => /[0-9a-f]{64}/.exec(url)?.[0] ?? []);
}

describe.each(forms)('the photos of $path', ({ path, values, final, edit: editPath }) => {
  test.each(Object.entries(steps))('stay after: %s', async (_name, step) => {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const added = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
    expect(added).toHaveLength(colours.length);
    const order = added.toReversed();
    expect(getPhotos(await post(path, { ...values, ...key, ...step }, order))).toEqual(order);
    const sent = await post(path, { ...values, ...key, intent: final }, order);
    expect([sent.status, await findStored(sent)]).toEqual([303, order]);
  });

  test('are exactly those that the page showed: another page of the form, or one gone back to', async () => {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const added = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
    const [first = '', second = '', third = ''] = added;
    expect(getPhotos(await post(path, { ...key, removePhoto: second }, added))).toEqual([first, third]);
    expect(getPhotos(await post(path, { ...key, movePhoto: `later ${first}` }, added))).toEqual([second, first, third]);
    expect(getPhotos(await post(path, { ...values, ...key, name: '' }))).toEqual([]);
    const sent = await post(path, { ...values, ...key, intent: final }, [third, second]);
    expect(await findStored(sent)).toEqual([third, second]);
  });

  test('are refused when they are gone, and a form that was sent before is confirmed again', async () => {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const added = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
    const send = (name: string, photos: readonly string[], files: readonly Part[] = []) =>
      post(path, { ...values, ...key, name, intent: final }, photos, files);
    const sent = await send('First', added);
    expect((await send('First', added)).headers.location).toBe(sent.headers.location);
    const gone = await send('Second', added);
    expect(gone.status).toBe(422);
    expect(gone.body).toContain('Photos 1, 2, 3 could not be found any more. Please remove them and add them again');
    expect(getPhotos(gone)).toEqual(added);
    const again = await send('Second', [], images);
    expect(await findStored(again)).toEqual(added);
    const others = await send('First', added.slice(1), images);
    expect([others.headers.location === sent.headers.location, await findStored(others)]).toEqual([
      false,
      [...added.slice(1), ...added.slice(0, 1)],
    ]);
  });

  test('are not those of another form, named by their hashes', async () => {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const added = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
    const other = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const sent = await post(path, { ...values, ...other, intent: final }, added);
    expect([sent.status, sent.body.includes('could not be found any more')]).toEqual([422, true]);
  });

  test('of a change are those of the offer and of the form', async () => {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const [first = '', second = ''] = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
    const sent = await post(path, { ...values, ...key, intent: final }, [first, second]);
    const edit = `${editPath}${findId(sent.headers.location)}`;
    const opened = await open(edit);
    expect(getPhotos(opened)).toEqual([first, second]);
    const change = {
      ...values,
      idempotencyKey: hiddenField(opened, 'idempotencyKey'),
      version: hiddenField(opened, 'version'),
    };
    const more = getPhotos(await post(edit, { ...change, intent: 'add-photos' }, [second, first], images.slice(2)));
    expect(more).toEqual([second, first, expect.any(String)]);
    expect(getPhotos(await post(edit, { ...change, name: '' }, more))).toEqual(more);
    expect((await post(edit, { ...change, intent: 'save' }, more.toReversed())).status).toBe(303);
    expect(await findStored(sent)).toEqual(more.toReversed());
  });
});

test.each(['/sell-bikes?view=form', '/sell-scooters?view=form'])(
  '%s keeps its photos when it is filled in',
  async (path) => {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const added = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
    for (const model of ['Honda Activa 6G', ''])
      expect(getPhotos(await post(path, { ...key, intent: 'fill', model }, added))).toEqual(added);
    const sent = await post(path, { ...toText(shine), ...key, intent: 'list' }, added);
    expect(await findStored(sent)).toEqual(added);
  },
);

test('a post to the address of single photos ends no draft', async () => {
  const path = '/sell-bikes?view=form';
  const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
  const added = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], images));
  expect((await post('/draft-photos', key, added)).status).toBe(303);
  const sent = await post(path, { ...toText(shine), ...key, intent: 'list' }, added);
  expect(await findStored(sent)).toEqual(added);
});

test('of the stock are undone with their change, and seen by the team while it is hidden', async () => {
  const path = '/desk/stock/new';
  const values = toText({ ...ofStock, hasPhotos: '1' });
  const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
  const files = await Promise.all(
    ['#20304a', '#7a5c10'].map(async (colour, at) => ({
      name: 'images',
      fileName: `${at}.jpg`,
      bytes: await samplePhoto('jpeg', { width: 320, height: 240 }, colour),
    })),
  );
  const [first = '', second = ''] = getPhotos(await post(path, { ...key, intent: 'add-photos' }, [], files));
  const sent = await post(path, { ...values, ...key, intent: 'save' }, [first, second]);
  const id = findId(sent.headers.location);
  const edit = `/desk/stock/${id}`;
  const opened = await open(edit);
  const change = { ...values, version: hiddenField(opened, 'version') };
  await post(edit, { ...change, idempotencyKey: hiddenField(opened, 'idempotencyKey'), intent: 'save' }, [second]);
  expect(await findStored(sent)).toEqual([second]);
  const changed = await open(edit);
  expect(changed.body).toContain('<s>2</s> → <b>1</b>');
  site.runtime.db.$client.exec("UPDATE photos SET created_at = '2020-01-01T00:00:00.000Z'");
  purgeStalePhotos(site.runtime.db, site.runtime.clock());
  const undo = { intent: 'undo', batch: hiddenField(changed, 'batch') };
  expect((await sendForm(site, '/desk/stock', undo, member)).status).toBe(303);
  expect(await findStored(sent)).toEqual([first, second]);
  const photo = `/photos/${first}-320.webp`;
  expect((await open('/desk/stock')).body).toContain(photo);
  expect((await sendForm(site, '/desk/stock', { hide: id }, member)).status).toBe(303);
  expect((await site.request(photo)).status).toBe(404);
  const seen = await open(photo);
  expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, no-store']);
});

test('a draft of the stock keeps its form while rows of colours are added, and only the team sees its page', async () => {
  const path = '/desk/stock/new';
  const values = { ...toText({ ...ofStock, name: 'Activa 6G', hasPhotos: '1' }), description: 'Typed before' };
  const added = await post(path, { ...values, intent: 'add colourways' });
  expect([added.status, added.body.includes('Typed before')]).toEqual([200, true]);
  expect(added.body).toContain('name="colourways.0.body"');
  const filled = await post(path, { ...values, fuel: '', intent: 'fill' });
  expect(filled.body).toMatch(/Filled in: .*Engine/);
  expect(filled.body).toContain('Typed before');
  const colour = { 'colourways.0.name': 'Red', 'colourways.0.body': '#b3261e', 'colourways.0.accent': '#ffffff' };
  const dropped = await post(path, { ...values, ...colour, dropRow: 'colourways.0' });
  expect(dropped.body).not.toContain('colourways.0.body');
  const id = findId((await post(path, { ...values, ...colour, intent: 'draft' })).headers.location);
  const page = `/vehicle-details?vehicle=${id}`;
  const statuses = async (headers: Values) => [
    (await site.request(page, { headers })).status,
    (await site.request(`${page}&preview=1`, { headers })).status,
    (await site.request(`/api/vehicles/${id}`, { headers })).status,
  ];
  expect(await statuses({})).toEqual([404, 404, 404]);
  expect(await statuses(member)).toEqual([404, 200, 404]);
  expect((await sendForm(site, '/desk/stock', { show: id }, member)).status).toBe(303);
  expect(await statuses({})).toEqual([200, 200, 200]);
});

test('an edit of the stock is looked at before it is saved', async () => {
  const readStored = () => site.runtime.db.$client.prepare('SELECT max(seq), max(edited_at) FROM vehicles').raw().get();
  const values = toText({ ...ofStock, name: 'Hornet Q', priceRupees: '77,700', hasPhotos: '1' });
  const rows = { 'variants.0.name': 'DLX', 'variants.0.priceRupees': '78,900' };
  const [file] = images;
  for (const path of ['/desk/stock/new', '/desk/stock/5']) {
    const key = { idempotencyKey: hiddenField(await open(path), 'idempotencyKey') };
    const typed = { ...values, ...rows, ...key, description: 'First line\nSecond line', isFeatured: 'on' };
    const before = readStored();
    const wrong = await post(path, { ...typed, priceRupees: '0.5x', intent: 'preview' });
    expect([wrong.status, wrong.body.includes('id="priceRupees-error"')]).toEqual([422, true]);
    const kept = await post(path, { ...typed, intent: 'preview' }, [], file ? [file] : []);
    const page = kept.headers.location ?? '';
    expect([kept.status, readStored()]).toEqual([303, before]);
    const seen = await open(page);
    expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'private, no-store']);
    for (const part of ['Nothing of this is saved yet', 'Hornet Q', '₹77,700', 'Second line', 'DLX ₹78,900'])
      expect(getPageText(seen.body)).toContain(part);
    const others = await site.request(page);
    expect(others.body).not.toContain('Hornet Q');
    const [, back = ''] = /href="([^"]+)">Back to the form/.exec(seen.body) ?? [];
    const form = await open(back);
    expect(getPageText(form.body)).toContain('This is not saved yet.');
    const [photo = ''] = getPhotos(form);
    expect(seen.body).toContain(`/photos/${photo}-`);
    const large = await open(`${page}&photo=1`);
    expect([large.status, large.body.includes('Hornet Q')]).toEqual([200, true]);
    for (const { body } of [seen, large]) expect(body).toMatch(/href="\/vehicle-details\?[^"]*preview=/);
    expect(hiddenField(form, 'idempotencyKey')).toBe(key.idempotencyKey);
    for (const text of ['77,700', 'DLX', '78,900']) expect(form.body).toContain(`value="${text}"`);
    const saved = await post(path, { ...typed, intent: 'save' }, [photo]);
    expect([saved.status, await findStored(saved)]).toEqual([303, [photo]]);
  }
});

test('a vehicle of the stock has variants and offers with dates, of which buyers see those of today', async () => {
  const path = '/desk/stock/new';
  const values = toText({
    ...ofStock,
    stock: 'new',
    name: 'Pulsar N777',
    priceRupees: '1,20,000',
    hasPhotos: '1',
    isFeatured: 'on',
  });
  const [yesterday, today, tomorrow] = [-1, 0, 1].map((days) => toDay(new Date(Date.now() + days * 86_400_000)));
  const rows = {
    'variants.0.name': 'Dual disc',
    'variants.0.priceRupees': '1,31,000',
    'datedOffers.0.title': 'Of yesterday',
    'datedOffers.0.amountRupees': '',
    'datedOffers.0.from': '',
    'datedOffers.0.until': yesterday,
    'datedOffers.1.title': 'Of today',
    'datedOffers.1.amountRupees': '3,000',
    'datedOffers.1.from': today,
    'datedOffers.1.until': today,
    'datedOffers.2.title': 'Of tomorrow',
    'datedOffers.2.amountRupees': '',
    'datedOffers.2.from': tomorrow,
    'datedOffers.2.until': '',
  };
  const more = await post(path, toText({ ...values, ...rows, intent: 'add variants' }));
  for (const name of ['variants.1.name', 'datedOffers.2.until']) expect(more.body).toContain(`name="${name}"`);
  const wrong = await post(path, toText({ ...values, ...rows, 'variants.0.priceRupees': '90,000', intent: 'save' }));
  expect([wrong.status, wrong.body.includes('The price must be that of the cheapest variant')]).toEqual([422, true]);
  const empty = { 'variants.1.name': '', 'variants.1.priceRupees': '' };
  const saved = await post(path, toText({ ...values, ...rows, ...empty, intent: 'save' }));
  expect(saved.status).toBe(303);
  const text = getPageText((await site.request(`/vehicle-details?vehicle=${findId(saved.headers.location)}`)).body);
  expect(text).toMatch(/Honda Pulsar N777 ₹1,20,000 Dual disc ₹1,31,000/);
  expect(text).toContain('Of today: ₹3,000 until');
  expect(text).not.toMatch(/Of (?:yesterday|tomorrow)/);
  const id = findId(saved.headers.location);
  for (const [elsewhere, variant] of [
    [`/bikes?open=${id}`, 'Dual disc ₹1,31,000'],
    [`/compare?vehicles=${id},1`, 'Honda Pulsar N777 ₹1,20,000; Dual disc ₹1,31,000'],
  ] as const) {
    const shown = getPageText((await site.request(elsewhere)).body);
    expect(shown).toContain(variant);
    expect(shown).toContain('Of today: ₹3,000 until');
    expect(shown).not.toMatch(/Of (?:yesterday|tomorrow)/);
  }
  expect(getPageText((await site.request('/main')).body)).toContain('Of today');
});

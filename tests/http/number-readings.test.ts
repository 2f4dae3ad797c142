import { expect, test } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { callApi, getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { samplePhoto } from '../support/photo-samples';
import { usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const listed = {
  name: 'Two readings',
  brand: 'Hero',
  year: '2021',
  type: 'Petrol',
  daysUsed: '1,200',
  condition: 'Good',
  mileage: '60 kmpl',
  topSpeed: '90 kph',
  presentPrice: '80-85k',
  pastPrice: '1,2 lakh',
  license: 'MH 12 QX 0001',
  description: 'Typed with care.',
};

/** Buttons that choose a number, by their name, in the order of the page. */
const findChoices = (html: string): [name: string, value: string, label: string][] =>
  [...html.matchAll(/<button[^>]* name="(reading\.[^"]+)" value="([^"]+)"[^>]*>([^<]+)</g)].map(
    ([, name = '', value = '', label = '']) => [name, value, label],
  );

/** Names and values of the form as a browser without a script would send them. */
function readFields(html: string): Record<string, string> {
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).filter((tag) => / name="/.test(tag));
  const sent = inputs.filter((tag) => !/type="(?:radio|checkbox|file|search)"/.test(tag) || / checked=""/.test(tag));
  const description = /<textarea[^>]*name="description"[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
  return { ...Object.fromEntries(sent.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])), description };
}

test('a text with two readings has both as buttons, which lose neither photos nor other entries', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...listed, idempotencyKey: 'two-readings' })) form.append(name, value);
  form.append('images', new Blob([new Uint8Array(await samplePhoto('jpeg'))]), 'bike.jpg');
  const path = '/sell-bikes?view=form';
  const encoded = new Response(form);
  const rejected = await site.request(path, {
    method: 'POST',
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  expect(rejected.status).toBe(422);
  expect(getPageText(rejected.body)).toContain('Present price can mean ₹80,000 or ₹85,000.');
  expect(findChoices(rejected.body)).toEqual([
    ['reading.presentPrice', '80000', '₹80,000'],
    ['reading.presentPrice', '85000', '₹85,000'],
    ['reading.pastPrice', '120000', '₹1,20,000'],
    ['reading.pastPrice', '1200000', '₹12,00,000'],
  ]);
  // They follow the sentence that names them.
  for (const name of ['presentPrice', 'pastPrice'])
    expect(rejected.body).toMatch(new RegExp(`id="${name}-error".*name="reading\\.${name}"`, 's'));
  // Enter in a field presses the first button of the form, which chooses nothing.
  const firstButton = /<form[^>]*enctype="multipart\/form-data".*?<button[^>]*>/is.exec(rejected.body)?.[0] ?? '';
  expect(firstButton).toContain('value="list"');

  const condition = { condition: 'Good' };
  const chosen = { ...readFields(rejected.body), ...condition, 'reading.presentPrice': '85000' };
  const half = await sendForm(site, path, chosen);
  expect(half.status).toBe(422);
  expect(findChoices(half.body).map(([name]) => name)).toEqual(['reading.pastPrice', 'reading.pastPrice']);
  const fields = readFields(half.body);
  expect(fields).toMatchObject({ presentPrice: '85000', pastPrice: '1,2 lakh', description: 'Typed with care.' });

  const done = await sendForm(site, path, { ...fields, ...condition, 'reading.pastPrice': '120000' });
  expect(done.status).toBe(303);
  const { data } = Object((await callApi(site, 'GET', '/api/bikes?q=two%20readings')).json);
  expect(data.bikes).toMatchObject([
    { presentPrice: 85_000, pastPrice: 120_000, mileage: 60, topSpeed: 90, images: [expect.any(String)] },
  ]);
});

/** Links that choose a number, in the order of the page. */
const findLinks = (html: string): [href: string, label: string][] =>
  [...html.matchAll(/<a class="[^"]*" href="(\?[^"]*|\/emi-calculator\?[^"]*)">(₹?[\d,.]+)<\/a>/g)].map(
    ([, href = '', label = '']) => [href.replaceAll('&amp;', '&'), label],
  );

test.each([
  ['/browse', 'maxPrice', '80-85k', ['80000', '85000'], ['₹80,000', '₹85,000']],
  ['/browse', 'maxKilometres', '12.000', ['12', '12000'], ['12', '12,000']],
  ['/sell-scooters', 'minPrice', '1,2 lakh', ['120000', '1200000'], ['₹1,20,000', '₹12,00,000']],
  ['/sell-bikes', 'maxKilometres', '10-20k', ['10000', '20000'], ['10,000', '20,000']],
  ['/emi-calculator', 'price', '85.000', ['85', '85000'], ['₹85', '₹85,000']],
  ['/emi-calculator', 'tenure', '24-36', ['24', '36'], ['24', '36']],
  ['/seat-height', 'height', '160-170', ['160', '170'], ['160', '170']],
])('%s?%s=%s has both as links, which keep the rest', async (path, field, text, values, labels) => {
  const rest = path === '/browse' ? 'q=activa&city=Pune' : path === '/seat-height' ? 'vehicles=1' : 'q=activa';
  const { status, body } = await site.request(`${path}?${rest}&${field}=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  expect(getPageText(body)).toContain(`can mean ${labels[0]} or ${labels[1]}.`);
  const links = findLinks(body).filter(([, label]) => labels.includes(label));
  expect(links.map(([, label]) => label)).toEqual(labels);
  for (const [at, [href]] of links.entries()) {
    const { searchParams } = new URL(href, `${site.origin}${path}`);
    expect(searchParams.get(field)).toBe(values[at]);
    if (path !== '/emi-calculator') expect(`${searchParams}`).toContain(rest);
    const chosen = await site.request(`${path}${href.slice(href.indexOf('?'))}`);
    expect([chosen.status, getPageText(chosen.body).includes(' can mean ')]).toEqual([200, false]);
  }
});

test('the booking of a service and the forms of the desk have them', async () => {
  const user = getCookie(signIn(site, 'Sunil'));
  const booking = {
    serviceType: 'quick-service',
    'contactInfo.name': 'Sunil',
    'contactInfo.phone': '98200 12345',
    'contactInfo.email': 'sunil@example.com',
    'vehicleDetails.year': '2018-2020',
  };
  const rejected = await sendForm(site, paths.service(), booking, user);
  expect(rejected.status).toBe(422);
  expect(getPageText(rejected.body)).toContain('Year can mean 2018 or 2020.');
  expect(findChoices(rejected.body)).toEqual([
    ['reading.vehicleDetails.year', '2018', '2018'],
    ['reading.vehicleDetails.year', '2020', '2020'],
  ]);
  // The buttons need no check of the form by its script, and Enter does not press one.
  const [form = ''] = /<form[^>]*data-checked.*?<\/form>/s.exec(rejected.body) ?? [];
  const [first = '', ...others] = form.match(/<button[^>]*>/g) ?? [];
  expect(first).not.toContain('name=');
  expect(others[0]).toContain('formnovalidate');
  const chosen = { ...booking, 'reading.vehicleDetails.year': '2020' };
  expect((await sendForm(site, paths.service(), chosen, user)).status).toBe(303);

  const owner = getCookie(signIn(site, 'Opal', 'owner'));
  const desk = deskPaths.roadTax('KA');
  const rates = {
    version: '1',
    asOf: '2026',
    bandsBy: 'price',
    'bands.0.upTo': '80-85k',
    'bands.0.percent': '10',
    'bands.1.percent': '12',
    surchargePercent: '11',
    minTaxRupees: '1,2 thousand',
  };
  const refused = await sendForm(site, desk, rates, owner);
  expect(refused.status).toBe(422);
  expect(findChoices(refused.body)).toEqual([
    ['reading.bands.0.upTo', '80000', '₹80,000'],
    ['reading.bands.0.upTo', '85000', '₹85,000'],
    ['reading.minTaxRupees', '1200', '₹1,200'],
    ['reading.minTaxRupees', '12000', '₹12,000'],
  ]);
  const changed = { ...rates, 'reading.bands.0.upTo': '80000', minTaxRupees: '1200' };
  expect((await sendForm(site, desk, changed, owner)).status).toBe(303);

  const branches = deskPaths.branches('new');
  const branch = {
    name: 'Aundh',
    address: 'DP Road',
    version: '0',
    'slots.0.starts': '10:00',
    'slots.0.ends': '12:00',
  };
  const places = { 'slots.0.testRidePlaces': '2-4', 'slots.0.servicePlaces': '1,0' };
  const unclear = await sendForm(site, branches, { ...branch, ...places }, owner);
  expect(unclear.status).toBe(422);
  expect(findChoices(unclear.body)).toEqual([
    ['reading.slots.0.testRidePlaces', '2', '2'],
    ['reading.slots.0.testRidePlaces', '4', '4'],
    ['reading.slots.0.servicePlaces', '1', '1'],
    ['reading.slots.0.servicePlaces', '10', '10'],
  ]);
  expect(unclear.body).toMatch(/<form[^>]*\/branches.*?<button[^>]* tabindex="-1"/is);
  const clear = { ...branch, 'slots.0.servicePlaces': '1', 'reading.slots.0.testRidePlaces': '4' };
  expect((await sendForm(site, branches, clear, owner)).status).toBe(303);
});

test('the form of a used vehicle has them too', async () => {
  const cookie = getCookie(signIn(site, 'Uma'));
  const values = { ...usedShine, price: '52.000', usedKms: '', condition: '', description: '' };
  const fields = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const rejected = await sendForm(site, paths.ownVehicle(), { ...fields, idempotencyKey: 'readings' }, cookie);
  expect(rejected.status).toBe(422);
  expect(findChoices(rejected.body)).toEqual([
    ['reading.price', '52', '₹52'],
    ['reading.price', '52000', '₹52,000'],
  ]);
  const chosen = { ...fields, idempotencyKey: 'readings', 'reading.price': '52000' };
  expect((await sendForm(site, paths.ownVehicle(), chosen, cookie)).status).toBe(303);
});

import { expect, test } from 'vitest';
import { paths } from '~/paths';
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
  expect(rejected.body.indexOf('id="presentPrice-error"')).toBeLessThan(rejected.body.indexOf('reading.presentPrice'));
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

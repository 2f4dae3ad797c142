import { expect, test } from 'vitest';
import { z } from 'zod';
import { paths } from '~/paths';
import { publicScreens } from '~/routes/sitemap/sitemap.server';
import { FormBrowser } from '../support/account-client';
import { hiddenField } from '../support/form-client';
import { getPageText } from '../support/page-text';
import { shine } from '../support/sample-content';
import { screenStates } from '../support/screens';
import { openSite } from '../support/site-in-process';

/*
 * Runs in a copy of the project that has the fields of the guide "Add a field to a listing", and the screen of "Add a
 * static screen" (`tests/process/added-fields.test.ts`).
 */

const stored = { repairCost: 12_500, starter: 'Kick', ownedSince: '2020-12-31' };
const shown = { repairCost: 'Repair cost ₹12,500', starter: 'Starter Kick' };
const shownToSeller = 'Owned since 31 Dec 2020';

test('the fields of the guide are asked for, checked, stored, and shown to those who may see them', async () => {
  const site = await openSite();
  const seller = await new FormBrowser(site).enter();
  const stranger = new FormBrowser(site);
  const read = async (browser: FormBrowser, path: string): Promise<string> => (await browser.open(path)).body;
  const readFields = async (browser: FormBrowser, path: string) =>
    z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(await read(browser, path))).data;

  const form = await seller.open(paths.sellForm('bike'));
  expect(form.body).toMatch(/<label for="repairCost">Repair cost<\/label>.*?<input[^>]* inputMode="decimal"/is);
  expect(form.body).toMatch(/<select[^>]* name="starter".*?<option value="Electric">/s);
  expect(form.body).toMatch(/<input type="date"[^>]* name="ownedSince"/);

  const fields = {
    ...Object.fromEntries(Object.entries(shine).map(([name, value]) => [name, String(value)])),
    idempotencyKey: hiddenField(form, 'idempotencyKey'),
    repairCost: '₹ 12,500',
    starter: 'Kick',
    ownedSince: '31/12/2020',
  };
  const rejected = await seller.send(paths.sellForm('bike'), { ...fields, repairCost: '36 km', starter: 'Rope' });
  expect(rejected.status).toBe(422);
  expect(rejected.body).toContain('Repair cost must be in rupees, not km');
  expect(rejected.body).toContain('Starter must be Kick, Electric or Both');
  expect(rejected.body).toContain('value="31/12/2020"');

  const listed = await seller.send(paths.sellForm('bike'), fields);
  expect(listed.status).toBe(303);
  const id = new URL(listed.headers.location ?? '', site.origin).searchParams.get('listing') ?? '';
  const edited = await read(seller, paths.editListing('bike', id));
  expect(edited).toMatch(/value="12500"/);
  expect(edited).toMatch(/<option value="Kick" selected=""/);
  expect(edited).toMatch(/value="2020-12-31"/);

  for (const page of [paths.vehicle(id), paths.listing('bike', id)]) {
    const text = getPageText(await read(stranger, page));
    expect([page, text]).toEqual([page, expect.stringContaining(shown.repairCost)]);
    expect([page, text]).toEqual([page, expect.stringContaining(shown.starter)]);
    expect([page, text]).toEqual([page, expect.not.stringContaining('Owned since')]);
    expect(getPageText(await read(seller, page))).toContain(shownToSeller);
  }

  const { ownedSince, ...open } = stored;
  const resource = `/api/bikes/${id}`;
  expect(await readFields(seller, resource)).toMatchObject(stored);
  const asStranger = await readFields(stranger, resource);
  expect(asStranger).toMatchObject(open);
  expect(asStranger).not.toHaveProperty('ownedSince');
  expect(JSON.stringify(asStranger)).not.toContain(ownedSince);
  const document = z
    .object({
      components: z.object({
        schemas: z.object({ Listing: z.object({ properties: z.record(z.string(), z.unknown()) }) }),
      }),
    })
    .parse(JSON.parse(await read(stranger, '/api/openapi.json')));
  expect(document.components.schemas.Listing.properties).toMatchObject({
    repairCost: { description: 'Estimated by the seller.' },
    starter: {},
    ownedSince: {},
  });
  const table = await site.request('/api/bikes', { headers: { Accept: 'text/csv' } });
  expect(table.body).toContain('repairCost');
  expect(table.body).toContain('12500');
  expect(table.body).not.toContain(ownedSince);

  const own = z.object({ listings: z.array(z.unknown()) }).parse(JSON.parse(await read(seller, paths.ownData())));
  expect(own.listings).toEqual([expect.objectContaining(stored)]);
  await site.close();
}, 120_000);

test('the screen of the guide is shown, has a state for the browser checks, and is found by search engines', async () => {
  const site = await openSite();
  const { status, body } = await site.request('/warranty');
  expect([status, getPageText(body)]).toEqual([200, expect.stringMatching(/Warranty .*free of charge for two years/)]);
  expect(body).toContain('<title>Warranty · Dopahiya</title>');
  expect(body).toContain('<meta name="description" content="What is repaired free of charge, and for how long."/>');
  expect(publicScreens).toContain('/warranty');
  expect(screenStates.map(({ path }) => path)).toContain('/warranty');
  await site.close();
}, 120_000);

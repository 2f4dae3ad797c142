import { afterAll, beforeAll, expect, it } from 'vitest';
import { filledForm, formCases } from '../support/form-cases';
import { sendForm } from '../support/form-client';
import { type PopulatedSite, populateSite } from '../support/populated-site';
import type { SiteInProcess } from '../support/site-in-process';

let populated: PopulatedSite;
let site: SiteInProcess;
beforeAll(async () => {
  populated = await populateSite();
  site = await populated.open();
});
afterAll(() => site.close());

const findAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');

type Fields = [name: string, value: string][];

const texts = new Set(['color', 'text', 'number', 'email', 'tel', 'password', 'date', 'url', 'textarea']);

/**
 * What a browser sends of a form with the first button, when all of its texts are replaced by one: in the order of the
 * page, without choices that have no selection.
 */
function readFields(form: string, text: string): { fields: Fields; visible: number } {
  const fields: Fields = [];
  let visible = 0;
  let isPressed = false;
  for (const [control] of form.matchAll(/<select\b.*?<\/select>|<(?:input|textarea|button)\b[^>]*>/gs)) {
    const [tag = '', kind = ''] = /^<(\w+)[^>]*>/.exec(control) ?? [];
    const name = findAttribute(tag, 'name');
    const value = findAttribute(tag, 'value') ?? '';
    const type = kind === 'input' ? (findAttribute(tag, 'type') ?? 'text') : kind;
    if (type === 'button' && isPressed) continue;
    if (type === 'button') isPressed = true;
    if (name === undefined) continue;
    if (type !== 'hidden' && type !== 'button') visible += 1;
    // A hidden field for senders that are no people.
    if (name === 'website') continue;
    if (texts.has(type)) fields.push([name, text]);
    else if (type === 'select') fields.push([name, findAttribute(control, 'value') ?? '']);
    else if (type === 'hidden' || type === 'button' || tag.includes(' checked=""')) fields.push([name, value]);
  }
  return { fields, visible };
}

/** The forms of a page that write and have several fields, with their paths. */
function findForms(body: string, path: string): { path: string; form: string }[] {
  return [...body.matchAll(/<form\b.*?<\/form>/gs)].flatMap(([form]) => {
    const tag = /^<[^>]*>/.exec(form)?.[0] ?? '';
    return findAttribute(tag, 'method') === 'post' && readFields(form, '').visible > 1
      ? [{ path: findAttribute(tag, 'action') ?? path, form }]
      : [];
  });
}

/** Fields of the summary, and of those the ones on the page, in their orders. */
function findOrders(body: string): { listed: string[]; shown: string[] } {
  const [summary = ''] = /id="errors".*?<\/ul>/s.exec(body) ?? [];
  const listed = [...summary.matchAll(/<a href="#([^"]+)"/g)].map(([, field = '']) => field);
  const places = new Map(listed.map((field) => [field, body.search(new RegExp(` id="${field}"`))]));
  const shown = [...listed].sort((one, other) => (places.get(one) ?? -1) - (places.get(other) ?? -1));
  return { listed, shown: shown.filter((field) => places.get(field) !== -1) };
}

/** The pages of all forms, and of one that opens at another address than it is sent to. */
const pages = new Set([...formCases.map(({ path }) => path), '/vehicle-details?vehicle=8&review=write']);

it('the errors of every form are in the order of its fields', { timeout: 120_000 }, async () => {
  const rejected = new Map<string, number>();
  for (const page of pages) {
    const { path: address } = filledForm({ path: page, fields: {} }, populated.items);
    for (const role of ['visitor', 'owner', 'operator'] as const) {
      const headers = populated.asBrowser(role);
      const response = await site.request(address, { headers });
      for (const { path, form } of findForms(response.body, address)) {
        for (const text of ['', '-', 'x'.repeat(3_000)]) {
          const { fields } = readFields(form, text);
          const name = `${path.split(/[?#]/, 1)[0]} ${fields.map(([field]) => field).join()}`;
          if (rejected.has(`${name} ${text}`)) continue;
          const { status, body } = await sendForm(site, path, Object.fromEntries(fields), headers);
          if (status !== 422) continue;
          const { listed, shown } = findOrders(body);
          expect([path, listed]).toEqual([path, shown]);
          rejected.set(`${name} ${text}`, listed.length);
        }
      }
    }
  }
  const compared = new Set(
    [...rejected].flatMap(([name, errors]) =>
      errors > 1 ? name.split(' ', 1).map((path) => path.replace(/[\da-f-]{36}$/, ':id')) : [],
    ),
  );
  expect([...compared].sort()).toEqual([
    ...['/appointment', '/appointments/new', '/contact'],
    ...[
      '/desk/customers/:id',
      '/desk/customers/replies',
      '/desk/customers/replies/saved-reply',
      '/desk/customers/visits/new',
      '/desk/shop',
      '/desk/shop/branches/new',
      '/desk/shop/branches/showroom',
      '/desk/shop/prices/accessories',
      '/desk/shop/prices/fuel',
      '/desk/shop/prices/insurance',
      '/desk/shop/road-tax/KA',
      '/desk/shop/texts/company',
      '/desk/stock',
      '/desk/stock/1',
      '/desk/stock/listing-code',
      '/desk/stock/new',
      '/desk/stock/riders',
      '/desk/team/recovery-code',
    ],
    ...['/feedback', '/invite', '/login'],
    ...[
      '/profile/edit',
      '/profile/security',
      '/profile/tokens',
      '/profile/two-step',
      '/profile/vehicle',
      '/profile/webhooks',
    ],
    ...['/recover', '/report', '/sell-bikes', '/sell-scooters', '/service', '/status'],
    ...['/support', '/vehicle-details'],
  ]);
});

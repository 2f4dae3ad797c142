import { expect, it } from 'vitest';
import { callApi } from '../support/api-client';
import { filledForm, formCases } from '../support/form-cases';
import { sendForm } from '../support/form-client';
import { decodeText } from '../support/page-text';
import { populateSite, type PopulatedSite, roles } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

let populated: PopulatedSite;
let site: SiteInProcess;
shareSite(async () => {
  populated = await populateSite();
  site = await populated.open();
  return site;
});

type Control = { name: string; value: string; isSecret: boolean; isLong: boolean };

const readAttribute = (tag: string, name: string): string =>
  decodeText(new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '');

/** The text fields of each form of a page that is posted, those for numbers, dates and known passwords aside. */
function readForms(html: string): { names: Set<string>; texts: Control[] }[] {
  return [...html.matchAll(/<form([^>]* method="post"[^>]*)>(.*?)<\/form>/gs)].map(([, , inside = '']) => {
    const controls = [...inside.matchAll(/<(input|textarea|select|button)( [^>]*)>(?:([^<]*)<\/textarea>)?/g)];
    const texts = controls.flatMap(([, element, tag = '', text = '']) => {
      const type = readAttribute(tag, 'type') || 'text';
      const isText =
        element === 'textarea' || (element === 'input' && /^(?:text|email|tel|search|password)$/.test(type));
      if (!isText || / inputMode=/i.test(tag) || readAttribute(tag, 'autoComplete') === 'current-password') return [];
      const name = readAttribute(tag, 'name');
      const value = element === 'textarea' ? decodeText(text) : readAttribute(tag, 'value');
      return { name, value, isSecret: type === 'password' || name === 'code', isLong: element === 'textarea' };
    });
    return { names: new Set(controls.map(([, , tag = '']) => readAttribute(tag, 'name'))), texts };
  });
}

/** The form of a page with most of these fields. */
function findForm(html: string, names: readonly string[]): Control[] {
  const count = (form: { names: Set<string> }) => names.filter((name) => form.names.has(name)).length;
  const [best] = readForms(html).sort((a, b) => count(b) - count(a) || b.texts.length - a.texts.length);
  return best && count(best) > 0 ? best.texts : [];
}

/** The error beside a field, and its help. */
const getNote = (html: string, name: string, kind: 'error' | 'help'): string => {
  const start = `<p class="[^"]*" id="${name.replaceAll('.', String.raw`\.`)}(?:-[\\w-]+)?-${kind}">`;
  return decodeText(new RegExp(`${start}(?:<svg.*?</svg>)?([^<]*)`, 's').exec(html)?.[1] ?? '');
};

/** Fields without a maximum length of their own, each with the reason. */
const withoutMaximum: Readonly<Record<string, string>> = {
  email: 'an address has its own sentence',
  linkEmail: 'an address has its own sentence',
  'contactInfo.email': 'an address has its own sentence',
  phone: 'a phone number has its own sentence',
  'contactInfo.phone': 'a phone number has its own sentence',
  website: 'the field that people do not see',
  message: 'a message may be of any length',
  note: 'it becomes a message',
  'serviceDetails.description': 'it may be of any length',
  code: 'a code is known or not',
  by: 'a percentage has its own sentence',
  asOf: 'a year or a month',
  closedDays: 'a list of days',
};
const isTime = (name: string): boolean => /^(?:hours|slots)\./.test(name);

/** Buttons that store no text. */
const otherButtons = [
  'fill',
  'add-photos',
  'delete',
  'delete-account',
  'move',
  'restore',
  'block',
  'add colourways',
  'publish',
];
/** The forms of the table, each with the same fields once. */
const forms = [
  ...new Map(
    [...formCases]
      // What it hides is missing to the other forms; its reason is checked at the page of one item.
      .filter(({ path }) => !path.startsWith('/desk/stock/riders'))
      .filter(({ fields }) => !otherButtons.includes(fields.intent ?? fields.form ?? ''))
      .reverse()
      .map((form) => {
        const { pathname, searchParams } = new URL(form.path, 'http://site.test');
        return [`${pathname} ${searchParams.get('kind')} ${Object.keys(form.fields)}`, form];
      }),
  ).values(),
];

/** @returns what is wrong with each text field of the form, and the fields with a maximum length */
async function checkForm(form: (typeof formCases)[number]): Promise<{ wrong: string[]; limited: string[] }> {
  const role = roles[form.responses.findIndex((response) => /^(?:done|same|200|422)$/.test(response))];
  if (role === undefined) return { wrong: [], limited: [] };
  const { path, fields } = filledForm(form, populated.items);
  const browser = populated.asBrowser(role);
  const names = Object.keys(fields).filter((name) => name !== 'intent');
  const send = (texts: Record<string, string>) => sendForm(site, path, { ...fields, ...texts }, browser);
  const fill = (controls: readonly { name: string }[], text: (name: string) => string) =>
    Object.fromEntries(controls.map(({ name }) => [name, text(name)]));
  const page = await site.request(path, { headers: browser });
  expect(page.status, path).toBeLessThan(500);
  let texts = findForm(page.body, names);
  // Not on the page until something was rejected.
  if (texts.length === 0) {
    const rejected = await send(
      fill(
        names.map((name) => ({ name })),
        () => 'x'.repeat(5000),
      ),
    );
    texts = findForm(rejected.body, names);
  }
  texts = texts.filter(({ name }) => !isTime(name));
  if (texts.length === 0) return { wrong: [], limited: [] };

  const at = (name: string) => `${form.path} ${fields.intent ?? ''} ${name}`;
  const probed = await send(fill(texts, () => 'x'.repeat(5000)));
  const maximums = new Map<string, number>();
  const wrong: string[] = [];
  for (const { name, isLong } of texts) {
    const [, most] = / characters too long: at most ([\d,]+)$/.exec(getNote(probed.body, name, 'error')) ?? [];
    if (most !== undefined) maximums.set(name, Number(most.replaceAll(',', '')));
    else if (!(name in withoutMaximum)) wrong.push(`${at(name)} has no maximum: ${probed.status}`);
    if (most !== undefined && isLong && !/\d/.test(getNote(probed.body, name, 'help')))
      wrong.push(`${at(name)} does not name its maximum`);
  }
  const limited = texts.filter(({ name }) => maximums.has(name));
  const most = (name: string): number => maximums.get(name) ?? 0;

  const tooLong = fill(limited, (name) => `${'x'.repeat(most(name) + 6)}y`);
  const refused = await send(tooLong);
  const kept = findForm(refused.body, names);
  for (const { name, isSecret } of limited) {
    const error = getNote(refused.body, name, 'error');
    if (refused.status !== 422 || !error.includes(' is 7 characters too long: at most '))
      wrong.push(`${at(name)} is not refused: ${refused.status} ${error}`);
    if (!isSecret && kept.find((control) => control.name === name)?.value !== tooLong[name])
      wrong.push(`${at(name)} is not kept`);
  }

  // Two UTF-16 units are one character. Other rules still apply, such as that of passwords.
  const accepted = await send(fill(limited, (name) => '🏍'.repeat(most(name))));
  for (const { name } of limited) {
    const error = getNote(accepted.body, name, 'error');
    if (error.includes('too long')) wrong.push(`${at(name)} rejects its maximum: ${error}`);
  }
  return { wrong, limited: limited.map(({ name }) => at(name)) };
}

it('every text field refuses a text over its maximum with how much it is too long, and keeps it whole', async () => {
  const wrong: string[] = [];
  const limited: string[] = [];
  for (const form of forms) {
    const checked = await checkForm(form);
    wrong.push(...checked.wrong);
    limited.push(...checked.limited);
  }
  expect(wrong).toEqual([]);
  expect(limited.length).toBeGreaterThan(40);
});

/** The search boxes: path, name and maximum number of characters. With scripts, the first three filter the page itself. */
const searchBoxes = [
  ['/main', 'q', 200],
  ['/sell-bikes', 'q', 200],
  ['/sell-scooters', 'q', 200],
  ['/browse', 'q', 200],
  ['/plate', 'plate', 200],
  ['/desk/find', 'q', 100],
] as const;

it.each(searchBoxes)('keeps a search text that is too long in the box of %s, and says so', async (path, name, most) => {
  const search = async (text: string) => {
    const address = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: text })}`;
    const headers = path.startsWith('/desk') ? populated.asBrowser('operator') : {};
    const { status, body } = await site.request(address, { headers });
    expect(status).toBe(200);
    const box = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body)?.[0] ?? '';
    return { text: readAttribute(box, 'value'), page: decodeText(body.replaceAll(/<script.*?<\/script>/gs, '')) };
  };
  // An emoji is one character.
  const longest = `${'🛵'.repeat(most - 4)} abc`;
  const accepted = await search(longest);
  expect(accepted.text).toBe(longest);
  expect(accepted.page).not.toContain('too long');
  const rejected = await search(`${longest} and more`);
  expect(rejected.text).toBe(`${longest} and more`);
  expect(rejected.page).toContain(`is 9 characters too long: at most ${most}`);
});

it('rejects the feed of a search text that is too long, and does not save it', async () => {
  const query = new URLSearchParams({ q: 'x'.repeat(201) }).toString();
  for (const format of ['rss', 'json']) {
    const { status, body } = await site.request(`/browse.${format}?${query}`);
    expect([status, body]).toEqual([400, 'Search text is 1 character too long: at most 200']);
  }
  const saved = await callApi(site, 'POST', '/api/searches', { headers: populated.asClient('user'), body: { query } });
  expect(saved.json.errors).toEqual({ query: 'Search text is 1 character too long: at most 200' });
});

import { matchPath } from '@remix-run/react';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { checkPlans } from '../support/checked-plans';
import { leastAndMost } from '../support/exhaustive';
import { sendForm } from '../support/form-client';
import { formRoutes } from '../support/form-routes';
import { filledForm, type FormActionData, formCases } from '../support/form-cases';
import { getDigest, followRows, type Role, roles, type PopulatedSite, populateSite } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess, TestResponse } from '../support/site-in-process';

checkPlans();

let populated: PopulatedSite;
/** Makes requests that change nothing. */
let common: SiteInProcess;
let untouched: string;
let rows: () => string;
shareSite(async () => {
  populated = await populateSite();
  common = await populated.open();
  untouched = getDigest(common.runtime.db, waiting);
  rows = followRows(common.runtime.db, waiting, untouched);
  return common;
});

/** Forms stored during sign-in: no change of content. */
const waiting = ['idempotency_keys'];

/** The result of a form. */
function getResult({ status, headers }: TestResponse, isSame: boolean): FormActionData {
  if (status !== 303) return `${status}`;
  if (!isSame) return 'done';
  return headers.location?.startsWith('/login?') ? 'sign' : 'same';
}

const isResponse = (word: string): word is FormActionData => /^(?:done|same|sign|[245]\d\d|308)$/.test(word);

/** The screen with a path; for names in a path, the one that has parameters for them. */
const findScreen = (screens: readonly string[], path: string): string =>
  (screens.includes(path) ? path : screens.find((screen) => matchPath(screen, path))) ?? path;

describe('the table of forms', () => {
  it('has every screen with a form', async () => {
    const screens = (await formRoutes()).map(({ path }) => path);
    const sent = formCases.map(({ path }) => findScreen(screens, path.split('?', 1)[0] ?? ''));
    expect([...new Set(sent)].sort()).toEqual(screens.sort());
  });

  it('has every button', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
    const buttons = files.flatMap((file) => {
      const source = readFileSync(`app/${file}`, 'utf8');
      return [...source.matchAll(/name="intent"\s+value="([\w-]+)"/g)].flatMap(([, intent]) => intent ?? []);
    });
    const pressed = new Set(formCases.flatMap(({ fields }) => fields.intent ?? []));
    expect(buttons.length).toBeGreaterThan(10);
    expect(buttons.filter((intent) => !pressed.has(intent))).toEqual([]);
  });

  it('has every subject that can be reported', () => {
    const shown = formCases.flatMap(({ path }) => /\/(listing|vehicle|review|reports)\/\{/.exec(path)?.[1] ?? []);
    expect([...new Set(shown)].sort()).toEqual(['listing', 'reports', 'review', 'vehicle']);
  });

  it('has a result for each role and form', () => {
    for (const { responses } of formCases)
      expect([responses.length, responses.every(isResponse)]).toEqual([roles.length, true]);
  });
});

const named = formCases.map((form) => ({ ...form, what: form.fields.intent ?? Object.keys(form.fields)[0] ?? '' }));

describe.each(named)('a form to $path, $what', ({ path, fields, responses }) => {
  it('has the result in the table for each role, and rejected forms change nothing', async () => {
    const form = filledForm({ path, fields }, populated.items);
    const mayStore = (role: Role): boolean => /^(?:done|200)$/.test(responses[roles.indexOf(role)] ?? '');
    const stores = leastAndMost(roles.filter(mayStore));
    for (const [at, role] of roles.entries()) {
      if (mayStore(role) && !stores.includes(role)) continue;
      const site = mayStore(role) ? await populated.open() : common;
      const response = await sendForm(site, form.path, form.fields, populated.asBrowser(role));
      const state = mayStore(role) ? getDigest(site.runtime.db, waiting) : rows();
      expect([role, getResult(response, state === untouched)]).toEqual([role, responses[at]]);
      if (mayStore(role)) await site.close();
    }
    expect(rows()).toBe(untouched);
  });
});

/** The form values stored for a visitor who was redirected to sign in, and the path to return to. */
function getUnfinishedForm({ headers }: TestResponse) {
  const back = new URL(String(headers.location), common.origin).searchParams.get('redirectTo') ?? '';
  const { db, clock } = common.runtime;
  const id = new URL(back, common.origin).searchParams.get('form');
  return { back, values: id === null ? {} : (findUnfinishedForm(db, id, clock()) ?? {}) };
}

/** The first role of a user who may send the form; null if there is none. */
const findSender = (responses: readonly string[]): Role | null =>
  (['user', 'owner', 'operator'] as const).find((role) =>
    /^(?:done|200|409|422)$/.test(responses[roles.indexOf(role)] ?? ''),
  ) ?? null;

describe.each(named.filter(({ responses }) => responses[0] === 'sign'))(
  'a form of a visitor to $path, $what',
  ({ path, fields, responses }) => {
    it('is stored without what is no field of it, and is filled in after signing in, with its key', async () => {
      const form = filledForm({ path, fields }, populated.items);
      const visitor = populated.asBrowser('visitor');
      const sent = await sendForm(common, form.path, { ...form.fields, stranger: 'x'.repeat(9_000) }, visitor);
      const { back, values } = getUnfinishedForm(sent);
      expect(Object.keys(values)).not.toContain('stranger');
      const role = findSender(responses);
      if (!role) return;
      const { body } = await common.request(back, { headers: populated.asBrowser(role) });
      const texts = Object.values(values).filter((value) => /[ @]/.test(value));
      for (const text of texts) expect(body).toContain(text);
      // A form whose success shows a secret has no key, under which its response would be stored.
      const isSecret = responses[roles.indexOf(role)] === '200';
      if (texts.length > 0 && !isSecret)
        expect(body).toContain(`name="idempotencyKey" value="${values.idempotencyKey}"`);
    });
  },
);

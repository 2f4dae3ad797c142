import { purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import { purgeStalePhotos } from '~/domain/photos/photos.server';
import { mergeDocuments } from '~/domain/search/text-search.server';
import { purgeIdempotencyKeys } from '~/domain/shared/run-command.server';
import { describe, expect, it } from 'vitest';
import { submitPersonalData, type PersonalData } from '../support/personal-data-samples';
import { sized } from '../support/exhaustive';
import { readablePaths } from '../support/read-paths';
import { type Role, type PopulatedSite, populateSite } from '../support/populated-site';
import { shareSite } from '../support/shared-site';
import type { SiteInProcess } from '../support/site-in-process';

let populated: PopulatedSite;
let site: SiteInProcess;
let personalData: PersonalData;
/** Every readable URL, and all guessable URLs of the user's items. */
let everything: string[];
shareSite(async () => {
  populated = await populateSite();
  site = await populated.open();
  personalData = await submitPersonalData(site, populated.items);
  const known = await personalData.user.open('/profile/data.json');
  const ids = [...known.body.matchAll(/"id":\s*"([\w-]+)"/g)].flatMap(([, id]) => id ?? []);
  const ways = [
    'service?request',
    'feedback?edit',
    'contact?sent',
    'support?sent',
    'conversation?id',
    'vehicle-details?vehicle',
  ];
  const requests = ['services/request', 'feedback', 'contacts', 'reviews', 'bikes'];
  everything = [
    ...readablePaths(populated.items),
    ...ids.flatMap((id) => [
      ...ways.map((way) => `/${way}=${id}`),
      ...requests.map((request) => `/api/${request}/${id}`),
    ]),
  ];
  return site;
});

it('the own data of the user contain all of them', async () => {
  const { body } = await personalData.user.open('/profile/data.json');
  expect(personalData.ofUser.filter((trace) => !body.includes(trace))).toEqual([]);
});

/** A signed-in user sees most screens of a visitor, and the owner of other items sees what `user` sees. */
const readers = sized<readonly Role[]>(['visitor', 'user'], ['visitor', 'key', 'user', 'owner']);

describe.each(readers)('personal data of a user and a visitor, for the role %s', (role: Role) => {
  it('are on no page, endpoint, feed, sitemap or data of that role', async () => {
    expect(everything.length).toBeGreaterThan(200);
    const found: string[] = [];
    for (const path of everything) {
      const headers = path.startsWith('/api/') ? populated.asClient(role) : populated.asBrowser(role);
      const response = await site.request(path, { headers });
      const said = `${JSON.stringify(response.headers)}\n${response.body}`;
      for (const trace of [...personalData.ofUser, ...personalData.ofAnonymous]) {
        if (said.includes(trace)) found.push(`${path}: ${trace}`);
      }
    }
    expect(found).toEqual([]);
  });
});

it('no token, password, code or link is stored unhashed in the database', () => {
  const stored = site.runtime.db.$client.serialize().toString('latin1');
  const secrets = personalData.ofAnonymous.filter((trace) => /^canary!|^[\w-]{27,}$/.test(trace));
  expect(secrets.length).toBeGreaterThan(4);
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
});

it('deleting the account leaves nothing of it in the file', async () => {
  const { db } = site.runtime;
  const answer = await personalData.user.send('/profile/security', {
    intent: 'delete-account',
    password: 'canary!second',
  });
  expect(answer.status).toBe(303);
  // Kept for hours, as the privacy page says: responses to forms, failed attempts, photos that nothing shows.
  const later = new Date(Date.now() + 7 * 86_400_000);
  purgeIdempotencyKeys(db, later);
  purgeAttempts(db, null, later);
  while (purgeStalePhotos(db, later) > 0);
  while (mergeDocuments(db) > 0);
  db.$client.exec('VACUUM');
  const stored = db.$client.serialize().toString('utf8').toLowerCase();
  // The other side of a conversation keeps the messages, without a name.
  expect(stored).toContain('may i see it, please?');
  expect(personalData.ofUser.filter((trace) => stored.includes(trace.toLowerCase()))).toEqual([]);
  expect(stored).not.toContain('public rider');
});

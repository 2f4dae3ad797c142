import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '~/domain/shared/run-command.server';
import { writeReview } from '~/domain/reviews/review.commands.server';
import { deskPaths, paths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { hiddenField, sendForm } from '../support/form-client';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing, storeUser } from '../support/stored-listing';
import { getPageText } from '../support/page-text';

let now = new Date('2026-07-01T06:30:00.000Z');
let site: SiteInProcess;
let asOperator: Record<string, string>;
let id: string;

shareSite(async () => {
  site = await openSite({}, () => now);
  asOperator = getCookie(signIn(site, 'Opal', 'owner'));
  return site;
});
beforeEach(() => {
  now = new Date('2026-07-01T06:30:00.000Z');
  site.runtime.db.$client.exec(
    'DELETE FROM reviews; DELETE FROM conversations; DELETE FROM listings WHERE is_sample = 0; DELETE FROM reports',
  );
  id = storeListing(site.runtime.db, { name: 'Jawa 42' }, undefined, now).listing.id;
});

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const words = async (path: string, headers = asOperator) => getPageText((await site.request(path, { headers })).body);
const stored = () =>
  site.runtime.db.$client.prepare('SELECT reason, comment, is_suspect AS isSuspect FROM reports').all();

/** Opens the form like a browser, and sends it. */
async function report(fields: Record<string, string>, { path = paths.report('listing', id) } = {}) {
  const idempotencyKey = hiddenField(await site.request(path), 'idempotencyKey');
  const send = () => sendForm(site, path, { idempotencyKey, words: '', ...fields });
  return { first: await send(), send };
}

const thanks = 'Thank you for your report. A person looks at it within 24 hours.';
const decide = async (path: string, fields: Record<string, string>) => {
  const page = await site.request(path, { headers: asOperator });
  const [version, reports] = [hiddenField(page, 'version'), hiddenField(page, 'reports')];
  return sendForm(site, path, { version, reports, reason: '', ...fields }, asOperator);
};

describe('a listing', () => {
  it('is reported by anyone, from its panel and its own screen, and is first at the desk', async () => {
    for (const page of [paths.vehicle(id), paths.listing('bike', id)]) {
      expect((await site.request(page.split('#', 1)[0] ?? '')).body, page).toContain(`href="/report?listing=${id}"`);
    }
    const { first } = await report({ reason: 'fraud', words: 'Asks for money in advance.' });
    expect([first.status, first.headers.location]).toEqual([303, paths.vehicle(id)]);
    const cookie = String(first.headers['set-cookie']).split(';', 1)[0] ?? '';
    expect(await words(paths.vehicle(id), { Cookie: cookie })).toContain(thanks);
    await report({ reason: 'sold-already' });
    await report({ reason: 'fraud' });

    const list = await words(deskPaths.riders({ state: 'reported' }));
    expect(list).toContain('Reported 3 times: Fraud 2, Sold already 1');
    expect(list).toContain('0 New 1 Reported');
    const open = deskPaths.publication('listing', id);
    expect(await words(open)).toContain('Fraud Asks for money in advance. A visitor');
    expect((await decide(open, { intent: 'check' })).status).toBe(303);
    expect(await words(deskPaths.riders({ state: 'reported' }))).not.toContain('Reported 3');
    expect(await words(deskPaths.teamLog())).toContain('Jawa 42: reports dismissed');
  });

  it('cannot be decided by an operator who has not seen the latest report', async () => {
    await report({ reason: 'fraud' });
    const open = deskPaths.publication('listing', id);
    const page = await site.request(open, { headers: asOperator });
    await report({ reason: 'offensive', words: 'Look at the photo.' });
    const seen = { version: hiddenField(page, 'version'), reports: hiddenField(page, 'reports'), reason: '' };
    const err = await sendForm(site, open, { ...seen, intent: 'check' }, asOperator);
    expect(err.status).toBe(409);
    const text = getPageText(err.body);
    expect(text).toContain('This listing was reported again in the meantime.');
    expect(text).toContain('Look at the photo.');
    expect((await decide(open, { intent: 'check' })).status).toBe(303);
  });

  it('reports what is missing, and keeps the form values', async () => {
    const { first } = await report({ words: 'Asks for money in advance.' });
    expect(first.status).toBe(422);
    expect(getPageText(first.body)).toContain('Please choose what is wrong');
    expect(first.body).toContain('Asks for money in advance.</textarea>');
    const other = await report({ reason: 'other' });
    expect(getPageText(other.first.body)).toContain('Please say what is wrong');
    expect(stored()).toEqual([]);
  });

  it('is reported once however often the form is sent', async () => {
    const { send } = await report({ reason: 'fraud' });
    expect((await send()).status).toBe(303);
    expect(stored()).toHaveLength(1);
  });

  it('reported by a bot has the same response, and is not counted', async () => {
    expect((await report({ reason: 'spam', website: 'https://pills.example' })).first.status).toBe(303);
    expect(stored()).toEqual([{ reason: 'spam', comment: null, isSuspect: 1 }]);
    expect(await words(deskPaths.riders())).toContain('1 New 0 Reported');
    expect(await words(deskPaths.publication('listing', id))).toContain('possibly a machine, not counted');
  });

  it.each(['/report', '/report?listing=nothing', '/report?listing=sample-bike-1', '/report?vehicle=1'])(
    'cannot be reported at %s',
    async (path) => {
      expect((await site.request(path)).status).toBe(404);
      expect((await sendForm(site, path, { reason: 'fraud' })).status).toBe(404);
    },
  );

  it('of the actor’s own, or a sample, has no link to report it', async () => {
    const seller = storeUser(site.runtime.db, 'Sita');
    const own = storeListing(site.runtime.db, {}, seller).listing.id;
    const headers = getCookie(signIn(site, 'Tara'));
    site.runtime.db.$client.exec("UPDATE sessions SET user_id = 'user-sita' WHERE id = 'session-Tara'");
    expect((await site.request(paths.vehicle(own), { headers })).body).not.toContain('/report?listing');
    expect((await site.request(paths.vehicle('sample-bike-1'))).body).not.toContain('/report?listing');
  });
});

describe('a review', () => {
  it('is reported beside its text, and can be hidden because of it', async () => {
    const actor = storeUser(site.runtime.db, `Rude ${now.getTime()}`);
    const said = { vehicleId: '1', rating: 1, title: null, comment: 'Rude words' };
    const written = runCommand(writeReview, said, { db: site.runtime.db, actor, now });
    if (!written.ok) throw new Error(written.error.code);
    const path = paths.report('review', written.value.id);
    expect((await site.request(paths.vehicle('1'))).body).toContain(`href="${path}"`);
    expect(await words(path, {})).toContain('Rude words');
    expect(await words(path, {})).not.toContain('Sold already');
    const { first } = await report({ reason: 'offensive' }, { path });
    expect(first.headers.location).toBe(paths.vehicle('1', {}, 'reviews'));
    expect(await words(deskPaths.riders({ of: 'review', state: 'reported' }))).toContain('Reported once: Offensive 1');
    const open = deskPaths.publication('review', written.value.id);
    expect((await decide(open, { intent: 'hide', reason: 'Rude' })).status).toBe(303);
    expect((await site.request(paths.vehicle('1'))).body).not.toContain('Rude words');
    expect((await site.request(path)).status).toBe(404);
  });
});

describe('a conversation', () => {
  const formValues = { name: 'Bala K', email: 'bala@example.com', subject: 'Is it still there?' };

  /** A visitor writes about the listing of a visitor; the private link, and the secret in it. */
  async function conversation(): Promise<{ link: string; key: string; reported: string }> {
    const idempotencyKey = hiddenField(await site.request(paths.contact({ about: id })), 'idempotencyKey');
    later(20);
    const fields = {
      ...formValues,
      about: id,
      idempotencyKey,
      message: `Send me your OTP, please. ${now.toISOString()}`,
    };
    const sent = await sendForm(site, paths.contact({ about: id }), fields);
    const link = String(sent.headers.location);
    const key = new URLSearchParams(link.split('?')[1]).get('key') ?? '';
    return { link, key, reported: paths.reportConversation({ key }) };
  }
  const getId = () =>
    String(site.runtime.db.$client.prepare('SELECT id FROM conversations ORDER BY created_at DESC').pluck().get());

  it('is reported from its own screen with its private link; its URL is sent nowhere else', async () => {
    const { link, reported } = await conversation();
    expect((await site.request(link)).body).toContain(`href="${reported}"`);
    const form = await site.request(reported);
    const text = getPageText(form.body);
    expect(text).toContain('Report this conversation Jawa 42');
    expect(text).toContain('each time we do, who and why is logged');
    for (const reason of ['Sold already', 'Wrong facts']) expect(text).not.toContain(reason);
    expect(form.headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'private, no-store' });
    const { first, send } = await report({ reason: 'fraud', words: 'Asks for an OTP.' }, { path: reported });
    expect([first.status, first.headers.location]).toEqual([303, link]);
    expect((await send()).status).toBe(303);
    expect(stored()).toHaveLength(1);
  });

  it('cannot be reported by others', async () => {
    await conversation();
    for (const path of ['/report?key=guessed', `/report?key=${getId()}`]) {
      expect((await site.request(path)).status).toBe(404);
      expect((await sendForm(site, path, { reason: 'fraud' })).status).toBe(404);
    }
    const path = paths.reportConversation({ id: getId() });
    expect((await site.request(path)).headers.location).toMatch(/^\/login\?redirectTo=%2Freport/);
    const sent = await sendForm(site, path, { reason: 'fraud', words: 'Typed before' });
    expect([sent.status, sent.headers.location?.startsWith('/login?')]).toEqual([303, true]);
    expect((await site.request(path, { headers: asOperator })).status).toBe(404);
    expect(stored()).toEqual([]);
  });

  it('is shown to an operator by subject and reports; its text only once it is opened, which is logged', async () => {
    const { link, reported } = await conversation();
    expect(await words(deskPaths.reports())).toContain('No conversations');
    expect((await site.request(deskPaths.report(getId()), { headers: asOperator })).status).toBe(404);
    await report({ reason: 'fraud', words: 'Asks for an OTP.' }, { path: reported });
    const list = await words(deskPaths.reports());
    for (const reported of ['Is it still there?', 'Reported once: Fraud 1']) expect(list).toContain(reported);
    const open = deskPaths.report(getId());
    const closed = await words(open);
    expect(closed).toContain('Fraud Asks for an OTP. The buyer');
    for (const secret of ['Send me your OTP', 'Bala', 'bala@example.com']) expect(closed).not.toContain(secret);

    const send = (fields: Record<string, string>) =>
      sendForm(site, open, { reports: '1', reason: '', ...fields }, asOperator);
    const without = await send({ intent: 'read' });
    expect([without.status, getPageText(without.body).includes('Reason is required')]).toEqual([422, true]);
    expect((await send({ intent: 'read', reason: 'Report of fraud' })).status).toBe(303);
    const opened = await words(open);
    expect(opened).toContain('The buyer · 1 Jul 2026');
    expect(opened).toContain('Send me your OTP');
    expect(opened).not.toContain('bala@example.com');
    expect(await words(deskPaths.teamLog())).toMatch(
      /Conversation [\dA-F]{4}-[\dA-F]{4}: opened to be read \(“Report of fraud”\)/,
    );

    expect((await send({ intent: 'end', reason: 'Fraud' })).status).toBe(303);
    expect(await words(open)).not.toContain('Send me your OTP');
    expect(await words(link, {})).toContain(
      'We ended this conversation, so nothing more can be written here. Our reason: Fraud',
    );
    expect((await sendForm(site, link, { text: 'Hello?' })).status).toBe(409);
    expect(await words(deskPaths.reports({ status: 'ended' }))).toContain('Is it still there?');
    expect((await send({ intent: 'reopen' })).status).toBe(303);
    expect((await sendForm(site, link, { text: 'Hello?' })).status).toBe(303);
  });
});

it('reports have the rate limit of messages', async () => {
  const limited = await openSite({ RATE_LIMIT: 'on', LIMIT_CONTACTS: '1/10m' }, () => now);
  const listing = storeListing(limited.runtime.db).listing.id;
  const send = () => sendForm(limited, paths.report('listing', listing), { reason: 'fraud', words: 'Again' });
  expect((await send()).status).toBe(303);
  const err = await send();
  expect([err.status, err.headers['retry-after']]).toEqual([429, '600']);
  expect(err.body).toContain('Again</textarea>');
  await limited.close();
});

it('the reporter is visible to operators only', async () => {
  const headers = getCookie(signIn(site, 'Quietly Reporting'));
  const path = paths.report('listing', id);
  const idempotencyKey = hiddenField(await site.request(path, { headers }), 'idempotencyKey');
  later(9);
  await sendForm(site, path, { idempotencyKey, reason: 'other', words: 'Canary words' }, headers);
  for (const page of [paths.vehicle(id), paths.sellList('bike'), `/api/bikes/${id}`, path]) {
    const { body } = await site.request(page);
    expect(body, page).not.toContain('Canary words');
    expect(body, page).not.toContain('Quietly');
  }
  expect(await words(deskPaths.publication('listing', id))).toContain('Canary words Quietly Reporting');
});

import { beforeEach, expect, it } from 'vitest';
import { claimMail } from '~/domain/mail/delivery.server';
import { enableMail } from '~/domain/outbox/outbox.server';
import { dayMs } from '~/domain/shared/dates';
import { deskPaths, paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { decodeText, getPageText } from '../support/page-text';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let owner: Record<string, string>;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-28T06:30:00.000Z');
  site = await openSite({}, () => now);
  owner = getCookie(signIn(site, 'Opal', 'owner'));
  return () => site.close();
});

const invite = async (role: string, email = ''): Promise<string> => {
  const made = await sendForm(site, deskPaths.team(), { intent: 'invite', role, email }, owner);
  expect(made.status).toBe(200);
  const [, link = ''] = /<code[^>]*>([^<]*\/invite\?[^<]*)<\/code>/.exec(made.body) ?? [];
  return decodeText(link).replace(site.origin, '');
};

const neha = { name: 'Neha Rao', email: 'neha@example.com', password: 'four kites and a stop.' };
const getRole = (email: string) =>
  site.runtime.db.$client.prepare<[string], string>('SELECT role FROM users WHERE email = ?').pluck().get(email);
const getLog = () =>
  site.runtime.db.$client
    .prepare<[], string>("SELECT operator_name || ' / ' || title || ' / ' || action FROM audit_events ORDER BY id")
    .pluck()
    .all();

it('makes a member of a guest by a link that works once, and is stored as a hash', async () => {
  const link = await invite('clerk');
  const secret = new URL(link, site.origin).searchParams.get('token') ?? '';
  expect(secret).toHaveLength(27);
  expect(site.runtime.db.$client.serialize().includes(secret)).toBe(false);
  const guest = new FormBrowser(site);
  expect(getPageText((await guest.open(link)).body)).toContain('Opal invites you to');
  const weak = await guest.send(link, { intent: 'join', ...neha, password: 'open!sesame' });
  expect([weak.status, getPageText(weak.body)]).toEqual([422, expect.stringContaining('at least 12 characters')]);
  expect(weak.body).toContain('value="neha@example.com"');
  expect(getRole(neha.email)).toBeUndefined();

  const joined = await guest.send(link, { intent: 'join', ...neha });
  expect([joined.status, joined.headers.location]).toEqual([303, deskPaths.entrance()]);
  expect((await guest.open(deskPaths.today())).status).toBe(200);
  expect(getRole(neha.email)).toBe('clerk');
  expect(getLog()).toEqual(['Opal / Invitation / made: clerk', 'Neha Rao / Neha Rao / joined the team: clerk']);

  const late = await new FormBrowser(site).open(link);
  expect([late.status, getPageText(late.body)]).toEqual([404, expect.stringContaining('was used or withdrawn')]);
  const again = { intent: 'join', ...neha, email: 'other@example.com' };
  expect((await new FormBrowser(site).send(link, again)).status).toBe(404);
  expect(getRole('other@example.com')).toBeUndefined();
});

it('is accepted with an account that has a password of the team, whose other sessions end', async () => {
  const elsewhere = new FormBrowser(site);
  await elsewhere.enter(neha);
  const here = new FormBrowser(site);
  await here.send(paths.login(), { email: neha.email, password: neha.password });
  const link = await invite('manager');
  expect(getPageText((await here.open(link)).body)).toContain('signed in as Neha Rao');
  const wrong = await here.send(link, { intent: 'accept', password: 'no such password!' });
  expect([wrong.status, getPageText(wrong.body)]).toEqual([422, expect.stringContaining('not your current password')]);
  expect((await here.send(link, { intent: 'accept', password: neha.password })).status).toBe(303);
  expect(getRole(neha.email)).toBe('manager');
  expect((await here.open(deskPaths.today())).status).toBe(200);
  expect((await elsewhere.open(paths.profile())).headers.location).toMatch(/^\/login/);

  const second = await invite('owner');
  expect(getPageText((await here.open(second)).body)).toContain('of the team already');
  expect((await here.send(second, { intent: 'accept', password: neha.password })).status).toBe(409);
});

it('ends when it is withdrawn, after seven days, and when its owner is none any more', async () => {
  const link = await invite('clerk', 'neha@example.com');
  const page = (await site.request(deskPaths.team(), { headers: owner })).body;
  expect(getPageText(page)).toContain('neha@example.com Clerk, by Opal');
  const [, id = ''] = /name="invite" value="([^"]+)"/.exec(page) ?? [];
  await sendForm(site, deskPaths.team(), { intent: 'withdraw-invite', invite: id }, owner);
  expect((await site.request(link)).status).toBe(404);
  expect(getLog()).toContain('Opal / Invitation / withdrawn');

  const next = await invite('clerk');
  signIn(site, 'Second', 'owner');
  const { $client } = site.runtime.db;
  $client.prepare("UPDATE users SET role = 'manager' WHERE name = 'Opal'").run();
  expect((await site.request(next)).status).toBe(404);
  $client.prepare("UPDATE users SET role = 'owner' WHERE name = 'Opal'").run();
  expect((await site.request(next)).status).toBe(200);
  now = new Date(now.getTime() + 7 * dayMs);
  expect((await site.request(next)).status).toBe(404);
});

it('is mailed with a link of its own', async () => {
  const { db } = site.runtime;
  enableMail(db);
  const link = await invite('clerk', 'Neha@Example.com');
  const mail = claimMail(db, new Date(now.getTime() + 120_000));
  expect(mail).toMatchObject({ address: 'neha@example.com', content: { link: { to: { page: 'invite' } } } });
  const target = mail?.content.link.to;
  const mailed = paths.invite(target?.page === 'invite' ? target.token : '');
  expect(mailed).not.toBe(link);
  expect((await site.request(mailed)).status).toBe(200);
  expect((await new FormBrowser(site).send(mailed, { intent: 'join', ...neha })).status).toBe(303);
  for (const used of [link, mailed]) expect((await site.request(used)).status).toBe(404);
});

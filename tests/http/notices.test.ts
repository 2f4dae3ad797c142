import { beforeEach, expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { FormBrowser } from '../support/account-client';
import { getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { decodeText, getPageText } from '../support/page-text';
import { message } from '../support/sample-content';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
beforeEach(async () => {
  site = await openSite();
  return () => site.close();
});

it('gives each member of the team a feed, whose address can be replaced and ended', async () => {
  const clerk = getCookie(signIn(site, 'Neha', 'clerk'));
  await new FormBrowser(site).send(paths.contact(), message);
  const make = async (): Promise<string> => {
    const made = await sendForm(site, deskPaths.teamNotices(), { intent: 'make-feed' }, clerk);
    expect(made.status).toBe(200);
    const [, address = ''] = /<code[^>]*>([^<]*leads\.atom[^<]*)<\/code>/.exec(made.body) ?? [];
    return decodeText(address).replace(site.origin, '');
  };
  const first = await make();
  const { status, headers, body } = await site.request(first);
  expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(headers['cache-control']).toBe('private, no-store');
  expect(body).toContain('<title>New message</title>');
  expect(body).toMatch(/<link href="http:[^"]*\/desk\/customers\/[\w-]+"\/>/);
  for (const secret of Object.values(message)) expect(body).not.toContain(secret);

  const second = await make();
  expect((await site.request(first)).status).toBe(404);
  expect((await site.request(second)).status).toBe(200);
  site.runtime.db.$client.prepare("UPDATE users SET role = 'user' WHERE name = 'Neha'").run();
  expect((await site.request(second)).status).toBe(404);
  site.runtime.db.$client.prepare("UPDATE users SET role = 'clerk' WHERE name = 'Neha'").run();
  await sendForm(site, deskPaths.teamNotices(), { intent: 'end-feed' }, clerk);
  expect((await site.request(second)).status).toBe(404);
  expect((await site.request('/desk/leads.atom')).status).toBe(404);
});

it('keeps the choice of mails, and says that none are sent', async () => {
  const owner = getCookie(signIn(site, 'Opal', 'owner'));
  const chosen = await sendForm(site, deskPaths.teamNotices(), { intent: 'mails', mails: 'hourly' }, owner);
  expect(chosen.status).toBe(303);
  const { body } = await site.request(deskPaths.teamNotices(), { headers: owner });
  expect(body).toMatch(/<input[^>]* checked="" value="hourly"|<input[^>]* value="hourly"[^>]* checked=""/);
  expect(getPageText(body)).toContain('This site sends no mail yet');
  const wrong = await sendForm(site, deskPaths.teamNotices(), { intent: 'mails', mails: 'always' }, owner);
  expect(wrong.status).toBe(422);
});

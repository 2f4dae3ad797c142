import { expect, it } from 'vitest';
import { deskPaths, paths } from '~/paths';
import { getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { boundary, multipart } from '../support/multipart-forms';
import { samplePhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';

let site: SiteInProcess;
let owner: Record<string, string>;
let manager: Record<string, string>;
shareSite(async () => {
  site = await openSite();
  owner = getCookie(signIn(site, 'Opal', 'owner'));
  manager = getCookie(signIn(site, 'Amol', 'manager'));
  return site;
});

const room = deskPaths.look();
const give = (bytes: Buffer, intent: string, headers = owner) =>
  site.request(room, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Sec-Fetch-Site': 'same-origin',
    },
    body: multipart([
      { name: 'intent', value: intent },
      { name: 'logo', fileName: 'logo.png', bytes },
    ]),
  });
const logoIn = (body: string) => /<img src="[^"]*\/logos\/[^>]*>/.exec(body)?.[0];
const header = async (headers: Record<string, string> = {}) =>
  logoIn((await site.request(paths.contact(), { headers })).body);
const address = (tag: string | undefined) => /src="([^"]+)"/.exec(tag ?? '')?.[1] ?? '';

it('is looked at first, stands in the header in place of the name, and is in every version', async () => {
  expect(await header()).toBeUndefined();
  const picture = await samplePhoto('png', { width: 900, height: 300 });
  const look = await give(picture, 'preview-logo');
  expect([look.status, look.headers.location]).toEqual([303, paths.home()]);
  const cookie = { Cookie: String(look.headers['set-cookie']).split(';', 1)[0] ?? '' };
  expect(await header(cookie)).toContain('alt="Dopahiya"');
  expect(await header()).toBeUndefined();

  expect((await give(picture, 'logo')).status).toBe(303);
  const given = await header();
  expect(given).toMatch(/alt="Dopahiya" width="120" height="40"|width="120" height="40"[^>]*alt="Dopahiya"/);
  const file = await site.request(address(given));
  expect([file.status, file.headers['content-type']]).toEqual([200, 'image/webp']);

  expect((await sendForm(site, room, { intent: 'save', colour: '#1f4fd8' }, owner)).status).toBe(303);
  expect(await header()).toBe(given);
  expect((await sendForm(site, room, { intent: 'remove-logo' }, owner)).status).toBe(303);
  expect(await header()).toBeUndefined();
  // The second version has it still.
  expect((await sendForm(site, room, { intent: 'restore', version: '2' }, owner)).status).toBe(303);
  expect(await header()).toBe(given);
  expect((await sendForm(site, room, { intent: 'restore', version: '0' }, owner)).status).toBe(303);
  expect(await header()).toBeUndefined();
  const log = site.runtime.db.$client
    .prepare<[], string>("SELECT action FROM audit_events WHERE subject = 'setting' ORDER BY id")
    .pluck()
    .all();
  expect(log).toEqual(['logo given', 'changed', 'logo removed', 'an earlier version again', 'as shipped again']);
});

it('is a picture that an owner gives', async () => {
  const wrong = await give(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo');
  expect(wrong.status).toBe(422);
  expect(wrong.body).toMatch(/id="logo-error"[\s\S]*logo\.png is not a JPEG, PNG, WebP or AVIF photo/);
  expect((await give(await samplePhoto('png'), 'logo', manager)).status).toBe(403);
  expect(await header()).toBeUndefined();
});

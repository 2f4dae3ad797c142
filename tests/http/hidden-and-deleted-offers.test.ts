import { beforeEach, describe, expect, it } from 'vitest';
import { getPhotoPath } from '~/domain/photos/photo';
import { storePhoto } from '~/domain/photos/photos.server';
import { deskPaths, paths } from '~/paths';
import type { PublicSubject } from '~db/enums';
import { FormBrowser } from '../support/account-client';
import { callApi, getCookie, signIn } from '../support/api-client';
import { sendForm } from '../support/form-client';
import { photoWithPlace } from '../support/photo-samples';
import { usedShine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

const now = new Date('2026-06-15T06:30:00.000Z');
let site: SiteInProcess;
/** A visitor's listing, and the browser that holds its key. */
let listing: string;
let visitor: FormBrowser;
let asOperator: Record<string, string>;
shareSite(async () => {
  site = await openSite({}, () => now);
  asOperator = getCookie(signIn(site, 'Opal', 'owner'));
  return site;
});
beforeEach(() => {
  site.runtime.db.$client.exec('DELETE FROM listings WHERE is_sample = 0');
  const stored = storeListing(site.runtime.db, { name: 'Shine of a visitor' });
  listing = stored.listing.id;
  visitor = new FormBrowser(site);
  visitor.carry('manageKeys', stored.manageCode ?? '');
});

const text = async (browser: FormBrowser, path: string) => getVisibleText((await browser.open(path)).body);

describe("an operator's deletion", () => {
  it('is shown to its seller with the reason, on the profile or under the code of the listing', async () => {
    const { body } = await callApi(site, 'POST', '/api/vehicles', { body: usedShine, headers: signIn(site, 'Wasim') });
    const { id }: { id: string } = JSON.parse(body).data;
    const erase = async (show: PublicSubject, open: string, reason: string) =>
      (await sendForm(site, deskPaths.publication(show, open), { intent: 'delete', reason }, asOperator)).status;
    expect(await erase('listing', listing, 'Not a vehicle')).toBe(303);
    expect(await text(visitor, '/manage')).toMatch(
      /Shine of a visitor Deleted We deleted it on \d+ Jun 2026: Not a vehicle/,
    );
    expect(await erase('vehicle', id, 'Stolen')).toBe(303);
    const wasim = new FormBrowser(site);
    wasim.carry('authToken', 'token-of-Wasim');
    expect(await text(wasim, paths.profileView('listings'))).toContain('Stolen Write to us if that is wrong.');
    const data = JSON.parse((await wasim.open('/profile/data.json')).body);
    expect(data.removals).toMatchObject([{ kind: 'vehicle', reason: 'Stolen' }]);
  });
});

describe('a listing that an operator hid', () => {
  it('is shown to its seller with the reason, and its photos are 404, until it is shown again', async () => {
    const { db } = site.runtime;
    const photo = await storePhoto(db, await photoWithPlace(), 'bike.jpg', now);
    if (!photo.ok) throw new Error(photo.error.code);
    const { hash } = photo.value;
    db.$client.prepare('INSERT INTO listing_photos VALUES (?, 0, ?)').run(listing, hash);
    const status = async () => (await site.request(getPhotoPath(hash, 640))).status;
    expect(await status()).toBe(200);
    const desk = deskPaths.publication('listing', listing);
    await sendForm(site, desk, { intent: 'hide', reason: 'The plate is not yours' }, asOperator);
    expect(await status()).toBe(404);
    expect(await text(visitor, '/manage')).toMatch(/Shine of a visitor Hidden .*: The plate is not yours/);
    await sendForm(site, desk, { intent: 'restore', reason: '' }, asOperator);
    expect(await status()).toBe(200);
    expect(await text(visitor, '/manage')).toContain('Shown again');
  });
});

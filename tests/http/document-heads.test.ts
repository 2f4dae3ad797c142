import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { site as name } from '~/domain/shared/site';
import { screenStates } from '../support/screens';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { nonEmpty } from '../support/non-empty';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

/** The only value that a pattern finds in a head. @throws when there is none, or more than one */
function only(html: string, pattern: RegExp): string {
  const found = [...html.matchAll(pattern)].map(([, value]) => value ?? '');
  if (found.length !== 1) throw new Error(`${found.length} of ${pattern}`);
  return found[0] ?? '';
}

const shown = nonEmpty(screenStates.filter(({ status }) => status === 200));
const isUnlisted = (html: string): boolean => html.includes('<meta name="robots" content="noindex"/>');

describe.each(shown)('the head of $what', ({ path }) => {
  it('has a title, a description, and one existing URL and picture, or is unlisted', async () => {
    const { body } = await site.request(path);
    expect(only(body, /<title>([^<]*)<\/title>/g)).toMatch(new RegExp(`\\S · ${name.name}$`));
    expect(only(body, /<meta name="description" content="([^"]*)"/g).length).toBeGreaterThan(20);
    if (isUnlisted(body)) {
      expect(body).not.toContain('rel="canonical"');
      return;
    }
    const canonical = only(body, /<link rel="canonical" href="([^"]*)"/g).replaceAll('&amp;', '&');
    expect(canonical.startsWith(`${site.origin}/`)).toBe(true);
    expect(only(body, /property="og:url" content="([^"]*)"/g).replaceAll('&amp;', '&')).toBe(canonical);
    expect(only(body, /property="og:title" content="([^"]*)"/g)).not.toBe('');
    only(body, /name="twitter:card" content="([^"]*)"/g);
    expect((await site.request(canonical.slice(site.origin.length))).status).toBe(200);
    const picture = only(body, /property="og:image" content="([^"]*)"/g);
    expect((await site.request(picture.slice(site.origin.length))).headers['content-type']).toMatch(
      /^image\/(?:png|jpeg)$/,
    );
  });
});

describe('an unlisted page', () => {
  it.each(['/main?q=hero', '/browse?q=honda', '/sell-bikes?view=form', '/compare?vehicles=1,2', '/manage', '/nowhere'])(
    '%s',
    async (path) => {
      expect(isUnlisted((await site.request(path)).body)).toBe(true);
    },
  );
});

it('a listing opened beside its list has its own screen as canonical URL', async () => {
  const { listing } = storeListing(site.runtime.db);
  const { body } = await site.request(`/sell-bikes?listing=${listing.id}`);
  expect(body).toContain(`<link rel="canonical" href="${site.origin}/vehicle-details?vehicle=${listing.id}"/>`);
});

it.each([
  ['listing', (id: string) => [`/sell-bikes?listing=${id}`, `/vehicle-details?vehicle=${id}`]],
  ['new vehicle', () => ['/bikes?open=1', '/scooters?open=1', '/vehicle-details?vehicle=1']],
] as const)('every address of a %s has one preview, with the size of its picture', async (_what, getAddresses) => {
  const { listing } = storeListing(site.runtime.db);
  const heads = new Set<string>();
  for (const path of getAddresses(listing.id)) {
    const { body } = await site.request(path);
    heads.add((body.match(/<meta property="og:[^>]*>|<meta name="description"[^>]*>/g) ?? []).sort().join('\n'));
    const picture = only(body, /property="og:image" content="([^"]*)"/g);
    const { bytes } = await site.request(picture.slice(site.origin.length));
    const { width, height } = await sharp(bytes).metadata();
    expect([only(body, /og:image:width" content="(\d+)"/g), only(body, /og:image:height" content="(\d+)"/g)]).toEqual([
      String(width),
      String(height),
    ]);
  }
  expect([...heads]).toHaveLength(1);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { signIn } from '../support/api-client';
import { sized } from '../support/exhaustive';
import { firstOfEachPath, screenStates } from '../support/screens';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

const textBrowser = process.env.W3M_PATH ?? 'w3m';
const run = promisify(execFile);

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  storeListing(site.runtime.db, { kind: 'bike' });
  signIn(site, 'Opal', 'owner');
  return site;
});

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The page as a text browser concatenates it: no comments, no drawings. */
const asStrung = (html: string): string => html.replaceAll(/<!--[\s\S]*?-->|<svg\b[\s\S]*?<\/svg>/g, '');

/** The button that Enter presses in a form of several is first, visually hidden. */
const isForEnterOnly = (attributes: string): boolean => attributes.includes('aria-hidden="true"');

/** Every screen; every state only under `npm run test:all`. */
const shown = sized(firstOfEachPath(screenStates), screenStates);

test('every screen has a state that is read', () => {
  expect(shown.length).toBeGreaterThan(20);
});

describe.each(shown)('$what', ({ path }) => {
  test('every button and link has a name, and white space before the next', async () => {
    const page = asStrung((await site.request(path)).body);
    const wordless = [...page.matchAll(/<(a|button)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
      .filter(([, , attributes = '', content = '']) => !isForEnterOnly(attributes) && !words(getVisibleText(content)))
      .map(([whole]) => whole);
    expect(wordless).toEqual([]);
    const touching = [...page.matchAll(/.{60}<\/(?:a|button|label)><(?:a|button|label|b|span)\b.{60}/gs)];
    expect(touching.map(([whole]) => whole)).toEqual([]);
  });

  test('is usable in a text browser: its headings, its links, and no picture shown as a file name', async () => {
    const { body } = await site.request(path);
    const { stdout } = await run(textBrowser, ['-dump', '-cols', '200', '-T', 'text/html', site.origin + path]);
    const read = words(stdout);
    const headings = [...body.matchAll(/<h[1-3][^>]*>([\s\S]*?)<\/h[1-3]>/g)].map(([heading]) =>
      words(getVisibleText(`<body>${heading}</body>`)),
    );
    expect(headings.length).toBeGreaterThan(0);
    expect(headings.filter((heading) => !read.includes(heading))).toEqual([]);
    expect(read).not.toMatch(/\[[\w.-]+\.(?:png|svg|webp|jpe?g|avif)\]|\b(?:undefined|NaN|\[object)\b/);
  });
});

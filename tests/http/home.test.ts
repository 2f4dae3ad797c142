import { describe, expect, it } from 'vitest';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

describe('home', () => {
  it('has every text of the specification', async () => {
    const { status, body } = await site.request('/main');
    expect(status).toBe(200);
    const words = getPageText(body);
    for (const text of [
      'Find Your Perfect Ride',
      'Profile',
      'Details',
      'Compare',
      'Dashboard',
      'Contact',
      'Sell Bikes',
      'Sell Scooters',
      'Featured Bikes',
      'Featured Scooty',
      'Upcoming Bikes',
      'Upcoming Scooty',
      'Browse Bikes by Brand',
      'Insurance Services',
      'EMI Calculator',
      'Popular Vehicles',
      'Get in Touch',
      'FOLLOW US',
      'EXPLORE MORE',
      'Back to Home',
      'Second Hand Scooters',
      'Terms & Conditions',
    ]) {
      expect(words, text).toContain(text);
    }
  });

  it('is one screen under two URLs, with one canonical URL', async () => {
    const [main, home] = [await site.request('/main'), await site.request('/home')];
    const canonical = `<link rel="canonical" href="${site.origin}/main"/>`;
    expect(main.body).toContain(canonical);
    expect(home.body).toContain(canonical);
  });

  it("shows the calculator's result for the example", async () => {
    expect(getPageText((await site.request('/main')).body)).toContain('EMI ₹3,636 a month');
  });

  it.each([
    ['honda', '5 vehicles match “honda”'],
    ['NINJA', '1 vehicle matches “NINJA”'],
    ['zeppelin', 'No match found'],
    ['<script>alert(1)</script>', 'No match found'],
  ])('searches for %s', async (q, heading) => {
    const { body } = await site.request(`/main?q=${encodeURIComponent(q)}`);
    expect(getPageText(body)).toContain(heading);
    expect(body).not.toContain('<script>alert');
  });

  it('searches listings too, and shows how many are new and what was corrected', async () => {
    const body = (await site.request('/main?q=hondaa')).body.replaceAll('<!-- -->', '');
    expect(getPageText(body)).toContain('3 new · 2 second-hand');
    expect(body.indexOf('id="second-hand"')).toBeLessThan(body.indexOf('id="new"'));
    // Both second-hand ones are here, so nothing leads to all of them.
    expect(body).not.toContain('href="/browse?q=hondaa&amp;kind=used&amp;kind=listing"');
    const many = (await site.request('/main?q=bike')).body;
    expect(many).toContain('href="/browse?q=bike&amp;kind=new&amp;kind=upcoming"');
    expect(body).toContain('Showing results for <strong>honda</strong> · ');
    expect(body).toContain('/main?q=%22hondaa%22');
    const used = (await site.request('/main?q=second+hand+dio')).body;
    expect(getPageText(used)).toContain('1 second-hand');
    expect(used).not.toContain('id="new"');
    expect(used).toMatch(/href="\/main\?q=dio"><span[^>]*>Without<\/span> (?:<!-- -->)?Second-hand/);
  });

  it('offers near models, a saved search and feeds if nothing matches', async () => {
    const body = (await site.request('/main?q=activa+under+60k')).body.replaceAll('<!-- -->', '');
    const text = getPageText(body);
    expect(text).toContain('Nothing for “activa under 60k” is for sale at the moment.');
    expect(text).toContain('The nearest models on sale');
    expect(body).toMatch(/href="\/browse\?q=activa[^"]*">Search everything</);
    expect(text).toContain('Honda Activa 110');
    expect(body).toContain('<input type="hidden" name="query" value="q=activa+under+60k"/>');
    expect(body).toContain('href="/browse.rss?q=activa+under+60k"');
    expect(body).toContain('href="/main?q=activa"><span');
  });

  it('shows riders’ listings, filled up with samples, which are labelled and not counted', async () => {
    const getLane = async () => {
      const { body } = await site.request('/main');
      const [lane = ''] = body.match(/<section aria-labelledby="offered">.*?<\/section>/s) ?? [];
      return {
        body,
        words: getPageText(lane),
        cards: lane.match(/<li /g)?.length,
        samples: lane.match(/>Sample</g)?.length,
      };
    };
    const before = await getLane();
    expect([before.cards, before.samples]).toEqual([5, 5]);
    expect(getPageText(before.body)).toContain('Be the first rider to sell one here');
    expect(getPageText(before.body)).toContain('Bikes 6');
    for (const name of ['Bajaj Avenger Cruise', 'TVS Raider', 'Hero Passion']) storeListing(site.runtime.db, { name });
    const after = await getLane();
    expect([after.cards, after.samples]).toEqual([3, undefined]);
    expect(after.words.indexOf('Hero Passion')).toBeLessThan(after.words.indexOf('Bajaj Avenger Cruise'));
    expect(getPageText(after.body)).toContain('3 offered by riders');
    expect(getPageText(after.body)).toContain('Bikes 9');
  });

  it('shows testimonials labelled as samples', async () => {
    const { body } = await site.request('/main?tab=reviews');
    expect(body.match(/<article>/g)).toHaveLength(8);
    expect(body.match(/<span>Sample</g)).toHaveLength(8);
  });
});

describe('paths that are 404', () => {
  it.each(['/design', '/no-such-road', '/main/x'])('%s, with a link home', async (path) => {
    const { status, body } = await site.request(path);
    expect(status).toBe(404);
    expect(body).toContain('<title>Page not found · Dopahiya</title>');
    expect(body).toMatch(/<h1 class="headline">/);
    expect(body).toContain('<a class="button" href="/main">');
  });
});

import { describe, expect, it } from 'vitest';
import { paths } from '~/paths';
import { storePhoto } from '~/domain/photos/photos.server';
import { greyPhoto } from '../support/photo-samples';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const getColumns = (html: string): string[] =>
  [...html.matchAll(/<h2><a href="[^"]*">([^<]*)/g)].flatMap(([, name]) => name ?? []);
const withList = (ids: string) => ({ headers: { Cookie: `compare=${ids}` } });

describe('the comparison', () => {
  it('has its groups, fallbacks and buttons as specified', async () => {
    const { status, body } = await site.request('/compare?vehicles=1,23,105,sample-bike-1');
    expect(status).toBe(200);
    const words = getPageText(body);
    for (const text of [
      'Basic Information',
      'Performance',
      'Dimensions & Capacity',
      'Features & Comfort',
      'Second-hand Information',
      'Market Information',
      'N/A',
      'None reported',
      'No current offers',
      '1,846 reviews',
      '18 Jun 2027',
      'Add More Vehicles',
      'Start New Comparison',
      'Request Test Drive',
      'In short',
    ]) {
      expect(words, text).toContain(text);
    }
    expect(body.match(/<tbody /g)).toHaveLength(6);
    expect(body).toContain('<span class="tag">Sample</span>');
  });

  it('shows the vehicles of its query in their order and leaves the cookie unchanged', async () => {
    const { headers, body } = await site.request('/compare?vehicles=105,1', withList('2'));
    expect(getColumns(body)).toEqual(['Royal Enfield Scram 411', 'Royal Enfield Classic 350']);
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain('<b class="compare-count">1</b>');
    expect(body).toContain('href="/compare?vehicles=1"');
    expect(getPageText(body)).toContain('Use this list');
  });

  it('shows the visitor’s own list without a query, with a link to share', async () => {
    const { status, body } = await site.request('/compare', withList('1,2'));
    expect(status).toBe(200);
    expect(getColumns(body)).toHaveLength(2);
    expect(body).toContain('href="/compare?vehicles=1,2"');
    expect(body).toMatch(/<button type="submit" class="icon-button" form="list" name="remove" value="2">/);
  });

  it('shows the first four of more, with a message', async () => {
    const { body } = await site.request('/compare?vehicles=1,2,3,4,5');
    expect(getColumns(body)).toHaveLength(4);
    expect(getPageText(body)).toContain('You can compare up to 4 vehicles');
  });

  it('redirects to the main page without a list', async () => {
    for (const path of ['/compare', '/compare?vehicles=']) {
      const { status, headers } = await site.request(path);
      expect([status, headers.location]).toEqual([302, '/main']);
    }
  });

  it.each(['/compare?vehicles=zzzz', '/compare?vehicles=%3Cb%3E'])(
    'shows a message if none of the items exists: %s',
    async (path) => {
      const { status, body } = await site.request(path);
      expect(status).toBe(404);
      expect(getPageText(body)).toContain('No Vehicles to Compare');
      expect(body).toContain('<a class="button button-primary" href="/main">Go to Main Page</a>');
    },
  );

  it('shows the remaining items of a list, and that some are missing', async () => {
    const { body } = await site.request('/compare', withList('1,zzzz'));
    expect(getColumns(body)).toEqual(['Royal Enfield Classic 350']);
    expect(getPageText(body)).toContain('One of these vehicles is no longer listed.');
  });

  it('redirects to the main page when the last one is removed', async () => {
    const { body: one } = await site.request('/compare?vehicles=1');
    expect(one).toContain('class="icon-button" href="/main"');
    const send = (list: string, button: string) =>
      site.request('/compare/list', {
        method: 'POST',
        headers: { ...withList(list).headers, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `${button}&returnTo=%2Fcompare`,
      });
    for (const removed of [await send('1', 'remove=1'), await send('1,105', 'clear=1')]) {
      expect(removed.headers.location).toBe('/main');
      expect(removed.headers['set-cookie']?.[0]).toMatch(/^compare=;/);
    }
    expect((await send('1,105', 'remove=1')).headers.location).toBe('/compare');
    expect((await site.request('/compare')).headers.location).toBe('/main');
  });

  it('shows only the differences when its link is followed', async () => {
    const whole = await site.request('/compare?vehicles=1,105');
    expect(whole.body).toContain('href="/compare?vehicles=1,105&amp;only=differences"');
    const differing = await site.request('/compare?vehicles=1,105&only=differences');
    expect(differing.body.match(/<tr /g)?.length).toBeLessThan(whole.body.match(/<tr /g)?.length ?? 0);
    const words = getPageText(differing.body);
    expect(words).toContain('Show all rows');
    expect(words).toContain('Only for Classic 350: variant, segment, category.');
    expect(words).not.toContain('N/A');
  });

  it('expands the first two groups, and all groups if only differences are shown', async () => {
    const openIn = (body: string) => body.match(/<details class="comparison-group" open=""/g);
    expect(openIn((await site.request('/compare?vehicles=1,105')).body)).toHaveLength(2);
    expect(openIn((await site.request('/compare?vehicles=1,105&only=differences')).body)).toHaveLength(6);
  });

  it('suggests vehicles near in price for a free column: by a link in a shared list, by a button in the visitor’s own', async () => {
    const shared = await site.request('/compare?vehicles=1,105');
    expect(getPageText(shared.body)).toContain('Similar price');
    expect(shared.body).toMatch(/href="\/compare\?vehicles=1,105,\d+"/);
    const own = await site.request('/compare', withList('1,105'));
    expect(own.body).toMatch(/form="list" name="add" value="\d+"/);
    const full = await site.request('/compare?vehicles=1,23,105,sample-bike-1');
    expect(getPageText(full.body)).not.toContain('Similar price');
  });

  it('names all of three or four vehicles above the two that a phone shows, each with its ×', async () => {
    const choiceIn = async (path: string, list?: string) => {
      const { body } = await site.request(path, list === undefined ? {} : withList(list));
      return /<ul class="column-choice".*?<\/ul>/s.exec(body)?.[0];
    };
    expect(await choiceIn('/compare?vehicles=1,2')).toBeUndefined();
    const choice = (await choiceIn('/compare?vehicles=1,2,3,4')) ?? '';
    expect([...choice.matchAll(/<b>([^<]*)/g)].map(([, name]) => name)).toEqual(['Classic 350', 'Splendor Plus']);
    expect(choice).toContain('href="/compare?vehicles=1,2,3,4&amp;show=2,4"');
    for (const href of ['2,3,4', '1,3,4', '1,2,4', '1,2,3'])
      expect(choice).toContain(`class="icon-button" href="/compare?vehicles=${href}"`);
    const own = (await choiceIn('/compare?show=3,1', '1,2,3')) ?? '';
    expect(own.match(/name="remove" value="\d"/g)).toHaveLength(3);
    expect(own).toContain('href="/compare?show=1,2"');
  });

  it('counts what differs, and names what is unknown, among the vehicles in view', async () => {
    const { body } = await site.request(
      '/compare?vehicles=1,2,sample-bike-1,sample-bike-2&show=sample-bike-1,sample-bike-2',
    );
    const { body: pair } = await site.request('/compare?vehicles=sample-bike-1,sample-bike-2');
    const textsIn = (html: string, mark: string) =>
      [...html.matchAll(new RegExp(`<small${mark}>([^<]*differ)<`, 'g'))].map(([, text]) => text);
    expect(textsIn(body, ' data-on="phone"')).toEqual(textsIn(pair, ''));
    expect(textsIn(pair, '')).toHaveLength(6);
    expect(getPageText(pair)).toContain('N/A for both: category, tags.');
    expect(getPageText(pair)).toContain('Alike: Type Bike · Fuel Petrol');
    expect(body).toContain('<p class="note" data-on="phone">N/A for both: segment, category, tags, colours.</p>');
    expect(body).toContain('data-aside="1 2"');
  });

  it('shows a listing with its own photo, and what its maker states', async () => {
    const photo = await storePhoto(site.runtime.db, await greyPhoto(), 'bike.jpg', new Date());
    if (!photo.ok) throw new Error(photo.error.code);
    const classic = { brand: 'Royal Enfield', name: 'Classic 350', model: 'Classic 350', engineCapacity: null };
    const { id } = storeListing(site.runtime.db, { ...classic, photos: [photo.value.hash] }).listing;
    const { body } = await site.request(`/compare?vehicles=${id},2`);
    expect(body.match(/<img src="\/photos\/[^>]*alt="Classic 350"/g)?.length).toBeGreaterThan(1);
    expect(getPageText(body)).toContain('20.2 PS at 6,100 rpm (maker’s figures)');
    expect(getPageText(body)).toMatch(/Most powerful Classic 350 20.2 PS maker’s figures/);
  });

  it('puts a price with five similar ones on a road, in its column', async () => {
    const ids = [48_000, 50_000, 52_000, 54_000, 56_000, 58_000].map(
      (presentPrice) => storeListing(site.runtime.db, { presentPrice, year: 2016 }).listing.id,
    );
    const { body } = await site.request(paths.compare([ids[2] ?? '', '1']));
    expect(body.match(/class="price-scale price-scale-small"/g)).toHaveLength(1);
    expect(getPageText(body)).toContain('Fair price, 5 similar');
    const rows = getPageText((await site.request('/browse?kind=listing&q=shine')).body);
    for (const word of ['Low price', 'Fair price', 'High price']) expect(rows).toContain(word);
  });

  it('links to test drives of vehicles on sale', async () => {
    const getHref = async (vehicles: string) =>
      /href="([^"]*)">Request Test Drive</.exec((await site.request(`/compare?vehicles=${vehicles}`)).body)?.[1];
    expect(await getHref('1,23')).toBe('/appointments/new?vehicle=1');
    expect(await getHref('23')).toBe('/appointments/new');
    expect(await getHref('1,105,23')).toBe('/appointments/new?vehicle=1,105');
    const { body } = await site.request('/appointments/new?vehicle=1,105');
    expect(getPageText(body)).toContain('Which one would you like to ride?');
    for (const id of ['1', '105']) expect(body).toContain(`href="/appointments/new?vehicle=${id}"`);
    // Of which the others are gone.
    const { status, headers } = await site.request('/appointments/new?vehicle=1,none');
    expect([status, headers.location]).toEqual([302, '/appointments/new?vehicle=1']);
  });

  it('masks a licence number whose seller hides it', async () => {
    const { id } = storeListing(site.runtime.db, { license: 'KA 05 LZ 4711', hideLicenseDigits: true }).listing;
    const { body } = await site.request(`/compare?vehicles=${id}`);
    expect(body).toContain('KA 05');
    expect(body).not.toContain('4711');
  });
});

describe('the table as a file', () => {
  it('is the same table as CSV', async () => {
    const { status, headers, body } = await site.request('/compare.csv?vehicles=1,105');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe('attachment; filename="comparison.csv"');
    expect(body).toContain('\uFEFFGroup,Detail,Royal Enfield Classic 350,Royal Enfield Scram 411\r\n');
    expect(body).toContain('Basic Information,Price,"₹1,84,000","₹1,49,000"\r\n');
  });

  it('names the vehicles that are no longer listed', async () => {
    const csv = (await site.request('/compare.csv?vehicles=1,gone')).body;
    expect(csv).toContain('Group,Detail,Royal Enfield Classic 350\r\n');
    expect(csv).toContain(',No longer listed,gone\r\n');
    expect(JSON.parse((await site.request('/compare.json?vehicles=1,gone')).body).gone).toEqual(['gone']);
  });

  it("never starts a formula with a seller's text", async () => {
    const { id } = storeListing(site.runtime.db, { name: '=HYPERLINK("http://x")' }).listing;
    expect((await site.request(`/compare.csv?vehicles=${id}`)).body).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  it('is the same table as JSON, with figures and the best values', async () => {
    const { status, body } = await site.request('/compare.json?vehicles=1,105');
    expect(status).toBe(200);
    const { vehicles, groups } = JSON.parse(body);
    expect(vehicles[1]).toEqual({
      id: '105',
      name: 'Royal Enfield Scram 411',
      standing: 'used',
      priceRupees: 149_000,
      url: `${site.origin}/vehicle-details?vehicle=105`,
    });
    const price = groups[0].rows.find(({ name }: { name: string }) => name === 'Price');
    expect(price.values[1]).toEqual({ text: '₹1,49,000', figure: 149_000, best: 'Lowest' });
  });

  it('is 404 without items, and the own list without a query', async () => {
    const gone = 'This vehicle is no longer listed.';
    for (const [query, text] of [
      ['', 'There is nothing to compare.'],
      ['?vehicles=zzzz', gone],
    ]) {
      for (const path of [`/compare.json${query}`, `/compare.csv${query}`]) {
        const { status, body } = await site.request(path);
        expect([status, body]).toEqual([404, text]);
      }
    }
    expect(JSON.parse((await site.request('/compare.json', withList('2'))).body).vehicles).toHaveLength(1);
  });
});

describe('the compare bar', () => {
  it('is present for the script, and hidden while the list is empty', async () => {
    expect((await site.request('/main')).body).toMatch(/class="compare-bar"[^>]*hidden=""/);
  });

  it('names the chosen vehicles, without missing ones', async () => {
    const { body } = await site.request('/main', withList('1,zzzz,sample-bike-1'));
    expect(body).not.toMatch(/class="compare-bar"[^>]*hidden=""/);
    expect(body).toContain('alt="Remove Royal Enfield Classic 350"');
    expect(body).toContain('alt="Remove Royal Enfield Meteor 350 Fireball"');
    expect(body.match(/<b class="compare-count">2<\/b>/g)).toHaveLength(3);
  });
});

describe('a missing vehicle', () => {
  it('does not count on the list', async () => {
    const { headers } = await site.request('/compare/list', {
      method: 'POST',
      headers: { ...withList('z1,z2,z3,1').headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'add=2',
    });
    expect(headers['set-cookie']?.[0]).toMatch(/^compare=1%2C2;/);
  });

  it('cannot be added', async () => {
    const { body } = await site.request('/compare/list', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'add=zzzz',
    });
    expect(JSON.parse(body)).toEqual({ compared: [], message: null });
  });
});

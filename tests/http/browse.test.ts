import { describe, expect, it } from 'vitest';
import { listingPrices } from '~db/schema/listings';
import { getPageText } from '../support/page-text';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing } from '../support/stored-listing';

let site: SiteInProcess;
let listed: string;
shareSite(async () => {
  site = await openSite();
  const { listing } = storeListing(site.runtime.db, {
    name: 'KTM Duke <250> & "Sons"',
    brand: 'KTM',
    presentPrice: 123_000,
    year: 2022,
    kilometresDriven: 9_000,
  });
  listed = listing.id;
  const former = { listingId: listed, changedAt: listing.createdAt, formerPrice: 130_000 };
  site.runtime.db.insert(listingPrices).values(former).run();
  return site;
});

const show = async (query: string) => {
  const { status, body } = await site.request(`/browse${query}`);
  expect(status).toBe(200);
  return { words: getPageText(body), body };
};
const namesIn = (body: string): string[] =>
  [...body.matchAll(/<h3><a href="[^"]*"[^>]*>(.*?)<\/a>/g)].map(([, name = '']) => name.replaceAll(/<\/?span>/g, ''));
const hrefs = (body: string): string[] =>
  [...body.matchAll(/ href="([^"]*)"/g)].map(([, href]) => (href ?? '').replaceAll('&amp;', '&'));

describe('browse', () => {
  it("shows the catalogue and riders' offers in one list, newest first", async () => {
    const { words, body } = await show('');
    expect(words).toContain('38 vehicles');
    expect(namesIn(body)).toHaveLength(12);
    expect(namesIn(body)[0]).toContain('KTM Duke');
    expect(namesIn((await show('?page=4')).body)).toHaveLength(2);
  });

  it.each([
    ['?q=activa', '1 vehicle ', 1],
    ['?kind=new', '16 vehicles', 12],
    ['?kind=upcoming', '9 vehicles', 9],
    ['?kind=used', '12 vehicles', 12],
    ['?kind=listing', '1 vehicle ', 1],
    ['?kind=USED&vehicleType=scooter', '6 vehicles', 6],
    ['?kind=bike&brand=ktm', '1 vehicle ', 1],
    ['?fuelType=hybrid', '3 vehicles', 3],
    ['?condition=like+new', '2 vehicles', 2],
    ['?minPrice=%E2%82%B91,20,000&maxPrice=1,25,000&kind=listing', '1 vehicle ', 1],
    ['?minYear=2022&maxYear=2022&kind=listing', '1 vehicle ', 1],
    ['?maxKilometres=9000&kind=listing', '1 vehicle ', 1],
    ['?brand=ktm&brand=royal-enfield', '5 vehicles', 5],
    ['?fuelType=hybrid&fuelType=diesel', '3 vehicles', 3],
    ['?kind=used&kind=listing', '13 vehicles', 12],
    ['?maxCc=110&kind=new', '2 vehicles', 2],
    ['?maxWeight=110&maxSeatHeight=780&kind=new', '4 vehicles', 4],
    ['?minRange=100', '8 vehicles', 8],
    ['?withPhoto=true', 'Nothing found', 0],
    ['?kind=nonsense&minPrice=cheap&page=-1&sort=up', '38 vehicles', 12],
  ])('filters by %s', async (query, total, shown) => {
    const { words, body } = await show(query);
    expect(words).toContain(total);
    expect(namesIn(body)).toHaveLength(shown);
  });

  it('lists offers without the value of the sort order last', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4].map(async (page) => namesIn((await show(`?sort=-year&page=${page}`)).body)),
    );
    // Only used vehicles and listings have a model year.
    expect(all.flat().findIndex((name) => name.startsWith('KTM Duke'))).toBeLessThan(13);
    expect(all.flat()).toHaveLength(38);
    expect(new Set(all.flat()).size).toBe(38);
  });

  it('orders by price, and keeps the order in every link of its filters', async () => {
    const { body } = await show('?kind=listing&sort=price');
    expect(hrefs(body)).toContain('/browse?kind=listing&minPrice=100000&maxPrice=149999&sort=price');
    expect(hrefs(body)).toContain('/browse?kind=listing&sort=-price');
  });

  it.each(['', 'vehicleType=Bike&brand=Honda&brand=TVS'])(
    'shows beside each option the number of results with it alone in its group, with %s set',
    async (query) => {
      const { body } = await show(`?${query}`);
      const boxes = [
        ...body.matchAll(
          /<input type="checkbox" name="(\w+)"( checked="")? value="([^"]*)"\/><span>[^<]*<small> ?(?:<!-- -->)?(\d+)<\/small>/g,
        ),
      ];
      expect(boxes.length).toBeGreaterThan(15);
      for (const [, name = '', , value = '', count] of boxes) {
        const search = new URLSearchParams(query);
        search.delete(name);
        search.append(name, value);
        const { words } = await show(`?${search}`);
        expect(words, `${name} ${value}`).toContain(count === '1' ? '1 vehicle ' : `${count} vehicles`);
      }
    },
  );

  it('checks the options that are set, and lists every value as an active filter', async () => {
    const { words, body } = await show('?q=duke&brand=KTM&brand=Honda&maxPrice=150000&withPhoto=true');
    expect(body).toMatch(/name="brand" checked="" value="KTM"/);
    expect(body).toMatch(/name="withPhoto" checked="" value="true"/);
    expect(words).toContain('Filters (4)');
    expect(hrefs(body)).toEqual(
      expect.arrayContaining([
        '/browse?brand=KTM&brand=Honda&maxPrice=150000&withPhoto=true',
        '/browse?q=duke&brand=Honda&maxPrice=150000&withPhoto=true',
        '/browse?q=duke&brand=KTM&brand=Honda&withPhoto=true',
        '/browse',
      ]),
    );
  });

  it('keeps a bound that is none of the options', async () => {
    const { body } = await show('?minYear=2019&maxYear=2023&maxKilometres=12000');
    expect(body).toContain('<option value="2019" selected="">2019 to 2023</option>');
    expect(body).toContain('<option value="12000" selected="">Up to 12,000 km</option>');
    expect(body).toContain('<input type="hidden" name="maxYear" value="2023"/>');
  });

  it('keeps the active filters when its forms are sent', async () => {
    const { body } = await show('?q=duke&brand=KTM&brand=Honda&maxPrice=150000&sort=price&view=grid');
    const [search = '', filters = ''] = [...body.matchAll(/<form[^>]*action="\/browse".*?<\/form>/gs)].map(
      ([form]) => form,
    );
    const getFields = (form: string) =>
      [...form.matchAll(/type="(?:hidden|search)"[^>]* name="(\w+)"|name="(q)"/g)].map(([, name, q]) => name ?? q);
    expect(getFields(search).sort()).toEqual(['brand', 'brand', 'maxPrice', 'q', 'sort', 'view']);
    expect(getFields(filters).sort()).toEqual(['q', 'sort', 'view']);
  });

  it('shows a grid when the URL selects it, and keeps it', async () => {
    const { words, body } = await show('?view=grid&brand=Honda');
    expect(words).toContain('Show as a list');
    expect(hrefs(body)).toEqual(expect.arrayContaining(['/browse?brand=Honda', '/browse?view=grid']));
  });

  it('shows on a card: drawing or photo, discount, year and kilometres, and no unknown figure', async () => {
    const { words } = await show('?brand=ktm&kind=listing');
    expect(words).toContain('No photo');
    expect(words).toMatch(/2022 9,000 km/);
    expect(words).toContain('Price lowered by ₹7,000 on 15 Jun 2026');
    expect((await show('?fuelType=Electric')).words).not.toContain(' 0 km');
  });

  it('shows the interpretation of a search, with a link to remove each part', async () => {
    const { words, body } = await show('?q=ktm+duke+under+1.5+lakh&kind=listing');
    expect(words).toContain('1 vehicle ');
    expect(hrefs(body)).toEqual(
      expect.arrayContaining(['/browse?q=under+1.5+lakh&kind=listing', '/browse?q=ktm+duke&kind=listing']),
    );
    expect((await show('?q=ktm+duke+under+1+lakh')).words).toContain('Without “Up to ₹1,00,000” 1');
  });

  it('shows corrections, with a link to the original search', async () => {
    const { body } = await show('?q=activaa');
    expect(body.replaceAll('<!-- -->', '')).toContain('Showing results for <strong>activa</strong> · ');
    expect(hrefs(body)).toContain('/browse?q=%22activaa%22');
    expect((await show('?q=%22activaa%22')).words).toContain('Nothing here');
  });

  it('lists the best match first, and offers the other orders', async () => {
    const { body } = await show('?q=honda');
    expect(hrefs(body)).toEqual(expect.arrayContaining(['/browse?q=honda&sort=newest', '/browse?q=honda&sort=price']));
    expect(hrefs((await show('?kind=new')).body)).not.toContain('/browse?kind=new&sort=newest');
  });

  it('suggests the nearest models if nothing matches, separately from results', async () => {
    const { words, body } = await show('?q=hayabusa');
    expect(words).toContain('The nearest models on sale');
    expect(namesIn(body)).toHaveLength(3);
    expect((await show('?q=qwertyuiop')).words).not.toContain('The nearest models');
    const road = await show('?q=hayabusa&view=road');
    expect(road.words).toContain('The nearest models on sale Royal Enfield Classic 350');
  });

  it('lists words that match no filter', async () => {
    const { words } = await show('?q=bike+without+rc');
    expect(words).toContain('There is no filter for “without rc”.');
  });

  it('links the screen that a query asks for, and finds no vehicle for it alone', async () => {
    const { body, words } = await show('?q=self+start+problem');
    expect(body).toContain('href="/service">Book a service<');
    expect(words).toContain('Nothing here is called “self start problem”.');
    expect((await show('?q=activa+on+emi')).body).toContain('href="/emi-calculator">Calculate instalments<');
  });

  it('has the same data for programs: interpretation, corrections, and alternatives separately from results', async () => {
    const feed = async (query: string) => JSON.parse((await site.request(`/browse.json${query}`)).body);
    expect(await feed('?q=activaa+under+2+lakh')).toMatchObject({
      understood: [
        { field: 'name', value: 'Honda|Activa', text: 'Honda Activa' },
        { field: 'price', value: '-200000', text: 'Up to ₹2,00,000' },
      ],
      corrected: { from: 'activaa under 2 lakh', to: 'activa under 2 lakh' },
    });
    const { items, alternatives } = await feed('?q=hayabusa');
    expect([items.length, alternatives.items.length]).toEqual([0, 3]);
    expect(alternatives.message).toBe('Nothing matches this search. These are the nearest models on sale.');
    expect((await feed('?q=qwertyuiop')).alternatives.items).toEqual([]);
    expect(Object.keys(await feed('?brand=honda'))).not.toContain('understood');
  });

  it('shows a message when nothing matches, and when a page is past the last', async () => {
    expect((await show('?q=zeppelin')).words).toContain('Nothing here is called “zeppelin”');
    expect((await show('?q=jawa')).words).toContain('Nothing for “jawa” is for sale at the moment.');
    expect((await show('?brand=KTM&fuelType=Electric')).words).toContain(
      'Remove a filter: Without “KTM” 9 Without “Electric” 1',
    );
    // A search term is in quotation marks, and not in two pairs of them.
    expect((await show('?q=zeppelin&brand=KTM')).words).toContain('Remove a filter: Without “zeppelin” ');
    expect((await show('?page=99')).words).toContain('past the last of the list');
  });

  it.each([
    ['minPrice=abc', 'abc', 'The lowest price must be a number of at most 10 digits'],
    [`city=${'p'.repeat(203)}`, 'p'.repeat(203), 'The city is 3 characters too long: at most 200'],
    ['minPrice=-5', '-5', 'The lowest price must be a number of at most 10 digits'],
    ['minPrice=1e309', '1e309', 'The lowest price must be a number of at most 10 digits'],
    ['maxPrice=12345678901234567890', '12345678901234567890', 'The highest price must be a number'],
    ['minPrice=9,00,000&maxPrice=1000', '9,00,000', 'The lowest price must not be above the highest price'],
  ])(
    'reports what is wrong with %s, keeps it in its field and applies the other filters',
    async (query, formValues, message) => {
      const { words, body } = await show(`?${query}&kind=new`);
      expect(words).toContain('Left out of this search:');
      expect(words).toContain(message);
      expect(words).toContain('16 vehicles');
      expect(body).toContain(`value="${formValues}"`);
      expect(body).toMatch(/<details [^>]*open=""><summary[^>]*>.*?Filters/);
      // The open filters do not cover the message: it is among them.
      expect(body).toMatch(/<details [^>]*open="">(?:(?!<\/details>).)*Left out of this search:/s);
    },
  );

  it.each([
    [`brand=${'b'.repeat(201)}`, 'The brand is 1 character too long: at most 200'],
    ['minYear=abc', 'The earliest year must be a number of at most 10 digits'],
    ['minYear=2024&maxYear=2019', 'The earliest year must not be above the latest year'],
    ['maxPrice=90+km', 'The highest price must be in rupees, not km'],
    ['maxPrice=80-85k', 'The highest price can mean ₹80,000 or ₹85,000.'],
    ['maxKilometres=far', 'The most kilometres must be a number of at most 10 digits'],
  ])('reports what is wrong with %s', async (query, message) => {
    const { words } = await show(`?${query}`);
    expect(words).toContain(message);
    expect(words).toContain('38 vehicles');
  });

  it('reports nothing for valid or empty figures', async () => {
    const typed = '?minCc=150cc&maxKilometres=20,000+km&maxWeight=130kg&minMileage=45+km/l';
    for (const query of ['?minPrice=&maxPrice=100000', '?minPrice=5&maxPrice=5', typed]) {
      expect((await show(query)).words).not.toContain('Left out of this search:');
    }
  });

  it('escapes the query', async () => {
    const { body } = await show(`?q=${encodeURIComponent('"><script>x')}&brand=${encodeURIComponent('<b>&')}`);
    expect(body).not.toContain('<script>x');
    expect(body).not.toContain('<b>&');
  });
});

/**
 * Parses XML strictly: every element closed in turn, every special character escaped.
 *
 * @throws when it is not well-formed
 */
function readXml(text: string): { name: string; attributes: string; text: string }[] {
  const elements: { name: string; attributes: string; text: string }[] = [];
  const open: { name: string; attributes: string; text: string }[] = [];
  const body = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '').trim();
  let at = 0;
  const token =
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<&]*(?:&(?:amp|lt|gt|quot);[^"<&]*)*")*)\s*(\/?)>|([^<&]|&(?:amp|lt|gt|quot);)+/gy;
  for (let match = token.exec(body); match; match = token.exec(body)) {
    at = token.lastIndex;
    const [whole, close, name = '', attributes = '', alone, content] = match;
    if (content !== undefined) {
      const last = open.at(-1);
      if (!last) throw new Error(`Text outside: ${whole}`);
      last.text += whole
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    } else if (close) {
      if (open.pop()?.name !== name) throw new Error(`Closed out of turn: ${name}`);
    } else {
      const element = { name, attributes, text: '' };
      elements.push(element);
      if (!alone) open.push(element);
    }
  }
  if (at !== body.length || open.length > 0) throw new Error(`No XML from ${body.slice(at, at + 60)}`);
  return elements;
}

type JsonFeed = {
  version: string;
  feed_url: string;
  home_page_url: string;
  next_url?: string;
  items: { id: string; url: string; title: string; image: string; date_published: string }[];
};

describe('the feeds of browse', () => {
  const query = '?q=250&sort=price';
  const readJson = async (address: string): Promise<JsonFeed> => JSON.parse((await site.request(address)).body);

  it('are linked from the page with its query string', async () => {
    const { body } = await show(query);
    expect(body).toContain('<link rel="alternate" type="application/rss+xml"');
    expect(body).toContain('<link rel="alternate" type="application/feed+json"');
    expect(hrefs(body).filter((href) => href === `/browse.rss${query}`)).toHaveLength(2);
    expect(hrefs(body).filter((href) => href === `/browse.json${query}`)).toHaveLength(1);
  });

  it('have the items of the page, in its order', async () => {
    const { body } = await show(query);
    const json = await readJson(`/browse.json${query}`);
    const rss = readXml((await site.request(`/browse.rss${query}`)).body);
    const shown = namesIn(body).length;
    expect(shown).toBeGreaterThan(2);
    expect(json.items).toHaveLength(shown);
    expect(rss.filter(({ name }) => name === 'guid').map(({ text }) => text)).toEqual(json.items.map(({ id }) => id));
    expect(
      rss
        .filter(({ name }) => name === 'title')
        .map(({ text }) => text)
        .slice(1),
    ).toEqual(json.items.map(({ title }) => title));
  });

  it('are RSS 2.0: escaped, with dates, pictures and ids that are no URLs', async () => {
    const { headers, body } = await site.request('/browse.rss?brand=KTM');
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(headers['access-control-allow-origin']).toBe('*');
    const elements = readXml(body);
    const one = (name: string) => elements.filter((element) => element.name === name);
    expect(one('rss')[0]?.attributes).toContain('version="2.0"');
    expect(one('title').map(({ text }) => text)).toEqual(['KTM · Dopahiya', 'KTM Duke <250> & "Sons", ₹1,23,000']);
    expect(one('link')[1]?.text).toBe(`${site.origin}/vehicle-details?vehicle=${listed}`);
    expect(one('guid')[0]).toMatchObject({ text: `listing/${listed}`, attributes: ' isPermaLink="false"' });
    expect(one('pubDate')[0]?.text).toBe('Mon, 15 Jun 2026 06:30:00 GMT');
    expect(one('enclosure')[0]?.attributes).toMatch(/url="[^"]+\/drawings\/[^"]+\.png" type="image\/png" length="0"/);
    expect(one('atom:link')[0]?.attributes).toContain(`href="${site.origin}/browse.rss?brand=KTM"`);
  });

  it('are JSON Feed 1.1, with a link to their next page', async () => {
    const { headers, body } = await site.request('/browse.json?kind=used&q=gixxer');
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({ items: [{ tags: ['used', 'Bike', 'Suzuki', 'Petrol', 'Pune'] }] });
    const feed = await readJson('/browse.json');
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: `${site.origin}/browse`,
      feed_url: `${site.origin}/browse.json`,
      next_url: `${site.origin}/browse.json?page=2`,
    });
    const ids = feed.items.map(({ id }) => id);
    let { next_url } = feed;
    while (next_url !== undefined) {
      const { pathname, search } = new URL(next_url);
      const page = await readJson(pathname + search);
      expect(page.items).not.toHaveLength(0);
      ids.push(...page.items.map(({ id }) => id));
      ({ next_url } = page);
    }
    expect(ids).toHaveLength(38);
    expect(new Set(ids).size).toBe(38);
    for (const { url, image, date_published } of feed.items) {
      expect(new URL(url).origin).toBe(site.origin);
      expect((await site.request(new URL(image).pathname, { method: 'HEAD' })).status).toBe(200);
      expect(new Date(date_published).toISOString()).toBe(date_published);
    }
  });

  it.each(['/browse.rss', '/browse.json', '/browse'])(
    '%s is cached until the next write, and revalidated with 304',
    async (path) => {
      const first = await site.request(path);
      const tag = { 'If-None-Match': first.headers.etag ?? '' };
      expect((await site.request(path, { headers: tag })).status).toBe(304);
      expect((await site.request(path, { method: 'HEAD' })).body).toBe('');
      storeListing(site.runtime.db, { name: `Newly listed ${path}` });
      const again = await site.request(path, { headers: tag });
      expect(again.status).toBe(200);
      expect(again.body).toContain(`Newly listed ${path}`);
      expect((await site.request(path, { method: 'POST' })).status).toBe(405);
    },
  );
});

describe('the price road', () => {
  it('orders milestones and vehicles by price, and shows no list', async () => {
    const { words, body } = await show('?view=road');
    expect(words).toMatch(/\d+ of \d+ are drawn/);
    expect(body).not.toContain('<h3>');
    const prices = [...body.matchAll(/<b>₹([\d.,]+)( Lakh)?<\/b> <span>/g)].map(
      ([, figure = '', lakh]) => Number(figure.replaceAll(',', '')) * (lakh ? 100_000 : 1),
    );
    expect(prices.length).toBeGreaterThan(12);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  });

  it('links each milestone to the vehicles of its band, whose number it shows', async () => {
    const { body } = await show('?view=road&kind=new');
    const stones = [...body.matchAll(/href="([^"]*)"[^>]*><span>(\d+)(?:<!-- -->)? from/g)];
    expect(stones.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(16);
    for (const [, href = '', count] of stones) {
      const path = href.replaceAll('&amp;', '&').replace('#found', '');
      const { words } = await show(path.replace('/browse', ''));
      expect(words).toContain(count === '1' ? '1 vehicle ' : `${count} vehicles`);
    }
  });

  it('draws a single vehicle, and shows a message when there is none', async () => {
    const { words } = await show('?view=road&q=activa');
    expect(words).toContain('Honda Activa 110');
    expect(words).not.toContain('are drawn');
    expect((await show('?view=road&q=zzzz')).words).toContain('Nothing found');
  });

  it('is linked from the list and from the grid, and links back', async () => {
    expect(hrefs((await show('?brand=Honda')).body)).toContain('/browse?brand=Honda&view=road#found');
    expect(hrefs((await show('?view=grid')).body)).toContain('/browse?view=road#found');
    expect(hrefs((await show('?view=road&sort=price')).body)).toContain('/browse#found');
  });
});

it.each(['', '?q=honda', '?fuelType=Electric', '?kind=used&kind=listing'])(
  'one name has one figure: /browse%s',
  async (query) => {
    const { body } = await show(query);
    const [, tabs = ''] = /<nav class="[^"]*" aria-label="Kind">(.*?)<\/nav>/s.exec(body) ?? [];
    const [, kinds = ''] = /<legend>Kind<\/legend>(.*?)<\/fieldset>/s.exec(body) ?? [];
    const figures = [...tabs.matchAll(/<li>(.*?)<\/li>/gs), ...kinds.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].flatMap(
      ([, part = '']) => {
        const [, name, figure] = /^(.+) ([\d,]+\+?)$/.exec(getPageText(part).trim()) ?? [];
        return name === undefined || figure === undefined ? [] : { name, figure };
      },
    );
    expect(figures.length).toBeGreaterThan(5);
    for (const { name, figure } of figures)
      expect(
        figures.filter((one) => one.name === name && one.figure !== figure),
        name,
      ).toEqual([]);
  },
);

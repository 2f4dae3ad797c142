import { describe, expect, it } from 'vitest';
import { markSold } from '~/domain/used-vehicles/sale.commands.server';
import { runCommand } from '~/domain/shared/run-command.server';
import { paths } from '~/paths';
import { reviews } from '~db/schema/engagement';
import { FormBrowser } from '../support/account-client';
import { callApi } from '../support/api-client';
import { samplePhoto } from '../support/photo-samples';
import { shine } from '../support/sample-content';
import { shareSite } from '../support/shared-site';
import { openSite, type SiteInProcess } from '../support/site-in-process';
import { storeListing, storeUser } from '../support/stored-listing';
import { getVisibleText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const open = async (id: string, query = {}) => (await site.request(paths.vehicle(id, query))).body;

/** The structured data that search engines read from a page. */
function getStructured(html: string): Record<string, unknown> {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  if (!json) throw new Error('No structured data');
  const data: Record<string, unknown> = JSON.parse(json);
  return data;
}

describe('without a vehicle', () => {
  it.each(['/vehicle-details', '/vehicle-details?vehicle='])('%s redirects to the entrance', async (path) => {
    const response = await site.request(path);
    expect(response.status).toBe(302);
    expect(response.headers.location).toBe('/');
  });
});

describe('a new vehicle', () => {
  it('shows its price, specifications and features, and its actions', async () => {
    const html = await open('1');
    for (const text of [
      '<h1>Royal Enfield Classic 350</h1>',
      '₹1,84,000',
      '<s>₹2,00,157</s>',
      'Ex-showroom price',
      'Fuel tank capacity',
      '13 litres',
      '300 mm disc / 270 mm disc, dual-channel ABS',
      '0-60 km/h in 5.8 s',
      'USB-C socket on the handlebar',
      'Enquire Now',
      'Schedule Test Ride',
      'Book Now',
      'Slow in the best way',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain('Coming Soon</button>');
    expect(html).toContain(
      'href="/contact?subject=Enquiry%3A+Royal+Enfield+Classic+350&amp;category=sales&amp;about=1"',
    );
  });

  it('has a picture for each colourway, and Prev and Next cycle through them', async () => {
    const [first, third] = [await open('1'), await open('1', { image: 3 })];
    expect(first).toContain('aria-label="Royal Enfield Classic 350 in Madras Red, side view"');
    expect(first).toMatch(/href="\/vehicle-details\?vehicle=1&amp;image=3">.{0,200}Previous picture/s);
    expect(third).toContain('aria-label="Royal Enfield Classic 350 in Medallion Bronze, side view"');
    expect(third).toMatch(/href="\/vehicle-details\?vehicle=1">.{0,200}Next picture/s);
    expect(await open('1', { image: 9 })).toContain('in Madras Red, side view');
  });

  it('has one canonical URL and a picture, for previews and search engines', async () => {
    const html = await open('1', { image: 2 });
    const url = `${site.origin}/vehicle-details?vehicle=1`;
    expect(html).toContain(`<link rel="canonical" href="${url}"/>`);
    expect(html).toContain(`<meta property="og:url" content="${url}"/>`);
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(picture).toContain('/drawings/retro-27476e-d9c27a.png');
    expect((await site.request(new URL(picture).pathname)).headers['content-type']).toBe('image/png');
    expect(html.match(/property="og:image"/g)).toHaveLength(1);
  });

  it('is a product with an offer in structured data, without sample ratings', async () => {
    const data = getStructured(await open('1'));
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': ['Product', 'Motorcycle'],
      name: 'Royal Enfield Classic 350',
      brand: { name: 'Royal Enfield' },
      fuelType: 'Petrol',
      vehicleEngine: { engineDisplacement: { value: 349, unitCode: 'CMQ' } },
      offers: {
        price: 184_000,
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
      },
    });
    expect(data.image).toHaveLength(3);
    expect(data).not.toHaveProperty('aggregateRating');
  });
});

describe('an upcoming vehicle', () => {
  it('has Coming Soon in place of Book Now, no test ride, and no offer', async () => {
    const html = await open('9');
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Coming Soon<\/button>/);
    expect(html).toContain('Enquire Now');
    for (const text of ['Book Now', 'Schedule Test Ride', 'EMI ₹']) expect(html).not.toContain(text);
    expect(html).toContain('Expected price');
    expect(html).toContain('href="/browse?kind=upcoming"');
    const data = getStructured(html);
    expect(data).not.toHaveProperty('offers');
    expect(data.releaseDate).toBe('2027-03-15');
  });
});

describe('a used vehicle', () => {
  it('shows its history', async () => {
    const html = await open('105');
    for (const name of [
      'Condition',
      'Kilometers',
      'Fuel type',
      'Years used',
      'Registration',
      'Number plate',
      'Tool kit',
      'Complaints',
      'Damages',
    ]) {
      expect(html).toContain(`<dt>${name}</dt>`);
    }
    expect(html).toContain('Front brake squeals when cold');
    expect(await open('101')).toContain('None reported');
    expect(getStructured(html)).toMatchObject({
      mileageFromOdometer: { value: 26_700, unitCode: 'KMT' },
      offers: { itemCondition: 'https://schema.org/UsedCondition' },
    });
  });
});

describe('a listing', () => {
  it('is shown like a used vehicle, with its name and text escaped everywhere', async () => {
    const { listing } = storeListing(site.runtime.db, { name: 'Shine </script><b>"x"', kilometresDriven: 12_000 });
    const html = await open(listing.id);
    expect(html).not.toContain('</script><b>');
    expect(getStructured(html)).toMatchObject({
      name: 'Shine </script><b>"x"',
      mileageFromOdometer: { value: 12_000 },
      offers: { price: 52_000, availability: 'https://schema.org/InStock' },
    });
    expect(html).toContain('KA 05 LZ 4711');
    expect(html).toContain('Book Now');
    expect(html).toContain(`href="/contact?about=${listing.id}">Contact Seller</a>`);
    expect(html).toContain('Schedule Test Drive');
  });

  it('keeps its style when its name is what stands for the style of a page', async () => {
    const { listing } = storeListing(site.runtime.db, { name: '/* style */' });
    const html = await open(listing.id);
    expect(html).toContain('<title>Used /* style */');
    expect(html).toMatch(/<style>@layer base\{/);
  });

  it('has all its photos as links to their pages, beginning with the one that the URL names', async () => {
    const images = await Promise.all(
      Array.from({ length: 7 }, async (_, index) => {
        const photo = await samplePhoto('jpeg', { width: 40, height: 30 }, `#00${index}0ff`);
        return `data:image/jpeg;base64,${photo.toString('base64')}`;
      }),
    );
    const { headers } = await callApi(site, 'POST', '/api/bikes', { body: { ...shine, images } });
    const listing = { id: String(headers.location).split('/').at(-1) ?? '' };
    const numbersIn = (html: string) => [...html.matchAll(/alt="[^"]*, photo (\d) of 7"/g)].map(([, number]) => number);
    const html = await open(listing.id);
    expect(numbersIn(html)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(html.match(/href="[^"]*&amp;photo=\d" data-dialog/g)).toHaveLength(7);
    const photo = await open(listing.id, { photo: 7 });
    expect(photo).toContain('<title>Photo 7 of 7, Honda Shine 125 · Dopahiya</title>');
    expect(photo).toContain('<meta name="robots" content="noindex"/>');
    expect(photo).not.toContain('rel="next"');
    const gone = await site.request(paths.vehicle(listing.id, { photo: 8 }));
    expect(gone.headers.location).toBe(paths.vehicle(listing.id));
    expect(numbersIn(await open(listing.id, { image: 5 }))).toEqual(['5', '6', '7', '1', '2', '3', '4']);
  });

  it('has listings and second-hand vehicles near its price below it, the nearest first', async () => {
    const { db } = site.runtime;
    const prices = [70_000, 70_900, 69_500, 12_000];
    const [first, ...others] = prices.map((presentPrice, index) => {
      return storeListing(db, { name: `Near ${index}`, presentPrice }).listing;
    });
    const html = await open(first?.id ?? '');
    const related = html.slice(html.indexOf('id="related"'));
    const found = [...related.matchAll(/<a href="\/vehicle-details\?vehicle=([^"]+)"/g)].map(([, id]) => id);
    expect(found).toHaveLength(4);
    expect(found.slice(0, 2)).toEqual([others[1]?.id, others[0]?.id]);
    expect(found).not.toContain(first?.id);
    expect(found).not.toContain(others[2]?.id);
  });

  it('that is a built-in sample is labelled, and unlisted', async () => {
    const html = await open('sample-bike-1');
    expect(html).toContain('<span class="tag">Sample</span>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('application/ld+json');
  });

  it('without a photo says that its picture is a drawing', async () => {
    const { listing } = storeListing(site.runtime.db);
    const label = '<span class="tag">No photo · drawing</span>';
    expect(await open(listing.id)).toContain(label);
    expect(await open('1')).not.toContain(label);
  });

  it('masks its licence number when its seller chose so', async () => {
    const { listing } = storeListing(site.runtime.db, { license: 'KA 05 XY 1234', hideLicenseDigits: true });
    expect(await open(listing.id)).not.toContain('1234');
  });

  it('that is sold is labelled, and can be neither booked nor enquired about', async () => {
    const { db, clock } = site.runtime;
    const owner = storeUser(db, 'Meera');
    const { listing } = storeListing(db, {}, owner);
    const sold = runCommand(markSold, { kind: 'bike', id: listing.id }, { db, actor: owner, now: clock() });
    expect(sold.ok).toBe(true);
    const html = await open(listing.id);
    expect(html).toContain('This one has found its rider.');
    for (const text of ['Book Now', 'Schedule Test Drive', 'Contact Seller']) expect(html).not.toContain(text);
    expect(getStructured(html)).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } });
  });

  it('shows its seller the actions of a seller, and none for buyers', async () => {
    const { listing, manageCode } = storeListing(site.runtime.db);
    const own = await site.request(paths.vehicle(listing.id), { headers: { Cookie: `manageKeys=${manageCode}` } });
    expect(own.body).toContain(`href="/sell-bikes?listing=${listing.id}#panel">Your Listing<`);
    expect(own.body).toContain(`href="/sell-bikes?view=form&amp;listing=${listing.id}"`);
    expect(getVisibleText(own.body)).toContain('Edit Mark as sold');
    for (const text of ['Book Now', 'Schedule Test Drive', 'Contact Seller']) expect(own.body).not.toContain(text);
    const theirs = await open(listing.id);
    for (const text of ['Your Listing', 'Mark as sold']) expect(theirs).not.toContain(text);
    const browser = new FormBrowser(site);
    browser.carry('manageKeys', manageCode ?? '');
    for (const intent of ['resold', '', 'constructor']) {
      expect((await browser.send('/sell-bikes', { listing: listing.id, intent })).status, intent).toBe(422);
    }
    expect((await browser.send('/sell-bikes', { listing: listing.id, intent: 'sold' })).status).toBe(303);
    expect(getVisibleText((await browser.open(paths.vehicle(listing.id))).body)).not.toContain('Mark as sold');
  });
});

describe('reviews by riders', () => {
  it('are shown, paginated, averaged and in structured data; the samples are not among them', async () => {
    const { db } = site.runtime;
    for (let index = 0; index < 12; index += 1) {
      const { user } = storeUser(db, `Rider${index}`);
      db.insert(reviews)
        .values({
          id: `review-${index}`,
          vehicleId: '2',
          userId: user.id,
          rating: index === 0 ? 2 : 5,
          comment: `Comment number ${index}.`,
          createdAt: `2026-06-${String(index + 1).padStart(2, '0')}T00:00:00.000Z`,
          updatedAt: '2026-06-15T00:00:00.000Z',
        })
        .run();
    }
    const html = await open('2');
    expect(html).toContain('4.8 out of 5 from 12 reviews.');
    expect(html).toContain('Comment number 11.');
    expect(html).not.toContain('Comment number 0.');
    expect(await open('2', { page: 2 })).toContain('Comment number 0.');
    expect(getStructured(html)).toMatchObject({ aggregateRating: { ratingValue: 4.8, reviewCount: 12 } });
  });
});

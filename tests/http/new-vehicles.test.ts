import { describe, expect, it } from 'vitest';
import { contactMessages } from '~db/schema/requests';
import { vehicles } from '~db/schema/vehicles';
import { signIn } from '../support/api-client';
import { shareSite } from '../support/shared-site';
import { type TestResponse, openSite, type SiteInProcess } from '../support/site-in-process';
import { getPageText } from '../support/page-text';

let site: SiteInProcess;
shareSite(async () => {
  site = await openSite();
  return site;
});

const textAt = async (path: string): Promise<string> => getPageText((await site.request(path)).body);

/** The names on the cards of a part of the screen. */
function namesIn(html: string, part: string): string[] {
  const [, section = ''] = new RegExp(`aria-labelledby="${part}">(.*?)</section>`, 's').exec(html) ?? [];
  return [...section.matchAll(/<h3><a [^>]*>(.+?)<\/a>/g)].map(([, name = '']) => name.replaceAll(/<\/?span>/g, ''));
}

describe('new bikes and new scooters', () => {
  it.each(['/bikes', '/scooters'])('%s has every text of the specification', async (path) => {
    const words = await textAt(path);
    for (const text of [
      'Back',
      'Pause',
      'Fuel Type Any Petrol 11 Diesel 0 Electric 3 Hybrid 2',
      'Mileage Any 20-30 km/l 1 30-40 km/l 4 40-50 km/l 4 50+ km/l 4',
      'Two-Wheeler Type Any Bike 8 Scooter 8',
      'Budget Any Under ₹1 Lakh',
      'Recommended Vehicles',
      'Select filters above to see recommended vehicles.',
      'All Available Vehicles in Showroom',
      'Premium Bikes Collection',
      'Elegant Scooters Collection',
      'Bank offer price on the TVS Jupiter 110 ₹73,400 ₹78,000 Free insurance Free tool kit Total savings ₹4,600',
      '02 days 14 hrs 36 min 22 sec',
      'Avail This Offer Now',
    ]) {
      expect(words, text).toContain(text);
    }
  });

  it('shows bikes first, or scooters first, at most eight of each', async () => {
    const [bikes, scooters] = [await site.request('/bikes'), await site.request('/scooters')];
    const names = namesIn(bikes.body, 'showroom');
    expect(names).toHaveLength(16);
    expect(names[0]).toBe('Royal Enfield Classic 350');
    expect(namesIn(scooters.body, 'showroom')).toEqual([...names.slice(8), ...names.slice(0, 8)]);
    expect(getPageText(scooters.body)).toMatch(/Elegant Scooters Collection.*Premium Bikes Collection/);
  });

  it('shows the number of matches, and no labels while all filters apply', async () => {
    const { body } = await site.request('/bikes?vehicleType=Scooter');
    expect(getPageText(body)).toContain('Showing 8 vehicles matching your selected filters');
    expect(getPageText(body)).toContain('Two-Wheeler Type Selected: Scooter');
    expect(getPageText(body)).not.toContain('Exact match');
    expect(getPageText(body)).not.toContain('Left out');
  });

  it('shows which filters were dropped, and which vehicles match exactly', async () => {
    const query = new URLSearchParams({ mileage: '40-50 km/l', vehicleType: 'Bike', budget: '₹1-1.5 Lakh' });
    const { body } = await site.request(`/bikes?${query}`);
    const words = getPageText(body);
    expect(words).toContain('Showing 4 vehicles matching your selected filters');
    expect(words).toContain('Left out to find enough: Mileage, Two-Wheeler Type. Exact matches are marked.');
    for (const selected of ['40-50 km/l', 'Bike', '₹1-1.5 Lakh']) expect(words).toContain(`Selected: ${selected}`);
    expect(words.match(/Exact match /g)).toHaveLength(1);
    expect(namesIn(body, 'recommended')[0]).toBe('TVS Apache RTR 160 4V');
  });

  it('shows a message when nothing matches exactly', async () => {
    expect(await textAt('/bikes?fuelType=Diesel')).toContain(
      'Left out to find enough: Fuel Type. No vehicle matches all of your filters.',
    );
  });

  it.each(['/bikes', '/explore'])('%s shows a message when there is no vehicle at all', async (path) => {
    const empty = await openSite();
    try {
      empty.runtime.db.update(vehicles).set({ hiddenAt: '2026-06-15T06:30:00.000Z' }).run();
      const { status, body } = await empty.request(`${path}?fuelType=Petrol`);
      expect(status).toBe(200);
      expect(getPageText(body)).toContain('No vehicles match your selected filters. Try adjusting your filters.');
    } finally {
      await empty.close();
    }
  });

  it('has a link for each option of a filter to the filtered screen', async () => {
    const { body } = await site.request('/scooters?budget=under-1-lakh');
    expect(body).toContain('href="/scooters?fuelType=Electric&amp;budget=under-1-lakh#fuelType"');
    expect(body).toContain('href="/scooters?mileage=50%2B&amp;budget=under-1-lakh#mileage"');
    expect(body).toMatch(/<a href="\/scooters#budget">Any/);
    expect(body).not.toMatch(/<details[^>]* open/);
  });
});

describe('the modal', () => {
  it('shows price, rating and the nine specifications', async () => {
    const words = await textAt('/bikes?open=6');
    for (const text of [
      'TVS Jupiter 110',
      '₹73,400 ₹78,000',
      'Rated 4.5',
      'Dawn Blue Matte, picture 1 of 3',
      'Mileage 49 km/l',
      'Fuel Type Petrol',
      'Fuel Tank Capacity 5.1 litres',
      'Seating 2 persons',
      'Brakes 130 mm drum / 130 mm drum, CBS',
      'Lights Headlamp LED, tail bulb, indicators bulb',
      'Speed Raise 0-60 km/h in 9.2 s',
      'Comfort Long seat, flat floorboard and soft rear spring',
      'Compatibility E20 petrol; city traffic and short hops',
      'Buy/Book Now',
    ]) {
      expect(words, text).toContain(text);
    }
  });

  it('marks estimates in the wording of the details screen, and nothing else', async () => {
    const open = { modal: await textAt('/bikes?open=1'), details: await textAt('/vehicle-details?vehicle=1') };
    for (const [screen, words] of Object.entries(open)) {
      expect(words, screen).toContain('0-60 km/h in 5.8 s estimate');
      expect(words, screen).toContain('270 mm disc, dual-channel ABS estimate');
      expect(words, screen).not.toContain('litres estimate');
    }
  });

  it.each([
    ['', 3, 2],
    ['&image=2', 1, 3],
    ['&image=3', 2, 1],
    ['&image=9', 3, 2],
    ['&image=-1', 3, 2],
  ])('cycles through its pictures from open=6%s', async (image, previous, next) => {
    const { body } = await site.request(`/bikes?fuelType=Petrol&open=6${image}`);
    const at = (picture: number) => `href="/bikes?fuelType=Petrol&amp;open=6&amp;image=${picture}#panel"`;
    expect(body).toContain(`${at(previous)} rel="prev"`);
    expect(body).toContain(`${at(next)} rel="next"`);
  });

  it('closes to its vehicle in the list, with the same filters', async () => {
    const { body } = await site.request('/scooters?fuelType=Petrol&open=6');
    expect(body).toMatch(/href="\/scooters\?fuelType=Petrol#vehicle-6"[^>]*>.*?Close<\/span><\/a>/);
    expect(body).toContain('id="vehicle-6"');
  });

  it.each(['/bikes', '/scooters'])('of %s redirects to the details of other existing vehicles', async (path) => {
    for (const id of ['9', '101', 'sample-bike-1']) {
      const { status, headers } = await site.request(`${path}?fuelType=Petrol&open=${id}`);
      expect([status, headers.location]).toEqual([302, `/vehicle-details?vehicle=${id}`]);
    }
  });

  it.each(['999', 'zzzz', ''])('is absent for %j', async (id) => {
    const { status, body } = await site.request(`/bikes?open=${id}`);
    expect(status).toBe(id === '' ? 200 : 404);
    expect(body).not.toContain('<dialog');
    if (id) expect(getPageText(body)).toContain('This vehicle is no longer listed.');
  });
});

describe('the finder', () => {
  it('searches new, used and upcoming vehicles, a page at a time', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map(async (page) => (await site.request(`/explore?page=${page}`)).body),
    );
    expect(getPageText(pages[0] ?? '')).toContain('narrow down all 37 vehicles, new, used and upcoming.');
    expect(pages.map((body) => namesIn(body, 'found').length)).toEqual([12, 12, 12, 1]);
    expect(getPageText(pages.join(''))).toMatch(/18,400 km .* Good/);
  });

  it('keeps its filters from page to page', async () => {
    const { body } = await site.request('/explore?fuelType=Petrol');
    expect(getPageText(body)).toMatch(/Showing 2\d vehicles matching your selected filters/);
    expect(body).toContain('href="/explore?fuelType=Petrol&amp;page=2#found"');
  });
});

describe('the finder past its last page', () => {
  it.each([
    ['', '/explore#found'],
    ['fuelType=Petrol&', '/explore?fuelType=Petrol#found'],
  ])('says so, with a link back: ?%spage=9999', async (query, firstPage) => {
    const { status, body } = await site.request(`/explore?${query}page=9999`);
    expect(status).toBe(200);
    expect(getPageText(body)).toContain('This page is past the last of the list.');
    expect(body).toMatch(new RegExp(`href="${firstPage.replace('?', '\\?')}"[^>]*>Back to its first page`));
  });
});

describe('Buy/Book Now', () => {
  const book = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<TestResponse> =>
    site.request('/bookings', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
        ...headers,
      },
      body: new URLSearchParams(fields).toString(),
    });
  const getFlash = (response: TestResponse): string =>
    (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0] ?? '').join('; ');
  const messages = () => site.runtime.db.select().from(contactMessages).all();

  it('reminds a visitor once, and redirects to the prefilled contact form', async () => {
    const response = await book({ vehicle: '6', back: '/bikes#vehicle-6' });
    expect(response).toMatchObject({ status: 303, headers: { location: '/bikes#vehicle-6' } });
    const { body, headers } = await site.request('/bikes', { headers: { Cookie: getFlash(response) } });
    expect(getPageText(body)).toContain('Booking process for TVS Jupiter 110 initiated!');
    expect(body).toContain('/contact?about=6&amp;subject=Booking%3A+TVS+Jupiter+110&amp;category=sales');
    expect(headers['set-cookie']?.join()).toMatch(/notice=;/);
    expect(messages()).toEqual([]);
    const form = await site.request('/contact?about=6&subject=Booking%3A+TVS+Jupiter+110&category=sales');
    expect(form.body).toContain('>I would like to book the TVS Jupiter 110 at ₹73,400.</textarea>');
  });

  it('is stored for a signed-in user, once', async () => {
    signIn(site, 'Asha');
    const signedIn = { Cookie: 'authToken=token-of-Asha' };
    const [first] = await Promise.all([1, 2, 3].map(() => book({ vehicle: '6', back: '/scooters' }, signedIn)));
    expect(messages()).toMatchObject([{ subject: 'Booking: TVS Jupiter 110', aboutVehicleId: '6', category: 'sales' }]);
    const cookie = `${signedIn.Cookie}; ${first ? getFlash(first) : ''}`;
    const { body } = await site.request('/scooters', { headers: { Cookie: cookie } });
    expect(getPageText(body)).toContain('Booking process for TVS Jupiter 110 initiated!');
    expect(body).not.toContain('Leave your name');
  });

  it.each([
    ['9', 409, "Royal Enfield Himalayan 750 is coming soon and can't be booked yet."],
    ['nothing', 404, ''],
    ['', 404, ''],
  ])('of %j is rejected with %d', async (vehicle, status, message) => {
    const response = await book({ vehicle, back: '/bikes' });
    expect(response.status).toBe(vehicle === '' ? 422 : status);
    expect(getPageText(response.body)).toContain(message);
  });

  it('never redirects to another site, and a forged message is not shown', async () => {
    expect((await book({ vehicle: '6', back: '//elsewhere.example' })).headers.location).toBe('/main');
    for (const flash of ['booking-started.<b>', 'booking-started.999', 'booking-started', 'nonsense.6']) {
      const { body } = await site.request('/bikes', { headers: { Cookie: `notice=${encodeURIComponent(flash)}` } });
      expect(body).not.toContain('Booking process');
    }
  });
});

describe('the options of the filters', () => {
  const states = [
    '/bikes',
    '/scooters?vehicleType=Scooter',
    '/bikes?fuelType=Diesel',
    '/explore?fuelType=Electric&budget=under-1-lakh',
    '/explore?vehicleType=Bike&mileage=50%2B',
  ];
  it.each(states)('are all in sight, and links only where they have a match: %s', async (path) => {
    const { body } = await site.request(path);
    const [, filters = ''] = /<section class="finder" aria-labelledby="filters">(.*?)<\/section>/s.exec(body) ?? [];
    const options = [...filters.matchAll(/<li>(.*?)<\/li>/gs)].map(([, option = '']) => ({
      text: getPageText(option).trim(),
      isLink: option.startsWith('<a '),
      isSelected: option.includes('aria-current'),
    }));
    const counted = options.filter(({ text }) => text !== 'Any');
    expect(counted).toHaveLength(14);
    for (const { text, isLink, isSelected } of counted) expect(isLink, text).toBe(isSelected || !/ 0$/.test(text));
    expect(counted.some(({ isLink }) => !isLink)).toBe(true);
  });
});

it.each(['/main?q=zzzz', '/browse?q=zzzz', '/sell-bikes?q=zzzz'])(
  'a list of no match says so once: %s',
  async (path) => {
    const words = await textAt(path);
    expect(words).toMatch(/No match found|Nothing found|No bikes found/);
    expect(words).not.toMatch(/Found 0/);
  },
);

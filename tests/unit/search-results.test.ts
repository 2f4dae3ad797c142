import { expect, it, test } from 'vitest';
import { type BrowsePage, browseOffers } from '~/domain/browse/browse-offers.server';
import { type BrowseQuery, noFilters } from '~/domain/browse/browse-query';
import { anonymous } from '~/domain/shared/actor';
import { memoize } from '~/domain/shared/memoize';
import { queries } from '../search/queries';
import { searchStock } from '../search/stock';
import { storeListing } from '../support/stored-listing';

const stock = memoize(searchStock);

const search = (q: string, more: Partial<BrowseQuery> = {}): Promise<BrowsePage> =>
  browseOffers(stock(), { ...noFilters, q, sort: 'relevance', page: 1, ...more }, anonymous);

const getNames = ({ offers }: BrowsePage): string[] =>
  offers.map((offer) => (offer.kind === 'vehicle' ? offer.vehicle.name : offer.listing.name));

test('what the table says is found first', async () => {
  const expected = Object.values(queries)
    .flat()
    .flatMap(({ q, first }) => (first === undefined ? [] : [{ q, first }]));
  expect(expected.length).toBeGreaterThan(20);
  const found = await Promise.all(expected.map(async ({ q }) => ({ q, first: getNames(await search(q))[0] })));
  expect(found).toEqual(expected);
});

it('finds every spelling of a model, and the words of sellers after the names', async () => {
  expect(getNames(await search('activa'))).toEqual([
    'Honda Activa 110',
    'activa5g good condition',
    'Activa 6G, single owner',
    'Bike to exchange',
  ]);
});

it('carries out what was understood, and the filters of the URL first', async () => {
  const { offers, filters } = await search('second hand scooter under 50000');
  expect(filters).toEqual({ ...noFilters, q: 'second hand scooter under 50000' });
  const all = offers.map((offer) =>
    offer.kind === 'vehicle'
      ? { type: offer.vehicle.type, stock: offer.vehicle.stock, price: offer.vehicle.priceRupees }
      : { type: 'Scooter', stock: 'used', price: offer.listing.presentPrice },
  );
  expect(all.length).toBeGreaterThan(1);
  expect(all.every(({ type, stock: kind, price }) => type === 'Scooter' && kind === 'used' && price <= 50_000)).toBe(
    true,
  );
  expect(getNames(await search('activa under 50000', { maxPrice: 60_000 }))).toContain('Activa 6G, single owner');
  expect(getNames(await search('activa under 50000'))).not.toContain('Activa 6G, single owner');
});

it('lets an engine size of the URL go before that of the words, with its unit and without', async () => {
  const [typed, ofUrl] = [['bajaj 125cc', 'bajaj 125'], { minCc: 190, maxCc: 210 }] as const;
  for (const q of typed) {
    expect(getNames(await search(q))).not.toContain('Pulsar NS 200');
    expect(getNames(await search(q, ofUrl))).toEqual(['Pulsar NS 200']);
  }
});

it('finds offers by the office of their plate, and by engine size', async () => {
  expect(getNames(await search('ka 05'))).toEqual(['activa5g good condition', 'Royal Enfield Scram 411']);
  expect(getNames(await search('dl 3'))).toEqual(['Classic350 signals edition']);
  expect(getNames(await search('bajaj 200cc'))).toEqual(['Pulsar NS 200']);
});

it('lets an order of the URL or of the words go before relevance', async () => {
  expect(getNames(await search('sasti activa'))).toEqual(getNames(await search('activa', { sort: 'price' })));
  expect((await search('sasti activa')).sort).toBe('price');
  expect((await search('activa', { sort: '-price' })).sort).toBe('-price');
});

it('puts what suits the use first, and hides nothing', async () => {
  const [ride, all] = [await search('bike for long ride'), await search('bike')];
  expect(ride.total).toBe(all.total);
  const suited = await search('', { bodyStyle: ['adventure', 'cruiser', 'retro'], vehicleType: ['Bike'] });
  const names = new Set(getNames(suited));
  expect(
    getNames(ride)
      .slice(0, 3)
      .filter((name) => names.has(name)),
  ).toHaveLength(3);
  expect(getNames(ride)).not.toEqual(getNames(all));
});

it('leaves out what is not wanted', async () => {
  const kept = async (q: string) => getNames(await search(q));
  expect(await kept('honda not activa')).not.toEqual(expect.arrayContaining([expect.stringMatching(/activa/i)]));
  expect(await kept('honda not activa')).toContain('Honda Shine 125');
  const withoutHonda = await search('scooter except honda');
  expect(getNames(withoutHonda)).not.toEqual(expect.arrayContaining([expect.stringMatching(/activa|honda/i)]));
  expect(withoutHonda.parsedQuery?.chips.map(({ text }) => text)).toEqual(['Scooter', 'Not Honda']);
  const electric = await search('electric scooter');
  const other = await search('scooter not electric');
  expect(electric.total + other.total).toBe((await search('scooter')).total);
});

it('finds listings by what their model weighs, and leaves out those of which it is not known', async () => {
  const light = getNames(await search('second hand scooter under 110 kg'));
  expect(light).toContain('Activa 6G, single owner');
  expect(light).not.toContain('Ola S1 Pro');
  expect(getNames(await search('scooter', { maxWeight: 110 }))).toEqual(expect.arrayContaining(light));
  expect(getNames(await search('activa under 100 kg'))).toEqual([]);
});

it('finds offers in any of several cities, and around one', async () => {
  expect(getNames(await search('ktm or activa in mumbai or pune')).toSorted()).toEqual([
    'Activa 6G, single owner',
    'KTM 390 Duke 2021',
  ]);
  const around = getNames(await search('activa within 150 km of mumbai'));
  expect(around).toContain('Activa 6G, single owner');
  expect(around).not.toContain('activa5g good condition');
});

it('finds nothing for nonsense, and offers the nearest models apart', async () => {
  const nonsense = await search('qwertyuiop');
  expect(nonsense).toMatchObject({ total: 0, offers: [], alternatives: [] });
  const missing = await search('hayabusa');
  expect(missing).toMatchObject({ total: 0, offers: [] });
  expect(missing.alternatives.map(({ type }) => type)).toEqual(['Bike', 'Bike', 'Bike']);
  // Descriptions of other models contain "speed".
  expect(await search('triumph speed')).toMatchObject({ total: 0 });
  const { total, alternatives } = await search('scoobyaccess');
  expect([total, alternatives.length]).toEqual([0, 0]);
});

it('offers models of the brand that was meant, of the kind and fuel, nearest in price', async () => {
  const nearTo = async (q: string): Promise<string[]> => {
    const { total, alternatives } = await search(q);
    expect([q, total]).toEqual([q, 0]);
    return alternatives.map(({ name }) => name);
  };
  expect((await nearTo('honda under 10000')).every((name) => name.startsWith('Honda'))).toBe(true);
  expect(await nearTo('ducati')).toHaveLength(3);
  expect((await nearTo('scooter under 10000'))[0]).toBe('TVS Jupiter 110');
  expect(await nearTo('diesel bike')).toEqual([]);
});

it('corrects only what is not usual in stock, and takes quoted words literally', async () => {
  expect((await search('activaa')).parsedQuery?.corrected).toMatchObject({ to: 'activa', literal: '"activaa"' });
  expect(await search('"activaa"')).toMatchObject({ total: 0, parsedQuery: { corrected: null } });
});

it('finds no vehicle for a car of a maker of both', async () => {
  expect(await search('honda city')).toMatchObject({ total: 0, offers: [] });
  expect((await search('honda city ride')).total).toBeGreaterThan(0);
});

it('knows the words of riders, and corrects to them', async () => {
  const db = searchStock();
  const page = (q: string) => browseOffers(db, { ...noFilters, q, sort: 'relevance', page: 1 }, anonymous);
  expect((await page('zontez')).total).toBe(0);
  storeListing(db, { name: 'Zontes 350R', brand: 'Zontes' });
  storeListing(db, { name: 'Actiwwa', brand: 'Honda', kind: 'scooter' });
  expect(await page('zontez')).toMatchObject({ total: 1, parsedQuery: { corrected: { to: 'zontes' } } });
  expect(await page('zontes')).toMatchObject({ total: 1, parsedQuery: { corrected: null } });
  // A rider's own mistake is no word.
  expect(await page('actiwa')).toMatchObject({ parsedQuery: { corrected: { to: 'activa' } } });
});

it('finds the beginning of a word in names and places only', async () => {
  const db = searchStock();
  storeListing(db, { name: 'Rarely ridden', description: 'Embroidered seat' });
  const page = (q: string) => browseOffers(db, { ...noFilters, q, sort: 'relevance', page: 1 }, anonymous);
  expect(getNames(await page('embroidered'))).toEqual(['Rarely ridden']);
  expect(getNames(await page('embroi'))).toEqual([]);
  expect(getNames(await page('rare'))).toEqual(['Rarely ridden']);
  expect(getNames(await search('clas'))[0]).toContain('Classic');
  expect(getNames(await search('royal enfield 350'))).toEqual(expect.arrayContaining(['Classic350 signals edition']));
});

it('finds a listing by the reference in its name, which is no price', async () => {
  const db = searchStock();
  storeListing(db, { name: 'Twice 27293-2' });
  const { offers } = await browseOffers(
    db,
    { ...noFilters, q: 'twice 27293-2', sort: 'relevance', page: 1 },
    anonymous,
  );
  expect(offers).toMatchObject([{ listing: { name: 'Twice 27293-2' } }]);
});

it('follows the writes of offers', async () => {
  const db = searchStock();
  const found = async (q: string) =>
    getNames(await browseOffers(db, { ...noFilters, q, sort: 'relevance', page: 1 }, anonymous));
  db.$client
    .prepare("UPDATE listings SET name = 'Zontes 350R', city = 'Leh', place = 'la-leh' WHERE name LIKE 'KTM%'")
    .run();
  expect(await found('ktm')).toEqual(['Zontes 350R']);
  expect(await found('zontes')).toEqual(['Zontes 350R']);
  expect(await found('leh')).toEqual(['Zontes 350R']);
  db.$client.prepare("UPDATE listings SET hidden_at = '2026-06-20T00:00:00.000Z' WHERE name LIKE 'Zontes%'").run();
  expect(await found('zontes')).toEqual([]);
  db.$client.prepare("UPDATE listings SET hidden_at = NULL WHERE name LIKE 'Zontes%'").run();
  expect(await found('zontes')).toEqual(['Zontes 350R']);
  db.$client.prepare("DELETE FROM listings WHERE name LIKE 'Zontes%'").run();
  expect(await found('zontes')).toEqual([]);
  db.$client.prepare("UPDATE vehicles SET name = 'Honda Quasar 110' WHERE name = 'Honda Activa 110'").run();
  expect(await found('quasar')).toEqual(['Honda Quasar 110']);
});

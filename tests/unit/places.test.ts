import { findListings } from '~/domain/listings/listing-search.server';
import { getOfferTables } from '~/domain/search/offer-tables.server';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { changeListing } from '~/domain/listings/listing.commands.server';
import { updateOfferNames } from '~/domain/listings/offer-names.server';
import { findMeantPlace, suggestPlaces } from '~/domain/places/place-names.server';
import {
  findPlace,
  findPlaceById,
  findPlacesAround,
  findPlacesOfOffice,
  findState,
  formatPlaceName,
  knownPlaces,
  states,
} from '~/domain/places/places.server';
import { anonymous } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { listings } from '~db/schema/listings';
import { places } from '~db/schema/places';
import { seeds } from '~db/schema/site';
import { vehicles } from '~db/schema/vehicles';
import { contentRevision, freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

const db = freshDatabase();
afterAll(() => db.$client.close());

const pune = findPlaceById('mh-pune');
if (!pune) throw new Error('Pune is missing.');

describe('finding a place', () => {
  test.each([
    ['Pune', 'mh-pune'],
    ['  pUNE ', 'mh-pune'],
    ['Poona', 'mh-pune'],
    ['पुणे', 'mh-pune'],
    ['bangalore', 'ka-bengaluru'],
    ['Bombay', 'mh-mumbai'],
    ['Pune, Maharashtra', 'mh-pune'],
    ['Pune, MH, India', 'mh-pune'],
    ['Pune - 411001', 'mh-pune'],
    ['Aundh, Pune', 'mh-pune'],
    ['சென்னை', 'tn-chennai'],
    ['மதுரை', 'tn-madurai'],
    ['सोनपुर', null],
    ['सिरपुर', null],
    ['Pune Maharashtra', 'mh-pune'],
    ['port blair andaman and nicobar islands', 'an-sri-vijaya-puram'],
    ['Andheri West', 'mh-mumbai'],
    ['Noida Sector 62', 'up-noida'],
    ['Anna Nagar', null],
    ['Ekta Goa', null],
    ['Pune, Gujarat', null],
    ['Atlantis', null],
    ['', null],
    [',', null],
    ['411001', null],
  ])('%s', (text, id) => {
    expect(findPlace(text)?.id ?? null).toBe(id);
  });

  test('a well-known part of a city in another state is no part of it', () => {
    expect(findPlace('Andheri', 'Maharashtra')?.id).toBe('mh-mumbai');
    expect(findPlace('Andheri', 'Goa')).toBeNull();
  });

  test.each([
    ['Hydrabad', null, 'Hyderabad'],
    ['Vishakapatnam', null, 'Visakhapatnam'],
    ['Hydrabad', 'Goa', undefined],
    ['Pune', null, undefined],
    ['Wadgaon Maval', null, undefined],
  ])('%s in the state %s probably means %s', (text, state, city) => {
    expect(findMeantPlace(text, state)?.city).toBe(city);
  });

  test.each([
    ['pun', 'Pune'],
    ['bomb', 'Mumbai'],
    ['कोल्ह', 'Kolhapur'],
    ['சென்னை', 'Chennai'],
    ['Aundh, pun', 'Aundh, Pune'],
    ['Hydrabad', 'Hyderabad'],
    ['અમદાવાદ', 'Ahmedabad'],
    ['p', undefined],
    ['atlantis', undefined],
  ])('the first suggestion for %s is %s', (typed, first) => {
    const suggested = suggestPlaces(typed);
    expect(suggested[0]).toBe(first);
    expect(suggested.length).toBeLessThanOrEqual(6);
  });

  test('the state decides between places of one name', () => {
    expect(findPlace('श्रीरामपुर', 'Maharashtra')?.id).toBe('mh-shrirampur');
    expect(findPlace('श्रीरामपुर', 'West Bengal')?.id).toBe('wb-serampore');
    expect(findPlace('श्रीरामपुर', 'Goa')).toBeNull();
  });

  test('every place is found by the name that addresses use for it', () => {
    expect(knownPlaces.filter((place) => findPlace(formatPlaceName(place)) !== place)).toEqual([]);
  });

  test.each([
    ['Maharashtra', 'MH'],
    ['mh', 'MH'],
    ['Orissa', 'OD'],
    ['or', 'OD'],
    ['ap', 'AP'],
    ['महाराष्ट्र', 'MH'],
    ['Narnia', undefined],
  ])('the state %s', (text, code) => {
    expect(findState(text)?.code).toBe(code);
  });

  test('all states and territories', () => {
    expect(states).toHaveLength(36);
  });
});

describe('distances', () => {
  test('the nearest first, and the place itself', () => {
    const near = [...findPlacesAround(pune, 50)];
    expect(near[0]).toEqual(['mh-pune', 0]);
    expect(near[1]).toEqual(['mh-pimpri-chinchwad', 12]);
    expect(near.map(([, km]) => km)).toEqual(near.map(([, km]) => km).toSorted((one, other) => one - other));
    expect(findPlacesAround(pune, 100).has('mh-mumbai')).toBe(false);
    expect(findPlacesAround(pune, 125).get('mh-mumbai')).toBe(120);
  });

  test('an office and the places of its plates', () => {
    expect(findPlacesOfOffice('MH 05').map(({ id }) => id)).toEqual(['mh-kalyan', 'mh-dombivli']);
    expect(findPlacesOfOffice('XX 99')).toEqual([]);
  });
});

const stored = (id: string) =>
  db
    .select({ city: listings.city, state: listings.state, place: listings.place, version: listings.version })
    .from(listings)
    .where(eq(listings.id, id))
    .get();

describe('the city of a listing', () => {
  const owner = storeUser(db, 'Asha');
  const change = (id: string, fields: Record<string, unknown>) => {
    const now = new Date('2026-06-16T06:30:00.000Z');
    const input = checkInput(changeListing, { ...fields, id, kind: 'bike' }, now);
    if (!input.ok) return input;
    return runCommand(changeListing, input.value, { db, actor: owner, now });
  };

  test('is stored as the data spells it, with its state and place', () => {
    const { listing } = storeListing(db, { city: 'Bombay' });
    expect(stored(listing.id)).toMatchObject({ city: 'Mumbai', state: 'Maharashtra', place: 'mh-mumbai' });
    expect(listing).toMatchObject({ city: 'Mumbai', state: 'Maharashtra' });
  });

  test('stays as typed when it is not known, with the state that was chosen', () => {
    const { listing } = storeListing(db, { city: 'Wadgaon Maval', state: 'mh' });
    expect(stored(listing.id)).toMatchObject({ city: 'Wadgaon Maval', state: 'Maharashtra', place: null });
  });

  test('a part of a town stays, and the listing is found in the town', () => {
    const pune = { city: 'Aundh, Pune', state: 'Maharashtra', place: 'mh-pune' };
    for (const city of ['Aundh, Pune', 'Aundh, पुणे', 'Aundh, pune, MH 411007']) {
      expect(stored(storeListing(db, { city }).listing.id)).toMatchObject(pune);
    }
    const andheri = { city: 'Andheri, Mumbai', place: 'mh-mumbai' };
    for (const city of ['Andheri', 'Andheri, bombay']) {
      expect(stored(storeListing(db, { city }).listing.id)).toMatchObject(andheri);
    }
    const noida = { city: 'Noida Sector 62', place: 'up-noida' };
    expect(stored(storeListing(db, { city: noida.city }).listing.id)).toMatchObject(noida);
  });

  test('an unknown state is an error of its field', () => {
    expect(() => storeListing(db, { city: 'Pune', state: 'Narnia' })).toThrow('unknown_state');
  });

  test('a new city changes the state, and other changes change neither', () => {
    const { id } = storeListing(db, { city: 'Pune' }, owner).listing;
    expect(change(id, { presentPrice: 41_000 })).toMatchObject({ ok: true });
    expect(stored(id)).toMatchObject({ city: 'Pune', state: 'Maharashtra', place: 'mh-pune' });
    // As the form sends it: the old state with the new city.
    change(id, { city: 'surat', state: 'Maharashtra' });
    expect(stored(id)).toMatchObject({ city: 'Surat', state: 'Gujarat', place: 'gj-surat' });
    change(id, { city: 'Hazira', state: 'Gujarat' });
    expect(stored(id)).toMatchObject({ city: 'Hazira', state: 'Gujarat', place: null });
    // A part of Hyderabad too, but the state is that of the form.
    change(id, { city: 'Uppal', state: 'Gujarat' });
    expect(stored(id)).toMatchObject({ city: 'Uppal', state: 'Gujarat', place: null });
    change(id, { city: null });
    expect(stored(id)).toMatchObject({ city: null, place: null });
  });
});

test('built-in vehicles and samples have their places', () => {
  const without = [
    ...db.select().from(vehicles).all(),
    ...db.select().from(listings).where(eq(listings.isSample, true)).all(),
  ].filter(({ city, place }) => (city === null) !== (place === null));
  expect(without).toEqual([]);
  expect(db.select().from(places).all()).toHaveLength(knownPlaces.length);
});

describe('listings from before places were known', () => {
  const { listing: bombay } = storeListing(db, { city: 'Mumbai' });
  const { listing: known } = storeListing(db, { city: 'Pune' });
  const { listing: unknown } = storeListing(db, { city: 'Atlantis' });
  db.update(listings).set({ city: 'bombay', state: null, place: null }).where(eq(listings.id, bombay.id)).run();
  db.update(listings).set({ checkedAt: '2026-06-16T06:30:00.000Z' }).where(eq(listings.id, bombay.id)).run();
  db.update(listings).set({ place: null }).where(eq(listings.id, known.id)).run();
  updateOfferNames(db, new Date());

  test('are migrated, and those that change visibly have a new version', () => {
    expect(stored(bombay.id)).toEqual({ city: 'Mumbai', state: 'Maharashtra', place: 'mh-mumbai', version: 2 });
    expect(stored(known.id)).toEqual({ city: 'Pune', state: 'Maharashtra', place: 'mh-pune', version: 1 });
    expect(
      db.select({ at: listings.checkedAt }).from(listings).where(eq(listings.id, bombay.id)).get()?.at,
    ).not.toBeNull();
    expect(stored(unknown.id)).toEqual({ city: 'Atlantis', state: null, place: null, version: 1 });
  });

  test('a second start writes nothing, until the data file changes', () => {
    const before = contentRevision(db);
    updateOfferNames(db, new Date());
    expect(contentRevision(db)).toBe(before);
    db.update(seeds).set({ contentHash: 'of another file' }).where(eq(seeds.name, 'located')).run();
    db.update(listings).set({ place: null }).where(eq(listings.id, known.id)).run();
    updateOfferNames(db, new Date());
    expect(stored(known.id)?.place).toBe('mh-pune');
  });
});

test('a plate with hidden digits is found by its office, and by none of the hidden digits', async () => {
  const licenses = ['MH 12 QX 4711', 'MH1247', '4711', 'KA-01-AB-1', 'DL3SAB12'];
  for (const [index, license] of licenses.entries())
    storeListing(db, { license, hideLicenseDigits: true, name: `Hidden ${index}`, city: null }, anonymous);
  const search = async (q: string) => {
    const query = { kind: 'bike', sort: 'newest', page: 1, limit: 50, q } as const;
    const { items } = await findListings(db, query, anonymous);
    return items.map(({ name }) => name).filter((name) => name.startsWith('Hidden'));
  };
  expect(await search('mh 12')).toEqual(['Hidden 0']);
  // Of a shorter number, the digits of the office are among the last four.
  expect(await search('ka 01')).toEqual([]);
  expect(await search('dl 3')).toEqual([]);
  const { words } = getOfferTables(db).bike.places;
  expect(['mh12', '47', 'ka01', 'dl3'].map((start) => words.hasPrefix(start))).toEqual([true, false, false, false]);
});

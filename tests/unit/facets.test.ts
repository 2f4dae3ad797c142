import { expect, test } from 'vitest';
import { noFilters } from '~/domain/browse/browse-query';
import type { Offers } from '~/domain/browse/facet-choices';
import { clearFacet, createFacetOptions, getActiveFilters } from '~/domain/browse/facets';
import { OfferSelection } from '~/domain/search/offer-selection';
import { OfferTable, separator } from '~/domain/search/offer-table.server';
import { createFullSet } from '~/domain/search/row-sets';
import { understandAt } from '../search/meaning';

type Traits = { price: number; year: number | null; kilometres: number | null };

const offer = (traits: Partial<Traits>): Traits => ({ price: 50_000, year: 2020, kilometres: 10_000, ...traits });

/** Listings of first owners with these traits, without a place. */
function createOffers(offers: readonly Traits[]): Offers {
  const table = new OfferTable('bike_documents', (year) => ({
    value: {
      type: 'Bike',
      kind: 'listing',
      category: null,
      fuel: 'Petrol',
      condition: 'Good',
      bodyStyle: 'commuter',
      transmission: 'manual',
      year: year === '' ? null : Number(year),
      engineCc: null,
    },
    text: '',
  }));
  for (const [seq, { price, year, kilometres }] of offers.entries()) {
    const flags = { isVisible: true, isSample: false, isSold: false, isBehind: false, hasPhoto: false };
    const texts = { name: ['Hero', 'Splendor', ''].join(separator), details: String(year ?? ''), place: '' };
    table.set({ seq, ...flags, ...texts, owners: 1, figures: { price, kilometres } });
  }
  const set = table.states.test(({ isVisible }) => isVisible).select(createFullSet(table.rowCount));
  return {
    selection: new OfferSelection([{ table, set }]),
    getLocation: () => ({ city: null, km: null }),
  };
}

/** Number of offers for each option of a facet. */
const counts = (name: 'price' | 'year' | 'kilometres', offers: readonly Traits[]) =>
  Object.fromEntries(
    createFacetOptions(name, createOffers(offers), noFilters).map(({ text, vehicles }) => [text, vehicles]),
  );

test('a price on the edge of two bands counts in the upper one alone', () => {
  const offers = [99_999, 100_000, 149_999, 150_000, 200_000].map((price) => offer({ price }));
  expect(counts('price', offers)).toEqual({
    'Under ₹1 Lakh': 1,
    '₹1-1.5 Lakh': 2,
    '₹1.5-2 Lakh': 1,
    'Above ₹2 Lakh': 1,
  });
});

test('a year and a distance count in every option that contains them, and unknown ones in none', () => {
  const offers = [2020, 2019, null].map((year) => offer({ year, kilometres: null }));
  expect(counts('year', offers)).toEqual({ 'From 2020': 1, 'From 2018': 2, 'From 2015': 2, 'From 2010': 2 });
  expect(counts('kilometres', offers)).toEqual({});
  expect(counts('kilometres', [offer({ kilometres: 10_000 }), offer({ kilometres: 10_001 })])).toEqual({
    'Up to 10,000 km': 1,
    'Up to 25,000 km': 2,
    'Up to 50,000 km': 2,
  });
});

test('an option that would widen the search is not counted', () => {
  const { filters } = understandAt('second hand under 60k 2018 ke baad ki');
  const countsBeside = (name: 'kind' | 'price' | 'year' | 'owners') =>
    Object.fromEntries(
      createFacetOptions(name, createOffers([offer({})]), noFilters, filters).map(({ text, vehicles }) => [
        text,
        vehicles,
      ]),
    );
  expect(countsBeside('kind')).toEqual({ New: null, 'Coming soon': null, 'From riders': 1 });
  expect(countsBeside('price')).toEqual({
    'Under ₹1 Lakh': null,
    '₹1-1.5 Lakh': null,
    '₹1.5-2 Lakh': null,
    'Above ₹2 Lakh': null,
  });
  expect(countsBeside('year')).toEqual({ 'From 2020': 1, 'From 2018': 1, 'From 2015': null, 'From 2010': null });
  expect(countsBeside('owners')).toEqual({ 'First owner': 1, 'Up to second owner': 1, 'Up to third owner': 1 });
});

test('a facet is counted without its own filter and with all others', () => {
  const filters = { ...noFilters, minPrice: 1, maxPrice: 2, minYear: 2020 };
  expect(clearFacet(filters, 'price')).toEqual({ ...noFilters, minYear: 2020 });
});

test('of a facet with several values are listed and removed one by one', () => {
  const filters = { ...noFilters, brand: ['Hero', 'TVS'], minYear: 2020 };
  expect(getActiveFilters('brand', filters)).toEqual([
    { text: 'Hero', without: { ...filters, brand: ['TVS'] } },
    { text: 'TVS', without: { ...filters, brand: ['Hero'] } },
  ]);
  const [hero] = createFacetOptions('brand', createOffers([offer({})]), filters);
  expect(hero).toMatchObject({ text: 'Hero', isSelected: true, vehicles: 1 });
});

test('a brand that is set is offered also when no offer has it', () => {
  const options = createFacetOptions('brand', createOffers([offer({})]), { ...noFilters, brand: ['Norton'] });
  expect(options.map(({ text, isSelected, vehicles }) => [text, isSelected, vehicles])).toEqual([
    ['Hero', false, 1],
    ['Norton', true, 0],
  ]);
});

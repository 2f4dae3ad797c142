import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createSpellingCandidates, type StockVocabulary } from '~/domain/search/spelling-correction';
import { dictionary } from '~/domain/search/dictionary.server';
import { parseQuery } from '~/domain/search/query-parser';
import { getMeaning, tableYear, understandAt } from '../search/meaning';
import { queries } from '../search/queries';

const texts = (q: string): string[] => understandAt(q).chips.map(({ text }) => text);
const rests = (q: string): Record<string, string> =>
  Object.fromEntries(understandAt(q).chips.map(({ text, rest }) => [text, rest]));

describe('the table of searches', () => {
  it('has at least 800 searches in 22 groups', () => {
    expect(Object.keys(queries)).toHaveLength(22);
    const all = Object.values(queries).flat();
    expect(all.length).toBeGreaterThanOrEqual(800);
    expect(new Set(all.map(({ q }) => q)).size).toBe(all.length);
  });

  for (const [group, ofGroup] of Object.entries(queries)) {
    it(`means what it says: ${group}`, () => {
      const understood = ofGroup.map(({ q }) => ({ q, means: getMeaning(understandAt(q)) }));
      expect(understood).toEqual(ofGroup.map(({ q, means }) => ({ q, means })));
    });
  }
});

describe('what was understood', () => {
  it('is shown as chips, each with the search without it', () => {
    expect(rests('second hand activa in Pune under 60k')).toEqual({
      'Honda Activa': 'second hand in Pune under 60k',
      'Second-hand': 'activa in Pune under 60k',
      Pune: 'second hand activa under 60k',
      'Up to ₹60,000': 'second hand activa in Pune',
    });
  });

  it('is one chip for a brand and its model, at any position', () => {
    expect(rests('350 used classic royal enfield')).toEqual({
      'Royal Enfield Classic 350': 'used',
      'Second-hand': '350 classic royal enfield',
    });
  });

  it('names figures with their units', () => {
    expect(texts('150cc 2018-2021 under 20000 km above 50000')).toEqual([
      '144 cc to 156 cc',
      '2018 to 2021',
      'Up to 20,000 km',
      'From ₹50,000',
    ]);
  });

  it('has the same value for an engine size with and without its unit', () => {
    const getSize = (q: string) => understandAt(q).chips.find(({ field }) => field === 'engineCc');
    expect(getSize('honda 150cc')).toMatchObject({ value: '144-156' });
    expect(getSize('honda 150')).toMatchObject({ value: '144-156', text: '150 cc' });
  });

  it('has the labels of the facets', () => {
    expect(texts('maxi scooter second owner automatic')).toEqual([
      'Scooter',
      'Maxi scooter',
      'Up to second owner',
      'Automatic',
    ]);
  });
});

describe('corrections', () => {
  it('offer what was typed, word for word', () => {
    expect(understandAt('Activaa under 60k').corrected).toEqual({
      from: 'Activaa under 60k',
      to: 'activa under 60k',
      literal: '"Activaa" under 60k',
    });
    expect(understandAt('"Activaa" under 60k')).toMatchObject({ names: [], terms: ['activaa'], corrected: null });
  });

  it('leave a word alone that is known or in stock, and go to words in stock', () => {
    const stock: StockVocabulary = {
      has: (word) => word === 'activo',
      hasPrefix: () => false,
      candidates: createSpellingCandidates(['zontes']),
    };
    const inStock = (q: string) => parseQuery(dictionary, q, { year: tableYear, stock });
    expect(inStock('activo ')).toMatchObject({ terms: ['activo'], corrected: null });
    expect(understandAt('activo ').corrected).toMatchObject({ to: 'activa' });
    expect(inStock('zontez ')).toMatchObject({ terms: ['zontes'], corrected: { to: 'zontes' } });
  });

  it('allow one mistake in a short word, and two in a long one', () => {
    expect(understandAt('hoxdx ').corrected).toBeNull();
    expect(understandAt('thundrbrd ').corrected).toMatchObject({ to: 'thunderbird' });
  });

  it('put the maker right where the model has another', () => {
    expect(understandAt('honda pulsar')).toMatchObject({
      names: [{ brand: 'Bajaj', family: 'Pulsar', model: null }],
      corrected: { to: 'bajaj pulsar', literal: '"honda" pulsar' },
    });
  });
});

describe('the last word', () => {
  it('may still be being typed', () => {
    expect(understandAt('splend')).toMatchObject({ names: [{ family: 'Splendor' }], corrected: null });
    expect(understandAt('honda activ')).toMatchObject({ names: [{ family: 'Activa' }] });
    expect(understandAt('xyzz')).toMatchObject({ terms: ['xyzz'], isLastTermPrefix: true });
    expect(understandAt('xyzz ')).toMatchObject({ terms: ['xyzz'], isLastTermPrefix: false });
  });
});

const removeSpaces = (text: string): string => text.replaceAll(/\s/g, '');

test('any text is understood somehow, and taking a chip off leaves less of it', () => {
  const pieces = Object.values(queries)
    .flat()
    .flatMap(({ q }) => q.split(' '));
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(fc.constantFrom(...pieces, '"', '-', '₹', '+'), { maxLength: 8 }).map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const { chips, terms, text: line } = understandAt(text);
      // What is left of the text around a chip is joined by a space, also where the text had none.
      for (const { rest } of chips)
        expect(removeSpaces(rest).length).toBeLessThan(Math.max(removeSpaces(line).length, 1));
      for (const term of terms) expect(term).not.toBe('');
    }),
  );
});

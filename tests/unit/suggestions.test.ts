import { describe, expect, it, test } from 'vitest';
import { findSuggestions } from '~/domain/search/suggestions.server';
import { anonymous } from '~/domain/shared/actor';
import { queries } from '../search/queries';
import type { Database } from '~db/connection';
import { searchStock } from '../search/stock';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';

const db = searchStock();
const suggest = (on: Database, typed: string): string[] => findSuggestions(on, typed).map(({ text }) => text);

describe('suggests', () => {
  it.each([
    ['brands before models, and those on sale before others', 'hond', ['Honda', 'Honda Shine', 'Honda Activa']],
    ['a family that has the name of its brand', 'ola s', ['Ola S1']],
    ['the models of a brand', 'ktm duk', ['KTM Duke', 'KTM 125 Duke', 'KTM 160 Duke']],
    ['a name by another one of it', 'bomb', ['Mumbai']],
    ['a word that means the same as the usual one', 'second ha', ['second hand']],
    ['names in Devanagari as the catalogue spells them', 'एक्टि', ['Honda Activa', 'Honda Activa 110']],
    ['a model after its brand in Devanagari', 'होंडा एक्टि', ['Honda Activa', 'Honda Activa 110']],
    ['types and fuels after brands', 'elec', ['electric', 'Bajaj Chetak']],
    ['usual spellings of a word', 'sec', ['second hand', 'second owner', 'Secunderabad']],
    ['a family rather than the brand that makes it', 'vid', ['Hero Vida', 'Hero']],
    ['models after a nickname of their brand', 'bullet cla', ['Royal Enfield Classic']],
    [
      'large cities first, and only places after “in”',
      'scooter in de',
      ['scooter in New Delhi', 'scooter in Dehradun'],
    ],
    ['places in other scripts', 'ଭୁବ', ['Bhubaneswar']],
    ['names in other scripts', 'பஜா', ['Bajaj']],
    ['places after a model, and no other name', 'honda activa pun', ['honda activa Pune', 'honda activa Punalur']],
    ['what was typed before in front', 'used acti', ['used Honda Activa', 'used Honda Activa 110']],
    ['the correction where nothing begins so', 'actvia', ['activa']],
    ['a price in lakhs', 'bike under 1', ['bike under 1 lakh', 'bike under 1.5 lakh']],
    ['a price in thousands', 'activa below 6', ['activa below 60k']],
  ])('%s', (_what, typed, first) => {
    expect(suggest(db, typed).slice(0, first.length)).toEqual(first);
  });

  it.each(['', ' ', 'a', '0', 'xyzzy', 'mh 12', 'used 12', '<b>', '"', '।'])('nothing for “%s”', (typed) => {
    expect(suggest(db, typed)).toEqual([]);
  });

  it('colloquial words', () => {
    const own = freshDatabase();
    expect(suggest(own, 'zundo')).toEqual([]);
    storeListing(own, { kind: 'bike', name: 'Zundappa 50', brand: 'Zundappa' }, anonymous);
    expect(suggest(own, 'zundo')).toEqual([]);
    expect(suggest(own, 'zunda')).toEqual(['zundappa']);
  });
});

test('at most six are suggested for any beginning, each once and none as it is typed, within 5 ms', () => {
  const beginnings = Object.values(queries)
    .flat()
    .flatMap(({ q }) => [...q].map((_, at) => [...q].slice(0, at + 1).join('')));
  const milliseconds = beginnings.map((typed) => {
    const startedAt = process.cpuUsage();
    const suggested = suggest(db, typed);
    const { user } = process.cpuUsage(startedAt);
    expect(suggested.length).toBeLessThanOrEqual(6);
    expect(new Set(suggested).size).toBe(suggested.length);
    expect(suggested).not.toContain(typed);
    return user / 1_000;
  });
  // Of nearly four thousand, one in a hundred may meet a collection of garbage.
  expect(milliseconds.sort((one, other) => one - other)[Math.floor(0.99 * milliseconds.length)]).toBeLessThan(5);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listingSummaries } from '~/domain/listings/listing.queries.server';
import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import { freshDatabase } from '../support/fresh-database';
import { anonymous, storeListing } from '../support/stored-listing';

const names = [
  'Classic 350 "Signals"',
  "H'ness CB350",
  '100% Electric_RV400*',
  'ஹோண்டா ஆக்டிவா',
  'होंडा एक्टिवा 6G',
  'ХОНДА Шайн',
  'ΟΔΟΣ ΣΠΟΡ',
  'İSTANBUL Bisiklet',
  'Straßenkreuzer',
  'Cafe\u0301 Racer ☕️🏍️',
  '本田カブ50',
  'هوندا شاين',
  'R1',
  'OR AND NOT NEAR',
  'zwölf Zylinder',
];
const brands = ['Honda', 'TVS', 'Ather', 'Σπορ', 'ДНЕПР', 'ß'];

function stocked(): { db: Database; stored: { id: string; name: string; brand: string }[] } {
  const db = freshDatabase();
  const stored = names.flatMap((name, index) => {
    const brand = brands[index % brands.length] ?? 'Honda';
    return [storeListing(db, { name, brand }).listing, storeListing(db, { name, brand, kind: 'scooter' }).listing];
  });
  return { db, stored: stored.filter(({ kind }) => kind === 'bike') };
}

const found = (db: Database, q: string): string[] =>
  listingSummaries(db, { kind: 'bike', sort: 'newest', page: 1, limit: 100, q }, anonymous).items.map(({ id }) => id);

describe('searching listings', () => {
  const { db, stored } = stocked();
  const scan = (q: string): string[] => {
    const term = foldForSearch(q.trim());
    return stored
      .filter(({ name, brand }) => foldForSearch(name).includes(term) || foldForSearch(brand).includes(term))
      .map(({ id }) => id)
      .reverse();
  };

  it('finds what an unindexed scan of the folded text finds: parts of names and brands, in any case and script', () => {
    const part = fc
      .tuple(fc.constantFrom(...names, ...brands), fc.nat(), fc.integer({ min: 1, max: 12 }))
      .map(([text, from, length]) => {
        const letters = [...text];
        const start = from % letters.length;
        return letters.slice(start, start + length).join('');
      });
    const inSomeCase = fc
      .tuple(part, fc.constantFrom('as it is', 'upper', 'lower', 'apart'))
      .map(([text, way]) =>
        way === 'upper'
          ? text.toUpperCase()
          : way === 'lower'
            ? text.toLowerCase()
            : way === 'apart'
              ? text.normalize('NFD')
              : text,
      );
    fc.assert(
      fc.property(inSomeCase, (q) => {
        expect(found(db, q)).toEqual(scan(q));
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same for any input: quotes, wildcards, NUL, emoji, combining marks', () => {
    const sign = fc.constantFrom(
      '"',
      "'",
      '%',
      '_',
      '*',
      '\0',
      '(',
      ')',
      ':',
      '^',
      '-',
      ' ',
      '🏍️',
      '\u0301',
      'ß',
      'a',
      'O',
      'N',
    );
    const formValues = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(formValues, (q) => {
        expect(found(db, q)).toEqual(scan(q));
      }),
      { numRuns: 500 },
    );
  });

  it('reads operators of the query language as plain text', () => {
    expect(found(db, 'OR AND NOT')).toHaveLength(1);
    expect(found(db, 'NEAR')).toHaveLength(1);
    expect(found(db, 'Honda OR TVS')).toHaveLength(0);
  });

  it('follows a change of name, and forgets deleted listings', () => {
    const { db: own, stored: listed } = stocked();
    const [first] = listed;
    own.$client.prepare("UPDATE listings SET name = 'Renamed', search_name = 'renamed' WHERE id = ?").run(first?.id);
    expect(found(own, 'renamed')).toEqual([first?.id]);
    expect(found(own, 'signals')).toEqual([]);
    own.$client.prepare('DELETE FROM listings WHERE id = ?').run(first?.id);
    expect(found(own, 'renamed')).toEqual([]);
  });

  it('finds nothing hidden', () => {
    const { db: own, stored: listed } = stocked();
    own.$client.prepare("UPDATE listings SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = ?").run(listed[0]?.id);
    expect(found(own, 'signals')).toEqual([]);
    expect(found(own, 'si')).not.toContain(listed[0]?.id);
  });

  it('counts and finds the same after any changes of names and visibility, with any index', () => {
    const change = fc.record({
      of: fc.nat({ max: names.length - 1 }),
      to: fc.constantFrom('hidden', 'shown', 'renamed', 'deleted'),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const { db: own, stored: listed } = stocked();
        const { $client: sqlite } = own;
        for (const { of, to } of changes) {
          const id = listed[of]?.id;
          if (to === 'deleted') sqlite.prepare('DELETE FROM listings WHERE id = ?').run(id);
          else if (to === 'renamed')
            sqlite.prepare("UPDATE listings SET search_name = search_name || ' renamed' WHERE id = ?").run(id);
          else
            sqlite
              .prepare('UPDATE listings SET hidden_at = ? WHERE id = ?')
              .run(to === 'hidden' ? '2026-06-15T00:00:00.000Z' : null, id);
        }
        const visible = (term: string): string[] =>
          sqlite
            .prepare<[string, string], string>(
              `SELECT id FROM listings WHERE kind = 'bike' AND is_sample = 0 AND hidden_at IS NULL
                  AND (instr(search_name, ?) OR instr(search_brand, ?)) ORDER BY seq DESC`,
            )
            .pluck()
            .all(term, term);
        for (const term of ['ren', 're', 'honda', 'o']) expect(found(own, term)).toEqual(visible(term));
      }),
      { numRuns: 25 },
    );
  });
});

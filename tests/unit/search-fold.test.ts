import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch } from '~db/search-fold';
import { sized } from '../support/exhaustive';

describe('folding for search', () => {
  it.each([
    ['Royal Enfield', 'ROYAL ENFIELD'],
    ['İstanbul', 'istanbul'],
    ['STRASSE', 'straße'],
    ['ẞ', 'ss'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ς', 'σ'],
    ['\u212Aelvin', 'kelvin'],
    ['e\u0301', 'É'],
    ['ﬁre', 'FIRE'],
    ['दो पहिया', 'दो पहिया'],
    ['Hon\u0000da', 'HONDA'],
  ])('%j and %j are equal', (one, other) => {
    expect(foldForSearch(one)).toBe(foldForSearch(other));
  });

  it('writes every sigma in one form, so that it is found at the end of a prefix', () => {
    expect(foldForSearch('ΟΔΟΣΠΟΡ')).toContain(foldForSearch('ΟΔΟΣ'));
  });

  /** The letters and signs of names: `npm run test:all` tries all of Unicode. */
  const lastLetter = sized(0x2fff, 0x10ffff);

  it('is idempotent for every letter', () => {
    const notWhole: string[] = [];
    for (let code = 0; code <= lastLetter; code += 1) {
      const folded = foldForSearch(String.fromCodePoint(code));
      if (foldForSearch(folded) !== folded) notWhole.push(`U+${code.toString(16)}`);
    }
    expect(notWhole).toEqual([]);
  });

  it('ignores case, and yields nothing that the index stops at or the database cannot store', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const folded = foldForSearch(text);
        expect(foldForSearch(folded)).toBe(folded);
        expect(folded).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(Buffer.from(folded, 'utf8').toString('utf8')).toBe(folded);
      }),
    );
  });
});

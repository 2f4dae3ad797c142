import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv } from '~/domain/shared/csv';
import { readCsv } from '../support/read-csv';

describe('a table as CSV', () => {
  it('starts with a byte order mark and ends its lines with CRLF', () => {
    expect(
      formatCsv([
        ['Price', '₹1,84,000'],
        ['Offers', 'A "free" helmet'],
      ]),
    ).toBe('\uFEFFPrice,"₹1,84,000"\r\nOffers,"A ""free"" helmet"\r\n');
  });

  it.each(['=1+1', '+91 98', '-cmd', '@SUM(A1)', '\t=1', '\r=1'])('never starts a formula: %j', (text) => {
    expect(readCsv(formatCsv([[text]]))).toEqual([[`'${text}`]]);
  });

  it.each(['a,b', 'a"b', 'a\nb', 'a\rb', 'a\r\nb'])('quotes %j as one cell', (text) => {
    expect(formatCsv([[text, 'next']])).toBe(`\uFEFF"${text.replaceAll('"', '""')}",next\r\n`);
  });

  it('leaves numbers unchanged, also negative ones', () => {
    expect(formatCsv([['-12', '-3.5', '0']])).toBe('\uFEFF-12,-3.5,0\r\n');
  });

  it('is parsed back to the same values, for any content', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), (rows) => {
        expect(readCsv(formatCsv(rows))).toEqual(rows);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Columns, checkMapping, formatHeader, formatRow, matchColumns, readRow } from '~/domain/import/columns';
import { type CsvFile, maxImportLines, readCsv } from '~/domain/import/csv-file';
import { formatCsv } from '~/domain/shared/csv';
import { createRules } from '~/domain/shared/field-rules.server';
import { decodeReason, formatReason } from '~/domain/shared/result';
import { z } from 'zod';

const columns = {
  name: { field: { kind: 'line', label: 'Name', most: 80, required: true }, synonyms: ['Model'] },
  price: { field: { kind: 'rupees', label: 'Price in ₹', most: 1_000_000_000, required: true }, synonyms: ['Rate'] },
  kilometres: { field: { kind: 'count', label: 'Kilometres', most: 10_000_000, measure: 'km' }, synonyms: ['KM'] },
  owner: { field: { kind: 'ordinal', label: 'Owner', most: 9, measure: 'owner' } },
  fuel: { field: { kind: 'choice', label: 'Fuel', options: ['Petrol', 'Electric'] } },
  insured: { field: { kind: 'date', label: 'Insured until' } },
  weight: { field: { kind: 'decimal', label: 'Weight', most: 1_000, measure: 'kg' } },
  hasPuc: { field: { kind: 'flag', label: 'Pollution certificate' } },
  text: { field: { kind: 'lines', label: 'Description', most: 2_000 } },
} as const satisfies Columns;
const schema = z.object(
  createRules(Object.fromEntries(Object.entries(columns).map(([name, { field }]) => [name, field]))),
);

function read(bytes: Uint8Array | string): CsvFile {
  const result = readCsv(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  if ('problem' in result) throw new Error(formatReason(result.problem));
  return result.file;
}
const findProblem = (bytes: string): string | null => {
  const result = readCsv(Buffer.from(bytes));
  return 'problem' in result ? formatReason(result.problem) : null;
};

const text = 'Name,Price in ₹\r\nPulsar “NS”,88000\r\n';
const western = 'Name,Price\r\nPulsar “NS”,88000\r\n';

describe('a file of a spreadsheet', () => {
  it.each([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8', Buffer.from(`\uFEFF${text}`), text],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le'), text],
    ['UTF-16', Buffer.from(text, 'utf16le'), text],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), text],
    ['Windows-1252', Buffer.from(western.replace('“', '\x93').replace('”', '\x94'), 'latin1'), western],
  ])('is read as %s', (encoding, bytes, content) => {
    const [header = '', row = ''] = content.trim().split('\r\n');
    expect(read(bytes)).toEqual({
      encoding,
      separator: ',',
      header: header.split(','),
      rows: [{ line: 2, cells: row.split(',') }],
    });
  });

  it.each([
    [',', 'a,b;c\n1,2'],
    [';', 'a;b\n1;2,5'],
    ['\t', 'a\tb\n1\t2'],
    [';', 'sep=;\na,b\n1;2'],
    [',', '"a;b;c",d\n1,2'],
  ])('has its cells separated by %j', (separator, content) => {
    expect(read(content).separator).toBe(separator);
  });

  it('counts lines as an editor shows them, also with line breaks in quotes and empty lines', () => {
    const rows = read('name,text\r\nA,"one\r\ntwo"\r\n\r\n,,\r\nB,"say ""hello"""\r\nC,6" rim').rows;
    expect(rows).toEqual([
      { line: 2, cells: ['A', 'one\ntwo'] },
      { line: 6, cells: ['B', 'say "hello"'] },
      { line: 7, cells: ['C', '6" rim'] },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['name,price\n\n', 'The file has a header and no lines below it.'],
    ['name\nA\n"B\nC', 'A quotation mark opens in line 3 and is never closed.'],
    [`name\n${'A\n'.repeat(maxImportLines + 1)}`, 'A file can have up to 20,000 lines. Please split it.'],
    [`${'a,'.repeat(201)}\nA`, 'A file can have up to 200 columns.'],
  ])('that cannot be read says why: %#', (content, sentence) => {
    expect(findProblem(content)).toBe(sentence);
  });
});

describe('the columns of a file', () => {
  it('are recognized by label, name of the API and usual headers, in any order and spelling', () => {
    expect(matchColumns(['kms', 'KM', 'RATE', 'model', 'price in ₹', 'has_puc', 'Remark'], columns)).toEqual([
      null,
      'kilometres',
      'price',
      'name',
      null,
      'hasPuc',
      null,
    ]);
  });

  it('can be chosen, each field once', () => {
    expect(checkMapping(['name', '', 'price', 'constructor'], columns)).toEqual(['name', null, 'price', null]);
    expect(checkMapping(['name', 'name'], columns)).toBeNull();
  });

  const findErrors = (row: Record<string, string>): Record<string, string> => {
    const { success, error } = schema
      .partial()
      .safeParse(readRow({ cells: Object.values(row) }, Object.keys(row), columns));
    return success
      ? {}
      : Object.fromEntries(
          error.issues.map(({ path, message }) => [path.join('.'), formatReason(decodeReason(message))]),
        );
  };

  it('accept numbers, days, choices and ticks as people write them', () => {
    const row = {
      price: '₹1.2 lakh',
      kilometres: '18,400 km',
      owner: '2nd',
      fuel: 'petrol',
      insured: '31/3/2027',
      hasPuc: 'Y',
    };
    expect(findErrors(row)).toEqual({});
    expect(readRow({ cells: Object.values(row) }, Object.keys(row), columns)).toEqual({
      price: 120_000,
      kilometres: 18_400,
      owner: 2,
      fuel: 'Petrol',
      insured: '2027-03-31',
      hasPuc: true,
    });
  });

  it('reject what is none of these, and what can be read in two ways with both', () => {
    expect(
      findErrors({ name: '', price: '85.000', kilometres: 'many', fuel: 'steam', insured: 'soon', hasPuc: '?' }),
    ).toEqual({
      name: 'Name is required',
      price: 'Price in ₹ can mean ₹85 or ₹85,000. Please write the one you mean in full.',
      kilometres: 'Kilometres must be a number',
      fuel: 'Fuel must be Petrol or Electric',
      insured: 'Insured until must be a date, such as 2027-03-31',
      hasPuc: 'Pollution certificate: yes or no',
    });
  });
});

describe('what is exported', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('=1+1', "'=1", "''-x", '-5', '+91 98', '@SUM(A1)', '="007"', 'a;b', '"', '5" rim', 'sep=;'),
  );
  const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
  const row = fc.record({
    name: line,
    price: fc.nat(1_000_000_000),
    kilometres: optional(fc.nat(10_000_000)),
    owner: optional(fc.integer({ min: 1, max: 9 })),
    fuel: optional(fc.constantFrom('Petrol', 'Electric')),
    insured: optional(fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })).map(
      (day) => day?.toISOString().slice(0, 10) ?? null,
    ),
    weight: optional(fc.integer({ min: 0, max: 100_000 }).map((number) => number / 100)),
    hasPuc: fc.boolean(),
    text: optional(fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'))),
  });

  it('is imported again as the same, for any values', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (values) => {
        // What the rules have accepted and cleaned.
        const stored = values.flatMap((value): Record<string, unknown>[] => {
          const { data } = schema.safeParse(value);
          return data ? [data] : [];
        });
        fc.pre(stored.length > 0);
        const csv = formatCsv([formatHeader(columns), ...stored.map((value) => formatRow(value, columns))]);
        const { header, rows } = read(csv);
        const mapping = matchColumns(header, columns);
        expect(rows.map((cells) => schema.parse(readRow(cells, mapping, columns)))).toEqual(stored);
      }),
    );
  });
});

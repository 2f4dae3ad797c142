import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSettingFile, readSettingFile } from '~/domain/desk/setting-file.server';
import { changeSetting, readSetting } from '~/domain/desk/shop-settings.server';
import { type Columns, matchColumns } from '~/domain/import/columns';
import { readCsv } from '~/domain/import/csv-file';
import { applyImportPlan, type PlanImport } from '~/domain/import/import-plan.server';
import { listingColumns } from '~/domain/listings/listing-columns';
import { createListingFile } from '~/domain/listings/listing-file.server';
import { customerColumns } from '~/domain/messages/customer-columns';
import { planCustomerImport } from '~/domain/messages/customer-import.server';
import { sendMessage } from '~/domain/messages/send-message.server';
import { createCustomersFile } from '~/domain/people/customer-files.server';
import { anonymous } from '~/domain/shared/actor';
import { formatCsv } from '~/domain/shared/csv';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { sha256 } from '~/domain/shared/secrets.server';
import { planListingImport } from '~/domain/stock/listing-import.server';
import { stockColumns } from '~/domain/stock/stock-columns';
import { createStockFile, planStockImport } from '~/domain/stock/stock-import.server';
import { createListing } from '~/domain/listings/listing.commands.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { message, shine } from '../support/sample-content';
import { storeUser } from '../support/stored-listing';
import { readAllRows } from '../support/stored-texts';

/* What is exported and imported again changes no row, no version and no entry of the log, as any spreadsheet writes it. */

const now = new Date('2026-11-28T06:30:00.000Z');

type Draw = <Value>(arbitrary: fc.Arbitrary<Value>) => Value;

const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 24 }),
  fc.constantFrom('=1+1', "'=x", '+91', '-5', '@home', 'A "B", C; D\tE', '0012', '="007"', 'यामाहा', '1,2', '85.000'),
);
const lines = fc.array(words, { minLength: 1, maxLength: 3 }).map((texts) => texts.join('\n'));
/** Some of them could be read as thousands. */
const figure = fc.oneof(
  fc.constantFrom(45.125, 1.5, 0.001, 12, 1_234.5),
  fc.double({ min: 0, max: 900, noNaN: true }).map((value) => Number(value.toFixed(3))),
);
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });

type Plan = { columns: Columns; plan: PlanImport };
type Kind = {
  /** Stores something of any content; what a rule refuses is not stored. */
  store: (db: Database, draw: Draw) => void;
  export: (db: Database) => Promise<string>;
  import: Plan | ((db: Database, file: Buffer) => void);
};

function plan(db: Database, { columns, plan: planImport }: Plan, bytes: Buffer) {
  const read = readCsv(bytes);
  if ('problem' in read) throw new Error(read.problem.code);
  return planImport(db, { file: read.file, mapping: matchColumns(read.file.header, columns), now });
}

const stock: Plan = { columns: stockColumns, plan: planStockImport };
const context = { operator: { id: 'user-opal', name: 'Opal' }, batch: 'batch', now };
const readText = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

const kinds: Readonly<Record<string, Kind>> = {
  stock: {
    store(db, draw) {
      const file = formatCsv([
        ['Stock number', 'Brand', 'Name', 'Type', 'Fuel', 'Price', 'Variant', 'Description', 'City', 'New or used'],
        ...draw(fc.array(fc.tuple(words, words, words, lines, words), { minLength: 1, maxLength: 4 })).map(
          ([number, brand, name, description, variant], at) => [
            ...[number, brand, name, at % 2 === 0 ? 'Bike' : 'Scooter', 'Petrol', '1,23,456', variant, description],
            ...['Pune', at < 2 ? 'used' : 'new'],
          ],
        ),
      ]);
      applyImportPlan(db, context, plan(db, stock, Buffer.from(file)));
      const [mileage, power, kilometres] = draw(fc.tuple(optional(figure), optional(figure), optional(fc.nat(99_999))));
      db.$client
        .prepare(
          `UPDATE vehicles SET mileage_kmpl = ?, power_ps = ?, kilometres_driven = ?
            WHERE fuel <> 'Electric' AND seq % 3 = 0 AND owner_user_id IS NULL`,
        )
        .run(mileage, power, kilometres);
    },
    export: (db) => readText(createStockFile(db)),
    import: stock,
  },
  listings: {
    store(db, draw) {
      const fields = draw(
        fc.record({
          ...{ name: words, brand: words, model: optional(words), condition: fc.constantFrom('Good', 'Excellent') },
          ...{ mileage: figure, topSpeed: figure, presentPrice: fc.nat(9_999_999), engineCapacity: optional(words) },
          ...{ kilometresDriven: optional(fc.nat(99_999)), ownerNumber: optional(fc.integer({ min: 1, max: 9 })) },
          ...{
            city: optional(fc.oneof(words, fc.constant('Pune'))),
            description: optional(lines),
            hasRc: fc.boolean(),
          },
          ...{ insuranceUntil: optional(fc.constantFrom('2026-12-31', '2000-01-01')), hasNoc: fc.boolean() },
        }),
      );
      const input = checkInput(createListing, { ...shine, kind: 'bike', photos: [], ...fields }, now);
      if (input.ok) runCommand(createListing, input.value, { db, actor: anonymous, now });
      db.$client.exec('UPDATE listings SET hidden_at = created_at WHERE is_sample = 0 AND seq % 5 = 0');
    },
    export: (db) => readText(createListingFile(db)),
    import: { columns: listingColumns, plan: planListingImport },
  },
  customers: {
    store(db, draw) {
      const fields = draw(fc.record({ name: words, subject: words, message: lines }));
      const input = checkInput(sendMessage, { ...message, ...fields }, now);
      if (input.ok) runCommand(sendMessage, input.value, { db, actor: anonymous, now });
    },
    export: (db) => readText(createCustomersFile(db)),
    import: { columns: customerColumns, plan: planCustomerImport },
  },
  accessories: {
    store(db, draw) {
      const { value } = readSetting(db, 'accessories');
      const toolKits = draw(
        fc.array(
          fc.record({
            ...{ name: words, priceRupees: fc.nat(99_999), rating: fc.constantFrom(1, 3.5, 4.8) },
            ...{ features: fc.array(words, { minLength: 1, maxLength: 3 }), pieces: fc.integer({ min: 1, max: 99 }) },
            colour: fc.constant({ body: '#aa2211', accent: '#c9ced6' }),
          }),
          { maxLength: 4 },
        ),
      );
      const edited = { ...(typeof value === 'object' ? value : {}), toolKits };
      const input = changeSetting.schema(now).safeParse({ name: 'accessories', value: edited });
      const actor = {
        user: { id: 'user-opal', name: 'Opal', role: 'owner', sessionId: '' },
        manageKeyIds: [],
      } as const;
      if (input.success) runCommand(changeSetting, input.data, { db, actor, now });
    },
    export: async (db) => createSettingFile(db, 'accessories'),
    import(db, file) {
      const result = readSettingFile(db, 'accessories', file);
      if ('problem' in result) throw new Error(result.problem.code);
      expect(result.report).toMatchObject({ added: 0, changed: 0, problems: [] });
    },
  },
};

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-16': (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
  // What it cannot write, a spreadsheet would not keep either.
  'Windows-1252': (text: string) => Buffer.from(text, /^[\x20-\x7e\s\u00a0-\u00ff]*$/.test(text) ? 'latin1' : 'utf8'),
} as const;
const spelling = fc.record({
  separator: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom('UTF-8', 'UTF-16', 'Windows-1252'),
  isSeparatorNamed: fc.boolean(),
  order: fc.array(fc.nat(), { minLength: 80, maxLength: 80 }),
});

/** As a spreadsheet stores it again, with its columns moved. */
function respell(
  csv: string,
  { separator, encoding, isSeparatorNamed, order }: typeof spelling extends fc.Arbitrary<infer S> ? S : never,
) {
  const rows: string[][] = parse(csv, { bom: true, relax_column_count: true });
  const places = (rows[0] ?? []).map((_, at) => at).sort((one, other) => (order[one] ?? 0) - (order[other] ?? 0));
  const text = rows
    .map((row) => places.map((at) => `"${(row[at] ?? '').replaceAll('"', '""')}"`).join(separator))
    .join('\r\n');
  return encodings[encoding as keyof typeof encodings](isSeparatorNamed ? `sep=${separator}\r\n${text}` : text);
}

/** By table. */
function digest(db: Database): Record<string, string> {
  const byTable: Record<string, string[]> = {};
  for (const { table, row } of readAllRows(db)) {
    byTable[table] ??= [];
    byTable[table].push(row);
  }
  return Object.fromEntries(Object.entries(byTable).map(([table, rows]) => [table, sha256(rows.join('\n'))]));
}

describe.each(Object.entries(kinds))('the file of %s', (_, { store, export: exportFile, import: importFile }) => {
  it('changes nothing when it is imported again', async () => {
    const db = freshDatabase();
    storeUser(db, 'Opal', 'owner');
    await fc.assert(
      fc.asyncProperty(fc.gen(), spelling, async (draw, spelt) => {
        store(db, (arbitrary) => draw(() => arbitrary));
        const before = digest(db);
        const exported = await exportFile(db);
        // A rule refused what was drawn first.
        if (!exported.includes('\n', exported.indexOf('\n') + 1)) return;
        const file = respell(exported, spelt);
        if (typeof importFile === 'function') importFile(db, file);
        else {
          const made = plan(db, importFile, file);
          expect(made.report).toMatchObject({
            counts: { added: 0, changed: 0, refused: 0 },
            problems: [],
            changes: [],
          });
          expect(applyImportPlan(db, { ...context, batch: 'again' }, made)).toBe(true);
        }
        expect(digest(db)).toEqual(before);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

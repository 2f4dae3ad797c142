import { readFileSync } from 'node:fs';
import { isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { readCsv } from '~/domain/import/csv-file';
import { applyImportPlan } from '~/domain/import/import-plan.server';
import { formatCsv } from '~/domain/shared/csv';
import { formatHeader, matchColumns } from '~/domain/import/columns';
import { stockColumns } from '~/domain/stock/stock-columns';
import { formatStockRow, planStockImport } from '~/domain/stock/stock-import.server';
import { applyUndo, planUndo } from '~/domain/stock/stock-writes.server';
import { seed } from '~db/seed/seed';
import type { Database } from '~db/connection';
import { stockChanges } from '~db/schema/stock';
import { vehicles } from '~db/schema/vehicles';
import { freshDatabase } from '../support/fresh-database';

const now = new Date('2026-11-28T06:30:00.000Z');
const context = { operator: { id: 'o1', name: 'Olga' }, batch: 'b1', now };

function plan(db: Database, content: string | Buffer) {
  const result = readCsv(Buffer.from(content));
  if ('problem' in result) throw new Error(result.problem.code);
  return planStockImport(db, { file: result.file, mapping: matchColumns(result.file.header, stockColumns), now });
}
function apply(db: Database, content: string | Buffer, batch = 'b1') {
  const made = plan(db, content);
  expect(applyImportPlan(db, { ...context, batch }, made)).toBe(true);
  return made.report;
}
const listStock = (db: Database) => db.select().from(vehicles).where(isNull(vehicles.retiredAt)).all();
const exportStock = (db: Database): string =>
  formatCsv([formatHeader(stockColumns), ...listStock(db).map((row) => formatStockRow(row))]);

const dealer = [
  'Stock no;Model;Reg. No;Price;KM;Year;Own;Remark',
  'S1;Pulsar NS200;MH 12 QX 4410;88000;18,400;2021;1;both keys',
  'S2;Honda Activa 6G;MH 12 RT 0093;69,000;11200 km;2021;1st;',
  'S3;Ather 450X;MH 12 VV 5150;1.08 lakh;6100;2023;1;',
].join('\r\n');

describe('importing stock', () => {
  it('adds the vehicles of a dealer with what their models say, once', () => {
    const db = freshDatabase();
    expect(apply(db, dealer).counts).toEqual({ added: 3, changed: 0, unchanged: 0, refused: 0 });
    const inOrder = db.select().from(vehicles).where(isNull(vehicles.retiredAt)).orderBy(vehicles.seq).all();
    expect(inOrder.slice(-3)).toMatchObject([
      {
        externalId: 'S1',
        name: 'Bajaj Pulsar NS200',
        brand: 'Bajaj',
        type: 'Bike',
        fuel: 'Petrol',
        stock: 'used',
        priceRupees: 88_000,
        kilometresDriven: 18_400,
        owners: 1,
        description: 'both keys',
        ownerUserId: null,
        isBuiltIn: false,
      },
      { externalId: 'S2', type: 'Scooter', brand: 'Honda', priceRupees: 69_000 },
      { externalId: 'S3', fuel: 'Electric', brand: 'Ather', priceRupees: 108_000 },
    ]);
    expect(plan(db, dealer).report.counts).toEqual({ added: 0, changed: 0, unchanged: 3, refused: 0 });
  });

  it('changes what a line with the same stock number states, and undoes all of a batch', () => {
    const db = freshDatabase();
    apply(db, dealer);
    const before = exportStock(db);
    const report = apply(db, 'stock number,price\nS1,"₹84,000"\nS2,69000\n', 'b2');
    expect(report.counts).toEqual({ added: 0, changed: 1, unchanged: 1, refused: 0 });
    expect(report.changes).toMatchObject([
      { line: 2, title: 'Bajaj Pulsar NS200', was: '₹88,000', becomes: '₹84,000' },
    ]);
    expect(applyUndo(db, { ...context, batch: 'b3' }, planUndo(db, 'b2'))).toBe(1);
    expect(exportStock(db)).toBe(before);
    expect(planUndo(db, 'b2').updates).toEqual([]);
    expect(applyUndo(db, { ...context, batch: 'b4' }, planUndo(db, 'b1'))).toBe(3);
    expect(plan(db, dealer).report.counts.added).toBe(3);
  });

  it('refuses lines with sentences, and takes the others', () => {
    const db = freshDatabase();
    apply(db, dealer);
    const { counts, problems } = plan(
      db,
      [
        'Stock no,Model,Reg. No,Price,Year,Front brake',
        'S4,Honda Shine,MH 12 AA 1111,88k,2020,disc 240',
        'S5,Honda Shine,MH12RT0093,52000,2020,',
        'S6,Honda Shine,MH 12 AA 1113,52000,2031,',
        'S7,Gogoro X,MH 12 AA 1114,85.000,2020,rope',
        'S4,Honda Shine,MH 12 AA 1115,1,2020,',
        'S3,Ather 450X,,1,2023,',
        ',Unheard Of,,2,2020,',
      ].join('\n'),
    ).report;
    expect(counts).toEqual({ added: 1, changed: 1, unchanged: 0, refused: 5 });
    expect(problems.map(({ line, column, text }) => `${line} ${column}: ${text}`)).toEqual([
      '3 Reg. No: Number plate MH12RT0093 is already in stock: Honda Activa 6G',
      '4 Year: Model year must be from 1900 to 2027',
      '5 Price: Price can mean ₹85 or ₹85,000. Please write the one you mean in full.',
      '5 Front brake: Front brake must be disc or drum, such as disc 300',
      '6 Stock no: Stock number S4 stands in line 2 too',
      '8 Brand: Brand is required',
      '8 Type: Type is required',
      '8 Fuel type: Fuel type is required',
    ]);
  });

  it('of the example has no problem, and changes nothing the second time', () => {
    const db = freshDatabase();
    const example = readFileSync('db/seed/import-india.csv');
    const { counts, problems } = apply(db, example);
    expect(problems).toEqual([]);
    expect(counts.added + counts.changed).toBe(137);
    expect(plan(db, example).report.counts).toEqual({ added: 0, changed: 0, unchanged: 137, refused: 0 });
  });

  it('writes nothing if the stock was changed since it was looked at', () => {
    const db = freshDatabase();
    apply(db, dealer);
    const outdated = plan(db, 'stock no,model,price\nS9,Honda Shine,50000\nS1,Pulsar NS200,1\n');
    apply(db, 'stock no,price\nS1,2\n', 'b2');
    const before = exportStock(db);
    const count = () => db.select().from(stockChanges).all().length;
    const changes = count();
    expect(applyImportPlan(db, context, outdated)).toBe(false);
    expect(exportStock(db)).toBe(before);
    expect(count()).toBe(changes);
  });
});

describe('the seeder', () => {
  it('keeps what an operator changed, when the file changes too', () => {
    const db = freshDatabase();
    apply(db, 'id,price\n1,123456\n');
    db.$client.exec("UPDATE seeds SET content_hash = 'older'");
    seed(db, now);
    expect(listStock(db).find(({ id }) => id === '1')?.priceRupees).toBe(123_456);
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { matchColumns } from '~/domain/import/columns';
import { readCsv } from '~/domain/import/csv-file';
import { applyImportPlan } from '~/domain/import/import-plan.server';
import { listingColumns } from '~/domain/listings/listing-columns';
import { planListingImport } from '~/domain/stock/listing-import.server';
import { applyUndo, planUndo } from '~/domain/stock/stock-writes.server';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { freshDatabase } from '../support/fresh-database';
import { storeListing } from '../support/stored-listing';
import { findStoredTexts } from '../support/stored-texts';

const now = new Date('2026-11-28T06:30:00.000Z');
const context = { operator: { id: 'o1', name: 'Olga' }, batch: 'b1', now };

function plan(db: Database, content: string) {
  const result = readCsv(Buffer.from(content));
  if ('problem' in result) throw new Error(result.problem.code);
  const { file } = result;
  return planListingImport(db, { file, mapping: matchColumns(file.header, listingColumns), now });
}

function findRow(db: Database, id: string) {
  const row = db.select().from(listings).where(eq(listings.id, id)).get();
  if (!row) throw new Error('The listing is gone.');
  const { version: _version, updatedAt: _updatedAt, ...rest } = row;
  return rest;
}

describe('importing riders’ listings', () => {
  it('changes those with the id of a line, keeps them checked, and undoes it exactly', () => {
    const db = freshDatabase();
    const { id } = storeListing(db, { model: null, city: 'Pune' }).listing;
    db.$client.prepare('UPDATE listings SET checked_at = created_at WHERE id = ?').run(id);
    const before = findRow(db, id);
    const made = plan(db, `Price;Id;Name;City;Views\n"₹48,000";${id};Honda Activa 6G;Nashik;9999\n`);
    expect(made.report.counts).toEqual({ added: 0, changed: 1, unchanged: 0, refused: 0 });
    const changes = made.report.changes.map(({ column, was, becomes }) => `${column}: ${was} > ${becomes}`);
    expect(changes).toEqual(
      expect.arrayContaining(['Name: Honda Shine 125 > Honda Activa 6G', 'Present price: ₹52,000 > ₹48,000']),
    );
    expect(applyImportPlan(db, context, made)).toBe(true);
    const after = findRow(db, id);
    expect(after).toMatchObject({ name: 'Honda Activa 6G', presentPrice: 48_000, city: 'Nashik', viewCount: 0 });
    expect(after.checkedAt).toBe(before.checkedAt);
    expect(applyUndo(db, { ...context, batch: 'b2' }, planUndo(db, 'b1'))).toBe(1);
    expect(findRow(db, id)).toEqual(before);
  });

  it('refuses lines with their line, column and sentence', () => {
    const db = freshDatabase();
    const { id } = storeListing(db).listing;
    const other = storeListing(db, { license: 'KA 05 LZ 4712', type: 'Electric', engineCapacity: null }).listing.id;
    const { counts, problems } = plan(
      db,
      [
        'Id,Year,Present price,Engine capacity,Battery capacity',
        `${id},2031,85.000,,`,
        `${id},2021,52000,,`,
        ',2021,52000,,',
        'none,2021,52000,,',
        `${other},2021,52000,124 cc,`,
      ].join('\n'),
    ).report;
    expect(counts).toEqual({ added: 0, changed: 0, unchanged: 0, refused: 5 });
    expect(problems.map(({ line, column, text }) => `${line} ${column}: ${text}`)).toEqual([
      '2 Year: Year must be between 2000 and 2026',
      '2 Present price: Present price can mean ₹85 or ₹85,000. Please write the one you mean in full.',
      `3 Id: Id ${id} stands in line 2 too`,
      '4 Id: Id is required',
      '5 Id: This listing does not exist.',
      '6 Engine capacity: Engine capacity: an electric vehicle has none',
    ]);
  });

  it('writes nothing if a listing was changed since, and keeps nothing of one that was deleted', () => {
    const db = freshDatabase();
    const { id } = storeListing(db, { city: 'Pune' }).listing;
    const made = plan(db, `Id,City\n${id},Nashik\n`);
    expect(applyImportPlan(db, context, made)).toBe(true);
    expect(applyImportPlan(db, context, made)).toBe(false);
    db.delete(listings).where(eq(listings.id, id)).run();
    expect(findStoredTexts(db, ['Nashik']).filter((text) => text.startsWith('stock_changes'))).toEqual([]);
  });
});

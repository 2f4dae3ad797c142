import { type Column, eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Statement } from '~db/connection';
import type { StockAction, StockSubject } from '~db/enums';
import { listings } from '~db/schema/listings';
import { createJsonReader } from '~db/schema/columns';
import { stockChangePhotos, stockChanges } from '~db/schema/stock';
import { vehicleColourways, vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import type { ImportContext } from '../import/import-plan.server';
import { isSameValue, setVehiclePhotos, type StockVehicle, type VehicleRow } from '../catalogue/stored-vehicle.server';

const columns = getTableColumns(vehicles);
const tables: Readonly<Record<StockSubject, Readonly<Record<string, Column>>>> = {
  vehicle: columns,
  listing: getTableColumns(listings),
};
const findColumn = (subject: StockSubject, name: string): Column | undefined =>
  Object.hasOwn(tables[subject], name) ? tables[subject][name] : undefined;

type Stored = Record<string, unknown>;

const encode = (subject: StockSubject, row: object): Stored =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const column = findColumn(subject, name);
      return column && value !== undefined ? [[name, value === null ? null : column.mapToDriverValue(value)]] : [];
    }),
  );

const nameColumn = (subject: StockSubject, name: string): string => findColumn(subject, name)?.name ?? name;
const formatSets = (subject: StockSubject, stored: Stored): string =>
  Object.keys(stored)
    .map((name) => `${nameColumn(subject, name)} = @${name}`)
    .join(', ');

/** Statements by their columns: with its triggers, one takes longer to prepare than to run. */
const statements = memoizePrepared((db) => {
  const prepared = new Map<string, Statement<[Stored]>>();
  return (text: string): Statement<[Stored]> => {
    const existing = prepared.get(text);
    if (existing) return existing;
    const statement = db.$client.prepare<[Stored]>(text);
    prepared.set(text, statement);
    return statement;
  };
});

type Parts = Partial<Pick<StockVehicle, 'photos' | 'colourways'>>;
const partNames: readonly string[] = ['photos', 'colourways'] satisfies (keyof Parts)[];

function storeParts(db: Database, vehicleId: string, { photos, colourways }: Parts): void {
  if (photos) setVehiclePhotos(db, vehicleId, photos);
  if (!colourways) return;
  db.delete(vehicleColourways).where(eq(vehicleColourways.vehicleId, vehicleId)).run();
  if (colourways.length === 0) return;
  db.insert(vehicleColourways)
    .values(
      colourways.map(({ name, body: bodyColour, accent: accentColour }, at) => ({
        ...{ vehicleId, position: at + 1, name, bodyColour, accentColour },
      })),
    )
    .run();
}

export type NewVehicleRow = typeof vehicles.$inferInsert & Parts;

/** @returns whether the vehicle still has this version */
function updateVehicle(
  db: Database,
  { id, version }: Pick<VehicleRow, 'id' | 'version'>,
  changed: Partial<StockVehicle>,
  now: Date,
): boolean {
  const timestamp = now.toISOString();
  // What operators write needs no check by operators, which the triggers of some columns ask for.
  const stored = encode('vehicle', { ...changed, editedAt: timestamp, updatedAt: timestamp });
  const { changes } = statements(db)(
    `UPDATE vehicles SET ${formatSets('vehicle', stored)}, version = version + 1 WHERE id = @id AND version = @version`,
  ).run({ ...stored, id, version });
  if (changes === 0) return false;
  storeParts(db, id, changed);
  statements(db)('UPDATE vehicles SET checked_at = @now WHERE id = @id AND checked_at IS NULL').run({
    id,
    now: timestamp,
  });
  return true;
}

type RecordedChange = {
  subject?: StockSubject;
  subjectId: string;
  title: string;
  action: StockAction;
  before: object;
  after: object;
};

const encodeChange = (
  { operator, batch, now }: ImportContext,
  { subject = 'vehicle', subjectId, title, action, before, after }: RecordedChange,
): Stored => ({
  subject,
  subjectId,
  title,
  action,
  before: JSON.stringify(before),
  after: JSON.stringify(after),
  batch,
  operatorId: operator.id,
  operatorName: operator.name,
  now: now.toISOString(),
});

/** @param removed hashes of photos that are kept until the change can no longer be undone */
const recordChange = (db: Database, change: Stored, removed: readonly string[] = []): void => {
  const { lastInsertRowid } = statements(db)(
    `INSERT INTO stock_changes (subject, subject_id, title, action, before, after, batch, operator_id, operator_name,
       created_at) VALUES (@subject, @subjectId, @title, @action, @before, @after, @batch, @operatorId, @operatorName, @now)`,
  ).run(change);
  if (removed.length === 0) return;
  db.insert(stockChangePhotos)
    .values(removed.map((photoHash) => ({ changeId: Number(lastInsertRowid), photoHash })))
    .run();
};

const pickColumns = (row: object, names: readonly string[]): Stored =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

/** A price that is changed without its variants moves them by the same amount, so that none becomes the cheapest. */
function moveVariants(before: VehicleRow, changed: Partial<StockVehicle>): Partial<StockVehicle> {
  const { priceRupees, variants } = changed;
  if (priceRupees === undefined || variants !== undefined || before.variants.length === 0) return changed;
  const by = priceRupees - before.priceRupees;
  return {
    ...changed,
    variants: before.variants.map((variant) => ({ ...variant, priceRupees: variant.priceRupees + by })),
  };
}

/** @returns whether the vehicle was not changed in the meantime */
export function changeVehicleOfStock(
  db: Database,
  context: ImportContext,
  before: VehicleRow & Parts,
  { action, changed }: { action: StockAction; changed: Partial<StockVehicle> },
): boolean {
  const moved = moveVariants(before, changed);
  if (!updateVehicle(db, before, moved, context.now)) return false;
  const change = {
    subjectId: before.id,
    title: moved.name ?? before.name,
    action,
    before: pickColumns(before, Object.keys(moved)),
    after: moved,
  };
  const { photos } = moved;
  const removed = photos ? (before.photos ?? []).filter((hash) => !photos.includes(hash)) : [];
  recordChange(db, encodeChange(context, change), removed);
  return true;
}

/** What a rider published, or a sample. @returns whether it was not changed in the meantime */
export function changeListingOfRider(
  db: Database,
  context: ImportContext,
  before: ListingRow,
  { action, changed }: { action: StockAction; changed: Stored },
): boolean {
  const { id, version, name, checkedAt } = before;
  const stored = encode('listing', { ...changed, updatedAt: context.now.toISOString() });
  const { changes } = statements(db)(
    `UPDATE listings SET ${formatSets('listing', stored)}, version = version + 1 WHERE id = @id AND version = @version`,
  ).run({ ...stored, id, version });
  if (changes === 0) return false;
  // What operators write needs no check by operators, which the triggers of some columns ask for.
  if (checkedAt !== null) reads(db).keepCheck.run({ id, checkedAt });
  const change = {
    subjectId: id,
    title: name,
    action,
    before: pickColumns(before, Object.keys(changed)),
    after: changed,
  };
  recordChange(db, encodeChange(context, { subject: 'listing', ...change }));
  return true;
}

/** A sample of the sell screens. @param hiddenAt null to show it */
export function setSampleListing(
  db: Database,
  context: ImportContext,
  { id, name, hiddenAt: before }: SampleListing,
  { action, hiddenAt }: { action: StockAction; hiddenAt: string | null },
): void {
  reads(db).setSample.run({ id, hiddenAt, now: context.now.toISOString() });
  const change = { subjectId: id, title: name, action, before: { hiddenAt: before }, after: { hiddenAt } };
  recordChange(db, encodeChange(context, { subject: 'listing', ...change }));
}

export type PreparedAddition = { id: string; statement: string; stored: Stored; change: Stored; parts: Parts };

/** So that the lock is held only for writing. */
export function prepareAddition(context: ImportContext, row: NewVehicleRow): PreparedAddition {
  const timestamp = context.now.toISOString();
  const stored = encode('vehicle', row);
  const names = Object.keys(stored);
  return {
    id: row.id,
    parts: row,
    statement: `INSERT INTO vehicles (${names.map((name) => nameColumn('vehicle', name)).join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    stored,
    change: encodeChange(context, {
      subjectId: row.id,
      title: row.name,
      action: 'added',
      // Undone, it is retired, and its number is free again.
      before: { retiredAt: timestamp, hiddenAt: timestamp, externalId: null },
      after: { retiredAt: null, hiddenAt: row.hiddenAt ?? null, externalId: row.externalId ?? null },
    }),
  };
}

export function addToStock(db: Database, { id, statement, stored, change, parts }: PreparedAddition): void {
  statements(db)(statement).run(stored);
  storeParts(db, id, parts);
  recordChange(db, change);
}

const colourway = z.object({ name: z.string(), body: z.string(), accent: z.string() });

const stockColumns = {
  ...columns,
  photos:
    sql`(SELECT json_group_array(photo_hash ORDER BY position) FROM vehicle_photos WHERE vehicle_id = vehicles.id)`
      .mapWith(createJsonReader(z.array(z.string())))
      .as('photos'),
  colourways: sql`(SELECT json_group_array(json_object('name', name, 'body', body_colour, 'accent', accent_colour)
      ORDER BY position) FROM vehicle_colourways WHERE vehicle_id = vehicles.id)`
    .mapWith(createJsonReader(z.array(colourway)))
    .as('colourways'),
};

const reads = memoizePrepared((db) => ({
  byId: db
    .select(stockColumns)
    .from(vehicles)
    .where(sql`${vehicles.id} = ${sql.placeholder('id')} AND ${vehicles.ownerUserId} IS NULL`)
    .prepare(),
  byIds: db
    .select(stockColumns)
    .from(sql`json_each(${sql.placeholder('list')}) listed`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.id} = listed.value AND ${vehicles.ownerUserId} IS NULL`)
    .prepare(),
  listing: db
    .select()
    .from(listings)
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
  keepCheck: db
    .update(listings)
    .set({ checkedAt: sql`${sql.placeholder('checkedAt')}` })
    .where(sql`${listings.id} = ${sql.placeholder('id')} AND ${listings.checkedAt} IS NULL`)
    .prepare(),
  setSample: db
    .update(listings)
    .set({
      hiddenAt: sql`${sql.placeholder('hiddenAt')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
      version: sql`version + 1`,
    })
    .where(sql`${listings.id} = ${sql.placeholder('id')} AND ${listings.isSample} = 1`)
    .prepare(),
  changesOfBatch: db
    .select()
    .from(stockChanges)
    .where(
      sql`${stockChanges.batch} = ${sql.placeholder('batch')} AND ${stockChanges.undoneAt} IS NULL
        AND ${stockChanges.id} < ${sql.placeholder('before')}`,
    )
    .orderBy(sql`${stockChanges.id} DESC`)
    .limit(sql.placeholder('limit'))
    .prepare(),
  markUndone: db
    .update(stockChanges)
    .set({ undoneAt: sql`${sql.placeholder('now')}` })
    .where(eq(stockChanges.id, sql.placeholder('id')))
    .prepare(),
}));

type SampleListing = { id: string; name: string; hiddenAt: string | null };

export type ListingRow = typeof listings.$inferSelect;

/** Also a hidden or retired one. */
export const findStockRow = (db: Database, id: string): StockVehicle | null => reads(db).byId.get({ id }) ?? null;

export const findStockRows = (db: Database, ids: readonly string[]): Map<string, StockVehicle> =>
  new Map(
    reads(db)
      .byIds.all({ list: JSON.stringify(ids) })
      .map((row) => [row.id, row]),
  );

export type UndoPlan = {
  updates: { changeId: number; row: StockVehicle; changed: Partial<StockVehicle> }[];
  listings: { changeId: number; row: ListingRow; changed: Stored }[];
  skipped: number;
  /** Where the rest of the batch begins; null when it is in the plan. */
  next: number | null;
};

type PartOfBatch = {
  /** Id of one change; null for all. */
  only?: number | null;
  /** `next` of the plan before. */
  before?: number | null;
  limit?: number;
};

/** What was changed again since is left as it is. */
export function planUndo(
  db: Database,
  batch: string,
  { only = null, before = null, limit = Number.MAX_SAFE_INTEGER }: PartOfBatch = {},
): UndoPlan {
  const changes = reads(db).changesOfBatch.all({ batch, before: before ?? Number.MAX_SAFE_INTEGER, limit });
  const next = changes.length < limit ? null : (changes.at(-1)?.id ?? null);
  const plan: UndoPlan = { updates: [], listings: [], skipped: 0, next };
  for (const change of changes) {
    if (only !== null && change.id !== only) continue;
    const isListing = change.subject === 'listing';
    const row = isListing ? undefined : findStockRow(db, change.subjectId);
    const listing = isListing ? reads(db).listing.get({ id: change.subjectId }) : undefined;
    const stored = new Map<string, unknown>(Object.entries(row ?? listing ?? {}));
    if (Object.entries(change.after).some(([name, value]) => !isSameValue(stored.get(name), value))) plan.skipped += 1;
    else if (row) plan.updates.push({ changeId: change.id, row, changed: decodeSnapshot(change.before) });
    else if (listing) plan.listings.push({ changeId: change.id, row: listing, changed: change.before });
    else plan.skipped += 1;
  }
  return plan;
}

const decodeSnapshot = (snapshot: Readonly<Record<string, unknown>>): Partial<StockVehicle> =>
  Object.fromEntries(
    Object.entries(snapshot).filter(([name]) => findColumn('vehicle', name) !== undefined || partNames.includes(name)),
  );

/** @returns number of changes undone, or null if one was changed in the meantime */
export function applyUndo(db: Database, context: ImportContext, plan: UndoPlan): number | null {
  const markUndone = (changeId: number) => reads(db).markUndone.run({ id: changeId, now: context.now.toISOString() });
  for (const { changeId, row, changed } of plan.updates) {
    if (!changeVehicleOfStock(db, context, row, { action: 'undone', changed })) return null;
    markUndone(changeId);
  }
  for (const { changeId, row, changed } of plan.listings) {
    if (!changeListingOfRider(db, context, row, { action: 'undone', changed })) return null;
    markUndone(changeId);
  }
  return plan.updates.length + plan.listings.length;
}

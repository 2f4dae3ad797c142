import { eq, getTableColumns, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Statement } from '~db/connection';
import type { StockAction, StockSubject } from '~db/enums';
import { listings } from '~db/schema/listings';
import { createJsonReader } from '~db/schema/columns';
import { stockChangePhotos, stockChanges } from '~db/schema/stock';
import { vehicleColourways, vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { isSameValue, setVehiclePhotos, type StockVehicle, type VehicleRow } from '../catalogue/stored-vehicle.server';

const columns = getTableColumns(vehicles);
type ColumnName = keyof VehicleRow;
const isColumn = (name: string): name is ColumnName => Object.hasOwn(columns, name);

type Stored = Record<string, unknown>;

const encode = (row: object): Stored =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isColumn(name) && value !== undefined
        ? [[name, value === null ? null : columns[name].mapToDriverValue(value)]]
        : [],
    ),
  );

const nameColumn = (name: string): string => (isColumn(name) ? columns[name].name : name);

/** Statements by their columns: with its triggers, one takes longer to prepare than to run. */
const statements = memoizePrepared((db) => {
  const prepared = new Map<string, Statement<[Stored]>>();
  return (text: string): Statement<[Stored]> => {
    const known = prepared.get(text);
    if (known) return known;
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
  const stored = encode({ ...changed, editedAt: timestamp, updatedAt: timestamp });
  const sets = Object.keys(stored).map((name) => `${nameColumn(name)} = @${name}`);
  const { changes } = statements(db)(
    `UPDATE vehicles SET ${sets.join(', ')}, version = version + 1 WHERE id = @id AND version = @version`,
  ).run({ ...stored, id, version });
  if (changes === 0) return false;
  storeParts(db, id, changed);
  statements(db)('UPDATE vehicles SET checked_at = @now WHERE id = @id AND checked_at IS NULL').run({
    id,
    now: timestamp,
  });
  return true;
}

/** Columns of a vehicle with their values. */
export type Snapshot = Partial<Omit<StockVehicle, 'seq'>>;

type Operator = { id: string; name: string };
export type ChangeContext = { operator: Operator; batch: string; now: Date };

type RecordedChange = {
  subject?: StockSubject;
  subjectId: string;
  title: string;
  action: StockAction;
  before: Snapshot;
  after: Snapshot;
};

const encodeChange = (
  { operator, batch, now }: ChangeContext,
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

function pickColumns(row: VehicleRow, names: readonly string[]): Snapshot {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

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
  context: ChangeContext,
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

/** A sample of the sell screens. @param hiddenAt null to show it */
export function setSampleListing(
  db: Database,
  context: ChangeContext,
  { id, name, hiddenAt: before }: SampleListing,
  { action, hiddenAt }: { action: StockAction; hiddenAt: string | null },
): void {
  reads(db).setSample.run({ id, hiddenAt, now: context.now.toISOString() });
  const change = { subjectId: id, title: name, action, before: { hiddenAt: before }, after: { hiddenAt } };
  recordChange(db, encodeChange(context, { subject: 'listing', ...change }));
}

export type PreparedAddition = { id: string; statement: string; stored: Stored; change: Stored; parts: Parts };

/** So that the lock is held only for writing. */
export function prepareAddition(context: ChangeContext, row: NewVehicleRow): PreparedAddition {
  const timestamp = context.now.toISOString();
  const stored = encode(row);
  const names = Object.keys(stored);
  return {
    id: row.id,
    parts: row,
    statement: `INSERT INTO vehicles (${names.map(nameColumn).join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
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
  sampleListing: db
    .select({ id: listings.id, name: listings.name, hiddenAt: listings.hiddenAt })
    .from(listings)
    .where(sql`${listings.id} = ${sql.placeholder('id')} AND ${listings.isSample} = 1`)
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

const findSampleListing = (db: Database, id: string): SampleListing | null =>
  reads(db).sampleListing.get({ id }) ?? null;

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
  samples: { changeId: number; sample: SampleListing; hiddenAt: string | null }[];
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
  const plan: UndoPlan = { updates: [], samples: [], skipped: 0, next };
  for (const change of changes) {
    if (only !== null && change.id !== only) continue;
    if (change.subject === 'listing') {
      const sample = findSampleListing(db, change.subjectId);
      const { hiddenAt } = decodeSnapshot(change.before);
      if (sample && sample.hiddenAt === change.after.hiddenAt)
        plan.samples.push({ changeId: change.id, sample, hiddenAt: hiddenAt ?? null });
      else plan.skipped += 1;
      continue;
    }
    const row = findStockRow(db, change.subjectId);
    const names = Object.keys(change.after);
    if (
      !row ||
      names.some((name) => !isSameValue(Object.entries(row).find(([key]) => key === name)?.[1], change.after[name]))
    ) {
      plan.skipped += 1;
      continue;
    }
    plan.updates.push({ changeId: change.id, row, changed: decodeSnapshot(change.before) });
  }
  return plan;
}

const decodeSnapshot = (snapshot: Readonly<Record<string, unknown>>): Partial<StockVehicle> =>
  Object.fromEntries(Object.entries(snapshot).filter(([name]) => isColumn(name) || partNames.includes(name)));

/** @returns number of changes undone, or null if one was changed in the meantime */
export function applyUndo(db: Database, context: ChangeContext, { updates, samples }: UndoPlan): number | null {
  for (const { changeId, row, changed } of updates) {
    if (!changeVehicleOfStock(db, context, row, { action: 'undone', changed })) return null;
    reads(db).markUndone.run({ id: changeId, now: context.now.toISOString() });
  }
  for (const { changeId, sample, hiddenAt } of samples) {
    setSampleListing(db, context, sample, { action: 'undone', hiddenAt });
    reads(db).markUndone.run({ id: changeId, now: context.now.toISOString() });
  }
  return updates.length + samples.length;
}

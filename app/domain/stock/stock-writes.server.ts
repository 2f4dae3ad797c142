import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Database, Statement } from '~db/connection';
import type { StockAction } from '~db/enums';
import { stockChanges } from '~db/schema/stock';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { isSameValue, type VehicleRow } from '../catalogue/stored-vehicle.server';

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

export type NewVehicleRow = typeof vehicles.$inferInsert;

/** @returns whether the vehicle still has this version */
function updateVehicle(
  db: Database,
  { id, version }: Pick<VehicleRow, 'id' | 'version'>,
  changed: Partial<VehicleRow>,
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
  statements(db)('UPDATE vehicles SET checked_at = @now WHERE id = @id AND checked_at IS NULL').run({
    id,
    now: timestamp,
  });
  return true;
}

/** Columns of a vehicle with their values. */
export type Snapshot = Partial<Omit<VehicleRow, 'seq'>>;

type Operator = { id: string; name: string };
export type ChangeContext = { operator: Operator; batch: string; now: Date };

type RecordedChange = { subjectId: string; title: string; action: StockAction; before: Snapshot; after: Snapshot };

const encodeChange = (
  { operator, batch, now }: ChangeContext,
  { subjectId, title, action, before, after }: RecordedChange,
): Stored => ({
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

const recordChange = (db: Database, change: Stored): void => {
  statements(db)(
    `INSERT INTO stock_changes (subject, subject_id, title, action, before, after, batch, operator_id, operator_name,
       created_at) VALUES ('vehicle', @subjectId, @title, @action, @before, @after, @batch, @operatorId, @operatorName, @now)`,
  ).run(change);
};

function pickColumns(row: VehicleRow, names: readonly string[]): Snapshot {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}

/** @returns whether the vehicle was not changed in the meantime */
export function changeVehicleOfStock(
  db: Database,
  context: ChangeContext,
  before: VehicleRow,
  { action, changed }: { action: StockAction; changed: Partial<VehicleRow> },
): boolean {
  if (!updateVehicle(db, before, changed, context.now)) return false;
  const change = {
    subjectId: before.id,
    title: changed.name ?? before.name,
    action,
    before: pickColumns(before, Object.keys(changed)),
    after: changed,
  };
  recordChange(db, encodeChange(context, change));
  return true;
}

export type PreparedAddition = { statement: string; stored: Stored; change: Stored };

/** So that the lock is held only for writing. */
export function prepareAddition(context: ChangeContext, row: NewVehicleRow): PreparedAddition {
  const timestamp = context.now.toISOString();
  const stored = encode(row);
  const names = Object.keys(stored);
  return {
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

export function addToStock(db: Database, { statement, stored, change }: PreparedAddition): void {
  statements(db)(statement).run(stored);
  recordChange(db, change);
}

const reads = memoizePrepared((db) => ({
  byId: db
    .select()
    .from(vehicles)
    .where(sql`${vehicles.id} = ${sql.placeholder('id')} AND ${vehicles.ownerUserId} IS NULL`)
    .prepare(),
  byIds: db
    .select(columns)
    .from(sql`json_each(${sql.placeholder('list')}) listed`)
    .crossJoin(vehicles)
    .where(sql`${vehicles.id} = listed.value AND ${vehicles.ownerUserId} IS NULL`)
    .prepare(),
  changesOfBatch: db
    .select()
    .from(stockChanges)
    .where(sql`${stockChanges.batch} = ${sql.placeholder('batch')} AND ${stockChanges.undoneAt} IS NULL`)
    .orderBy(sql`${stockChanges.id} DESC`)
    .prepare(),
  markUndone: db
    .update(stockChanges)
    .set({ undoneAt: sql`${sql.placeholder('now')}` })
    .where(eq(stockChanges.id, sql.placeholder('id')))
    .prepare(),
}));

/** Also a hidden or retired one. */
export const findStockRow = (db: Database, id: string): VehicleRow | null => reads(db).byId.get({ id }) ?? null;

export const findStockRows = (db: Database, ids: readonly string[]): Map<string, VehicleRow> =>
  new Map(
    reads(db)
      .byIds.all({ list: JSON.stringify(ids) })
      .map((row) => [row.id, row]),
  );

export type UndoPlan = {
  updates: { changeId: number; row: VehicleRow; changed: Partial<VehicleRow> }[];
  skipped: number;
};

/** What was changed again since is left as it is. @param only id of one change of the batch; null for all */
export function planUndo(db: Database, batch: string, only: number | null = null): UndoPlan {
  const plan: UndoPlan = { updates: [], skipped: 0 };
  for (const change of reads(db).changesOfBatch.all({ batch })) {
    if (only !== null && change.id !== only) continue;
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

const decodeSnapshot = (snapshot: Readonly<Record<string, unknown>>): Partial<VehicleRow> =>
  Object.fromEntries(Object.entries(snapshot).filter(([name]) => isColumn(name)));

/** @returns number of changes undone, or null if one was changed in the meantime */
export function applyUndo(db: Database, context: ChangeContext, { updates }: UndoPlan): number | null {
  for (const { changeId, row, changed } of updates) {
    if (!changeVehicleOfStock(db, context, row, { action: 'undone', changed })) return null;
    reads(db).markUndone.run({ id: changeId, now: context.now.toISOString() });
  }
  return updates.length;
}

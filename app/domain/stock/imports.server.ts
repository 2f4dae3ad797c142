import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { and, desc, eq, getTableColumns, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type AuditSubject, type ImportState, importKinds } from '~db/enums';
import { users } from '~db/schema/accounts';
import { imports, photoUploads, stockChanges } from '~db/schema/stock';
import { memoizePrepared } from '~db/statements';
import { checkMapping, type Columns, type Mapping, matchColumns } from '../import/columns';
import { maxImportBytes, readCsv } from '../import/csv-file';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { dayMs, getTimestampBefore, hourMs } from '../shared/dates';
import { failWith, oneOf, requiredText } from '../shared/fields.server';
import { type AppError, err, formatReason, ok, type Result } from '../shared/result';
import type { ImportKind } from '../import/import-state';
import { applyImportPlan, type PlanImport, type PlanUndo } from '../import/import-plan.server';
import { listingColumns } from '../listings/listing-columns';
import { customerColumns } from '../messages/customer-columns';
import { planCustomerImport, planCustomerUndo } from '../messages/customer-import.server';
import { planListingImport } from './listing-import.server';
import { stockColumns } from './stock-columns';
import { planStockImport } from './stock-import.server';
import { applyUndo, planUndo } from './stock-writes.server';
import { type Permission, requirePermission } from '../shared/permissions';
import example from '~db/seed/import-india.csv?raw';

type ImportRules = {
  columns: Columns;
  permission: Permission;
  subject: AuditSubject;
  plan: PlanImport;
  undo: PlanUndo;
};

const undoChanges: PlanUndo = (db, batch) => {
  const plan = planUndo(db, batch);
  return { skipped: plan.skipped, write: (context) => applyUndo(db, context, plan) };
};

/** What a file is imported as. */
export const importRules: Readonly<Record<ImportKind, ImportRules>> = {
  stock: {
    ...{ columns: stockColumns, permission: 'retire', subject: 'vehicle' },
    ...{ plan: planStockImport, undo: undoChanges },
  },
  listings: {
    ...{ columns: listingColumns, permission: 'retire', subject: 'listing' },
    ...{ plan: planListingImport, undo: undoChanges },
  },
  customers: {
    ...{ columns: customerColumns, permission: 'customers-csv', subject: 'message' },
    ...{ plan: planCustomerImport, undo: planCustomerUndo },
  },
};

/** Days for which a change of the stock can be undone. */
const stockChangeDays = 30;

/** A stock of second-hand and new vehicles, to try an import with. */
export const exampleStock = Buffer.from(example);
/** A file is deleted after this time, applied or not. */
const contentHours = 1;
/** Work that reported no progress for so long has ended. */
const staleMilliseconds = 20_000;

const { content: _content, ...columns } = getTableColumns(imports);
export type Import = Omit<typeof imports.$inferSelect, 'content'>;

const reads = memoizePrepared((db) => ({
  byId: db
    .select({ ...columns, hasContent: sql`${imports.content} IS NOT NULL`.mapWith(Boolean) })
    .from(imports)
    .where(eq(imports.id, sql.placeholder('id')))
    .prepare(),
  content: db
    .select({ content: imports.content })
    .from(imports)
    .where(eq(imports.id, sql.placeholder('id')))
    .prepare(),
  newest: db
    .select(columns)
    .from(imports)
    .where(sql`${imports.kind} IN (SELECT value FROM json_each(${sql.placeholder('kinds')}))`)
    .orderBy(desc(imports.createdAt))
    .limit(10)
    .prepare(),
}));

export const findImport = (db: Database, id: string) => reads(db).byId.get({ id }) ?? null;
export const findNewestImports = (db: Database, kinds: readonly ImportKind[]): Import[] =>
  reads(db).newest.all({ kinds: JSON.stringify(kinds) });

const isWorkState = (state: ImportState): boolean => state.endsWith('ing');

/** Whether a process has to be started for it, because none is at work. */
export const needsWork = ({ state, updatedAt }: Pick<Import, 'state' | 'updatedAt'>, now: Date): boolean =>
  isWorkState(state) && now.getTime() - new Date(updatedAt).getTime() > staleMilliseconds;

const importNotFound: AppError = { kind: 'not-found', code: 'import_not_found' };
const importBusy: AppError = { kind: 'conflict', code: 'import_in_progress' };

type NewImport = { kind: ImportKind; fileName: string; content: Buffer; bytes: number };

const newImport: z.ZodType<NewImport> = z.object({
  kind: oneOf('Kind', importKinds),
  fileName: requiredText('File', 200),
  content: z.instanceof(Buffer, failWith({ code: 'required', values: { label: 'File' } })),
  bytes: z.int().max(maxImportBytes, failWith({ code: 'import_too_large' })),
});

/** Stores a file of an operator, which a process then checks. */
export const startImport = defineCommand<NewImport, { id: string }>({
  name: 'start-import',
  schema: () => newImport,
  limit: 'write',
  run({ kind, fileName, content }, { db, actor, now }) {
    const operator = requirePermission(actor, importRules[kind].permission);
    if (!operator.ok) return operator;
    const id = randomBytes(12).toString('hex');
    const timestamp = now.toISOString();
    const { id: operatorId, name: operatorName } = operator.value;
    db.insert(imports)
      .values({
        ...{ id, kind, fileName, content, state: 'checking' },
        ...{ operatorId, operatorName, createdAt: timestamp, updatedAt: timestamp },
      })
      .run();
    return ok({ id });
  },
});

const importStep = z.object({ id: z.string() });

/** From one of the states to one in which a process works on it. */
function step(
  id: string,
  { from, to, set = {} }: { from: readonly ImportState[]; to: ImportState; set?: Partial<Import> },
  { db, actor, now }: CommandContext,
): Result<{ id: string }> {
  const upload = findImport(db, id);
  const operator = requirePermission(actor, importRules[upload?.kind ?? 'stock'].permission);
  if (!operator.ok) return operator;
  if (!upload) return err(importNotFound);
  if (upload.state === to) return ok({ id });
  if (!from.includes(upload.state)) return err(importBusy);
  db.update(imports)
    .set({ ...set, state: to, progress: 0, failure: null, updatedAt: now.toISOString() })
    .where(eq(imports.id, id))
    .run();
  return ok({ id });
}

export const applyImport = defineCommand<{ id: string }, { id: string }>({
  name: 'apply-import',
  schema: () => importStep,
  limit: 'write',
  run: ({ id }, context) => {
    if (findImport(context.db, id)?.hasContent === false) return err({ kind: 'conflict', code: 'import_file_gone' });
    return step(id, { from: ['checked'], to: 'applying' }, context);
  },
});

export const undoImport = defineCommand<{ id: string }, { id: string }>({
  name: 'undo-import',
  schema: () => importStep,
  limit: 'write',
  run: ({ id }, context) => step(id, { from: ['applied'], to: 'undoing' }, context),
});

/** Looks at a file again, with other columns. */
export const chooseColumns = defineCommand<{ id: string; mapping: string[] }, { id: string }>({
  name: 'choose-import-columns',
  schema: () => importStep.extend({ mapping: z.array(z.string()) }),
  limit: 'write',
  run({ id, mapping: chosen }, context) {
    const upload = findImport(context.db, id);
    if (upload?.hasContent === false) return err({ kind: 'conflict', code: 'import_file_gone' });
    const mapping = checkMapping(chosen, importRules[upload?.kind ?? 'stock'].columns);
    if (!mapping || mapping.length !== upload?.report?.header.length) {
      const reason = { code: 'import_columns_twice' } as const;
      return err({ kind: 'invalid', ...reason, errors: { columns: reason } });
    }
    return step(id, { from: ['checked', 'failed'], to: 'checking', set: { mapping: [...mapping] } }, context);
  },
});

function setState(db: Database, id: string, set: Partial<typeof imports.$inferInsert>): void {
  db.update(imports).set(set).where(eq(imports.id, id)).run();
}

class Interrupted extends Error {}

/** @throws Interrupted if another process has done it */
function finish(db: Database, id: string, from: ImportState, set: Partial<typeof imports.$inferInsert>): void {
  const { changes } = db
    .update(imports)
    .set(set)
    .where(and(eq(imports.id, id), eq(imports.state, from)))
    .run();
  if (changes === 0) throw new Interrupted();
}

/** The account of an operator, for the log. */
const findOperator = (db: Database, id: string) => {
  const user = db
    .select({ id: users.id, name: users.name, role: users.role })
    .from(users)
    .where(eq(users.id, id))
    .get();
  return { user: user ? { ...user, sessionId: '' } : null, manageKeyIds: [] };
};

/**
 * Does what the state of an import says: checks its file, applies it, or undoes it. It blocks for seconds, so it is run in
 * a process of its own; the write lock is held only while the rows are written.
 */
export function runImport(db: Database, id: string, clock: () => Date = () => new Date()): void {
  try {
    workOn(db, id, clock);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
}

function workOn(db: Database, id: string, clock: () => Date): void {
  const upload = findImport(db, id);
  if (!upload || !isWorkState(upload.state)) return;
  const now = clock();
  const rules = importRules[upload.kind];
  const isPersonal = upload.kind === 'customers';
  const context = { operator: { id: upload.operatorId, name: upload.operatorName }, now };
  const log = (action: string): void =>
    recordAuditEvent(
      { db, actor: findOperator(db, upload.operatorId), now },
      { subject: rules.subject, subjectId: id, title: isPersonal ? 'Customers' : upload.fileName, action },
    );
  if (upload.state === 'undoing') {
    const { skipped, write } = rules.undo(db, id);
    db.$client
      .transaction(() => {
        const undone = write({ ...context, batch: `${id}-undone` });
        if (undone === null) throw new Interrupted();
        log(`import undone: ${undone}`);
        const failure = skipped === 0 ? null : formatReason({ code: 'not_all_undone', values: { count: skipped } });
        finish(db, id, 'undoing', { state: 'undone', failure, updatedAt: clock().toISOString() });
      })
      .immediate();
    return;
  }
  const { content } = reads(db).content.get({ id }) ?? {};
  const fail = (failure: string): void =>
    setState(db, id, { state: 'failed', failure, updatedAt: clock().toISOString() });
  if (!content) {
    fail(formatReason({ code: 'import_file_gone' }));
    return;
  }
  const csv = readCsv(gunzipSync(content, { maxOutputLength: maxImportBytes + 1 }));
  if ('problem' in csv) {
    fail(formatReason(csv.problem));
    return;
  }
  const { file } = csv;
  const mapping: Mapping = upload.mapping ?? matchColumns(file.header, rules.columns);
  const plan = rules.plan(db, {
    ...{ file, mapping, now },
    onProgress: (lines) => setState(db, id, { progress: lines, updatedAt: clock().toISOString() }),
  });
  const { report } = plan;
  const { added, changed } = report.counts;
  const checked = (failure: string | null = null) => ({
    ...({ state: 'checked', report, failure, progress: report.lines } as const),
    updatedAt: clock().toISOString(),
  });
  if (upload.state === 'checking') {
    finish(db, id, 'checking', checked());
    return;
  }
  const isApplied = applyImportPlan(db, { ...context, batch: id }, plan, () => {
    log(`imported: ${added} added, ${changed} changed`);
    // The first line of a file without a header is a customer.
    const applied = isPersonal ? { ...report, header: [], mapping: [] } : report;
    finish(db, id, 'applying', { ...checked(), state: 'applied', report: applied, content: null });
  });
  if (!isApplied) setState(db, id, checked(formatReason({ code: 'changed_during_import' })));
}

const maxPurged = 1_000;

/** Deletes files after an hour, with what was read of one of customers, and imports and changes that can no longer be undone. @returns number of deleted changes */
export function purgeStockChanges(db: Database, now: Date): number {
  const oldest = getTimestampBefore(now, stockChangeDays * dayMs);
  const isOver = and(isNotNull(imports.content), lt(imports.createdAt, getTimestampBefore(now, contentHours * hourMs)));
  db.delete(imports)
    .where(and(eq(imports.kind, 'customers'), isOver))
    .run();
  db.update(imports).set({ content: null }).where(isOver).run();
  db.delete(imports).where(lt(imports.createdAt, oldest)).run();
  db.delete(photoUploads).where(lt(photoUploads.createdAt, oldest)).run();
  const ids = db
    .select({ id: stockChanges.id })
    .from(stockChanges)
    .where(lt(stockChanges.createdAt, oldest))
    .orderBy(stockChanges.createdAt)
    .limit(maxPurged);
  return db.delete(stockChanges).where(inArray(stockChanges.id, ids)).run().changes;
}

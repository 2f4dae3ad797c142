import { sql } from 'drizzle-orm';
import { blob, check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { importKinds, importStates, stockActions, stockSubjects } from '../enums';
import { createdAt, isList, isNotBlank, isOneOf, isTimestamp, jsonText, updatedAt } from './columns';
import { photos } from './photos';

const values = z.record(z.string(), z.json());

/**
 * Every change of the stock by its columns, so that it can be undone for `stockChangeDays`. The operator is recorded by
 * name, without foreign keys, as in `auditEvents`.
 */
export const stockChanges = sqliteTable(
  'stock_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    subject: text('subject', { enum: stockSubjects }).notNull(),
    subjectId: text('subject_id').notNull(),
    title: text('title').notNull(),
    action: text('action', { enum: stockActions }).notNull(),
    /** Values of the changed columns; of one that was added, what withdraws it. */
    before: jsonText('before', values).notNull(),
    after: jsonText('after', values).notNull(),
    /** Changes of one press or import have one batch, by which they are undone together. */
    batch: text('batch').notNull(),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    createdAt: createdAt(),
    undoneAt: text('undone_at'),
  },
  (t) => [
    index('stock_changes_subject').on(t.subject, t.subjectId, t.id),
    index('stock_changes_batch').on(t.batch, t.id),
    index('stock_changes_created').on(t.createdAt),
    check('stock_changes_subject_known', isOneOf(t.subject, stockSubjects)),
    check('stock_changes_action_known', isOneOf(t.action, stockActions)),
    check('stock_changes_title', isNotBlank(t.title)),
    check('stock_changes_before', sql`json_valid(${t.before})`),
    check('stock_changes_after', sql`json_valid(${t.after})`),
    check('stock_changes_created_at', isTimestamp(t.createdAt)),
    check('stock_changes_undone_at', isTimestamp(t.undoneAt)),
  ],
);

/** Photos that a change removed, which are kept for as long as it can be undone. */
export const stockChangePhotos = sqliteTable(
  'stock_change_photos',
  {
    changeId: integer('change_id')
      .notNull()
      .references(() => stockChanges.id, { onDelete: 'cascade' }),
    photoHash: text('photo_hash')
      .notNull()
      .references(() => photos.hash),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.photoHash] }), index('stock_change_photos_photo').on(t.photoHash)],
);

const vehicleOfPhoto = z.object({ id: z.string(), name: z.string() });
const photoUploadResult = z.union([
  z.object({ file: z.string(), vehicle: vehicleOfPhoto, problem: z.null() }),
  z.object({ file: z.string(), vehicle: vehicleOfPhoto.nullable(), problem: z.string() }),
]);
export type PhotoUploadResult = z.infer<typeof photoUploadResult>;

/** What became of each file when photos of several vehicles were uploaded at once. */
export const photoUploads = sqliteTable(
  'photo_uploads',
  {
    /** Also the batch of its changes. */
    id: text('id').primaryKey(),
    results: jsonText('results', z.array(photoUploadResult)).notNull(),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('photo_uploads_created').on(t.createdAt),
    check('photo_uploads_results', isList(t.results)),
    check('photo_uploads_created_at', isTimestamp(t.createdAt)),
  ],
);

const counts = z.object({ added: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() });
const problem = z.object({ line: z.int(), column: z.string(), text: z.string() });
const change = z.object({
  line: z.int(),
  subjectId: z.string(),
  title: z.string(),
  column: z.string(),
  was: z.string(),
  becomes: z.string(),
});

/** What a file would change, by a check without the write lock. Problems and changes are the first of them. */
const importReport = z.object({
  encoding: z.string(),
  separator: z.string(),
  header: z.array(z.string()),
  example: z.array(z.string()),
  mapping: z.array(z.string().nullable()),
  lines: z.int(),
  counts,
  problems: z.array(problem),
  changes: z.array(change),
});

/** Files of operators that are imported. */
export const imports = sqliteTable(
  'imports',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: importKinds }).notNull(),
    fileName: text('file_name').notNull(),
    /** Compressed with gzip; null once it was applied, or is too old. */
    content: blob('content', { mode: 'buffer' }),
    state: text('state', { enum: importStates }).notNull(),
    /** Names of fields by column, chosen by the operator; null for those that the header names. */
    mapping: jsonText('mapping', z.array(z.string().nullable())),
    /** Null until the file was checked, and if it cannot be read. */
    report: jsonText('report', importReport),
    /** Why the file cannot be read, or the import was not applied. */
    failure: text('failure'),
    /** Lines that were looked at so far. */
    progress: integer('progress').notNull().default(0),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('imports_created').on(t.createdAt),
    index('imports_with_content').on(t.kind).where(sql`content is not null`),
    check('imports_kind_known', isOneOf(t.kind, importKinds)),
    check('imports_state_known', isOneOf(t.state, importStates)),
    check('imports_file_name', isNotBlank(t.fileName)),
    check('imports_progress', sql`${t.progress} >= 0`),
    check('imports_created_at', isTimestamp(t.createdAt)),
    check('imports_updated_at', isTimestamp(t.updatedAt)),
  ],
);

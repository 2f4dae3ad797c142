import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { contactMessages } from '~db/schema/requests';
import { memoizePrepared } from '~db/statements';
import { readRow } from '../import/columns';
import type { CsvRow } from '../import/csv-file';
import {
  type ImportPlan,
  type PlannedLine,
  type PlanImport,
  type PlanUndo,
  reportLines,
} from '../import/import-plan.server';
import { toInstant } from '../shared/dates';
import { normalizeEmail } from '../shared/email';
import { createRules } from '../shared/field-rules.server';
import { findTakenPhone, normalizePhone } from '../shared/phone';
import { decodeReason, encodeReason, type Reason } from '../shared/result';
import { sha256 } from '../shared/secrets.server';
import { parseTypedDay } from '../shared/typed-days';
import { customerColumns, toImportSource } from './customer-columns';
import { validateMessageField } from './message';

/* Customers of an older system, as messages to the business (docs/product.md, "People"). */

const { id, externalId, name, phone, email, subject, message, category, status, writtenAt } = customerColumns;
const rules = createRules({
  id: id.field,
  externalId: externalId.field,
  name: name.field,
  phone: phone.field,
  email: email.field,
  subject: subject.field,
  message: message.field,
  category: category.field,
  status: status.field,
  writtenAt: writtenAt.field,
});

const check =
  (validate: (text: string) => Reason | null) =>
  (text: string | null, context: z.RefinementCtx): void => {
    const reason = text ? validate(text) : null;
    if (reason) context.addIssue({ code: 'custom', message: encodeReason(reason) });
  };

const firstDay = '2000-01-01';

/** A timestamp of an export, or a day, of which it is noon. */
function readInstant(text: string): string | null {
  if (z.iso.datetime().safeParse(text).success) return new Date(text).toISOString();
  const day = parseTypedDay(text);
  return day === null ? null : toInstant(day, '12:00').toISOString();
}

const createInstantRule = (now: Date) =>
  rules.writtenAt.transform((text, context) => {
    if (text === null) return null;
    const instant = readInstant(text);
    if (instant !== null && instant >= firstDay && instant <= now.toISOString()) return instant;
    const { label } = writtenAt.field;
    const reason: Reason =
      instant === null
        ? { code: 'date_invalid', values: { label } }
        : { code: 'out_of_range', values: { label, least: firstDay, most: 'today' } };
    context.addIssue({ code: 'custom', message: encodeReason(reason) });
    return z.NEVER;
  });

const createLine = (now: Date) =>
  z.object({
    ...rules,
    name: rules.name.superRefine(check((text) => validateMessageField('name', text))),
    phone: rules.phone.superRefine(check((text) => validateMessageField('phone', normalizePhone(text)))),
    email: rules.email
      .transform((text) => (text === null ? null : normalizeEmail(text) || null))
      .superRefine(check((text) => validateMessageField('email', text))),
    writtenAt: createInstantRule(now),
  });
type Line = z.infer<ReturnType<typeof createLine>>;

const withoutSubject = 'Taken over from an older list';
const withoutMessage = 'Taken over without a message.';

/** The same for the same line of the same list, so that it is added once. */
function deriveId(line: Line): string {
  const identity = line.externalId
    ? [line.externalId]
    : [line.name, line.phone, line.email, line.subject, line.message];
  const hash = sha256(`customer ${JSON.stringify([...identity, line.externalId ? null : line.writtenAt])}`);
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

type Addition = typeof contactMessages.$inferInsert;

/** A message has one phone number: of several, all stand below its words. */
function toWords({ message, phone }: Line): string {
  const words = message ?? withoutMessage;
  return findTakenPhone(phone ?? undefined) === null ? words : `${words}\n\nPhone: ${phone}`;
}

const toMessage = (line: Line, now: Date): Addition => ({
  id: deriveId(line),
  name: line.name,
  email: line.email ?? '',
  phone: line.phone === null ? null : normalizePhone(line.phone) || null,
  subject: line.subject ?? withoutSubject,
  message: toWords(line),
  category: line.category ?? 'general',
  status: line.status ?? 'resolved',
  createdAt: line.writtenAt ?? now.toISOString(),
  updatedAt: line.writtenAt ?? now.toISOString(),
});

const statements = memoizePrepared((db) => ({
  isStored: db.$client.prepare<[string], number>('SELECT 1 FROM desk_requests WHERE id = ?').pluck(),
  added: db.$client.prepare<[string], { id: string; isTouched: 0 | 1 }>(
    `SELECT m.id, m.version > 1 OR r.assignee_id IS NOT NULL
       OR EXISTS (SELECT 1 FROM conversation_messages c WHERE c.conversation_id = m.id)
       OR EXISTS (SELECT 1 FROM desk_notes n WHERE n.request_id = m.id)
       OR EXISTS (SELECT 1 FROM desk_follow_ups f WHERE f.request_id = m.id) AS isTouched
     FROM contact_messages m JOIN desk_requests r ON r.id = m.id WHERE m.source = ?`,
  ),
  add: db
    .insert(contactMessages)
    .values({
      id: sql.placeholder('id'),
      name: sql.placeholder('name'),
      email: sql.placeholder('email'),
      phone: sql.placeholder('phone'),
      subject: sql.placeholder('subject'),
      message: sql.placeholder('message'),
      category: sql.placeholder('category'),
      source: sql.placeholder('source'),
      status: sql.placeholder('status'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare(),
  remove: db
    .delete(contactMessages)
    .where(eq(contactMessages.id, sql.placeholder('id')))
    .prepare(),
}));

/**
 * Lines are added, and never change what a customer wrote here: one that is here already is as it is. One with an id that
 * is not here is refused: a forgotten person does not come back by an old file of this site.
 */
export const planCustomerImport: PlanImport = (db, file) => {
  const { mapping, now } = file;
  const schema = createLine(now);
  const isStored = (of: string): boolean => statements(db).isStored.get(of) !== undefined;
  const lineOf = new Map<string, number>();
  const additions: Addition[] = [];

  const plan = (row: CsvRow): PlannedLine => {
    const typed = readRow(row, mapping, customerColumns);
    if (typeof typed.id === 'string' && typed.id !== '') {
      if (isStored(typed.id)) return { changes: [] };
      return { problems: [{ field: 'id', reason: { code: 'request_not_found' } }] };
    }
    const parsed = schema.safeParse(typed);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message: text }) => ({
        field: String(path[0] ?? ''),
        reason: decodeReason(text),
      }));
      return { problems };
    }
    const line = parsed.data;
    if (line.phone === null && line.email === null)
      return { problems: [{ field: 'phone', reason: { code: 'contact_invalid' } }] };
    const addition = toMessage(line, now);
    const above = lineOf.get(addition.id);
    if (above !== undefined) {
      const reason: Reason = { code: 'twice_in_file', values: { label: 'This', text: 'line', line: above } };
      return { problems: [{ field: line.externalId ? 'externalId' : 'name', reason }] };
    }
    lineOf.set(addition.id, row.line);
    if (isStored(addition.id)) return { changes: [] };
    additions.push(addition);
    return { isAdded: true };
  };

  const report = reportLines(customerColumns, file, plan);
  const prepare: ImportPlan['prepare'] = ({ batch }) => ({
    write() {
      const source = toImportSource(batch);
      for (const addition of additions) {
        // Another import has added it since.
        if (isStored(addition.id)) return false;
        statements(db).add.run({ ...addition, source });
      }
      return true;
    },
  });
  // The report is kept for longer than the file, and has no cell of it.
  return { report: { ...report, example: [] }, prepare };
};

/** What was answered, noted or changed since is left. */
export const planCustomerUndo: PlanUndo = (db, batch) => {
  const readAdded = () => statements(db).added.all(toImportSource(batch));
  const rows = readAdded();
  const untouched = rows.filter(({ isTouched }) => isTouched === 0);
  return {
    skipped: rows.length - untouched.length,
    write() {
      const stillUntouched = readAdded().filter(({ isTouched }) => isTouched === 0);
      if (stillUntouched.length !== untouched.length) return null;
      for (const { id } of untouched) statements(db).remove.run({ id });
      return untouched.length;
    },
  };
};

import { eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { appointments } from '~db/schema/appointments';
import { conversationMessages } from '~db/schema/conversations';
import { deskFollowUps, deskRequests } from '~db/schema/desk';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
import { toReference } from '../messages/message';
import { exportOwnData } from '../own-data/own-data.server';
import { splitNames, storedData } from '../own-data/stored-data.server';
import { formatCsv, formatCsvLine } from '../shared/csv';
import { countItems, type Person, selectOwnFeedback, selectOwnRows, toContacts } from './person.server';

/* Files about customers. Each is read a few rows at a time, as the client takes them. */

const rowsAtOnce = 100;

function createFile(parts: Iterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

const formatLines = (rows: readonly (readonly string[])[]): string => rows.map(formatCsvLine).join('');

const formatValue = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
};

/** A line for each field that has a value. */
const describe = (what: string, of: string, row: Readonly<Record<string, unknown>>): string[][] =>
  Object.entries(row).flatMap(([field, value]) =>
    value === null || value === undefined || value === '' ? [] : [[what, of, field, formatValue(value)]],
  );

/** The columns that the export of own data has too. */
function selectExported(table: SQLiteTable) {
  const stored = storedData.flatMap(({ tables }) => tables).find((entry) => entry.table === table);
  const names = new Set([...splitNames(stored?.personal), ...splitNames(stored?.impersonal)]);
  return Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => names.has(name)));
}

const readIds = (db: Database, select: SQL): string[] =>
  db
    .select({ id: sql<string>`own.id` })
    .from(sql`(${select}) own`)
    .all()
    .map(({ id }) => id);

const requestTables = [
  ['Message', contactMessages],
  ['Service', serviceRequests],
  ['Visit', appointments],
  ['Feedback', feedback],
] as const;

/** Parts of an account's own export that are listed by request, or are not shown to operators. */
const listedApart = new Set(['messages', 'serviceRequests', 'appointments', 'feedback', 'conversations', 'reports']);

function* writeCopy(db: Database, person: Person): Generator<string> {
  yield formatCsv([['What', 'Number', 'Field', 'Value']]);
  for (const { id } of person.accounts) {
    for (const [what, rows] of Object.entries(exportOwnData(db, id) ?? {})) {
      if (listedApart.has(what)) continue;
      const entries: unknown[] = Array.isArray(rows) ? rows : [rows];
      yield formatLines(
        entries.flatMap((entry, index) =>
          typeof entry === 'object' && entry !== null ? describe(what, String(index + 1), { ...entry }) : [],
        ),
      );
    }
  }
  const contacts = toContacts(person);
  const selects = {
    Message: selectOwnRows('message', contacts),
    Service: selectOwnRows('service', contacts),
    Visit: selectOwnRows('appointment', contacts),
    Feedback: selectOwnFeedback(person, { withAnonymous: false }),
  };
  for (const [what, table] of requestTables) {
    const ids = readIds(db, selects[what]);
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const batch = ids.slice(from, from + rowsAtOnce);
      const rows = db.select(selectExported(table)).from(table).where(inArray(table.id, batch)).all();
      yield formatLines(rows.flatMap((row) => describe(what, toReference(String(row.id)), row)));
      const words = db
        .select({
          id: conversationMessages.conversationId,
          side: conversationMessages.side,
          text: conversationMessages.text,
          createdAt: conversationMessages.createdAt,
        })
        .from(conversationMessages)
        .where(inArray(conversationMessages.conversationId, batch))
        .orderBy(conversationMessages.conversationId, conversationMessages.id)
        .all();
      yield formatLines(
        words.map(({ id, side, text, createdAt }) => [
          side === 'buyer' ? 'Written by the customer' : 'Answer',
          toReference(id),
          createdAt,
          text,
        ]),
      );
    }
  }
  const { conversation } = countItems(db, person);
  if (conversation > 0) {
    yield formatLines([
      [
        'Conversations with sellers and buyers',
        String(conversation),
        'where',
        'Private: only whoever takes part in one reads it, under Messages, or in the own data of the account.',
      ],
    ]);
  }
}

/** All of a person in lines of what, number, field and value; without private conversations and anonymous feedback. */
export const createPersonCopy = (db: Database, person: Person): ReadableStream<Uint8Array> =>
  createFile(writeCopy(db, person));

const customerColumns = [
  'Id',
  'Reference',
  'Kind',
  'Name',
  'Phone',
  'Email',
  'About',
  'Message',
  'Status',
  'Written',
  'Next step',
  'On',
];

function* writeCustomers(db: Database): Generator<string> {
  yield formatCsv([customerColumns]);
  let after = 0;
  for (;;) {
    const rows = db
      .select({
        seq: deskRequests.seq,
        id: deskRequests.id,
        kind: deskRequests.kind,
        name: deskRequests.name,
        subject: deskRequests.subject,
        message: contactMessages.message,
        status: deskRequests.status,
        createdAt: deskRequests.createdAt,
        nextStep: deskFollowUps.nextStep,
        dueOn: deskFollowUps.dueOn,
        phone: sql<string | null>`coalesce(${contactMessages.phone}, ${serviceRequests.contactPhone},
          ${appointments.phone}, CASE ${feedback.isAnonymous} WHEN 0 THEN ${users.phone} END)`,
        email: sql<
          string | null
        >`coalesce(${contactMessages.email}, ${serviceRequests.contactEmail}, ${appointments.email},
          CASE ${feedback.isAnonymous} WHEN 0 THEN ${users.email} END)`,
      })
      .from(deskRequests)
      .leftJoin(deskFollowUps, eq(deskFollowUps.requestId, deskRequests.id))
      .leftJoin(contactMessages, eq(contactMessages.id, deskRequests.id))
      .leftJoin(serviceRequests, eq(serviceRequests.id, deskRequests.id))
      .leftJoin(appointments, eq(appointments.id, deskRequests.id))
      .leftJoin(feedback, eq(feedback.id, deskRequests.id))
      .leftJoin(users, eq(users.id, feedback.userId))
      .where(gt(deskRequests.seq, after))
      .orderBy(deskRequests.seq)
      .limit(rowsAtOnce)
      .all();
    const last = rows.at(-1);
    if (!last) return;
    after = last.seq;
    yield formatLines(
      rows.map((row) => [
        row.id,
        toReference(row.id),
        row.kind === 'appointment' ? 'visit' : row.kind,
        row.name ?? 'Anonymous',
        row.phone ?? '',
        row.email ?? '',
        row.subject,
        row.message ?? '',
        row.status,
        row.createdAt,
        row.nextStep ?? '',
        row.dueOn ?? '',
      ]),
    );
  }
}

/** Every request with how its customer can be reached. */
export const createCustomersFile = (db: Database): ReadableStream<Uint8Array> => createFile(writeCustomers(db));

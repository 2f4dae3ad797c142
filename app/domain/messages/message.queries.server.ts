import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ContactCategory, ContactPriority, ContactStatus } from '~db/enums';
import { contactCounters, contactMessages, contactTags } from '~db/schema/requests';
import { createJsonReader } from '~db/schema/columns';
import { memoizePrepared } from '~db/statements';
import { countRows, isEqual, type Page, type Pagination, readPage } from '../shared/pagination.server';
import type { Message } from './message';

const { aboutVehicleId: _vehicle, aboutListingId: _listing, ...columns } = getTableColumns(contactMessages);

function selectMessages(db: Database) {
  const tags = db
    .select({ tags: sql`json_group_array(${contactTags.tag} ORDER BY ${contactTags.tag})` })
    .from(contactTags)
    .where(eq(contactTags.messageId, contactMessages.id));
  return db
    .select({ ...columns, tags: sql`${tags}`.mapWith(createJsonReader(z.array(z.string()))) })
    .from(contactMessages);
}

const reads = memoizePrepared((db) => ({
  one: selectMessages(db)
    .where(eq(contactMessages.id, sql.placeholder('id')))
    .prepare(),
  isSent: db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.id, sql.placeholder('id')))
    .prepare(),
  counts: db.select().from(contactCounters).prepare(),
}));

/** @returns null when the message does not exist */
export const findMessage = (db: Database, id: string): Message | null => reads(db).one.get({ id }) ?? null;

/** Whether a message with this id exists; only its sender and operators know the id. */
export const isMessageSent = (db: Database, id: string): boolean => reads(db).isSent.get({ id }) !== undefined;

type MessageFilters = {
  status?: ContactStatus;
  category?: ContactCategory;
  priority?: ContactPriority;
  tag?: string;
};

/** Messages matching a query, the newest first. For operators only: they contain personal data. */
export function findMessages(
  db: Database,
  { page, limit, ...filters }: MessageFilters & Pick<Pagination, 'page' | 'limit'>,
): Page<Message> {
  const where = and(
    isEqual(contactMessages.status, filters.status),
    isEqual(contactMessages.category, filters.category),
    isEqual(contactMessages.priority, filters.priority),
    isTagged(db, filters.tag),
  );
  const rows = selectMessages(db).where(where).orderBy(desc(contactMessages.createdAt), contactMessages.id);
  return readPage(rows, countRows(db, contactMessages, where), { page, limit });
}

/** Condition: a message has this tag; undefined without one. */
export const isTagged = (db: Database, tag: string | undefined): SQL | undefined =>
  tag === undefined
    ? undefined
    : inArray(
        contactMessages.id,
        db.select({ id: contactTags.messageId }).from(contactTags).where(eq(contactTags.tag, tag)),
      );

export type MessageStatistics = {
  total: number;
  new: number;
  inProgress: number;
  resolved: number;
  pendingContacts: number;
};

/** Number of messages by status; maintained by triggers, and contains no personal data. */
export function readMessageStatistics(db: Database): MessageStatistics {
  const counts = new Map(
    reads(db)
      .counts.all()
      .map(({ status, messages }) => [status, messages]),
  );
  const of = (status: ContactStatus): number => counts.get(status) ?? 0;
  return {
    total: [...counts.values()].reduce((sum, messages) => sum + messages, 0),
    new: of('new'),
    inProgress: of('in-progress'),
    resolved: of('resolved'),
    pendingContacts: of('pending'),
  };
}

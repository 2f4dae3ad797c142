import type { Database } from '~db/connection';
import type { ContactCategory, ContactPriority, ContactStatus } from '~db/enums';
import { filteredPage } from '../shared/filtered-page.server';
import { statementsOf } from '../shared/memoize.server';
import type { PageOf, Pagination } from '../shared/pagination';
import type { Message } from './message';

/** Row as SQLite returns it: tags as JSON text. */
type MessageRow = Omit<Message, 'tags'> & { tags: string };

const columns = `
  m.id, m.name, m.email, m.phone, m.subject, m.message, m.category, m.priority, m.source, m.status,
  m.user_id AS userId, m.created_at AS createdAt, m.updated_at AS updatedAt, m.version,
  (SELECT json_group_array(t.tag ORDER BY t.tag) FROM contact_tags t WHERE t.message_id = m.id) AS tags`;

function toMessage({ tags, ...row }: MessageRow): Message {
  // Built by the statement itself, which fixes its shape.
  const readTags: string[] = JSON.parse(tags);
  return { ...row, tags: readTags };
}

const reads = statementsOf((sqlite) => ({
  one: sqlite.prepare<[string], MessageRow>(`SELECT ${columns} FROM contact_messages m WHERE m.id = ?`),
  isSent: sqlite.prepare<[string], number>('SELECT 1 FROM contact_messages WHERE id = ?').pluck(),
  counts: sqlite.prepare<[], { status: ContactStatus; messages: number }>(
    'SELECT status, messages FROM contact_counters',
  ),
}));

/** @returns null when the message does not exist */
export function findMessage(db: Database, id: string): Message | null {
  const row = reads(db).one.get(id);
  return row ? toMessage(row) : null;
}

/** Whether a message with this id exists; only its sender and operators know the id. */
export const isMessageSent = (db: Database, id: string): boolean => reads(db).isSent.get(id) !== undefined;

/** Operators' filters; an absent filter matches everything. */
type MessageFilters = {
  status?: ContactStatus;
  category?: ContactCategory;
  priority?: ContactPriority;
  tag?: string;
};

const conditions = {
  status: 'm.status = @status',
  category: 'm.category = @category',
  priority: 'm.priority = @priority',
  tag: 'm.id IN (SELECT message_id FROM contact_tags WHERE tag = @tag)',
} satisfies Record<keyof MessageFilters, string>;

/** Messages matching a query, the newest first. For operators only: they contain personal data. */
export function findMessages(
  db: Database,
  { page, limit, ...filters }: MessageFilters & Pick<Pagination, 'page' | 'limit'>,
): PageOf<Message> {
  const list = { columns, source: 'contact_messages m', conditions, order: 'm.created_at DESC, m.id' };
  const { items, pagination } = filteredPage<MessageRow>(db, list, { page, limit }, filters);
  return { items: items.map(toMessage), pagination };
}

export type MessageStatistics = {
  total: number;
  new: number;
  inProgress: number;
  resolved: number;
  pendingContacts: number;
};

/** Number of messages by status; maintained by triggers, and contains no personal data. */
export function messageStatistics(db: Database): MessageStatistics {
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

import type { Database } from '~db/connection';
import { operatorLog } from '~db/schema';
import type { Asker } from '../asker';
import type { CommandContext } from '../command.server';
import { type PageOf, paginationOf } from '../pagination';
import { reportSecurityEvent } from '../security-events.server';
import { statementsOf } from '../statements.server';
import { type DeskSubject, deskPageSize } from './limits';

/** What the log tells of: all that the desk lists, and accounts that became operators or ceased to be. */
type LogSubject = DeskSubject | 'account';

/** One thing that an operator did. */
type Deed = {
  subject: LogSubject;
  subjectId: string;
  /** What it is called, without anything told in confidence. */
  title: string;
  /** In words: 'hidden', 'status: resolved'. */
  deed: string;
  reason?: string | null;
};

/**
 * Writes into the log what an operator did, in the transaction that does it.
 *
 * @param isOwn the operator did it to something of their own, as any user may: that is nobody's business
 */
export function logDeed({ db, asker, now }: CommandContext, deed: Deed, { isOwn = false } = {}): void {
  const operator = operatorOf(asker);
  if (!operator || isOwn) return;
  db.insert(operatorLog)
    .values({ ...deed, operatorId: operator.id, operatorName: operator.name, createdAt: now.toISOString() })
    .run();
  reportSecurityEvent(db, 'operator-action', { account: operator.id, about: deed.subject });
}

/** The name that stands in the log for what is done at the command line, where no operator is signed in. */
const commandLine = { operatorId: 'command-line', operatorName: 'Command line' };

/**
 * Records, in the transaction that does it, what the command line did to an operator's account.
 *
 * @param event in words: 'created as an operator'
 */
export function recordAccountAuditEvent(
  { db, now }: Pick<CommandContext, 'db' | 'now'>,
  { accountId, name, event }: { accountId: string; name: string; event: string },
): void {
  db.insert(operatorLog)
    .values({
      ...commandLine,
      subject: 'account',
      subjectId: accountId,
      title: name,
      deed: event,
      createdAt: now.toISOString(),
    })
    .run();
}

const operatorOf = ({ user }: Asker) => (user?.role === 'operator' ? user : null);

/**
 * What a change set, in words: 'status: resolved, priority: high'. Other values are named only: they may be personal.
 */
export function deedOf(changes: Readonly<Record<string, unknown>>, told: readonly string[]): string {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (told.includes(name) ? `${name}: ${value}` : `${name} changed`))
    .join(', ');
}

export type LoggedDeed = Deed & { id: number; operatorName: string; reason: string | null; createdAt: string };

const columns = `
  id, operator_name AS operatorName, subject, subject_id AS subjectId, title, deed, reason, created_at AS createdAt`;

const reads = statementsOf((sqlite) => ({
  page: sqlite.prepare<[number, number], LoggedDeed>(
    `SELECT ${columns} FROM operator_log ORDER BY id DESC LIMIT ? OFFSET ?`,
  ),
  /** Nothing is ever taken away, so the last number is their number. */
  total: sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM operator_log').pluck(),
  of: sqlite.prepare<[DeskSubject, string, number], LoggedDeed>(
    `SELECT ${columns} FROM operator_log WHERE subject = ? AND subject_id = ? ORDER BY id DESC LIMIT ?`,
  ),
}));

/** Everything that operators did, the newest first. @param page from 1 */
export function findDeeds(db: Database, page: number): PageOf<LoggedDeed> {
  const total = reads(db).total.get() ?? 0;
  const items = reads(db).page.all(deskPageSize, (page - 1) * deskPageSize);
  return { items, pagination: paginationOf({ page, limit: deskPageSize }, total) };
}

/** What operators last did with one thing, the newest first; at most a page. */
export const deedsOf = (db: Database, subject: DeskSubject, id: string): LoggedDeed[] =>
  reads(db).of.all(subject, id, deskPageSize);

import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { MailKind, MailState } from '~db/enums';
import { mails, users } from '~db/schema';
import { passwordOfEmail } from '../accounts/passwords.server';
import { sha256 } from '../shared/crypto.server';
import { aDay, aMinute, anHour, timestampBefore } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { type PageOf, paginationOf } from '../shared/pagination';
import {
  type MailContent,
  appointmentMail,
  messageMail,
  recoveryMail,
  reportMail,
  type ComposedMail,
} from './mail-content.server';
import { isStopped, stopToken } from '../outbox/outbox.server';

/*
 * What becomes of a mail of the outbox (docs/product.md, "Mail"). A process claims it with a lease and a random name, so
 * that of several on one file only one has it; prepares it; and records that it is being sent before the mail server
 * gets the first letter of it. A process that is killed before that loses its lease, and the mail is sent by the next
 * one. One that is killed later leaves it unknown whether the server took the mail: it is not sent again, because a
 * mail never arrives twice, and operators see it.
 */

const leaseMilliseconds = 2 * aMinute;
const maxAttempts = 8;
const maxWait = 6 * anHour;
/** An account is mailed that many recovery links in a day, and none sooner after another than this. */
const maxLinksPerDay = 5;
const minLinkInterval = 10 * aMinute;
/** A recovery link that could not be sent for so long is of no use any more. */
const maxLinkAge = anHour;

/** Needless mails, deleted in one write. */
const maxDropped = 50;

const interrupted = 'The site stopped while it was sent.';
const tooLate = 'It could not be sent in time.';

const isOpen = isNull(mails.settledAt);
const isUnsent = sql`state in ('failed', 'unknown')`;

/** A mail that this process has to send. */
export type ClaimedMail = {
  id: string;
  lease: string;
  kind: MailKind;
  aboutId: string | null;
  address: string;
  content: MailContent;
  /** Token of the link that stops mails of its kind; null for a recovery link. */
  stopToken: string | null;
};

type Row = Pick<
  typeof mails.$inferSelect,
  'id' | 'kind' | 'aboutId' | 'userId' | 'address' | 'times' | 'attempts' | 'createdAt'
>;

const queries = preparedOf((db) => ({
  isDue: db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isOpen, lte(mails.dueAt, sql.placeholder('now'))))
    .limit(1)
    .prepare(),
  next: db
    .select({
      id: mails.id,
      kind: mails.kind,
      aboutId: mails.aboutId,
      userId: mails.userId,
      address: mails.address,
      times: mails.times,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
    })
    .from(mails)
    .where(and(isOpen, eq(mails.state, 'waiting'), lte(mails.dueAt, sql.placeholder('now'))))
    .orderBy(asc(mails.dueAt))
    .limit(1)
    .prepare(),
  address: db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare(),
  recoveryLinks: db
    .select({ sent: count(), latest: sql<string | null>`max(${mails.createdAt})` })
    .from(mails)
    .where(
      and(
        eq(mails.kind, 'recovery'),
        isNull(mails.aboutId),
        eq(mails.userId, sql.placeholder('userId')),
        gt(mails.createdAt, sql.placeholder('since')),
        ne(mails.id, sql.placeholder('id')),
      ),
    )
    .prepare(),
  waiting: db.select({ mails: count() }).from(mails).where(isOpen).prepare(),
}));

/** Whether there is a mail to send, or one that a process has lost. */
export const isMailDue = (db: Database, now: Date): boolean =>
  queries(db).isDue.get({ now: now.toISOString() }) !== undefined;

/** Number of mails that are not sent yet. */
export const waitingMails = (db: Database): number => queries(db).waiting.get()?.mails ?? 0;

/** Ends expired leases: a mail that was not being sent yet waits again, of the rest it is unknown whether it arrived. */
function releaseExpiredLeases(db: Database, now: string): void {
  const isLost = (state: MailState) => and(isOpen, lte(mails.dueAt, now), eq(mails.state, state));
  // One during which the process ended eight times may be why it ended.
  db.update(mails)
    .set({ state: 'failed', lease: null, settledAt: now, reason: interrupted })
    .where(and(isLost('claimed'), gte(mails.attempts, maxAttempts)))
    .run();
  db.update(mails).set({ state: 'waiting', lease: null }).where(isLost('claimed')).run();
  db.update(mails)
    .set({ state: 'unknown', lease: null, settledAt: now, reason: interrupted })
    .where(isLost('sending'))
    .run();
}

/**
 * Finds the account for which a recovery link was requested, and assigns the mail to it: until then nothing in the database,
 * nor in the time that a response takes, says whether there is one.
 *
 * @returns null where there is none, or it has been mailed enough links
 */
function accountToRecover(db: Database, row: Row, now: Date): Row | null {
  if (row.userId !== null) return row;
  const userId = row.address === null ? undefined : passwordOfEmail(db, row.address)?.id;
  if (userId === undefined) return null;
  const since = timestampBefore(now, aDay);
  const { sent, latest } = queries(db).recoveryLinks.get({ userId, since, id: row.id }) ?? { sent: 0, latest: null };
  if (sent >= maxLinksPerDay || (latest !== null && latest > timestampBefore(now, minLinkInterval))) return null;
  db.update(mails).set({ userId, address: null }).where(eq(mails.id, row.id)).run();
  return { ...row, userId, address: null };
}

function write(db: Database, row: Row, address: string, now: Date): ComposedMail | null {
  switch (row.kind) {
    case 'message':
    case 'answer':
      return messageMail(db, row);
    case 'appointment':
      return appointmentMail(db, row);
    case 'report':
      return reportMail(db, row);
    case 'recovery':
      return recoveryMail(db, row, address, now);
  }
}

/** Adds the events of further mails about the same subject, which waited for the end of a lease, to this one. */
function gather(db: Database, row: Row): Row {
  const others = and(
    sql`${mails.kind} = ${row.kind} AND ${mails.aboutId} IS ${row.aboutId}
        AND ${mails.userId} IS ${row.userId} AND ${mails.address} IS ${row.address}`,
    eq(mails.state, 'waiting'),
    ne(mails.id, row.id),
  );
  const gathered = db.delete(mails).where(others).returning({ times: mails.times }).all();
  return { ...row, times: gathered.reduce((sum, { times }) => sum + times, row.times) };
}

/**
 * Claims the next mail, within a transaction. Those that are needed no more are deleted: their recipient has read it
 * on the site, wants no such mails, or does not exist.
 *
 * @returns null when no mail is due, or only such were found
 */
export function claimMail(db: Database, now: Date): ClaimedMail | null {
  const timestamp = now.toISOString();
  releaseExpiredLeases(db, timestamp);
  for (let dropped = 0; dropped < maxDropped; dropped += 1) {
    const next = queries(db).next.get({ now: timestamp });
    if (!next) return null;
    const row = next.kind === 'recovery' ? accountToRecover(db, next, now) : gather(db, next);
    const address = row && (row.userId === null ? row.address : queries(db).address.get({ userId: row.userId })?.email);
    const written = row && address && !isStopped(db, address, row.kind) ? write(db, row, address, now) : null;
    if (!row || !address || !written) {
      db.delete(mails).where(eq(mails.id, next.id)).run();
      continue;
    }
    const { id, kind, aboutId, times } = row;
    const { content, secret } = written;
    const lease = randomUUID();
    const dueAt = new Date(now.getTime() + leaseMilliseconds).toISOString();
    db.update(mails)
      .set({ state: 'claimed', lease, dueAt, times, attempts: row.attempts + 1, linkHash: secret && sha256(secret) })
      .where(eq(mails.id, id))
      .run();
    const token = kind === 'recovery' ? null : stopToken(db, address, kind);
    return { id, lease, kind, aboutId, address, content, stopToken: token };
  }
  return null;
}

type Claim = Pick<ClaimedMail, 'id' | 'lease'>;

/**
 * Records that the mail server is about to get the mail. After this it is never sent again, unless the server refuses it.
 *
 * @returns false when this process has lost the mail meanwhile, and must not send it
 */
export function beginSending(db: Database, { id, lease }: Claim, now: Date): boolean {
  const dueAt = new Date(now.getTime() + leaseMilliseconds).toISOString();
  const isOwn = and(eq(mails.id, id), eq(mails.lease, lease), eq(mails.state, 'claimed'));
  return db.update(mails).set({ state: 'sending', dueAt }).where(isOwn).run().changes === 1;
}

/**
 * How an attempt ended. `failed`: refused for good. `later`: certainly not taken. `unknown`: the connection broke after
 * the mail was passed on, before the server said that it took it.
 */
export type AttemptResult = { kind: 'sent' } | { kind: 'failed' | 'later' | 'unknown'; reason: string };

/** A minute after the first attempt, four times as long after each further one. */
const waitAfter = (attempts: number): number => Math.min(maxWait, aMinute * 4 ** (attempts - 1));

/**
 * Stores how an attempt ended. A mail that was not taken waits for the next attempt, of eight over some eighteen hours.
 *
 * @returns the state that it has now; null when this process has lost it meanwhile
 */
export function settleMail(db: Database, { id, lease }: Claim, result: AttemptResult, now: Date): MailState | null {
  const isOwn = and(eq(mails.id, id), eq(mails.lease, lease));
  const row = db
    .select({ attempts: mails.attempts, kind: mails.kind, createdAt: mails.createdAt })
    .from(mails)
    .where(isOwn)
    .get();
  if (!row) return null;
  const reason = result.kind === 'sent' ? null : result.reason;
  const due = now.getTime() + waitAfter(row.attempts);
  const isTooLate = row.kind === 'recovery' && due > Date.parse(row.createdAt) + maxLinkAge;
  if (result.kind === 'later' && row.attempts < maxAttempts && !isTooLate) {
    const dueAt = new Date(due).toISOString();
    db.update(mails).set({ state: 'waiting', lease: null, dueAt, reason }).where(isOwn).run();
    return 'waiting';
  }
  const state = result.kind === 'later' ? 'failed' : result.kind;
  db.update(mails)
    .set({
      state,
      lease: null,
      settledAt: now.toISOString(),
      reason: result.kind === 'later' ? `${tooLate} ${result.reason}` : reason,
    })
    .where(isOwn)
    .run();
  return state;
}

/** A mail that could not be sent, or perhaps was, as operators read it. */
export type UnsentMail = {
  id: string;
  kind: MailKind;
  /** Name of the account; null for a person without one. */
  name: string | null;
  address: string;
  state: MailState;
  attempts: number;
  reason: string | null;
  settledAt: string;
};

export const unsentPerPage = 20;

/** Number of mails that were given up. */
export const countUnsentMails = (db: Database): number =>
  db.select({ mails: count() }).from(mails).where(isUnsent).get()?.mails ?? 0;

/** Mails that were given up, the newest first. @param page from 1 */
export function unsentMails(db: Database, page: number, limit = unsentPerPage): PageOf<UnsentMail> {
  const total = countUnsentMails(db);
  const items = db
    .select({
      id: mails.id,
      kind: mails.kind,
      name: users.name,
      address: sql<string>`coalesce(${mails.address}, ${users.email})`,
      state: mails.state,
      attempts: mails.attempts,
      reason: mails.reason,
      settledAt: sql<string>`${mails.settledAt}`,
    })
    .from(mails)
    .leftJoin(users, eq(users.id, mails.userId))
    .where(isUnsent)
    .orderBy(desc(mails.settledAt))
    .limit(limit)
    .offset((page - 1) * limit)
    .all();
  return { items, pagination: paginationOf({ page, limit }, total) };
}

/** Rows deleted in one write. */
const batch = 500;

/**
 * Deletes mails that were sent, or given up, long ago.
 *
 * @param keep milliseconds; null for ever
 * @returns how many were deleted; zero once none is left
 */
export function purgeMails(db: Database, keep: number | null, now: Date): number {
  if (keep === null) return 0;
  const old = db
    .select({ id: mails.id })
    .from(mails)
    .where(lt(mails.settledAt, timestampBefore(now, keep)))
    .limit(batch);
  return db.delete(mails).where(inArray(mails.id, old)).run().changes;
}

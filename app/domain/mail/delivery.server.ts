import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, gt, gte, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { MailKind, MailState } from '~db/enums';
import { users } from '~db/schema/accounts';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { mails } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { findPasswordByEmail } from '../accounts/passwords.server';
import { sha256 } from '../shared/secrets.server';
import { dayMs, getTimestampBefore, hourMs, minuteMs } from '../shared/dates';
import {
  composeAppointmentMail,
  type ComposedMail,
  composeInviteMail,
  composeLeadMail,
  composeMessageMail,
  composeRecoveryMail,
  composeReportMail,
  type MailContent,
} from './mail-content.server';
import { createStopToken, isStopped } from '../outbox/outbox.server';

/*
 * A process claims a mail with a lease, and records that it is being sent before it sends anything. If it is killed
 * before that, its lease expires and another process sends the mail; if later, it is unknown whether the server
 * accepted it: it is not sent again, so that no mail arrives twice, and operators see it (docs/product.md, "Mail").
 */

const leaseMilliseconds = 2 * minuteMs;
const maxAttempts = 8;
const maxWait = 6 * hourMs;
const maxLinksPerDay = 5;
const minLinkInterval = 10 * minuteMs;
const maxLinkAge = hourMs;

const maxDropped = 50;

/** Mails to an address without an account: anyone can give the address of another person. */
const maxMailsPerDay = 10;
const maxUnreadMails = 3;
const lastMail = 'This is the last mail about messages until you open the link of one of them.';

const interrupted = 'The site stopped while it was sent.';
const tooLate = 'It could not be sent in time.';

const isOpen = isNull(mails.settledAt);

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

const queries = memoizePrepared((db) => ({
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
  // A mail is unread if its conversation has as many unread messages as were written since.
  sentTo: db
    .select({
      today: sql<number>`count(*) FILTER (WHERE coalesce(${mails.settledAt}, ${mails.dueAt}) > ${sql.placeholder('since')})`,
      firstToday: sql<string | null>`min(coalesce(${mails.settledAt}, ${mails.dueAt}))
        FILTER (WHERE coalesce(${mails.settledAt}, ${mails.dueAt}) > ${sql.placeholder('since')})`,
      unread: sql<number>`count(*) FILTER (WHERE ${conversations.buyerUnread} >= (
        SELECT max(1, count(*)) FROM ${conversationMessages}
        WHERE ${conversationMessages.conversationId} = ${conversations.id}
          AND ${conversationMessages.side} = 'seller' AND ${conversationMessages.createdAt} >= ${mails.createdAt}))`,
    })
    .from(mails)
    .leftJoin(conversations, eq(conversations.id, mails.aboutId))
    .where(
      and(
        eq(mails.address, sql.placeholder('address')),
        inArray(mails.state, ['claimed', 'sending', 'sent', 'unknown']),
        // The plus keeps the planner to the index of addresses: mails of a kind are many.
        sql`+${mails.kind} in ('message', 'answer')`,
      ),
    )
    .prepare(),
  // Raw: the planner may read all mails ever sent instead of the index of open ones.
  waiting: db.select({ mails: sql<number>`count(*)` }).from(sql`${mails} INDEXED BY mails_due`).where(isOpen).prepare(),
}));

export const isMailDue = (db: Database, now: Date): boolean =>
  queries(db).isDue.get({ now: now.toISOString() }) !== undefined;

export const countWaitingMails = (db: Database): number => queries(db).waiting.get()?.mails ?? 0;

/** Ends expired leases. A mail that was not yet being sent waits again; the state of the others becomes `unknown`. */
function releaseExpiredLeases(db: Database, now: string): void {
  const isLost = (state: MailState) => and(isOpen, lte(mails.dueAt, now), eq(mails.state, state));
  // A mail during which the process ended eight times may be the cause.
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

/** Looked up only when it is sent, so that the time of the response does not reveal whether the account exists. */
function findAccountToRecover(db: Database, row: Row, now: Date): Row | null {
  if (row.userId !== null) return row;
  const userId = row.address === null ? undefined : findPasswordByEmail(db, row.address)?.id;
  if (userId === undefined) return null;
  const since = getTimestampBefore(now, dayMs);
  const { sent, latest } = queries(db).recoveryLinks.get({ userId, since, id: row.id }) ?? { sent: 0, latest: null };
  if (sent >= maxLinksPerDay || (latest !== null && latest > getTimestampBefore(now, minLinkInterval))) return null;
  db.update(mails).set({ userId, address: null }).where(eq(mails.id, row.id)).run();
  return { ...row, userId, address: null };
}

function composeMail(db: Database, row: Row, address: string, now: Date): ComposedMail | null {
  switch (row.kind) {
    case 'message':
    case 'answer':
      return composeMessageMail(db, row);
    case 'appointment':
      return composeAppointmentMail(db, row);
    case 'lead':
      return composeLeadMail(db, row);
    case 'report':
      return composeReportMail(row);
    case 'invite':
      return composeInviteMail(db, row, now);
    case 'recovery':
      return composeRecoveryMail(db, row, address, now);
  }
}

function mergeWaitingMails(db: Database, row: Row): Row {
  const sameMails = and(
    sql`${mails.kind} = ${row.kind} AND ${mails.aboutId} IS ${row.aboutId}
        AND ${mails.userId} IS ${row.userId} AND ${mails.address} IS ${row.address}`,
    eq(mails.state, 'waiting'),
    ne(mails.id, row.id),
  );
  const merged = db.delete(mails).where(sameMails).returning({ times: mails.times }).all();
  return { ...row, times: merged.reduce((sum, { times }) => sum + times, row.times) };
}

type AddressLimit =
  /** Nothing. `isLast`: no further one is sent until the recipient has read one. */
  | { kind: 'free'; isLast: boolean }
  | { kind: 'unread' }
  /** @property dueAt when the first of today's mails is a day old */
  | { kind: 'today'; dueAt: string };

function findAddressLimit(db: Database, address: string, now: Date): AddressLimit {
  const since = getTimestampBefore(now, dayMs);
  const { today = 0, firstToday = null, unread = 0 } = queries(db).sentTo.get({ address, since }) ?? {};
  if (unread >= maxUnreadMails) return { kind: 'unread' };
  if (today >= maxMailsPerDay && firstToday !== null) {
    return { kind: 'today', dueAt: new Date(Date.parse(firstToday) + dayMs).toISOString() };
  }
  return { kind: 'free', isLast: unread === maxUnreadMails - 1 };
}

/** Within a transaction; deletes mails that are no longer needed. @returns null when no mail is due */
export function claimMail(db: Database, now: Date): ClaimedMail | null {
  const timestamp = now.toISOString();
  releaseExpiredLeases(db, timestamp);
  for (let dropped = 0; dropped < maxDropped; dropped += 1) {
    const next = queries(db).next.get({ now: timestamp });
    if (!next) return null;
    const row = next.kind === 'recovery' ? findAccountToRecover(db, next, now) : mergeWaitingMails(db, next);
    const address = row && (row.userId === null ? row.address : queries(db).address.get({ userId: row.userId })?.email);
    const composed = row && address && !isStopped(db, address, row.kind) ? composeMail(db, row, address, now) : null;
    if (!row || !address || !composed) {
      db.delete(mails).where(eq(mails.id, next.id)).run();
      continue;
    }
    const { id, kind, aboutId, times } = row;
    const { content, secret } = composed;
    const isFromOthers = kind === 'message' || kind === 'answer';
    const limit = row.userId === null && isFromOthers ? findAddressLimit(db, address, now) : null;
    if (limit?.kind === 'unread') {
      db.delete(mails).where(eq(mails.id, id)).run();
      continue;
    }
    if (limit?.kind === 'today') {
      db.update(mails).set({ dueAt: limit.dueAt, times }).where(eq(mails.id, id)).run();
      continue;
    }
    const lease = randomUUID();
    const dueAt = new Date(now.getTime() + leaseMilliseconds).toISOString();
    db.update(mails)
      .set({ state: 'claimed', lease, dueAt, times, attempts: row.attempts + 1, linkHash: secret && sha256(secret) })
      .where(eq(mails.id, id))
      .run();
    const token = kind === 'recovery' ? null : createStopToken(db, address, kind);
    const paragraphs = limit?.isLast ? [...content.paragraphs, lastMail] : content.paragraphs;
    return { id, lease, kind, aboutId, address, content: { ...content, paragraphs }, stopToken: token };
  }
  return null;
}

type Claim = Pick<ClaimedMail, 'id' | 'lease'>;

/** From then on it is not sent again. @returns false when the lease has expired: it must not be sent */
export function beginSending(db: Database, { id, lease }: Claim, now: Date): boolean {
  const dueAt = new Date(now.getTime() + leaseMilliseconds).toISOString();
  const isOwn = and(eq(mails.id, id), eq(mails.lease, lease), eq(mails.state, 'claimed'));
  return db.update(mails).set({ state: 'sending', dueAt }).where(isOwn).run().changes === 1;
}

/** `failed`: permanently. `later`: can be tried again. `unknown`: the connection was lost after sending. */
export type AttemptResult = { kind: 'sent' } | { kind: 'failed' | 'later' | 'unknown'; reason: string };

/** Time until the next attempt: a minute after the first, then four times as long each time. */
const getWaitAfter = (attempts: number): number => Math.min(maxWait, minuteMs * 4 ** (attempts - 1));

/** Up to eight attempts over about eighteen hours. @returns null when the lease has expired */
export function settleMail(db: Database, { id, lease }: Claim, result: AttemptResult, now: Date): MailState | null {
  const isOwn = and(eq(mails.id, id), eq(mails.lease, lease));
  const row = db
    .select({ attempts: mails.attempts, kind: mails.kind, createdAt: mails.createdAt })
    .from(mails)
    .where(isOwn)
    .get();
  if (!row) return null;
  const reason = result.kind === 'sent' ? null : result.reason;
  const due = now.getTime() + getWaitAfter(row.attempts);
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

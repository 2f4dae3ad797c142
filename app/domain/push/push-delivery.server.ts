import { and, eq, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import type { LeadMailTime, RequestKind } from '~db/enums';
import { pushSubscriptions } from '~db/schema/webhooks';
import { memoizePrepared } from '~db/statements';
import { getOfferName } from '../catalogue/vehicle';
import { findOffer } from '../catalogue/vehicle.queries.server';
import { countWaitingRequests } from '../desk/request.queries.server';
import { isAnnounced } from '../mail/lead-mails.server';
import { leadNames, quoteText } from '../mail/mail-content.server';
import { anonymous } from '../shared/actor';
import { dayMs, hourMs, minuteMs } from '../shared/dates';
import { formatCount } from '../shared/money';

/*
 * The sender looks for requests of the desk that are newer than those that a device was sent, as for mails about them: no
 * request waits for it and none is forgotten. What comes while a push service does not answer is one notification.
 */

/** Of members who left the team, nothing is sent; their subscriptions end with their sessions. */
type Due = {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  time: LeadMailTime;
  lastSeq: number;
  testAt: string | null;
  failingSince: string | null;
  attempts: number;
};
type Lead = { id: string; kind: RequestKind; aboutId: string | null };

/** Sent in one turn. */
const maxDue = 50;

/** At least this long between two notifications about customers. */
const shortestPause: Readonly<Record<LeadMailTime, number>> = { 'at-once': minuteMs, hourly: hourMs };
const longestWait = 4 * hourMs;
/** A subscription that has failed for this long is removed. */
const longestFailure = 14 * dayMs;

/** Wait after a failed attempt: a minute, then twice as long each time. */
const getWaitAfter = (attempts: number): number => Math.min(longestWait, minuteMs * 2 ** Math.min(attempts - 1, 20));

const isNewLead = `r.seq > ? AND r.waiting_since IS NOT NULL AND ${isAnnounced}`;

const reads = memoizePrepared(({ $client }) => ({
  newest: $client.prepare<[], number | null>('SELECT max(seq) FROM desk_requests').pluck(),
  due: $client.prepare<{ newest: number; now: string }, Due>(
    `SELECT s.id, s.endpoint, s.p256dh, s.auth, s.time, s.told_seq AS lastSeq, s.test_at AS testAt,
       s.failing_since AS failingSince, s.attempts
     FROM push_subscriptions s INDEXED BY push_subscriptions_next CROSS JOIN users u ON u.id = s.user_id
     WHERE (s.test_at IS NOT NULL OR (s.told_seq <> @newest AND s.due_at <= @now))
       AND u.role <> 'user' AND u.blocked_at IS NULL
     ORDER BY s.due_at LIMIT ${maxDue}`,
  ),
  count: $client.prepare<[number], number>(`SELECT count(*) FROM desk_requests r WHERE ${isNewLead}`).pluck(),
  lead: $client.prepare<[number], Lead>(
    `SELECT r.id, r.kind, coalesce(m.about_vehicle_id, m.about_listing_id, a.vehicle_id) AS aboutId
     FROM desk_requests r LEFT JOIN contact_messages m ON m.id = r.id LEFT JOIN appointments a ON a.id = r.id
     WHERE ${isNewLead} ORDER BY r.seq DESC LIMIT 1`,
  ),
  failing: $client
    .prepare<[string], number>('SELECT count(*) FROM push_subscriptions WHERE failing_since <= ?')
    .pluck(),
  all: $client.prepare<[], number>('SELECT count(*) FROM push_subscriptions').pluck(),
}));

/** Devices that get notifications, and those of which every attempt of an hour has failed. */
export const countPushDevices = (db: Database, now: Date): { all: number; failing: number } => ({
  all: reads(db).all.get() ?? 0,
  failing: reads(db).failing.get(new Date(now.getTime() - hourMs).toISOString()) ?? 0,
});

export type DuePush = Due & { newest: number };

/** Reads only. A test does not wait. */
export function findDuePushes(db: Database, now: Date): DuePush[] {
  const newest = reads(db).newest.get() ?? 0;
  return reads(db)
    .due.all({ newest, now: now.toISOString() })
    .map((due) => ({ ...due, newest }));
}

export type PushContent = {
  title: string;
  /** The second line. */
  body: string | null;
  to: { page: 'customer'; id: string } | { page: 'customers' } | { page: 'notices' };
  kind: 'test' | LeadMailTime;
};

const formatAbout = (db: Database, id: string | null): string => {
  const offer = id === null ? null : findOffer(db, id, anonymous);
  const name = offer && quoteText(getOfferName(offer), '');
  return name ? ` about ${name}` : '';
};

/**
 * What a lock screen may show: of a customer only what they ask about. A notification that replaces one that was not seen
 * says how many wait. Null if all were answered until then.
 */
export function composePush(db: Database, { testAt, lastSeq, newest, time }: DuePush): PushContent | null {
  if (testAt !== null) {
    const body = 'New customers are announced like this.';
    return { title: 'Notifications work', body, to: { page: 'notices' }, kind: 'test' };
  }
  // The newest request was deleted, and its number is given again.
  const lead = lastSeq > newest ? undefined : reads(db).lead.get(lastSeq);
  if (!lead) return null;
  const leads = reads(db).count.get(lastSeq) ?? 1;
  const waiting = Object.values(countWaitingRequests(db)).reduce((sum, { all }) => sum + all, 0);
  return {
    title:
      leads === 1
        ? `New ${leadNames[lead.kind]}${formatAbout(db, lead.aboutId)}`
        : `${formatCount(leads)} new customers`,
    body: waiting > leads ? `${formatCount(waiting)} wait at the desk.` : null,
    to: leads === 1 ? { page: 'customer', id: lead.id } : { page: 'customers' },
    kind: time,
  };
}

/** Of an attempt. `status` is null without an answer. */
type Attempt = { status: number | null };

const isTaken = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

export type SettledPush = 'sent' | 'nothing' | 'failed' | 'removed';

/** Within a transaction. @param attempt null when there was nothing to send */
export function settlePush(db: Database, due: DuePush, attempt: Attempt | null, now: Date): SettledPush {
  // Not of a subscription that its browser has replaced since.
  const isOwn = and(eq(pushSubscriptions.id, due.id), eq(pushSubscriptions.endpoint, due.endpoint));
  const store = (changes: SQLiteUpdateSetSource<typeof pushSubscriptions>): unknown =>
    db.update(pushSubscriptions).set(changes).where(isOwn).run();
  const isTest = due.testAt !== null;
  const timestamp = now.toISOString();
  const after = (wait: number): string => new Date(now.getTime() + wait).toISOString();
  if (attempt === null) {
    store({ lastSeq: due.newest });
    return 'nothing';
  }
  // A second press during the attempt is another test.
  const testAt = sql`nullif(test_at, ${due.testAt})`;
  if (isTaken(attempt)) {
    store({
      ...{ testAt, lastSuccessAt: timestamp, failingSince: null, attempts: 0, status: null },
      // It works again: what waits need not wait longer.
      ...(isTest
        ? due.failingSince !== null && { dueAt: timestamp }
        : { lastSeq: due.newest, dueAt: after(shortestPause[due.time]) }),
    });
    return 'sent';
  }
  const { status } = attempt;
  const failingSince = due.failingSince ?? timestamp;
  // 404 and 410: the browser has ended it.
  if (status === 404 || status === 410 || now.getTime() - Date.parse(failingSince) >= longestFailure) {
    db.delete(pushSubscriptions).where(isOwn).run();
    return 'removed';
  }
  const attempts = due.attempts + 1;
  store({ testAt, failingSince, attempts, status, dueAt: after(getWaitAfter(attempts)) });
  return 'failed';
}

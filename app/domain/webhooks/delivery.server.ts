import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listingKinds } from '~db/enums';
import { users } from '~db/schema/accounts';
import { webhookDeliveries, webhooks } from '~db/schema/webhooks';
import { memoizePrepared } from '~db/statements';
import {
  createInitialPosition,
  createPosition,
  createSyncToken,
  findChangesSince,
  findLastChange,
  parseSyncToken,
} from '../listings/listing-changes.server';
import { anonymous } from '../shared/actor';
import { dayMs, hourMs, minuteMs } from '../shared/dates';
import { addDelivery, type Delivery, type Webhook } from './webhooks.server';

/** What waits for one webhook. Beyond it nothing is queued: the changes themselves are the queue. */
const maxWaiting = 100;
const changesAtOnce = 50;

/** Wait after a failed attempt: 5 seconds, then from a minute on twice as long each time. */
const getWaitAfter = (attempts: number): number =>
  attempts === 1 ? 5_000 : Math.min(longestWait, minuteMs * 2 ** (attempts - 2));
const longestWait = 4 * hourMs;
/** A webhook of which every delivery has failed for this long is paused. */
const longestFailure = 23 * hourMs;

const isActive = and(isNull(webhooks.pausedAt), isNull(users.blockedAt));

const queries = memoizePrepared((db) => ({
  active: db
    .select({
      id: webhooks.id,
      events: webhooks.events,
      bike: webhooks.bikePosition,
      scooter: webhooks.scooterPosition,
    })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.userId))
    .where(isActive)
    .prepare(),
  waiting: db
    .select({ count: count() })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, sql.placeholder('id')), isNull(webhookDeliveries.settledAt)))
    .prepare(),
  // The oldest of each webhook; those that fail come last, so that they keep no place from the others.
  due: db
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.userId))
    .crossJoin(webhookDeliveries)
    .where(
      and(
        isActive,
        sql`${webhookDeliveries.id} = (SELECT d.id FROM webhook_deliveries d INDEXED BY webhook_deliveries_due
          WHERE d.webhook_id = ${webhooks.id} AND d.settled_at IS NULL AND d.due_at <= ${sql.placeholder('now')}
          ORDER BY d.due_at LIMIT 1)`,
      ),
    )
    .orderBy(sql`${webhooks.failingSince} IS NOT NULL`, webhookDeliveries.dueAt)
    .prepare(),
}));

type Fed = { id: string; events: readonly string[]; bike: string; scooter: string };

const findPosition = (webhook: Fed, kind: (typeof listingKinds)[number], now: Date) =>
  parseSyncToken(kind, webhook[kind]) ?? createInitialPosition(now);

/** Webhooks that listings have changed for since their events were queued. */
export const findBehind = (db: Database, now: Date): Fed[] => {
  const last = { bike: findLastChange(db, 'bike'), scooter: findLastChange(db, 'scooter') };
  return queries(db)
    .active.all()
    .filter(
      (webhook) =>
        listingKinds.some((kind) => findPosition(webhook, kind, now).change < last[kind]) &&
        (queries(db).waiting.get({ id: webhook.id })?.count ?? 0) < maxWaiting,
    );
};

/** Within a transaction: queues the events of a portion of changes. */
export function queueListingEvents(db: Database, webhook: Fed, now: Date): void {
  for (const kind of listingKinds) {
    const position = findPosition(webhook, kind, now);
    const { changes, upTo, hasMore } = findChangesSince(db, kind, position, changesAtOnce, anonymous);
    for (const change of changes) {
      const event = `listing.${change.change}` as const;
      if (!webhook.events.includes(event)) continue;
      const previousPrice = change.change === 'removed' ? null : change.previousPrice;
      addDelivery(db, { webhookId: webhook.id, event, aboutId: change.id, previousPrice }, now);
    }
    const next = createSyncToken(kind, hasMore ? { ...position, change: upTo } : createPosition(upTo, now));
    const moved = kind === 'bike' ? { bikePosition: next } : { scooterPosition: next };
    db.update(webhooks).set(moved).where(eq(webhooks.id, webhook.id)).run();
  }
}

export type DueDelivery = { delivery: Delivery; webhook: Omit<Webhook, 'events'> };

export const findDue = (db: Database, now: Date): DueDelivery[] => queries(db).due.all({ now: now.toISOString() });

/** Of a listing that is gone: its removal is another event. */
export const dropDelivery = (db: Database, { id }: Delivery): unknown =>
  db.delete(webhookDeliveries).where(eq(webhookDeliveries.id, id)).run();

/** Of an attempt. `status` is null without an answer. */
export type Attempt = { status: number | null };

const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Within a transaction. @returns the state of the delivery, and when its webhook may be tried again */
export function settleDelivery(
  db: Database,
  { delivery, webhook }: DueDelivery,
  attempt: Attempt,
  now: Date,
): { state: Delivery['state']; restUntil: Date } {
  const timestamp = now.toISOString();
  const isOwn = eq(webhookDeliveries.id, delivery.id);
  const { status } = attempt;
  const attempts = delivery.attempts + 1;
  if (isAccepted(attempt)) {
    db.update(webhookDeliveries).set({ state: 'delivered', attempts, status, settledAt: timestamp }).where(isOwn).run();
    const current = db
      .update(webhooks)
      .set({ failingSince: null })
      .where(and(eq(webhooks.id, webhook.id), sql`failing_since is not null`))
      .run();
    // It works again: what waits need not wait longer.
    if (current.changes > 0)
      db.update(webhookDeliveries)
        .set({ dueAt: timestamp })
        .where(and(eq(webhookDeliveries.webhookId, webhook.id), isNull(webhookDeliveries.settledAt)))
        .run();
    return { state: 'delivered', restUntil: now };
  }
  const failingSince = webhook.failingSince ?? timestamp;
  const isGone = status === 410;
  const isOver = isGone || now.getTime() - Date.parse(delivery.queuedAt) >= dayMs;
  const isPaused = isGone || (isOver && now.getTime() - Date.parse(failingSince) >= longestFailure);
  db.update(webhooks)
    .set({ failingSince, ...(isPaused && { pausedAt: timestamp }) })
    .where(eq(webhooks.id, webhook.id))
    .run();
  if (isOver) {
    db.update(webhookDeliveries).set({ state: 'failed', attempts, status, settledAt: timestamp }).where(isOwn).run();
    return { state: 'failed', restUntil: now };
  }
  const dueAt = new Date(now.getTime() + getWaitAfter(attempts));
  db.update(webhookDeliveries).set({ attempts, status, dueAt: dueAt.toISOString() }).where(isOwn).run();
  return { state: 'waiting', restUntil: new Date(Math.min(dueAt.getTime(), now.getTime() + minuteMs)) };
}

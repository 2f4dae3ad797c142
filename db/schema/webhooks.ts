import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { leadMailTimes } from '../enums';
import { deliveryEvents, deliveryStates } from '../webhook-events';
import { sessions, users } from './accounts';
import { createdAt, isList, isOneOf, isTimestamp, list } from './columns';

/** Addresses of programs that are sent events. Their secrets are derived from a key of the site. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: list('events'),
    /** Tokens of the changes of bikes and scooters up to which events were queued. */
    bikePosition: text('bike_position').notNull(),
    scooterPosition: text('scooter_position').notNull(),
    secretNumber: integer('secret_number').notNull().default(1),
    /** Until a day later, the former secret signs too. */
    rotatedAt: text('rotated_at'),
    /** First failure since the last success. */
    failingSince: text('failing_since'),
    /** Nothing is sent until it is resumed. */
    pausedAt: text('paused_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('webhooks_user').on(t.userId),
    check('webhooks_events', isList(t.events)),
    check('webhooks_secret', sql`${t.secretNumber} >= 1`),
    check('webhooks_rotated', isTimestamp(t.rotatedAt)),
    check('webhooks_failing', isTimestamp(t.failingSince)),
    check('webhooks_paused', isTimestamp(t.pausedAt)),
    check('webhooks_created', isTimestamp(t.createdAt)),
  ],
);

/** Events to send, or sent. The content is composed when it is sent, so that no row repeats what a user wrote. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** Also the `webhook-id`, which stays the same over all attempts. */
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event', { enum: deliveryEvents }).notNull(),
    /** Id of the listing or conversation; null for a test. */
    aboutId: text('about_id'),
    previousPrice: integer('previous_price_rupees'),
    state: text('state', { enum: deliveryStates }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Of the next attempt; once it is settled, of the last. */
    dueAt: text('due_at').notNull(),
    /** HTTP status of the last answer; null without one. */
    status: integer('status'),
    createdAt: createdAt(),
    /** Creation or the last replay: it is tried for a day from then on. */
    queuedAt: text('queued_at').notNull(),
    settledAt: text('settled_at'),
  },
  (t) => [
    index('webhook_deliveries_due').on(t.webhookId, t.dueAt).where(sql`settled_at is null`),
    index('webhook_deliveries_webhook').on(t.webhookId, t.createdAt),
    index('webhook_deliveries_settled').on(t.settledAt).where(sql`settled_at is not null`),
    check('webhook_deliveries_event', isOneOf(t.event, deliveryEvents)),
    check('webhook_deliveries_about', sql`(${t.aboutId} is null) = (${t.event} = 'webhook.test')`),
    check('webhook_deliveries_price', sql`${t.previousPrice} >= 0`),
    check('webhook_deliveries_state', isOneOf(t.state, deliveryStates)),
    check('webhook_deliveries_attempts', sql`${t.attempts} >= 0`),
    check('webhook_deliveries_settles', sql`(${t.state} = 'waiting') = (${t.settledAt} is null)`),
    check('webhook_deliveries_due_at', isTimestamp(t.dueAt)),
    check('webhook_deliveries_created', isTimestamp(t.createdAt)),
    check('webhook_deliveries_queued', isTimestamp(t.queuedAt)),
    check('webhook_deliveries_settled_at', isTimestamp(t.settledAt)),
  ],
);

/** Browsers of the team, a few, that are notified of new customers. Their queue is the newer requests of the desk. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Address at the browser's push service, a secret. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    device: text('device'),
    time: text('time', { enum: leadMailTimes }).notNull(),
    /** The newest request of the desk that it was sent. */
    lastSeq: integer('told_seq').notNull(),
    dueAt: text('due_at').notNull(),
    /** A test that its owner has asked for, and that was not tried yet. */
    testAt: text('test_at'),
    lastSuccessAt: text('last_success_at'),
    /** First failure since the last success; then the attempts, and the HTTP status of the last, null without one. */
    failingSince: text('failing_since'),
    attempts: integer('attempts').notNull().default(0),
    status: integer('status'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_session').on(t.sessionId),
    index('push_subscriptions_user').on(t.userId),
    index('push_subscriptions_next').on(t.dueAt),
    index('push_subscriptions_broken').on(t.failingSince),
    check('push_subscriptions_time', isOneOf(t.time, leadMailTimes)),
    check('push_subscriptions_told', sql`${t.lastSeq} >= 0`),
    check('push_subscriptions_attempts', sql`${t.attempts} >= 0`),
    check('push_subscriptions_fails', sql`(${t.failingSince} is null) = (${t.attempts} = 0)`),
    check('push_subscriptions_due', isTimestamp(t.dueAt)),
    check('push_subscriptions_test', isTimestamp(t.testAt)),
    check('push_subscriptions_success', isTimestamp(t.lastSuccessAt)),
    check('push_subscriptions_failing', isTimestamp(t.failingSince)),
    check('push_subscriptions_created', isTimestamp(t.createdAt)),
  ],
);

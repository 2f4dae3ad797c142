import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { listingKinds } from '~db/enums';
import { webhookDeliveries, webhooks } from '~db/schema/webhooks';
import { deleteEach } from '~db/statements';
import { deliveryDays, type deliveryEvents, type WebhookEvent, webhookEvents } from '~db/webhook-events';
import { createPosition, createSyncToken, findLastChange } from '../listings/listing-changes.server';
import { requireUser } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { dayMs, getTimestampBefore } from '../shared/dates';
import { failWith } from '../shared/fields.server';
import { type AppError, err, ok, type Result } from '../shared/result';
import { readSiteKey } from '../shared/secrets.server';
import { findUrlProblem, type UrlProblem } from './public-addresses.server';

export const maxWebhooks = 5;
/** Of all users: each is sent every change of a listing. */
const maxWebhooksOfSite = 200;
export const deliveriesPerPage = 50;
const maxUrlLength = 500;
const maxReplayed = 500;

export type Webhook = Omit<typeof webhooks.$inferSelect, 'events'> & { events: WebhookEvent[] };
export type Delivery = typeof webhookDeliveries.$inferSelect;

const toWebhook = (row: typeof webhooks.$inferSelect): Webhook => ({
  ...row,
  events: webhookEvents.filter((event) => row.events.includes(event)),
});

const webhookNotFound: AppError = { kind: 'not-found', code: 'webhook_not_found' };

/** By the Standard Webhooks specification: `whsec_` and 32 bytes in Base64. */
const deriveWebhookSecret = (db: Database, id: string, number: number): string =>
  `whsec_${createHmac('sha256', readSiteKey(db, 'webhooks')).update(`${id} ${number}`).digest('base64')}`;

/** The secrets that sign, the current one first. */
export function getSecrets(
  db: Database,
  { id, secretNumber, rotatedAt }: Pick<Webhook, 'id' | 'secretNumber' | 'rotatedAt'>,
  now: Date,
): string[] {
  const isRecent = rotatedAt !== null && now.getTime() - Date.parse(rotatedAt) < dayMs;
  return (isRecent ? [secretNumber, secretNumber - 1] : [secretNumber]).map((number) =>
    deriveWebhookSecret(db, id, number),
  );
}

export const findWebhooks = (db: Database, userId: string): Webhook[] =>
  db
    .select()
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .all()
    .map(toWebhook);

export function findOwnWebhook({ db, actor }: Pick<CommandContext, 'db' | 'actor'>, id: string): Result<Webhook> {
  const user = requireUser(actor);
  if (!user.ok) return user;
  const row = db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.userId, user.value.id)))
    .get();
  return row ? ok(toWebhook(row)) : err(webhookNotFound);
}

type NewDelivery = {
  webhookId: string;
  event: (typeof deliveryEvents)[number];
  /** Of a listing; null for a test. */
  aboutId: string | null;
  previousPrice?: number | null;
};

/** Within a transaction. Those of messages are added by a trigger. @returns the id of the delivery */
export function addDelivery(db: Database, delivery: NewDelivery, now: Date): string {
  const id = `msg_${randomBytes(18).toString('base64url')}`;
  const timestamp = now.toISOString();
  db.insert(webhookDeliveries)
    .values({ ...delivery, id, dueAt: timestamp, createdAt: timestamp, queuedAt: timestamp })
    .run();
  return id;
}

/** The newest first. */
export const findDeliveries = (db: Database, webhookId: string): Delivery[] =>
  db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(deliveriesPerPage)
    .all();

const urlInvalid = failWith({ code: 'webhook_url_invalid' });

const urlProblems: Readonly<Record<UrlProblem, { error: string }>> = {
  invalid: urlInvalid,
  private: failWith({ code: 'webhook_address_private' }),
};

const eventsRequired = failWith({ code: 'webhook_events_required' });

export const webhookFields = z.object({
  url: z
    .string(urlInvalid)
    .max(maxUrlLength, urlInvalid)
    .meta({ description: 'Address of your program, with https, on the internet. Redirects are not followed.' }),
  events: z
    .array(z.enum(webhookEvents, eventsRequired), eventsRequired)
    .min(1, eventsRequired)
    .max(20, eventsRequired)
    .meta({ description: 'Events to send. Those of messages are about your own conversations.' }),
});

type NewWebhook = z.infer<typeof webhookFields> & { isAnyAllowed: boolean };

/** @param input `isAnyAllowed`: whether the settings allow private addresses and http */
export const createWebhook = defineCommand<NewWebhook, Webhook>({
  name: 'create-webhook',
  schema: () =>
    // The length is checked with the rest of the address, so that errors are in one order.
    webhookFields
      .extend({ url: z.string(urlInvalid), isAnyAllowed: z.boolean() })
      .superRefine(({ url, isAnyAllowed }, context) => {
        const problem = findUrlProblem(url, maxUrlLength, isAnyAllowed);
        if (problem) context.addIssue({ code: 'custom', message: urlProblems[problem].error, path: ['url'] });
      }),
  limit: 'write',
  run({ url, events }, { db, actor, now }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    if (findWebhooks(db, user.value.id).length >= maxWebhooks)
      return err({ kind: 'conflict', code: 'too_many_webhooks' });
    const all = db.select({ count: count() }).from(webhooks).get()?.count ?? 0;
    if (all >= maxWebhooksOfSite) return err({ kind: 'conflict', code: 'webhooks_full' });
    const [bikePosition, scooterPosition] = listingKinds.map((kind) =>
      createSyncToken(kind, createPosition(findLastChange(db, kind), now)),
    );
    const row = db
      .insert(webhooks)
      .values({
        id: randomUUID(),
        userId: user.value.id,
        url: new URL(url).href,
        events: [...new Set(events)],
        bikePosition: bikePosition ?? '',
        scooterPosition: scooterPosition ?? '',
        createdAt: now.toISOString(),
      })
      .returning()
      .get();
    return ok(toWebhook(row));
  },
});

const byId = z.object({ id: z.string() });

export const deleteWebhook = defineCommand<{ id: string }, { id: string }>({
  name: 'delete-webhook',
  schema: () => byId,
  limit: 'write',
  run({ id }, context) {
    const lookup = findOwnWebhook(context, id);
    if (!lookup.ok) return lookup;
    context.db.delete(webhooks).where(eq(webhooks.id, id)).run();
    return ok({ id });
  },
});

export const rotateWebhookSecret = defineCommand<{ id: string }, Webhook>({
  name: 'rotate-webhook-secret',
  schema: () => byId,
  limit: 'write',
  run({ id }, context) {
    const lookup = findOwnWebhook(context, id);
    if (!lookup.ok) return lookup;
    const rotated = { secretNumber: lookup.value.secretNumber + 1, rotatedAt: context.now.toISOString() };
    context.db.update(webhooks).set(rotated).where(eq(webhooks.id, id)).run();
    return ok({ ...lookup.value, ...rotated });
  },
});

export const testWebhook = defineCommand<{ id: string }, { delivery: string }>({
  name: 'test-webhook',
  schema: () => byId,
  limit: 'write',
  run({ id }, context) {
    const lookup = findOwnWebhook(context, id);
    if (!lookup.ok) return lookup;
    return ok({
      delivery: addDelivery(context.db, { webhookId: id, event: 'webhook.test', aboutId: null }, context.now),
    });
  },
});

export const replayFields = z.object({
  since: z.iso
    .datetime(failWith({ code: 'webhook_since_invalid' }))
    .optional()
    .meta({ description: `Events from this time on; without it, those of the last ${deliveryDays} days.` }),
  delivered: z
    .boolean(failWith({ code: 'not_yes_or_no', values: { label: 'delivered' } }))
    .optional()
    .meta({ description: 'Whether events that your program has accepted are sent again too.' }),
});

/** Queues events again, under their ids, and resumes a paused webhook. */
export const replayWebhook = defineCommand<{ id: string } & z.infer<typeof replayFields>, { queued: number }>({
  name: 'replay-webhook',
  schema: () => replayFields.extend({ id: z.string() }),
  limit: 'write',
  run({ id, since, delivered }, context) {
    const lookup = findOwnWebhook(context, id);
    if (!lookup.ok) return lookup;
    const { db, now } = context;
    const from = since === undefined ? getTimestampBefore(now, deliveryDays * dayMs) : new Date(since).toISOString();
    const again = db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.webhookId, id),
          gte(webhookDeliveries.createdAt, from),
          inArray(webhookDeliveries.state, delivered ? ['failed', 'delivered'] : ['failed']),
        ),
      )
      .orderBy(desc(webhookDeliveries.createdAt))
      .limit(maxReplayed)
      .all();
    const queue = db
      .update(webhookDeliveries)
      .set({ state: 'waiting', attempts: 0, dueAt: now.toISOString(), queuedAt: now.toISOString(), settledAt: null })
      .where(eq(webhookDeliveries.id, sql.placeholder('delivery')))
      .prepare();
    for (const delivery of again) queue.run({ delivery: delivery.id });
    db.update(webhooks).set({ failingSince: null, pausedAt: null }).where(eq(webhooks.id, id)).run();
    return ok({ queued: again.length });
  },
});

const purgeBatch = 500;

/** @returns number of deleted deliveries; zero when none is left */
export function purgeDeliveries(db: Database, now: Date): number {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        isNotNull(webhookDeliveries.settledAt),
        lt(webhookDeliveries.settledAt, getTimestampBefore(now, deliveryDays * dayMs)),
      ),
    )
    .limit(purgeBatch)
    .all();
  return deleteEach(db, webhookDeliveries, webhookDeliveries.id, old);
}

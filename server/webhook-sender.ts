import { listingJson } from '~/api/resources/listing.shape.server';
import { findListing } from '~/domain/listings/listing.queries.server';
import { anonymous } from '~/domain/shared/actor';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import {
  type DueDelivery,
  dropDelivery,
  findBehind,
  findDue,
  queueListingEvents,
  settleDelivery,
} from '~/domain/webhooks/delivery.server';
import { getSecrets } from '~/domain/webhooks/webhooks.server';
import type { Runtime } from '~/http/runtime.server';
import { type Resolve, resolveName } from './outgoing-request';
import { postWebhook } from './webhook-request';

/** Connections at once; half of them for webhooks that fail. */
const mostAtOnce = 8;
const mostFailingAtOnce = mostAtOnce / 2;

type Delivery = DueDelivery['delivery'];

/** @returns null when the listing is gone: its removal is another event */
function composeData({ db }: Runtime, { event, aboutId, previousPrice, createdAt }: Delivery, origin: string) {
  if (aboutId === null) return {};
  if (event === 'message.created') return { conversationId: aboutId };
  if (event === 'listing.removed') return { id: aboutId, removedAt: createdAt };
  const listing = findListing(db, aboutId, anonymous);
  return listing && { id: aboutId, previousPrice, listing: listingJson(listing, origin) };
}

type Options = { pollMilliseconds: number; timeout: number; resolve: Resolve };

/** Sends the events of webhooks, each at least once (docs/api.md, "Webhooks"). In one process only. */
export function sendWebhooks(
  runtime: Runtime,
  { pollMilliseconds = 1_000, timeout = 5_000, resolve = resolveName }: Partial<Options> = {},
): () => Promise<void> {
  const { db, log, clock, settings } = runtime;
  const origin = settings.origin ?? `http://localhost:${settings.port}`;
  const sending = new Map<string, Promise<void>>();
  const failing = new Set<string>();
  const restUntil = new Map<string, number>();
  let polling: Promise<void> | null = null;
  let isStopped = false;

  async function write<Value>(change: () => Value): Promise<Value> {
    const written = await commitInGroup(db, () => ok(change()));
    if (!written.ok) throw new Error(written.error.code);
    return written.value;
  }

  async function send(due: DueDelivery): Promise<void> {
    const { delivery, webhook } = due;
    const data = composeData(runtime, delivery, origin);
    if (!data) {
      await write(() => dropDelivery(db, delivery));
      return;
    }
    const now = clock();
    const body = JSON.stringify({ type: delivery.event, timestamp: delivery.createdAt, data });
    const message = { url: webhook.url, id: delivery.id, body, secrets: getSecrets(db, webhook, now), now };
    const attempt = await postWebhook(message, { isPrivateAllowed: settings.hasPrivateWebhooks, resolve, timeout });
    const settled = await write(() => settleDelivery(db, due, attempt, clock()));
    if (settled.state === 'delivered') restUntil.delete(webhook.id);
    else {
      restUntil.set(webhook.id, settled.restUntil.getTime());
      // The address may contain what only its owner should know.
      const facts = { event: 'webhook', webhook: webhook.id, state: settled.state, status: attempt.status };
      log.warn(facts, 'webhook not delivered');
    }
  }

  function sendDue(): void {
    const now = clock();
    for (const due of findDue(db, now)) {
      const { id, failingSince } = due.webhook;
      if (sending.size >= mostAtOnce) return;
      const isFailing = failingSince !== null;
      if (sending.has(id) || (restUntil.get(id) ?? 0) > now.getTime()) continue;
      if (isFailing && failing.size >= mostFailingAtOnce) return;
      if (isFailing) failing.add(id);
      const sent = send(due)
        .catch((error) => log.error({ err: error }, 'a webhook could not be sent'))
        .finally(() => {
          sending.delete(id);
          failing.delete(id);
          if (!isStopped) poll();
        });
      sending.set(id, sent);
    }
  }

  async function queueAndSend(): Promise<void> {
    try {
      if (!getDatabaseStatus(db).isInPlace()) return;
      for (const webhook of findBehind(db, clock())) {
        if (isStopped) return;
        await write(() => queueListingEvents(db, webhook, clock()));
      }
      if (!isStopped) sendDue();
    } catch (error) {
      log.error({ err: error }, 'webhooks could not be sent');
    }
  }

  function poll(): void {
    polling ??= queueAndSend().finally(() => {
      polling = null;
    });
  }

  const timer = setInterval(poll, pollMilliseconds).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await polling;
    // Each ends within its timeout; what is cut off is sent again after the next start.
    await Promise.race([Promise.all(sending.values()), new Promise((wait) => setTimeout(wait, 3_000).unref())]);
  };
}

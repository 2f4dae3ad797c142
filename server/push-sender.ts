import { readShop } from '~/domain/content/shop.server';
import {
  composePush,
  type DuePush,
  findDuePushes,
  type PushContent,
  type SettledPush,
  settlePush,
} from '~/domain/push/push-delivery.server';
import { readPushKeys } from '~/domain/push/subscriptions.server';
import { getDatabaseStatus } from '~/domain/shared/database-status.server';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { post, type Resolve, resolveName } from './outgoing-request';

const mostAtOnce = 8;
const encoding = 'aes128gcm';
/** Seconds for which a push service keeps a notification for a device that is off. */
const keptSeconds = { leads: 86_400, test: 300 } as const;

function getPath({ to }: PushContent): string {
  if (to.page === 'customer') return deskPaths.customer(to.id);
  return to.page === 'customers' ? deskPaths.customers() : deskPaths.teamNotices();
}

/** Who sends, for the operators of a push service (RFC 8292); Apple's takes no address of a test machine. */
const getSubject = ({ db, settings: { origin } }: Runtime): string =>
  origin?.startsWith('https:') ? origin : `mailto:${readShop(db).email}`;

/** Readable by the browser only (RFC 8291). */
async function createPushRequest(runtime: Runtime, { endpoint, p256dh, auth }: DuePush, content: PushContent) {
  // Loaded with the first one: most sites send none.
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = readPushKeys(runtime.db);
  const { title, body, kind } = content;
  const topic = kind === 'test' ? 'test' : 'leads';
  const payload = JSON.stringify({ title, ...(body !== null && { body }), url: getPath(content), tag: topic });
  return {
    url: endpoint,
    body: webPush.encrypt(p256dh, auth, payload, encoding).cipherText,
    headers: {
      ...webPush.getVapidHeaders(new URL(endpoint).origin, getSubject(runtime), publicKey, privateKey, encoding),
      'Content-Type': 'application/octet-stream',
      'Content-Encoding': encoding,
      TTL: keptSeconds[topic],
      // Wakes a phone that sleeps.
      Urgency: kind === 'hourly' ? 'normal' : 'high',
      // One that was not delivered yet is replaced.
      Topic: topic,
    },
  };
}

type Options = { pollMilliseconds: number; timeout: number; resolve: Resolve };

/** Sends notifications about new customers (docs/product.md, "Notices of new customers"). In one process only. */
export function sendPushes(
  runtime: Runtime,
  { pollMilliseconds = 1_000, timeout = 5_000, resolve = resolveName }: Partial<Options> = {},
): () => Promise<void> {
  const { db, log, clock, settings } = runtime;
  let working: Promise<void> | null = null;
  let isStopped = false;

  const reportError = (error: unknown): void => log.error({ err: error }, 'notifications could not be sent');

  async function settle(due: DuePush, attempt: { status: number | null } | null): Promise<SettledPush> {
    const settled = await commitInGroup(db, () => ok(settlePush(db, due, attempt, clock())));
    if (!settled.ok) throw new Error(settled.error.code);
    return settled.value;
  }

  async function send(due: DuePush): Promise<void> {
    const content = composePush(db, due);
    if (!content) {
      await settle(due, null);
      return;
    }
    const reach = { isPrivateAllowed: settings.hasPrivateWebhooks, resolve, timeout };
    const attempt = await createPushRequest(runtime, due, content)
      .then((request) => post(request, reach))
      .catch((error) => {
        log.error({ err: error }, 'a notification could not be written');
        return { status: null };
      });
    const state = await settle(due, attempt);
    // The address is a secret of the browser.
    if (state !== 'sent') {
      log.warn({ event: 'push', subscription: due.id, state, status: attempt.status }, 'notification not sent');
    }
  }

  async function sendDue(): Promise<void> {
    try {
      if (!getDatabaseStatus(db).isInPlace()) return;
      const due = findDuePushes(db, clock());
      while (due.length > 0 && !isStopped) {
        await Promise.all(due.splice(0, mostAtOnce).map((one) => send(one).catch(reportError)));
      }
    } catch (error) {
      reportError(error);
    }
  }

  const timer = setInterval(() => {
    working ??= sendDue().finally(() => {
      working = null;
    });
  }, pollMilliseconds).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    // Each ends within its timeout; what is cut off is sent again after the next start.
    await Promise.race([working, new Promise((wait) => setTimeout(wait, 3_000).unref())]);
  };
}

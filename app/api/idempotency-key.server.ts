import { type IdempotentRequest, idempotentApiRequest } from '~/domain/shared/idempotency.server';
import { err, type Result } from '~/domain/shared/result';
import type { Database } from '~db/connection';
import type { EndpointContext } from './endpoint-context.server';
import type { ApiError, ApiResult } from './respond.server';

const keyHeader = 'Idempotency-Key';
const longestKey = 255;

const unusableKey: ApiError = {
  kind: 'malformed',
  message: `An ${keyHeader} is from 1 to ${longestKey} letters, digits and signs of ASCII.`,
  errors: { [keyHeader]: `${keyHeader} must be from 1 to ${longestKey} characters of ASCII` },
};

/**
 * Reads the `Idempotency-Key` of a request; null if there is none. An empty key is rejected: a client that sends one
 * expects protection against duplicate writes, and would not get it.
 */
export function readKey(request: Request): ApiResult<string | null> {
  const key = request.headers.get(keyHeader);
  if (key === null || (key.length <= longestKey && /^[ -~]+$/.test(key))) return { ok: true, value: key };
  return { ok: false, error: unusableKey };
}

/**
 * Identifies the client that an idempotency key belongs to. Visitors have no id, so they are distinguished by manage
 * key and, without one, by address. Many visitors share an address, and keys such as "1" are common: a response
 * replayed to one of them contains no secret.
 */
const senderOf = ({ actor, request, address }: EndpointContext): string =>
  actor.user?.id ?? request.headers.get('X-Manage-Key') ?? address;

/**
 * Identifies a request, so that a repetition of it is recognised; null without an idempotency key.
 *
 * @param content raw content of the request
 */
export function idempotentRequestOf(context: EndpointContext, content: unknown): IdempotentRequest | null {
  if (context.idempotencyKey === null) return null;
  // The first request came without the manage key that its response issued.
  const isWithNewKey = !context.actor.user && context.request.headers.has('X-Manage-Key');
  return idempotentApiRequest(
    context.idempotencyKey,
    senderOf(context),
    content,
    isWithNewKey ? context.address : undefined,
  );
}

/** Requests with slow work in progress, by idempotency key. */
const working = new WeakMap<Database, Map<string, EndpointContext>>();

const nameOf = (context: EndpointContext): string => `${senderOf(context)} ${context.idempotencyKey}`;

const stillWorking = err({
  kind: 'conflict',
  message: 'The first request with this Idempotency-Key is still being worked on. Please ask again in a moment.',
});

/**
 * Runs slow work, such as photo processing, for one request per idempotency key at a time, so that a retry that arrives
 * meanwhile does not repeat it. All other work of a request runs synchronously. The key is released after the response.
 *
 * @returns the result of the work, or the conflict if a request with the same key is in progress
 */
export async function workOnce<Value extends Result<unknown> | { ok: false; error: ApiError }>(
  context: EndpointContext,
  work: () => Promise<Value>,
): Promise<Value | typeof stillWorking> {
  if (context.idempotencyKey === null) return work();
  const requests = working.get(context.runtime.db) ?? new Map<string, EndpointContext>();
  working.set(context.runtime.db, requests);
  const owner = requests.get(nameOf(context));
  if (owner && owner !== context) return stillWorking;
  requests.set(nameOf(context), context);
  return work();
}

/** Releases the key that `workOnce` took for a request; does nothing for other requests. */
export function finishWork(context: EndpointContext): void {
  const requests = working.get(context.runtime.db);
  if (context.idempotencyKey !== null && requests?.get(nameOf(context)) === context) requests.delete(nameOf(context));
}

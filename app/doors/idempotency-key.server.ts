import { type Outcome, refused } from '~/domain/outcome';
import { callSubmission, type Submission } from '~/domain/submissions/submissions.server';
import type { Database } from '~db/connection';
import type { CallProblem } from './api-answer.server';
import type { Call } from './json-door.server';

const keyHeader = 'Idempotency-Key';
const longestKey = 255;

const unusableKey: CallProblem = {
  kind: 'malformed',
  message: `An ${keyHeader} is from 1 to ${longestKey} letters, digits and signs of ASCII.`,
  errors: { [keyHeader]: `${keyHeader} must be from 1 to ${longestKey} characters of ASCII` },
};

/**
 * Reads the `Idempotency-Key` of a request; null if there is none. An empty key is rejected: a client that sends one
 * expects protection against duplicate writes, and would not get it.
 */
export function readKey(
  request: Request,
): { done: true; value: string | null } | { done: false; problem: CallProblem } {
  const key = request.headers.get(keyHeader);
  if (key === null || (key.length <= longestKey && /^[ -~]+$/.test(key))) return { done: true, value: key };
  return { done: false, problem: unusableKey };
}

/**
 * Identifies the client that an idempotency key belongs to. Visitors have no id, so they are distinguished by manage
 * key and, without one, by address. Many visitors share an address, and keys such as "1" are common: a response
 * replayed to one of them contains no secret.
 */
const senderOf = ({ asker, request, address }: Call): string =>
  asker.user?.id ?? request.headers.get('X-Manage-Key') ?? address;

/**
 * Submission under which a repeated request is recognised; null without an idempotency key.
 *
 * @param content raw content of the request
 */
export function submissionOf(call: Call, content: unknown): Submission | null {
  if (call.key === null) return null;
  // The first request came without the manage key that its response issued.
  const isWithNewKey = !call.asker.user && call.request.headers.has('X-Manage-Key');
  return callSubmission(call.key, senderOf(call), content, isWithNewKey ? call.address : undefined);
}

/** Requests with slow work in progress, by idempotency key. */
const working = new WeakMap<Database, Map<string, Call>>();

const nameOf = (call: Call): string => `${senderOf(call)} ${call.key}`;

const stillWorking = refused({
  kind: 'conflict',
  message: 'The first request with this Idempotency-Key is still being worked on. Please ask again in a moment.',
});

/**
 * Runs slow work, such as photo processing, for one request per idempotency key at a time, so that a retry that arrives
 * meanwhile does not repeat it. All other work of a request runs synchronously. The key is released when the request is
 * answered.
 *
 * @returns the result of the work, or the conflict if a request with the same key is in progress
 */
export async function workOnce<Result extends Outcome<unknown> | { done: false; problem: CallProblem }>(
  call: Call,
  work: () => Promise<Result>,
): Promise<Result | typeof stillWorking> {
  if (call.key === null) return work();
  const calls = working.get(call.runtime.db) ?? new Map<string, Call>();
  working.set(call.runtime.db, calls);
  const holder = calls.get(nameOf(call));
  if (holder && holder !== call) return stillWorking;
  calls.set(nameOf(call), call);
  return work();
}

/** Releases the key that `workOnce` took for a request; does nothing for other requests. */
export function finishWork(call: Call): void {
  const calls = working.get(call.runtime.db);
  if (call.key !== null && calls?.get(nameOf(call)) === call) calls.delete(nameOf(call));
}

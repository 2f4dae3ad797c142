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
 * The `Idempotency-Key` of a call; null when none came. An empty one is refused: whoever sends it means to be protected
 * from writing twice, and would not be.
 */
export function readKey(
  request: Request,
): { done: true; value: string | null } | { done: false; problem: CallProblem } {
  const key = request.headers.get(keyHeader);
  if (key === null || (key.length <= longestKey && /^[ -~]+$/.test(key))) return { done: true, value: key };
  return { done: false, problem: unusableKey };
}

/**
 * What tells a sender from others. A visitor has no name: a manage key tells visitors apart as well, and without one
 * their addresses do. Many visitors share an address, and keys such as "1" are common: a response repeated to one of
 * them holds no secret.
 */
const senderOf = ({ asker, request, address }: Call): string =>
  asker.user?.id ?? request.headers.get('X-Manage-Key') ?? address;

/** What a call is found by when it comes again; null when it carries no key. @param content what came, as it came */
export function submissionOf(call: Call, content: unknown): Submission | null {
  if (call.key === null) return null;
  // The first request came without the manage key that its response brought.
  const isWithNewKey = !call.asker.user && call.request.headers.has('X-Manage-Key');
  return callSubmission(call.key, senderOf(call), content, isWithNewKey ? call.address : undefined);
}

/** Calls whose key is taken while slow work is done for them. */
const working = new WeakMap<Database, Map<string, Call>>();

const nameOf = (call: Call): string => `${senderOf(call)} ${call.key}`;

const stillWorking = refused({
  kind: 'conflict',
  message: 'The first request with this Idempotency-Key is still being worked on. Please ask again in a moment.',
});

/**
 * Does slow work, such as photos, for one call with a key at a time: the same call sent again meanwhile is not made to
 * do it all once more. Everything else of a call is done in one go. The key is free again once the call is answered.
 *
 * @returns what the work gave, or the conflict when a call with the same key is being worked on
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

/** Lets go of the key that `workOnce` took for a call; nothing happens for any other. */
export function finishWork(call: Call): void {
  const calls = working.get(call.runtime.db);
  if (call.key !== null && calls?.get(nameOf(call)) === call) calls.delete(nameOf(call));
}

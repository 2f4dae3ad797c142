/** One sentence for each field at fault; nested fields are dotted (`contactInfo.name`). */
export type FieldErrors = Readonly<Record<string, string>>;

/** Why a command did not happen. Both doors turn a problem into the same status (`app/doors/problem-status.ts`). */
export type Problem =
  /** A field breaks a rule. */
  | { kind: 'invalid'; message: string; errors: FieldErrors }
  /** Nobody is signed in, or the token is not valid. */
  | { kind: 'unauthenticated'; message: string; errors?: FieldErrors }
  /** Known who, but not allowed. */
  | { kind: 'forbidden'; message: string }
  /** No such thing, or not theirs to know of. */
  | { kind: 'not-found'; message: string }
  /** It was already so, or somebody else changed it first. */
  | { kind: 'conflict'; message: string; errors?: FieldErrors }
  /** It is no longer what the sender named with `If-Match`. */
  | { kind: 'stale'; message: string }
  | { kind: 'too-large'; message: string; errors?: FieldErrors }
  | { kind: 'too-many'; message: string; retryAfterSeconds: number }
  /** The database can't be written, or not be read, at the moment. */
  | { kind: 'unavailable'; message: string; retryAfterSeconds: number };

/** What a command answers: done, or refused with one problem. Exceptions are left to mean bugs. */
export type Outcome<Value> = { done: true; value: Value } | { done: false; problem: Problem };

/** Done, and what came of it. */
export const done = <Value>(value: Value): Outcome<Value> => ({ done: true, value });
/** Not done, and why. */
export const refused = (problem: Problem): { done: false; problem: Problem } => ({ done: false, problem });

/** An edit made from an older page than `what` stands on now: whoever sent it looks again first. */
export const changedMeanwhile = (what: string): { done: false; problem: Problem } =>
  refused({
    kind: 'conflict',
    message: `This ${what} was changed in the meantime. Please look at it again before you change it.`,
  });

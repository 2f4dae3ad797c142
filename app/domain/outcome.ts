/** One message for each invalid field; nested fields are dotted (`contactInfo.name`). */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Reason why a command was refused. Forms and the API map a problem to the same status (`app/doors/problem-status.ts`).
 */
export type Problem =
  /** A field is invalid. */
  | { kind: 'invalid'; message: string; errors: FieldErrors }
  /** The request is not authenticated, or its token is invalid. */
  | { kind: 'unauthenticated'; message: string; errors?: FieldErrors }
  /** The actor is authenticated but not allowed to do this. */
  | { kind: 'forbidden'; message: string }
  /** The item does not exist, or the actor may not know that it does. */
  | { kind: 'not-found'; message: string }
  /** The request conflicts with the current state, or with a concurrent change. */
  | { kind: 'conflict'; message: string; errors?: FieldErrors }
  /** The item no longer has the version that the client sent in `If-Match`. */
  | { kind: 'stale'; message: string }
  | { kind: 'too-large'; message: string; errors?: FieldErrors }
  | { kind: 'too-many'; message: string; retryAfterSeconds: number }
  /** The database currently cannot be written, or cannot be read. */
  | { kind: 'unavailable'; message: string; retryAfterSeconds: number };

/** Result of a command: done, or refused with one problem. Exceptions always mean bugs. */
export type Outcome<Value> = { done: true; value: Value } | { done: false; problem: Problem };

/** Creates a successful outcome. */
export const done = <Value>(value: Value): Outcome<Value> => ({ done: true, value });
/** Creates a refused outcome. */
export const refused = (problem: Problem): { done: false; problem: Problem } => ({ done: false, problem });

/**
 * Refuses an edit that was made from an outdated version of `what`: the user should review the current values first.
 */
export const changedMeanwhile = (what: string): { done: false; problem: Problem } =>
  refused({
    kind: 'conflict',
    message: `This ${what} was changed in the meantime. Please look at it again before you change it.`,
  });

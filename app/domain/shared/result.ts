/** One message for each invalid field; nested fields are dotted (`contactInfo.name`). */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Reason why a command failed. Forms and the API map each kind to the same status (`app/http/form-response.server.ts`).
 */
export type AppError =
  /** A field is invalid. */
  | { kind: 'invalid'; message: string; errors: FieldErrors }
  /** The request is not authenticated. */
  | { kind: 'unauthenticated'; message: string; errors?: FieldErrors }
  /** The actor lacks permission. */
  | { kind: 'forbidden'; message: string }
  /** The item does not exist or is hidden from the actor. */
  | { kind: 'not-found'; message: string }
  /** The request conflicts with the current state, or with a concurrent change. */
  | { kind: 'conflict'; message: string; errors?: FieldErrors; retryAfterSeconds?: number }
  /** The item no longer has the version that the client sent in `If-Match`. */
  | { kind: 'stale'; message: string }
  | { kind: 'too-large'; message: string; errors?: FieldErrors }
  | { kind: 'too-many'; message: string; retryAfterSeconds: number }
  /** The database currently cannot be written, or cannot be read. */
  | { kind: 'unavailable'; message: string; errors?: FieldErrors; retryAfterSeconds: number };

/** Result of a command: a value or an error. Exceptions are always bugs. */
export type Result<Value> = Success<Value> | { ok: false; error: AppError };

type Success<Value> = {
  ok: true;
  value: Value;
  /** Whether the value is that of an earlier request with the same idempotency key. */
  isRepeated?: true;
};

export const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value });
export const err = (error: AppError): { ok: false; error: AppError } => ({ ok: false, error });

/** Error for an edit based on an outdated version of `what`: the user should review the current values first. */
export const createVersionConflict = (what: string): { ok: false; error: AppError } =>
  err({
    kind: 'conflict',
    message: `This ${what} was changed in the meantime. Please look at it again before you change it.`,
  });

/** Message above a form, or in an API response, when a field is invalid (docs/product.md, "Forms"). */
export const fixErrors = 'Please fix the validation errors above';

/** Message of docs/product.md, "Rate limits". Minutes are rounded up. */
export function formatTooManyAttempts(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return `Too many attempts. Please try again in ${minutes} minutes.`;
}

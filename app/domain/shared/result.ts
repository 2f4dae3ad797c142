import { errorTexts, type figureTexts } from './error-texts';

type Texts = typeof errorTexts;
/** Code of an error of a request or of one field, from the catalogue of sentences. */
export type ErrorCode = keyof Texts;

/** Names in braces in a text: `min` in '{min} characters', `count` in '{count|character|characters}'. */
type Placeholder<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? (Inner extends `${infer Name}|${string}` ? Name : Inner) | Placeholder<Rest>
  : never;

/** Code of a sentence without values. */
export type PlainCode = { [Code in ErrorCode]: [Placeholder<Texts[Code]>] extends [never] ? Code : never }[ErrorCode];
type ValueCode = Exclude<ErrorCode, PlainCode>;

type ReasonOf<Codes extends ErrorCode> = {
  [Code in Codes]: Code extends PlainCode
    ? { code: Code; values?: undefined }
    : { code: Code; values: Readonly<Record<Placeholder<Texts[Code]>, string | number>> };
}[Codes];

/** Why a request, or the value of one field, is rejected: a code and the values that its sentence mentions. */
export type Reason = { code: PlainCode; values?: undefined } | ReasonOf<ValueCode>;

/** Why a figure is rejected, also by the script of the EMI calculator. */
export type FigureReason = ReasonOf<keyof typeof figureTexts>;

const placeholder = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

/** Puts values into a text of the catalogue; `{count|day|days}` selects a word by the number. */
export const formatText = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(placeholder, (_, name: string, singular?: string, plural?: string) => {
    const value = String(values[name]);
    return (value === '1' ? singular : plural) ?? value;
  });

/** The sentence of a reason. */
export const formatReason = ({ code, values }: Reason): string => formatText(errorTexts[code], values);

/** The sentence of each invalid field. */
export const formatFieldErrors = (
  errors: Readonly<Record<string, Reason | readonly Reason[]>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [
      field,
      'code' in reasons ? formatReason(reasons) : reasons.map(formatReason).join('. '),
    ]),
  );

export const isSameReason = (first: Reason, second: Reason): boolean =>
  first.code === second.code && JSON.stringify(first.values) === JSON.stringify(second.values);

/** Encodes a reason as the message of a validation rule, which zod only takes as text. */
export const encodeReason = (reason: Reason): string => JSON.stringify(reason);

/** Whether a value of another process is a reason. */
export const isReason = (value: unknown): value is Reason =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  Object.hasOwn(errorTexts, value.code);

/** Decodes the message of a validation rule; `detail` is a sentence of zod itself, for a rule without a reason. */
export function decodeReason(message: string): Reason {
  if (message.startsWith('{"code":')) {
    const value: unknown = JSON.parse(message);
    if (isReason(value)) return value;
  }
  return { code: 'invalid_value', values: { detail: message } };
}

/**
 * Why each invalid field is rejected; nested fields are dotted (`contactInfo.name`). Photos can have several reasons,
 * every other field has one.
 */
export type FieldErrors = Readonly<Record<string, Reason | readonly Reason[]>>;

type ErrorKind =
  /** A field is invalid. */
  | { kind: 'invalid'; errors: FieldErrors }
  /** The request is not authenticated. */
  | { kind: 'unauthenticated'; errors?: FieldErrors }
  /** The actor lacks permission. */
  | { kind: 'forbidden' }
  /** The item does not exist or is hidden from the actor. */
  | { kind: 'not-found' }
  /** The request conflicts with the current state, or with a concurrent change. */
  | { kind: 'conflict'; errors?: FieldErrors; retryAfterSeconds?: number }
  /** The item no longer has the version that the client sent in `If-Match`. */
  | { kind: 'stale' }
  | { kind: 'too-large'; errors?: FieldErrors }
  | { kind: 'too-many'; retryAfterSeconds: number }
  /** The database currently cannot be written, or cannot be read. */
  | { kind: 'unavailable'; errors?: FieldErrors; retryAfterSeconds: number };

/**
 * Why a command failed: a code, whose sentence stands in the catalogue `error-texts.ts`, and a kind. Forms and the
 * API map each kind to the same status (`app/submit/form-response.server.ts`).
 */
export type AppError = Reason & ErrorKind;

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

/** Error for invalid fields, with the sentence of docs/product.md, "Forms", unless a form has another. */
export const invalid = (
  errors: FieldErrors,
  code: PlainCode = 'invalid_fields',
): { ok: false; error: { kind: 'invalid'; code: PlainCode; errors: FieldErrors } } => ({
  ok: false,
  error: { kind: 'invalid', code, errors },
});

/** Error for an edit based on an outdated version of an item: the user should review the current values first. */
export const createVersionConflict = (item: string): { ok: false; error: AppError } =>
  err({ kind: 'conflict', code: 'edit_conflict', values: { item } });

/** Error of docs/product.md, "Rate limits". Minutes are rounded up. */
export const createTooManyAttempts = (retryAfterSeconds: number): Extract<AppError, { kind: 'too-many' }> => ({
  kind: 'too-many',
  code: 'too_many_attempts',
  values: { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) },
  retryAfterSeconds,
});

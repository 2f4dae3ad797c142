import { errorTexts, type figureTexts } from './error-texts';

type Texts = typeof errorTexts;
export type ErrorCode = keyof Texts;

type Placeholder<Text extends string> = Text extends `${string}{${infer Inner}}${infer Rest}`
  ? (Inner extends `${infer Name}|${string}` ? Name : Inner) | Placeholder<Rest>
  : never;

export type PlainCode = { [Code in ErrorCode]: [Placeholder<Texts[Code]>] extends [never] ? Code : never }[ErrorCode];
type ValueCode = Exclude<ErrorCode, PlainCode>;

export type ReasonOf<Codes extends ErrorCode> = {
  [Code in Codes]: Code extends PlainCode
    ? { code: Code; values?: undefined }
    : { code: Code; values: Readonly<Record<Placeholder<Texts[Code]>, string | number>> };
}[Codes];

export type Reason = { code: PlainCode; values?: undefined } | ReasonOf<ValueCode>;

export type FigureReason = ReasonOf<keyof typeof figureTexts>;

const placeholder = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g;

export const formatText = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(placeholder, (_, name: string, singular?: string, plural?: string) => {
    const value = String(values[name]);
    return (value === '1' ? singular : plural) ?? value;
  });

export const formatReason = ({ code, values }: Reason): string => formatText(errorTexts[code], values);

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

/** Nested fields are dotted (`contactInfo.name`). Photos can have several reasons, every other field one. */
export type FieldErrors = Readonly<Record<string, Reason | readonly Reason[]>>;

type ErrorKind =
  | { kind: 'invalid'; errors: FieldErrors }
  | { kind: 'unauthenticated'; errors?: FieldErrors }
  | { kind: 'forbidden'; permission?: string }
  | { kind: 'conflict'; errors?: FieldErrors; retryAfterSeconds?: number }
  | { kind: 'too-large'; errors?: FieldErrors }
  | { kind: 'too-many'; retryAfterSeconds: number }
  | { kind: 'unavailable'; errors?: FieldErrors; retryAfterSeconds: number }
  | { kind: 'not-found' | 'stale' | 'unexpected' };

/** Forms and the API map each kind to the same status (`app/http/responses.server.ts`). */
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

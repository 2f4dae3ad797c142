import { type HeadersFunction, json, type TypedResponse } from '@remix-run/node';
import { generateSecret } from '~/domain/shared/secrets.server';
import { type AppError, formatFieldErrors, formatReason } from '~/domain/shared/result';
import { checkUnfinishedForm, findUnfinishedForm, storeUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { type FieldReadings, findFieldReadings, type Measure } from '~/domain/shared/typed-numbers';
import type { UnsentForm } from '~/domain/shared/unsent-form';
import { paths } from '~/paths';
import type { Runtime } from '~/http/runtime.server';
import { checkLimit } from './limits.server';
import { seeOther } from '~/http/responses.server';

/** The only mapping from errors to statuses, for forms and the API (docs/product.md, "Statuses"). */
const statuses = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  stale: 412,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
  unexpected: 500,
} as const satisfies Record<AppError['kind'], number>;

export const getStatus = (error: AppError): number => statuses[error.kind];

export type RejectedForm = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  readings?: FieldReadings;
};

/**
 * Errors in the order of the form, in which browsers send fields. One of a field that was not sent, such as a choice
 * without a selection, follows the error before it in the order of the rules; those of photos come first.
 */
function sortErrors(errors: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  let position = -1;
  const sorted = Object.entries(errors).map(([field, message]) => {
    const sentAt = names.indexOf(field);
    if (sentAt !== -1) position = sentAt;
    return { field, message, position };
  });
  sorted.sort((one, other) => one.position - other.position);
  return Object.fromEntries(sorted.map(({ field, message }) => [field, message]));
}

export function rejectForm<Extra extends object>(
  error: AppError,
  values: Record<string, string>,
  sent: readonly string[],
  extra: Extra,
): TypedResponse<RejectedForm & Extra> {
  const errors = formatFieldErrors('errors' in error && error.errors ? error.errors : {});
  return json(
    { message: formatReason(error), errors: sortErrors(errors, sent), values, ...extra },
    { status: getStatus(error), headers: retryHeaders(error) },
  );
}

export const showForm = <Extra extends object>(
  values: Record<string, string>,
  extra: Extra,
): TypedResponse<RejectedForm & Extra> => json({ message: '', errors: {}, values, ...extra });

/** For `redisplay`: what an ambiguous figure may have meant, as buttons beside its field. */
export function findReadings(
  values: Readonly<Record<string, string>>,
  measures: Readonly<Record<string, Measure>>,
): Pick<RejectedForm, 'readings'> {
  const readings = findFieldReadings(values, measures);
  return Object.keys(readings).length > 0 ? { readings } : {};
}

export const rejectScript = (error: AppError): TypedResponse<{ message: string }> =>
  json({ message: formatReason(error) }, { status: getStatus(error), headers: retryHeaders(error) });

export function createRejection(error: AppError): Response {
  return new Response(formatReason(error), { status: getStatus(error), headers: retryHeaders(error) });
}

const passingErrors: ReadonlySet<AppError['kind']> = new Set(['too-large', 'too-many', 'unavailable']);

export function createUnsentRejection(error: AppError, unsent: Omit<UnsentForm['unsent'], 'canBeSentAgain'>): Response {
  if (Object.keys(unsent.texts).length === 0) return createRejection(error);
  const form: UnsentForm = {
    message: formatReason(error),
    unsent: { ...unsent, canBeSentAgain: passingErrors.has(error.kind) },
  };
  return json(form, { status: getStatus(error), headers: retryHeaders(error) });
}

const retryHeaders = (error: AppError): Record<string, string> =>
  'retryAfterSeconds' in error ? { 'Retry-After': String(error.retryAfterSeconds) } : {};

/** `headers` of a screen with a form: passes on `Retry-After`, which Remix would drop. */
export const rejectionHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const seconds = (errorHeaders ?? actionHeaders).get('Retry-After');
  return new Headers(seconds === null ? [] : [['Retry-After', seconds]]);
};

/** Some proxies accept no more than 4 KB of response headers. */
const maxReturnPathLength = 2_000;
const isShortPath = (path: string): boolean => encodeURIComponent(path).length <= maxReturnPathLength;

/** Without its query if that is too long for a `Location` header. */
export const createReturnQuery = (path: string): string => (isShortPath(path) ? path : path.replace(/[?#].*$/s, ''));

/** Prevents open redirects through form fields. */
export function toLocalPath(candidate: string | null | undefined, otherwise: string): string {
  if (!candidate || !/^\/(?![/\\])[^\\\s]*$/.test(candidate)) return otherwise;
  const url = new URL(candidate, 'http://local.invalid');
  // Two leading slashes start a host name, and resolving dots turns '/.//host' into that.
  const isOfThisSite = url.origin === 'http://local.invalid' && !url.pathname.startsWith('//');
  const back = createReturnQuery(url.pathname + url.search + url.hash);
  return isOfThisSite && isShortPath(back) ? back : otherwise;
}

/** 160 random bits, which cannot be guessed. */
export const generateIdempotencyKey = generateSecret;

/**
 * `headers` of a screen whose URL may contain a secret, which must not leak to other sites. `same-origin` rather than
 * `no-referrer`: under the latter, browsers send `Origin: null` with a plain form, and over plain HTTP nothing else
 * proves that the form is ours.
 */
export const privateUrlHeaders: HeadersFunction = (headers) => {
  const own = new Headers(rejectionHeaders(headers));
  own.set('Referrer-Policy', 'same-origin');
  return own;
};

const unfinishedFormName = 'form';

export function redirectToSignIn(request: Request, path: string): Response {
  const back = new URL(createReturnQuery(path), 'http://local.invalid');
  return seeOther(request, paths.login({ redirectTo: back.pathname + back.search + back.hash }));
}

/** `sender` is counted like that of a contact message, because the values of unknown visitors are stored. */
export async function redirectIfSignedOut(
  sender: Parameters<typeof checkLimit>[0] & { request: Request; runtime: Runtime },
  path: string,
  values: Readonly<Record<string, string>>,
  reject: (error: AppError) => Response,
): Promise<Response> {
  const { request, runtime } = sender;
  if (Object.keys(values).length === 0) return redirectToSignIn(request, path);
  const error = checkUnfinishedForm(values) ?? (await checkLimit(sender, 'contact'));
  if (error) return reject(error);
  const back = new URL(createReturnQuery(path), 'http://local.invalid');
  const storedForm = await storeUnfinishedForm(runtime.db, values, runtime.clock());
  if (!storedForm.ok) return reject(storedForm.error);
  back.searchParams.set(unfinishedFormName, storedForm.value);
  return redirectToSignIn(request, back.pathname + back.search + back.hash);
}

export function showUnfinishedForm(request: Request, runtime: Pick<Runtime, 'db' | 'clock'>): RejectedForm | null {
  const values = readUnfinishedForm(request, runtime);
  return (
    values && { message: 'You had to sign in first, so this was not sent. Please send it now.', errors: {}, values }
  );
}

export function readUnfinishedForm(
  request: Request,
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
): Record<string, string> | null {
  const id = new URL(request.url).searchParams.get(unfinishedFormName);
  return id === null ? null : findUnfinishedForm(db, id, clock());
}

import { json, type TypedResponse } from '@remix-run/node';
import { generateSecret } from '~/domain/shared/secrets.server';
import { type AppError, formatFieldErrors, formatReason } from '~/domain/shared/result';
import { checkUnfinishedForm, findUnfinishedForm, storeUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { type FieldReadings, findFieldReadings, type Measure } from '~/domain/shared/typed-numbers';
import type { UnsentForm } from '~/domain/shared/unsent-form';
import type { Runtime } from '~/http/runtime.server';
import { checkLimit } from './limits.server';
import { createRejection, createReturnQuery, getStatus, redirectToSignIn, retryHeaders } from '~/http/responses.server';

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

const passingErrors: ReadonlySet<AppError['kind']> = new Set(['too-large', 'too-many', 'unavailable']);

export function createUnsentRejection(error: AppError, unsent: Omit<UnsentForm['unsent'], 'canBeSentAgain'>): Response {
  if (Object.keys(unsent.texts).length === 0) return createRejection(error);
  const form: UnsentForm = {
    message: formatReason(error),
    unsent: { ...unsent, canBeSentAgain: passingErrors.has(error.kind) },
  };
  return json(form, { status: getStatus(error), headers: retryHeaders(error) });
}

/** 160 random bits, which cannot be guessed. */
export const generateIdempotencyKey = generateSecret;

const unfinishedFormName = 'form';

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

import { type HeadersFunction, json, type TypedResponse } from '@remix-run/node';
import { commitWithOthers } from '~/domain/group-commit.server';
import { done, type FieldErrors, type Problem } from '~/domain/outcome';
import { type NoticeDetail, type NoticeName, noticeCookie } from '~/http/notices.server';
import type { Database } from '~db/connection';
import type { FormFields } from './form-fields';
import { statusOf } from './problem-status';
import { readForm } from './read-form.server';

/** Action data for redisplaying a rejected form: the form values and their validation errors. */
export type RefusedForm = {
  message: string;
  errors: FieldErrors;
  values: Record<string, string>;
};

/**
 * Rejects a form by redisplaying it, with the status of the problem and all form values.
 *
 * @param extra further data the screen needs to restore its state, such as photos already accepted
 */
export function refuseForm<Extra extends object>(
  problem: Problem,
  values: Record<string, string>,
  extra: Extra,
): TypedResponse<RefusedForm & Extra> {
  const errors = 'errors' in problem && problem.errors ? problem.errors : {};
  return json(
    { message: problem.message, errors, values, ...extra },
    { status: statusOf(problem), headers: retryHeaders(problem) },
  );
}

/**
 * Builds the response that an action throws when there is no form to redisplay: the error page with the status and
 * message of the problem.
 */
export function refusalOf(problem: Problem): Response {
  return new Response(problem.message, { status: statusOf(problem), headers: retryHeaders(problem) });
}

/**
 * Reads a form that consists of a button only and has no screen of its own to redisplay.
 *
 * @throws an error page if the form is too large or incomplete
 */
export async function readOrRefuse(request: Request): Promise<FormFields> {
  const { fields, problems } = await readForm(request);
  const [unread] = problems;
  if (unread) throw refusalOf(unread);
  return fields;
}

/** Runs a write that is not a command. @throws an error page if the database cannot be written */
export async function writeOrRefuse(db: Database, write: () => void): Promise<void> {
  const outcome = await commitWithOthers(db, () => done(write()));
  if (!outcome.done) throw refusalOf(outcome.problem);
}

const retryHeaders = (problem: Problem): Record<string, string> =>
  'retryAfterSeconds' in problem ? { 'Retry-After': String(problem.retryAfterSeconds) } : {};

/** `headers` of a screen with a form: passes on `Retry-After`, which Remix would drop. */
export const refusalHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const seconds = (errorHeaders ?? actionHeaders).get('Retry-After');
  return new Headers(seconds === null ? [] : [['Retry-After', seconds]]);
};

/**
 * Post/redirect/get: the response to every successful write.
 *
 * @param path path on this site, from `app/paths.ts` or `localPath`
 */
export function seeOther(
  request: Request,
  path: string,
  answer: NoticeDetail & { notice?: NoticeName; cookies?: readonly string[] } = {},
): Response {
  const headers = new Headers({ Location: path });
  // Hydrated screens load the next one as a full document: it may be a screen without hydration, and the flash message
  // is part of its HTML.
  headers.set('X-Remix-Reload-Document', 'true');
  for (const cookie of answer.cookies ?? []) headers.append('Set-Cookie', cookie);
  if (answer.notice) headers.append('Set-Cookie', noticeCookie(request, answer.notice, answer));
  return new Response(null, { status: 303, headers });
}

/**
 * In characters, URL-encoded as part of another query: some proxies accept no more than 4 KB of response headers in
 * all.
 */
const longestWayBack = 2_000;
const fits = (path: string): boolean => encodeURIComponent(path).length <= longestWayBack;

/**
 * Path to return to from another screen: unchanged, or without its query if that is too long for a `Location` header.
 */
export const wayBack = (path: string): string => (fits(path) ? path : path.replace(/[?#].*$/s, ''));

/**
 * Returns `candidate` if it is a path on this site, without its query if that is too long, and `otherwise` if not:
 * prevents open redirects through form fields.
 */
export function localPath(candidate: string | null | undefined, otherwise: string): string {
  if (!candidate || !/^\/(?![/\\])[^\\\s]*$/.test(candidate)) return otherwise;
  const url = new URL(candidate, 'http://local.invalid');
  // A path that starts with two slashes names a host, and resolving dots turns '/.//host' into one.
  const isOfThisSite = url.origin === 'http://local.invalid' && !url.pathname.startsWith('//');
  const back = wayBack(url.pathname + url.search + url.hash);
  return isOfThisSite && fits(back) ? back : otherwise;
}

import { type HeadersFunction, json, type TypedResponse } from '@remix-run/node';
import { commitWithOthers } from '~/domain/group-commit.server';
import { done, type FieldErrors, type Problem } from '~/domain/outcome';
import { type NoticeDetail, type NoticeName, noticeCookie } from '~/http/notices.server';
import type { Database } from '~db/connection';
import type { FormFields } from './form-fields';
import { statusOf } from './problem-status';
import { readForm } from './read-form.server';

/** What an action gives its own screen back when a form was refused: what was typed, and what is wrong with it. */
export type RefusedForm = {
  message: string;
  errors: FieldErrors;
  values: Record<string, string>;
};

/**
 * Answers a refused form on its own screen, with the problem's status and everything that was typed.
 *
 * @param extra what else its screen needs to stand as it was, such as photos already accepted
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
 * What an action throws when there is no form to show again: the error page of the problem's status, with its sentence.
 */
export function refusalOf(problem: Problem): Response {
  return new Response(problem.message, { status: statusOf(problem), headers: retryHeaders(problem) });
}

/**
 * Reads the form of a button, which has no screen of its own to come back to.
 *
 * @throws the error page of what is wrong with it, when it is too large or did not arrive whole
 */
export async function readOrRefuse(request: Request): Promise<FormFields> {
  const { fields, problems } = await readForm(request);
  const [unread] = problems;
  if (unread) throw refusalOf(unread);
  return fields;
}

/** Makes a write that is no command. @throws where nothing can be written, the error page that says so */
export async function writeOrRefuse(db: Database, write: () => void): Promise<void> {
  const outcome = await commitWithOthers(db, () => done(write()));
  if (!outcome.done) throw refusalOf(outcome.problem);
}

const retryHeaders = (problem: Problem): Record<string, string> =>
  'retryAfterSeconds' in problem ? { 'Retry-After': String(problem.retryAfterSeconds) } : {};

/** The `headers` of a screen with a form: a refusal's `Retry-After`, which the framework would leave behind. */
export const refusalHeaders: HeadersFunction = ({ actionHeaders, errorHeaders }) => {
  const seconds = (errorHeaders ?? actionHeaders).get('Retry-After');
  return new Headers(seconds === null ? [] : [['Retry-After', seconds]]);
};

/**
 * Post, redirect, get: the answer to every write that was done.
 *
 * @param path a path of this site, from `app/paths.ts` or `localPath`
 */
export function seeOther(
  request: Request,
  path: string,
  answer: NoticeDetail & { notice?: NoticeName; cookies?: readonly string[] } = {},
): Response {
  const headers = new Headers({ Location: path });
  // A hydrated screen loads the next one whole: it may be of another kind, and the message stands in its HTML.
  headers.set('X-Remix-Reload-Document', 'true');
  for (const cookie of answer.cookies ?? []) headers.append('Set-Cookie', cookie);
  if (answer.notice) headers.append('Set-Cookie', noticeCookie(request, answer.notice, answer));
  return new Response(null, { status: 303, headers });
}

/** In characters, written as part of another query: a proxy takes 4 KB of an answer's headers or more, all in all. */
const longestWayBack = 2_000;
const fits = (path: string): boolean => encodeURIComponent(path).length <= longestWayBack;

/**
 * Where somebody comes back to from elsewhere: the path as it is, without its query when a `Location` can't hold it.
 */
export const wayBack = (path: string): string => (fits(path) ? path : path.replace(/[?#].*$/s, ''));

/**
 * `candidate` when it is a path on this site, without its query where that is too long, else `otherwise`: a form field
 * never decides which site comes next.
 */
export function localPath(candidate: string | null | undefined, otherwise: string): string {
  if (!candidate || !/^\/(?![/\\])[^\\\s]*$/.test(candidate)) return otherwise;
  const url = new URL(candidate, 'http://local.invalid');
  // A path that begins with two slashes names a host, and resolving dots makes such a path of '/.//host'.
  const isOfThisSite = url.origin === 'http://local.invalid' && !url.pathname.startsWith('//');
  const back = wayBack(url.pathname + url.search + url.hash);
  return isOfThisSite && fits(back) ? back : otherwise;
}

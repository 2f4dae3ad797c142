import type { FieldErrors, Problem } from '~/domain/outcome';
import { itemTag } from '~/http/item-tag.server';
import { type ApiAnswer, isJson, JsonAnswer } from '~/http/json-answer';
import { statusOf } from './problem-status';

type Headers = Record<string, string>;

/** What can be wrong with a call before any command sees it. */
export type CallProblem =
  | Problem
  /** The body is no JSON, or a parameter is not what it should be. */
  | { kind: 'malformed'; message: string; errors?: FieldErrors }
  /** The body is of another kind than the call takes; the headers say which it takes. */
  | { kind: 'unsupported'; message: string; accepts: Headers };

/** @param version of the item it is about; absent: it is about none */
function envelope(status: number, body: object, headers?: Headers, version?: number): JsonAnswer {
  const text = JSON.stringify(body);
  return new JsonAnswer(status, text, {
    'Content-Type': 'application/json; charset=utf-8',
    ...(version !== undefined && { ETag: itemTag(version, text) }),
    ...headers,
  });
}

const versionIn = (data: unknown): number | undefined =>
  typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : undefined;

type Sent = { status?: 200 | 201 | 503; message?: string; headers?: Headers; version?: number };

/**
 * Answers a call that was done, in the envelope of docs/product.md, "Envelope"; an item with the tag that `If-Match` names it by.
 *
 * @param version of the item, where it is no field of `data`
 */
export function sendData(
  data: unknown,
  { status = 200, message, headers, version = versionIn(data) }: Sent = {},
): JsonAnswer {
  const success = status < 400;
  return envelope(status, message === undefined ? { success, data } : { success, message, data }, headers, version);
}

/**
 * A successful response with the names of body fields that counted for nothing beside its data. Its tag stays that of
 * the item, which GET responds with alone.
 */
export function withIgnored(response: ApiAnswer, ignored: readonly string[]): ApiAnswer {
  if (ignored.length === 0 || response.status >= 300 || !isJson(response)) return response;
  const text = `${response.text.slice(0, -1)},"ignored":${JSON.stringify(ignored)}}`;
  return new JsonAnswer(response.status, text, response.headers);
}

/** Answers a call that was refused. Also for what no problem describes: a status of its own, with its headers. */
export function sendRefusal(status: number, message: string, errors?: FieldErrors, headers?: Headers): JsonAnswer {
  const isFieldAtFault = errors !== undefined && Object.keys(errors).length > 0;
  return envelope(status, { success: false, message, ...(isFieldAtFault && { errors }) }, headers);
}

function statusOfCall(problem: CallProblem): number {
  if (problem.kind === 'malformed') return 400;
  return problem.kind === 'unsupported' ? 415 : statusOf(problem);
}

function headersOf(problem: CallProblem): Headers | undefined {
  if (problem.kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  if (problem.kind === 'unsupported') return problem.accepts;
  if ('retryAfterSeconds' in problem) return { 'Retry-After': String(problem.retryAfterSeconds) };
  return undefined;
}

/** A refused call in the envelope, with its problem's status and headers. */
export function sendProblem(problem: CallProblem): JsonAnswer {
  const errors = 'errors' in problem ? problem.errors : undefined;
  return sendRefusal(statusOfCall(problem), problem.message, errors, headersOf(problem));
}

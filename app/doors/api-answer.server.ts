import type { FieldErrors, Problem } from '~/domain/outcome';
import { itemTag } from '~/http/item-tag.server';
import { type ApiAnswer, isJson, JsonAnswer } from '~/http/json-answer';
import { statusOf } from './problem-status';

type Headers = Record<string, string>;

/** Problems that can be found with a request before it reaches a command. */
export type CallProblem =
  | Problem
  /** The body is not JSON, or a parameter is invalid. */
  | { kind: 'malformed'; message: string; errors?: FieldErrors }
  /** The content type or encoding of the body is not supported; the headers list the supported ones. */
  | { kind: 'unsupported'; message: string; accepts: Headers };

/** @param version version of the item in the response; absent if the response holds no item */
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
 * Builds a successful response in the envelope of docs/product.md, "Envelope". A response with an item carries the
 * entity tag that `If-Match` refers to.
 *
 * @param version version of the item, if it is not a field of `data`
 */
export function sendData(
  data: unknown,
  { status = 200, message, headers, version = versionIn(data) }: Sent = {},
): JsonAnswer {
  const success = status < 400;
  return envelope(status, message === undefined ? { success, data } : { success, message, data }, headers, version);
}

/**
 * Adds the names of ignored body fields to a successful response. The entity tag stays that of the item alone, which is
 * what GET returns.
 */
export function withIgnored(response: ApiAnswer, ignored: readonly string[]): ApiAnswer {
  if (ignored.length === 0 || response.status >= 300 || !isJson(response)) return response;
  const text = `${response.text.slice(0, -1)},"ignored":${JSON.stringify(ignored)}}`;
  return new JsonAnswer(response.status, text, response.headers);
}

/** Builds an error response. Also serves errors that have no problem kind, with a status and headers of their own. */
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

/** Turns a problem into an error response in the envelope, with its status and headers. */
export function sendProblem(problem: CallProblem): JsonAnswer {
  const errors = 'errors' in problem ? problem.errors : undefined;
  return sendRefusal(statusOfCall(problem), problem.message, errors, headersOf(problem));
}

import type { FieldErrors, Problem } from '~/domain/outcome';
import { statusOf } from './problem-status';

/** What can be wrong with a call before any command sees it. */
export type CallProblem =
  | Problem
  /** The body is no JSON, or a parameter is not what it should be. */
  | { kind: 'malformed'; message: string; errors?: FieldErrors }
  /** The body is of another kind than the call takes. */
  | { kind: 'unsupported'; message: string };

type Headers = Record<string, string>;

const envelope = (status: number, body: object, headers?: Headers): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });

/** Answers a call that was done, in the envelope of api.md. */
export function sendData(
  data: unknown,
  { status = 200, message, headers }: { status?: 200 | 201 | 503; message?: string; headers?: Headers } = {},
): Response {
  const success = status < 400;
  return envelope(status, message === undefined ? { success, data } : { success, message, data }, headers);
}

/** Answers a call that was refused. Also for what no problem describes: a status of its own, with its headers. */
export function sendRefusal(status: number, message: string, errors?: FieldErrors, headers?: Headers): Response {
  const isFieldAtFault = errors !== undefined && Object.keys(errors).length > 0;
  return envelope(status, { success: false, message, ...(isFieldAtFault && { errors }) }, headers);
}

function statusOfCall(problem: CallProblem): number {
  if (problem.kind === 'malformed') return 400;
  return problem.kind === 'unsupported' ? 415 : statusOf(problem);
}

function headersOf(problem: CallProblem): Headers | undefined {
  if (problem.kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  if (problem.kind === 'too-many') return { 'Retry-After': String(problem.retryAfterSeconds) };
  return undefined;
}

/** A refused call in the envelope, with its problem's status and headers. */
export function sendProblem(problem: CallProblem): Response {
  const errors = 'errors' in problem ? problem.errors : undefined;
  return sendRefusal(statusOfCall(problem), problem.message, errors, headersOf(problem));
}

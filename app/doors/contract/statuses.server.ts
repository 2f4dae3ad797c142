import type { AnyContract } from './contract.server';

/** Every status a call can be refused with, and when (docs/product.md, "Statuses"). */
export const refusals = {
  400: 'The address or a parameter is malformed, or the body is no JSON object.',
  401: 'No token, or one that is not valid.',
  403: 'Known who, but not allowed; or a write that another site’s page sent.',
  404: 'There is no such thing, or it is not yours to know of.',
  409: 'It was already so, it was changed in the meantime, or the Idempotency-Key stands for another body or for one still being worked on.',
  410: 'The token is too old: begin again without it.',
  412: 'It is no longer what `If-Match` names: it was changed since it was read.',
  413: 'The body is too large.',
  415: 'The body is of another media type or encoding than the call takes: `Accept` or `Accept-Encoding` says which it takes.',
  422: 'A field breaks a rule: `errors` names each.',
  429: 'Too many requests from this address: wait as long as `Retry-After` says.',
  500: 'A mistake of ours.',
  503: 'Nothing can be written or read at the moment.',
} as const;
export type RefusalStatus = keyof typeof refusals;

/** Whether a call changes something or makes something: an `Idempotency-Key` makes it one however often it is sent. */
export const isWrite = ({ method }: AnyContract): boolean => method !== 'GET';

/** Whether a call changes what is there, which `If-Match` may name. */
export const changesItem = ({ method }: AnyContract): boolean =>
  method === 'PUT' || method === 'PATCH' || method === 'DELETE';

/**
 * The statuses a call may be refused with, in order: those its row names, and those that follow from the rest of it.
 */
export function refusalsOf(call: AnyContract): RefusalStatus[] {
  const statuses = new Set<RefusalStatus>([...(call.refusals ?? []), 400, 429, 500, 503]);
  if (call.refusalWithData) statuses.add(call.refusalWithData.status);
  if (!call.ignoresDeadTokens) statuses.add(401);
  if (call.who.name === 'operator') statuses.add(403);
  if (isWrite(call)) statuses.add(403).add(409).add(415);
  if (changesItem(call)) statuses.add(412);
  if (call.body.facts) statuses.add(413).add(422);
  return [...statuses].sort((one, other) => one - other);
}

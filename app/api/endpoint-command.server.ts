import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { type Command, findStoredVersion } from '~/domain/shared/command.server';
import { storeRenditions } from '~/domain/photos/photos.server';
import { createIdempotentApiRequest, type IdempotentRequest, isUnguessable } from '~/domain/shared/run-command.server';
import { err, type Result } from '~/domain/shared/result';
import { submitCommand } from '~/submit/submit-command.server';
import { findObjectSchema } from './read-input.server';
import type { EndpointContext } from './define-endpoint.server';
import { type ApiError, type ApiResult, isRecord, isVersionMatch } from './respond.server';

const staleError = err({
  kind: 'stale',
  code: 'version_conflict',
});

/**
 * The item is compared and changed in one transaction, so that no update is lost. A client without access to the item
 * gets the authorization error first.
 */
function requireMatch<Input, Value>(command: Command<Input, Value>, named: string | null): Command<Input, Value> {
  const { changes } = command;
  if (named === null || !changes) return command;
  return {
    ...command,
    run(input, context) {
      const version = findStoredVersion(context.db, changes(input, context.actor));
      const result = command.run(input, context);
      const isAllowed = result.ok || result.error.kind === 'conflict';
      return isAllowed && version !== null && !isVersionMatch(named, version) ? staleError : result;
    },
  };
}

const withPhotosOfDryRun = <Input, Value>(
  command: Command<Input, Value>,
  { photosOfDryRun, address }: EndpointContext,
): Command<Input, Value> => ({
  ...command,
  run(input, context) {
    for (const photo of photosOfDryRun) storeRenditions(context.db, photo, context.now, address);
    return command.run(input, context);
  },
});

/** Runs a command for an API request, once per `Idempotency-Key`, and only if the item matches `If-Match`. */
export async function runEndpointCommand<Input, Value>(
  context: EndpointContext,
  command: Command<Input, Value>,
  fields: Record<string, unknown>,
  content: unknown = fields,
  prepare?: (input: Input) => Promise<Result<Input>>,
): Promise<Result<Value>> {
  const { request } = context;
  const result = await submitCommand(context, {
    command: requireMatch(withPhotosOfDryRun(command, context), request.headers.get('If-Match')),
    fields,
    idempotentRequest: getIdempotentRequest(context, content),
    prepare,
  });
  return rejectManageKey(result, request);
}

/** A client with a manage key is identified but lacks permission, hence 403 and not 401. */
function rejectManageKey<Value>(result: Result<Value>, { headers }: Request): Result<Value> {
  if (result.ok || result.error.kind !== 'unauthenticated' || !headers.has('X-Manage-Key')) return result;
  return err({ kind: 'forbidden', code: 'wrong_manage_key' });
}

const keyHeader = 'Idempotency-Key';
const maxKeyLength = 255;

const invalidKey: ApiError = {
  kind: 'malformed',
  code: 'invalid_idempotency_key',
  values: { most: maxKeyLength },
  errors: { [keyHeader]: { code: 'invalid_header', values: { header: keyHeader, most: maxKeyLength } } },
};

/** Rejects an empty key: its client expects protection against duplicate writes. */
export function readIdempotencyKey(request: Request): ApiResult<string | null> {
  const key = request.headers.get(keyHeader);
  if (key === null || (key.length <= maxKeyLength && /^[ -~]+$/.test(key))) return { ok: true, value: key };
  return { ok: false, error: invalidKey };
}

/**
 * Identifies the client that an idempotency key belongs to. Visitors are distinguished by manage key and, without one,
 * by address. Many visitors share an address, and keys such as "1" are common, so a response replayed to a visitor
 * contains no secret, unless the key cannot be guessed. Such a key identifies its client alone: a phone that retries may
 * have changed its network.
 */
const getSender = (context: EndpointContext): string =>
  context.actor.user?.id ?? context.request.headers.get('X-Manage-Key') ?? getVisitor(context);

const getVisitor = ({ idempotencyKey, address }: EndpointContext): string =>
  idempotencyKey !== null && isUnguessable(idempotencyKey) ? '' : address;

function getIdempotentRequest(context: EndpointContext, content: unknown): IdempotentRequest | null {
  if (context.idempotencyKey === null) return null;
  // The first request lacked the manage key that its response issued.
  const isWithNewKey = !context.actor.user && context.request.headers.has('X-Manage-Key');
  return createIdempotentApiRequest(
    context.idempotencyKey,
    getSender(context),
    content,
    isWithNewKey ? getVisitor(context) : undefined,
  );
}

export const createWriteName = (context: EndpointContext): string | null =>
  context.idempotencyKey === null
    ? null
    : [context.request.method, context.url.pathname, getSender(context), context.idempotencyKey].join(' ');

/**
 * Reduces an update to the fields that differ from the current representation of the item. A field that is sent back as
 * it was read is not an update, even in another representation: labels beside numbers, photo URLs, a date that has
 * passed since. `version` is kept, to be compared in the transaction.
 */
function getChangedFields(
  body: Record<string, unknown>,
  resource: Readonly<Record<string, unknown>>,
  schema: z.ZodType | null,
): Record<string, unknown> {
  const object = findObjectSchema(schema);
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const current = Object.hasOwn(resource, name) ? resource[name] : undefined;
    if (name !== 'version' && isDeepStrictEqual(value, current)) continue;
    const inner = findObjectSchema(object?.shape[name]);
    if (inner === null || !isRecord(value) || !isRecord(current)) {
      changed[name] = value;
      continue;
    }
    const rest = getChangedFields(value, current, inner);
    if (Object.keys(rest).some((field) => Object.hasOwn(inner.shape, field))) changed[name] = rest;
  }
  return changed;
}

export const findChanges = (
  context: EndpointContext,
  body: Record<string, unknown>,
  shown: object | null,
): Record<string, unknown> => (shown ? getChangedFields(body, { ...shown }, context.bodySchema) : body);

import type { Actor } from '~/domain/shared/actor';
import { recordRoleRejection } from '~/domain/moderation/audit-log.server';
import type { Command } from '~/domain/shared/command.server';
import { mayUse } from '~/domain/shared/permissions';
import { commitInGroup } from '~/domain/shared/group-commit.server';
import { type AppError, err, type Result } from '~/domain/shared/result';
import {
  checkInput,
  findRepeatedResult,
  type IdempotentRequest,
  runCommandOnce,
} from '~/domain/shared/run-command.server';
import type { RateLimitStatus } from '~/http/address-limits.server';
import { checkLimit, countAsRead, takeBackCounts } from './limits.server';
import type { Runtime } from '~/http/runtime.server';
import type { Database } from '~db/connection';

export type WriteRequest = {
  runtime: Runtime;
  actor: Actor;
  address: string;
  now: Date;
  isDryRun?: boolean;
  source?: string | null;
  counted: RateLimitStatus[];
  overLimit: Extract<AppError, { kind: 'too-many' }> | null;
  readLimit: 'page' | 'api-read';
  writeName: string | null;
  /** Whether it waits while an equal one is in progress, or is rejected where it would do the same work again. */
  whileInProgress: 'wait' | 'reject';
  repetition: 'stored' | 'in-progress' | null;
};

type Write<Input, Value> = {
  command: Command<Input, Value>;
  fields: unknown;
  idempotentRequest: IdempotentRequest | null;
  prepare?: ((input: Input) => Promise<Result<Input>>) | undefined;
};

/**
 * The only way of a write, for forms and the API: validates the input, returns the result of an equal write, counts the
 * command's own limit, does slow work, and runs the command once, committed together with other writes. A repetition
 * counts as a read, and is answered over any limit.
 */
export async function submitCommand<Input, Value>(
  request: WriteRequest,
  { command, fields, idempotentRequest, prepare }: Write<Input, Value>,
): Promise<Result<Value>> {
  const { runtime, actor, now, isDryRun = false, source = null, overLimit, whileInProgress } = request;
  const input = checkInput(command, fields, now);
  if (!input.ok) return input;
  const repeated = await findRepetition(request, command, idempotentRequest);
  if (repeated) return recordRepetition(request, repeated);
  // Nothing else runs between the search for an equal write and this claim.
  const isFirst = claimWrite(request);
  try {
    const busy = overLimit ?? (isFurtherLimited(command, actor) ? await checkLimit(request, command.limit) : null);
    if (!isFirst && whileInProgress === 'reject' && (busy || prepare)) return await rejectInProgress(request);
    if (busy) return err(busy);
    const prepared = prepare ? await prepare(input.value) : input;
    if (!prepared.ok) return prepared;
    const result = await commitInGroup(runtime.db, () =>
      runCommandOnce(command, prepared.value, { db: runtime.db, actor, now, isDryRun, source }, idempotentRequest),
    );
    return await recordRepetition(
      request,
      result.ok ? result : err(recordRoleRejection({ db: runtime.db, actor, now }, result.error)),
    );
  } finally {
    releaseWrite(request);
  }
}

/** The stock of the business is not limited as the listings of visitors are; every write counts as a write. */
const isFurtherLimited = ({ limit }: Pick<Command<never, unknown>, 'limit'>, { user }: Actor): boolean =>
  limit !== 'write' && !(limit === 'listing' && mayUse(user, 'stock'));

/** Waits at most once for one in progress: if it fails, all that wait run together. */
export async function findRepetition<Value>(
  { runtime: { db }, actor, now, writeName, whileInProgress }: WriteRequest,
  command: Pick<Command<never, Value>, 'name' | 'secrets'>,
  idempotentRequest: IdempotentRequest | null,
): Promise<Result<Value> | null> {
  if (!idempotentRequest) return null;
  const current = writeName === null ? undefined : getWritesInProgress(db).get(writeName);
  if (current && whileInProgress === 'wait') await current.ended;
  return findRepeatedResult(command, { db, actor, now }, idempotentRequest);
}

export async function recordRepetition<Value>(request: WriteRequest, result: Result<Value>): Promise<Result<Value>> {
  if (result.ok && result.isRepeated) await recordAs('stored', request);
  return result;
}

const requestInProgress = err({ kind: 'conflict', code: 'request_in_progress', retryAfterSeconds: 2 });

export async function rejectInProgress(request: WriteRequest): Promise<typeof requestInProgress> {
  await recordAs('in-progress', request);
  return requestInProgress;
}

async function recordAs(repetition: 'stored' | 'in-progress', request: WriteRequest): Promise<void> {
  request.repetition = repetition;
  // Over the limit of writes, it was not counted as a write.
  if (!request.overLimit && (await countAsRead(request, request.readLimit))) takeBackCounts(request);
}

type WriteInProgress = { request: WriteRequest; ended: Promise<void>; end: () => void };

const writesInProgress = new WeakMap<Database, Map<string, WriteInProgress>>();

function getWritesInProgress(db: Database): Map<string, WriteInProgress> {
  const writes = writesInProgress.get(db) ?? new Map<string, WriteInProgress>();
  writesInProgress.set(db, writes);
  return writes;
}

export function claimWrite(request: WriteRequest): boolean {
  const { runtime, writeName } = request;
  if (writeName === null) return true;
  const writes = getWritesInProgress(runtime.db);
  const current = writes.get(writeName);
  if (current) return current.request === request;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  writes.set(writeName, { request, ended, end });
  return true;
}

export function releaseWrite(request: WriteRequest): void {
  const { runtime, writeName } = request;
  if (writeName === null) return;
  const writes = getWritesInProgress(runtime.db);
  const current = writes.get(writeName);
  if (current?.request !== request) return;
  writes.delete(writeName);
  current.end();
}

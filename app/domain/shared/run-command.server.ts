import { createHash } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { idempotencyKeys } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { decodeReason, err, invalid, type Reason, type Result } from './result';
import type { Command, CommandContext } from './command.server';
import { signInRequired } from './actor';
import { decrypt, encrypt } from './secrets.server';
import { catchUnavailable, toDatabaseFailure } from './database-status.server';
import { getTimestampBefore, hourMs } from './dates';

/** @returns the input; or one reason for each invalid field, that of the first rule it breaks */
export function checkInput<Input>(
  command: Pick<Command<Input, unknown>, 'schema' | 'invalidCode'>,
  decoded: unknown,
  now: Date,
): { ok: true; value: Input } | ReturnType<typeof invalid> {
  const parsed = command.schema(now).safeParse(decoded);
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: Record<string, Reason> = {};
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || 'form';
    errors[field] ??= decodeReason(issue.message);
  }
  return invalid(errors, command.invalidCode?.(errors));
}

class RolledBack extends Error {}

function runTransaction<Value>({ db, isDryRun = false }: CommandContext, run: () => Result<Value>): Result<Value> {
  const results: Result<Value>[] = [];
  try {
    return catchUnavailable(db, () =>
      db.$client
        .transaction(() => {
          const result = run();
          if (result.ok && !isDryRun) return result;
          results.push(result);
          throw new RolledBack();
        })
        .immediate(),
    );
  } catch (error) {
    const [result] = results;
    if (error instanceof RolledBack && result) return result;
    throw error;
  }
}

/** @returns unauthenticated if the user's account was deleted since the request was authenticated */
function runForActor<Input, Value>(
  command: Pick<Command<Input, Value>, 'run'>,
  input: Input,
  context: CommandContext,
): Result<Value> {
  const { user } = context.actor;
  if (user && !queries(context.db).isStored.get({ userId: user.id })) return err(signInRequired);
  return command.run(input, context);
}

/** Call it through `commitInGroup`, which waits while another process holds the write lock. */
export const runCommand = <Input, Value>(
  command: Pick<Command<Input, Value>, 'run'>,
  input: Input,
  context: CommandContext,
): Result<Value> => runTransaction(context, () => runForActor(command, input, context));

/** Retention of responses (docs/product.md, "Idempotency"). */
export const retentionHours = 24;

export type IdempotentRequest = {
  /** Idempotency key of the client: a form's hidden field, or an `Idempotency-Key`. Never stored. */
  id: string;
  idHash: string;
  contentHash: string;
  /** SHA-256 of a secret, such as a cookie, that proves the client to be the first one; null without one. */
  senderHash: string | null;
  /** Whether the idempotency key itself is a proof; the response is encrypted under a key derived from it. */
  isProof: boolean;
  /** Absent if there was no earlier one. Its response is returned only to a client that sends its secret. */
  earlierIdHash?: string;
};

/** Separates the parts, so that 'a', 'bc' and 'ab', 'c' hash differently. */
const hashParts = (...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{12}$/i;
/** At least 128 bits in base64url. */
const longBase64url = /^[\w-]{22,}$/;

/** Unlike "1", or a UUID made from a time or a name. */
export function isUnguessable(key: string): boolean {
  const [, version, variant = ''] = uuid.exec(key) ?? [];
  return version ? version === '4' && /[89ab]/i.test(variant) : longBase64url.test(key);
}

/** @param earlierSender identified the same client before it had a manage key to send */
export function createIdempotentApiRequest(
  key: string,
  sender: string,
  content: unknown,
  earlierSender?: string,
): IdempotentRequest {
  return {
    id: key,
    idHash: hashParts('call', sender, key),
    contentHash: hashParts(toCanonicalJson(content)),
    senderHash: null,
    isProof: isUnguessable(key),
    ...(earlierSender !== undefined && { earlierIdHash: hashParts('call', earlierSender, key) }),
  };
}

/** Encrypted with the password too, as keys such as "1" are easily guessed; `content` excludes the password. */
export function createSecretIdempotentRequest(
  key: string,
  sender: string,
  password: string,
  content: unknown,
): IdempotentRequest {
  return { ...createIdempotentApiRequest(key, sender, content), id: `${key} ${password}` };
}

/**
 * Idempotent form post, by the key in its hidden field. The same key with other content means that a page was restored
 * from the browser history and filled in again, which is a new request: so the content is part of the lookup key.
 *
 * The key of a form is a secret that only its browser was sent, and so proves that a repeated form has the same sender;
 * a key that a client made up and others may guess does not.
 *
 * @param content the request's data, without anything that the first request changes
 */
export function createIdempotentForm(id: string, content: unknown): IdempotentRequest {
  const contentHash = hashParts(toCanonicalJson(content));
  const idHash = hashParts('form', id, contentHash);
  return { id, idHash, contentHash, senderHash: null, isProof: isUnguessable(id) };
}

const queries = memoizePrepared((db) => ({
  isStored: db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare(),
  find: db
    .select({
      contentHash: idempotencyKeys.contentHash,
      encryptedResponse: idempotencyKeys.encryptedResponse,
      senderHash: idempotencyKeys.senderHash,
    })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.command, sql.placeholder('command')),
        eq(idempotencyKeys.keyHash, sql.placeholder('idHash')),
        gt(idempotencyKeys.createdAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
  remember: db
    .insert(idempotencyKeys)
    .values({
      command: sql.placeholder('command'),
      keyHash: sql.placeholder('idHash'),
      contentHash: sql.placeholder('contentHash'),
      encryptedResponse: sql.placeholder('encryptedResponse'),
      createdAt: sql.placeholder('now'),
      senderHash: sql.placeholder('senderHash'),
    })
    // There may be an expired response that has not been purged yet.
    .onConflictDoUpdate({
      target: [idempotencyKeys.command, idempotencyKeys.keyHash],
      set: {
        contentHash: sql`excluded.content_hash`,
        encryptedResponse: sql`excluded.encrypted_response`,
        createdAt: sql`excluded.created_at`,
        senderHash: sql`excluded.sender_hash`,
      },
    })
    .prepare(),
  purge: db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, sql.placeholder('oldest')))
    .prepare(),
}));

const getOldestTimestamp = (now: Date): string => getTimestampBefore(now, retentionHours * hourMs);

/**
 * Runs a command on validated input, once per idempotency key. Looking up the stored response, running the command and
 * storing its response are one immediate transaction, so that only one of any number of equal requests writes.
 *
 * @param idempotentRequest null without a key: the command then always runs
 * @returns the response to the first request, without its secrets unless the client proves to be its sender; a conflict
 *   if an idempotency key was reused with other content. An error is not stored, so that a retry may succeed.
 */
export function runCommandOnce<Input, Value>(
  command: Pick<Command<Input, Value>, 'name' | 'run' | 'secrets'>,
  input: Input,
  context: CommandContext,
  idempotentRequest: IdempotentRequest | null,
): Result<Value> {
  if (!idempotentRequest) return runCommand(command, input, context);
  return runTransaction(context, () => {
    const repeated = findResponse(command, context, idempotentRequest);
    if (repeated) return repeated;
    const result = runForActor(command, input, context);
    if (result.ok) {
      const { id, idHash, contentHash, senderHash } = idempotentRequest;
      const encryptedResponse = encrypt(JSON.stringify(result.value), {
        secret: id,
        salt: idHash,
        purpose: command.name,
      });
      queries(context.db).remember.run({
        command: command.name,
        idHash,
        contentHash,
        encryptedResponse,
        now: context.now.toISOString(),
        senderHash,
      });
    }
    return result;
  });
}

function findResponse<Value>(
  { name, secrets }: Pick<Command<never, Value>, 'name' | 'secrets'>,
  context: CommandContext,
  { id, idHash, contentHash, senderHash, earlierIdHash, isProof }: IdempotentRequest,
): Result<Value> | null {
  const { find } = queries(context.db);
  const since = getOldestTimestamp(context.now);
  // Decryption authenticates the response as ours to this very request, so its type is known.
  const open = (encrypted: Buffer, salt: string): Value =>
    JSON.parse(decrypt(encrypted, { secret: id, salt, purpose: name }));
  const record = find.get({ command: name, idHash, since });
  if (record && record.contentHash !== contentHash) {
    return err({ kind: 'conflict', code: 'idempotency_key_reused' });
  }
  if (record) {
    const value = open(record.encryptedResponse, idHash);
    const isFirstSender = isProof || (senderHash !== null && senderHash === record.senderHash);
    return repeat(!secrets || isFirstSender || secrets.areOwned(value, context) ? value : secrets.remove(value));
  }
  const earlier =
    secrets && earlierIdHash !== undefined ? find.get({ command: name, idHash: earlierIdHash, since }) : undefined;
  if (!secrets || earlierIdHash === undefined || earlier?.contentHash !== contentHash) return null;
  const value = open(earlier.encryptedResponse, earlierIdHash);
  if (isProof || secrets.areOwned(value, context)) return repeat(value);
  // A key of another listing identifies another client; an invalid one identifies none.
  return context.actor.manageKeyIds.length === 0 ? repeat(secrets.remove(value)) : null;
}

/** @returns null for the first request, and if the database cannot be read; a conflict if the content differs */
export function findRepeatedResult<Value>(...args: Parameters<typeof findResponse<Value>>): Result<Value> | null {
  try {
    return findResponse(...args);
  } catch (error) {
    if (toDatabaseFailure(error)) return null;
    throw error;
  }
}

const repeat = <Value>(value: Value): Result<Value> => ({ ok: true, value, isRepeated: true });

/** Deletes stored responses older than 24 hours. @returns number of deleted responses */
export function purgeIdempotencyKeys(db: Database, now: Date): number {
  return queries(db).purge.run({ oldest: getOldestTimestamp(now) }).changes;
}

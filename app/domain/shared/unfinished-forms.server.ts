import { and, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { idempotencyKeys } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { decrypt, encrypt, generateSecret, type KeyInput, sha256 } from './secrets.server';
import { dayMs, getTimestampBefore } from './dates';
import { commitIfPossible, commitInGroup } from './group-commit.server';
import { type AppError, ok, type Result } from './result';
import { isUnguessable } from './run-command.server';

/** Shares a table with stored responses; both are purged after a day. */
const purpose = 'kept-form';
const retention = dayMs;

const queries = memoizePrepared((db) => ({
  store: db
    .insert(idempotencyKeys)
    .values({
      command: purpose,
      keyHash: sql.placeholder('idHash'),
      contentHash: sql.placeholder('idHash'),
      encryptedResponse: sql.placeholder('encrypted'),
      createdAt: sql.placeholder('now'),
    })
    // A form that is sent again before signing in.
    .onConflictDoUpdate({
      target: [idempotencyKeys.command, idempotencyKeys.keyHash],
      set: { encryptedResponse: sql`excluded.encrypted_response`, createdAt: sql`excluded.created_at` },
    })
    .prepare(),
  find: db
    .select({ encrypted: idempotencyKeys.encryptedResponse })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.command, purpose),
        eq(idempotencyKeys.keyHash, sql.placeholder('idHash')),
        gt(idempotencyKeys.createdAt, sql.placeholder('since')),
      ),
    )
    .prepare(),
  delete: db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.command, purpose), eq(idempotencyKeys.keyHash, sql.placeholder('idHash'))))
    .prepare(),
}));

const createKeyInput = (id: string, idHash: string): KeyInput => ({ secret: id, salt: idHash, purpose });

const formValues = z.record(z.string(), z.string());

/** Maximum size of stored form values, as UTF-8 bytes of JSON: several times what the longest valid form has. */
const maxBytes = 16 * 1024;

const tooLong: AppError = {
  kind: 'too-large',
  code: 'form_too_long_to_keep',
};

/** The error for form values that are too long to store; null for others. */
export const checkUnfinishedForm = (values: Readonly<Record<string, string>>): AppError | null =>
  Buffer.byteLength(JSON.stringify(values)) > maxBytes ? tooLong : null;

/** @returns an id of which only the SHA-256 is stored; 'unavailable' if the database cannot be written */
export function storeUnfinishedForm(
  db: Database,
  values: Readonly<Record<string, string>>,
  now: Date,
): Promise<Result<string>> {
  const { idempotencyKey = '' } = values;
  const id = isUnguessable(idempotencyKey) ? idempotencyKey : generateSecret();
  const idHash = sha256(id);
  const encrypted = encrypt(JSON.stringify(values), createKeyInput(id, idHash));
  return commitInGroup(db, () => {
    queries(db).store.run({ idHash, encrypted, now: now.toISOString() });
    return ok(id);
  });
}

/** Returns the form values stored under an id; null if the id is unknown or expired. */
export function findUnfinishedForm(db: Database, id: string, now: Date): Record<string, string> | null {
  const idHash = sha256(id);
  const found = queries(db).find.get({ idHash, since: getTimestampBefore(now, retention) });
  return found ? formValues.parse(JSON.parse(decrypt(found.encrypted, createKeyInput(id, idHash)))) : null;
}

/** Deletes the values of a form that has been sent since, so that going back does not show it as unsent. */
export function deleteUnfinishedForm(db: Database, idempotencyKey: string): void {
  commitIfPossible(db, () => queries(db).delete.run({ idHash: sha256(idempotencyKey) }));
}

import { and, eq, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { accountRecoveryCodes } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { requireUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { minuteMs } from '../shared/dates';
import { commitInGroup } from '../shared/group-commit.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/run-command.server';
import { ok, type Result } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';
import { generateSecretCode, hashSecretCode } from '../shared/secrets.server';
import { issuedCodeMinutes } from './account';
import { confirmPassword, type PasswordContext } from './passwords.server';

/* At most three: the user's own, one by an operator, one mailed (docs/product.md, "Forgotten passwords"). */

const queries = memoizePrepared((db) => ({
  own: db
    .select({ codeHash: accountRecoveryCodes.codeHash, keptAt: accountRecoveryCodes.keptAt })
    .from(accountRecoveryCodes)
    .where(and(eq(accountRecoveryCodes.userId, sql.placeholder('userId')), eq(accountRecoveryCodes.origin, 'own')))
    .prepare(),
  all: db
    .select({ codeHash: accountRecoveryCodes.codeHash, expiresAt: accountRecoveryCodes.expiresAt })
    .from(accountRecoveryCodes)
    .where(eq(accountRecoveryCodes.userId, sql.placeholder('userId')))
    .prepare(),
  store: db
    .insert(accountRecoveryCodes)
    .values({
      userId: sql.placeholder('userId'),
      origin: sql.placeholder('origin'),
      codeHash: sql.placeholder('codeHash'),
      expiresAt: sql.placeholder('expiresAt'),
      createdAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [accountRecoveryCodes.userId, accountRecoveryCodes.origin],
      set: {
        codeHash: sql`excluded.code_hash`,
        keptAt: null,
        expiresAt: sql`excluded.expires_at`,
        createdAt: sql`excluded.created_at`,
      },
    })
    .prepare(),
  keep: db
    .update(accountRecoveryCodes)
    .set({ keptAt: sql`${sql.placeholder('now')}` })
    .where(and(eq(accountRecoveryCodes.userId, sql.placeholder('userId')), eq(accountRecoveryCodes.origin, 'own')))
    .prepare(),
  forget: db
    .delete(accountRecoveryCodes)
    .where(eq(accountRecoveryCodes.userId, sql.placeholder('userId')))
    .prepare(),
  purge: db
    .delete(accountRecoveryCodes)
    .where(lte(accountRecoveryCodes.expiresAt, sql.placeholder('now')))
    .prepare(),
}));

export type RecoveryState = 'none' | 'made' | 'kept';

export function findRecoveryState(db: Database, userId: string): RecoveryState {
  const own = queries(db).own.get({ userId });
  if (!own) return 'none';
  return own.keptAt === null ? 'made' : 'kept';
}

export function isOwnRecoveryCode(db: Database, userId: string, text: string): boolean {
  const codeHash = hashSecretCode(text);
  return codeHash !== null && queries(db).own.get({ userId })?.codeHash === codeHash;
}

/** Creates the user's own code, replacing an earlier one, inside a transaction. @returns the code, only this once */
export function createRecoveryCode(db: Database, userId: string, now: Date): string {
  const { code, hash } = generateSecretCode();
  queries(db).store.run({ userId, origin: 'own', codeHash: hash, expiresAt: null, now: now.toISOString() });
  return code;
}

/** Valid once, for an hour; inside a transaction. An earlier issued code becomes invalid. */
export const issueRecoveryCode = (db: Database, userId: string, now: Date): string =>
  createOneHourCode(db, userId, 'issued', now);

/** Creates the code of a link that is mailed to the account. A code issued by an operator stays valid. */
export const mailRecoveryCode = (db: Database, userId: string, now: Date): string =>
  createOneHourCode(db, userId, 'mailed', now);

function createOneHourCode(db: Database, userId: string, origin: 'issued' | 'mailed', now: Date): string {
  const { code, hash } = generateSecretCode();
  const expiresAt = new Date(now.getTime() + issuedCodeMinutes * minuteMs).toISOString();
  queries(db).store.run({ userId, origin, codeHash: hash, expiresAt, now: now.toISOString() });
  return code;
}

export function isRecoveryCode(db: Database, userId: string, text: string, now: Date): boolean {
  const codeHash = hashSecretCode(text);
  return queries(db)
    .all.all({ userId })
    .some((one) => one.codeHash === codeHash && (one.expiresAt === null || one.expiresAt > now.toISOString()));
}

export const deleteRecoveryCodes = (db: Database, userId: string): unknown => queries(db).forget.run({ userId });

/** Deletes issued and mailed codes that have expired. @returns number of deleted codes */
export const purgeRecoveryCodes = (db: Database, now: Date): number =>
  queries(db).purge.run({ now: now.toISOString() }).changes;

export const keepRecoveryCode = defineCommand<Record<string, never>, null>({
  name: 'keep-recovery-code',
  schema: () => z.strictObject({}),
  limit: 'write',
  run(_input, { db, actor, now }) {
    const user = requireUser(actor);
    if (!user.ok) return user;
    queries(db).keep.run({ userId: user.value.id, now: now.toISOString() });
    return ok(null);
  },
});

/** @returns the code, only this once; the errors of `confirmPassword` */
export async function renewRecoveryCode(
  password: string,
  signInContext: PasswordContext,
  createIdempotentRequest: (passwordHash: string) => IdempotentRequest | null = () => null,
): Promise<Result<string>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { db, now, address, isDryRun } = signInContext;
  const { userId, passwordHash } = confirmed.value;
  const command = { name: 'renew-recovery-code', run: () => ok(createRecoveryCode(db, userId, now)) };
  const made = await commitInGroup(
    db,
    () => runCommandOnce(command, null, signInContext, createIdempotentRequest(passwordHash)),
    signInContext.lockTimeout,
  );
  if (made.ok && !isDryRun) reportSecurityEvent(db, 'recovery-code-made', { account: userId, address });
  return made;
}

import { timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { siteSetup } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { generateSecret, sha256 } from '../shared/secrets.server';

/* docs/product.md, "First run". */

const reads = memoizePrepared((db) => ({
  row: db
    .select({ tokenHash: siteSetup.tokenHash, ownerId: siteSetup.ownerId })
    .from(siteSetup)
    .where(eq(siteSetup.id, 1))
    .prepare(),
  operator: db
    .select({ id: sql<string>`id` })
    .from(sql`${users} INDEXED BY users_team`)
    .where(sql`role <> 'user'`)
    .limit(1)
    .prepare(),
}));

/**
 * `open`: there is no operator yet, and the first client with the token may begin. `begun`: its owner goes on. `closed`: every
 * site with an operator who has finished or skipped it, or who was made by the command.
 */
export type Setup =
  | { kind: 'open'; tokenHash: string | null }
  | { kind: 'begun'; ownerId: string }
  | { kind: 'closed' };

export function findSetup(db: Database): Setup {
  const row = reads(db).row.get();
  if (row?.ownerId) return { kind: 'begun', ownerId: row.ownerId };
  return reads(db).operator.get() ? { kind: 'closed' } : { kind: 'open', tokenHash: row?.tokenHash ?? null };
}

/** Whether the user is the first owner, who has not finished. */
export const isSetupOf = (db: Database, userId: string): boolean => reads(db).row.get()?.ownerId === userId;

export function isSetupToken(setup: Setup, token: string): boolean {
  if (setup.kind !== 'open' || setup.tokenHash === null) return false;
  return timingSafeEqual(Buffer.from(setup.tokenHash), Buffer.from(sha256(token)));
}

/** Ends an earlier token. Inside a transaction. @returns the token, only this once; null if there is an operator */
export function issueSetupToken(db: Database, now: Date): string | null {
  if (findSetup(db).kind !== 'open') return null;
  const token = generateSecret();
  const row = { id: 1, tokenHash: sha256(token), createdAt: now.toISOString() };
  db.insert(siteSetup).values(row).onConflictDoUpdate({ target: siteSetup.id, set: row }).run();
  return token;
}

import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { manageKeys } from '~db/schema/accounts';
import { conversations } from '~db/schema/conversations';
import { removalNotices } from '~db/schema/desk';
import { listings } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { generateSecretCode, hashSecretCode } from '../shared/secrets.server';

const queries = memoizePrepared((db) => ({
  insert: db
    .insert(manageKeys)
    .values({ id: sql.placeholder('id'), keyHash: sql.placeholder('keyHash'), createdAt: sql.placeholder('now') })
    .prepare(),
  renew: db
    .update(manageKeys)
    .set({ keyHash: sql`${sql.placeholder('keyHash')}` })
    .where(eq(manageKeys.id, sql.placeholder('id')))
    .prepare(),
  byId: db
    .select({ id: manageKeys.id })
    .from(manageKeys)
    .where(eq(manageKeys.id, sql.placeholder('id')))
    .prepare(),
  byHashes: db
    .select({ id: manageKeys.id })
    .from(sql`json_each(${sql.placeholder('hashes')}) given`)
    .crossJoin(manageKeys)
    .where(sql`${manageKeys.keyHash} = given.value`)
    .orderBy(sql`given.key`)
    .prepare(),
}));

/** Of the 160 random bits only the SHA-256 is stored. @returns the code in eight groups of four */
export function createManageKey(db: Database, now: Date): { id: string; code: string } {
  const { code, hash } = generateSecretCode();
  const id = randomUUID();
  queries(db).insert.run({ id, keyHash: hash, now: now.toISOString() });
  return { id, code };
}

export function renewManageKey(db: Database, id: string): string {
  const { code, hash } = generateSecretCode();
  queries(db).renew.run({ id, keyHash: hash });
  return code;
}

export const isManageKeyStored = (db: Database, id: string): boolean => queries(db).byId.get({ id }) !== undefined;

/** @returns ids of the keys matching the codes, in their order; invalid codes are skipped */
export function findManageKeys(db: Database, codes: readonly string[]): string[] {
  const hashes = codes.flatMap((code) => hashSecretCode(code) ?? []);
  if (hashes.length === 0) return [];
  return queries(db)
    .byHashes.all({ hashes: JSON.stringify(hashes) })
    .map(({ id }) => id);
}

/** @returns id of the key matching a code; null for an invalid code */
export const findManageKey = (db: Database, code: string): string | null => findManageKeys(db, [code])[0] ?? null;

/** Runs inside the sign-in transaction of that user. @returns number of listings transferred */
export function claimListings(db: Database, userId: string, keyIds: readonly string[], now: Date): number {
  let claimed = 0;
  for (const keyId of keyIds) {
    claimed += db
      .update(listings)
      .set({ ownerUserId: userId, manageKeyId: null, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(listings.manageKeyId, keyId))
      .run().changes;
    db.update(conversations)
      .set({ sellerUserId: userId, sellerKeyId: null })
      .where(eq(conversations.sellerKeyId, keyId))
      .run();
    db.update(removalNotices).set({ userId, manageKeyId: null }).where(eq(removalNotices.manageKeyId, keyId)).run();
    db.delete(manageKeys).where(eq(manageKeys.id, keyId)).run();
  }
  return claimed;
}

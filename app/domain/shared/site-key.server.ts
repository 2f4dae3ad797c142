import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { siteKeys } from '~db/schema';

const keyBytes = 32;

/**
 * A random key of this database, made on first use. Where the database cannot be written, it is one of this process.
 *
 * @param purpose each has a key of its own
 */
export function siteKey(db: Database, purpose: string): Buffer {
  const find = () => db.select({ key: siteKeys.key }).from(siteKeys).where(eq(siteKeys.name, purpose)).get()?.key;
  const key = randomBytes(keyBytes);
  try {
    if (!find()) db.insert(siteKeys).values({ name: purpose, key }).onConflictDoNothing().run();
    return find() ?? key;
  } catch {
    return key;
  }
}

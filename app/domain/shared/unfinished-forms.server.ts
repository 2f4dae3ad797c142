import { z } from 'zod';
import type { Database } from '~db/connection';
import { decrypt, encrypt, type EncryptionName, newSecret, sha256 } from './crypto.server';
import { aDay, timestampBefore } from './dates';
import { commitWithOthers } from './group-commit.server';
import { statementsOf } from './memoize.server';
import { ok, type Result } from './result';

/** Shares a table with the responses of commands, which is purged of both after a day. */
const purpose = 'kept-form';
const keptFor = aDay;

const statements = statementsOf((sqlite) => ({
  cacheKeyParameters: sqlite.prepare<[string, string, string, Buffer, string]>(
    'INSERT INTO submissions (command, id_hash, content_hash, sealed_answer, created_at) VALUES (?, ?, ?, ?, ?)',
  ),
  find: sqlite
    .prepare<[string, string, string], Buffer>(
      'SELECT sealed_answer FROM submissions WHERE command = ? AND id_hash = ? AND created_at > ?',
    )
    .pluck(),
}));

const nameOf = (id: string, idHash: string): EncryptionName => ({ secret: id, salt: idHash, purpose });

const formValues = z.record(z.string(), z.string());

/**
 * Stores form values, encrypted, for a day while a visitor signs in before submitting them.
 *
 * @returns the id that decrypts them: 160 random bits, of which only the SHA-256 is stored; the problem 'unavailable'
 *   when the database cannot be written
 */
export function storeUnfinishedForm(
  db: Database,
  values: Readonly<Record<string, string>>,
  now: Date,
): Promise<Result<string>> {
  const id = newSecret();
  const idHash = sha256(id);
  const encrypted = encrypt(JSON.stringify(values), nameOf(id, idHash));
  return commitWithOthers(db, () => {
    statements(db).cacheKeyParameters.run(purpose, idHash, idHash, encrypted, now.toISOString());
    return ok(id);
  });
}

/** Form values stored under an id; null when the id is unknown or expired. */
export function findUnfinishedForm(db: Database, id: string, now: Date): Record<string, string> | null {
  const idHash = sha256(id);
  const encrypted = statements(db).find.get(purpose, idHash, timestampBefore(now, keptFor));
  return encrypted ? formValues.parse(JSON.parse(decrypt(encrypted, nameOf(id, idHash)))) : null;
}

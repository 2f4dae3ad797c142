import { z } from 'zod';
import type { Database } from '~db/connection';
import { aDay, momentBefore } from '../durations';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome } from '../outcome';
import { type SealName, seal, unseal } from '../sealed.server';
import { newSecret, sha256 } from '../secrets.server';
import { statementsOf } from '../statements.server';

/** Shares a table with the responses of commands, which is purged of both after a day. */
const purpose = 'kept-form';
const keptFor = aDay;

const statements = statementsOf((sqlite) => ({
  keep: sqlite.prepare<[string, string, string, Buffer, string]>(
    'INSERT INTO submissions (command, id_hash, content_hash, sealed_answer, created_at) VALUES (?, ?, ?, ?, ?)',
  ),
  find: sqlite
    .prepare<[string, string, string], Buffer>(
      'SELECT sealed_answer FROM submissions WHERE command = ? AND id_hash = ? AND created_at > ?',
    )
    .pluck(),
}));

const nameOf = (id: string, idHash: string): SealName => ({ secret: id, salt: idHash, purpose });

const typedValues = z.record(z.string(), z.string());

/**
 * Stores form values, encrypted, for a day while a visitor signs in before submitting them.
 *
 * @returns the id that decrypts them: 160 random bits, of which only the SHA-256 is stored; the problem 'unavailable'
 *   when the database cannot be written
 */
export function keepForm(db: Database, values: Readonly<Record<string, string>>, now: Date): Promise<Outcome<string>> {
  const id = newSecret();
  const idHash = sha256(id);
  const sealed = seal(JSON.stringify(values), nameOf(id, idHash));
  return commitWithOthers(db, () => {
    statements(db).keep.run(purpose, idHash, idHash, sealed, now.toISOString());
    return done(id);
  });
}

/** Form values stored under an id; null when the id is unknown or expired. */
export function findKeptForm(db: Database, id: string, now: Date): Record<string, string> | null {
  const idHash = sha256(id);
  const sealed = statements(db).find.get(purpose, idHash, momentBefore(now, keptFor));
  return sealed ? typedValues.parse(JSON.parse(unseal(sealed, nameOf(id, idHash)))) : null;
}

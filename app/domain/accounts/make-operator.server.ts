import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema';
import { runCommand } from '../command.server';
import { done, type Outcome } from '../outcome';
import { oneLine } from '../one-line';
import { passwordOfEmail } from './enter-account.server';
import { longestText, nameMinimum } from './limits';
import { hashPassword } from './password-hash.server';
import { storeAccount } from './sign-up.server';

/** What an account is called that was made for an operator: what stands before the @. */
function nameFrom(email: string): string {
  const name = oneLine(email.split('@', 1)[0] ?? '').slice(0, longestText.name);
  return name.length >= nameMinimum ? name : 'Operator';
}

/**
 * Makes an account an operator. Whoever runs this can write the database anyway, so nobody is asked for a right.
 *
 * @param email as `emailFault` lets it pass, in lower case
 * @param askPassword asked only when there is no such account: the new one's password, its rules kept
 * @returns whether the account was made; the role counts from the next request on
 */
export async function makeOperator(
  db: Database,
  email: string,
  askPassword: () => Promise<string>,
  now: Date,
): Promise<Outcome<'made' | 'created'>> {
  if (passwordOfEmail(db, email)) {
    db.update(users)
      .set({ role: 'operator', updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.email, email))
      .run();
    return done('made');
  }
  const hashed = await hashPassword((await askPassword()).normalize('NFC'));
  if (!hashed.done) return hashed;
  const account = { name: nameFrom(email), email, phone: null, gender: 'other', role: 'operator' } as const;
  const stored = runCommand(
    { run: () => storeAccount({ ...account, passwordHash: hashed.value }, { db, now }) },
    null,
    { db, asker: { user: null, manageKeyIds: [] }, now },
  );
  return stored.done ? done('created') : stored;
}

import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '~/domain/accounts/password-hash.server';
import { signIn } from '~/domain/accounts/sign-in.server';
import { doneValue, from, meera, password, withMeera } from '../support/entered-account';

/** The least time that a task takes, in milliseconds: a busy machine only ever makes a run longer. */
async function leastTime(task: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 4; run += 1) {
    const startedAt = performance.now();
    await task();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

test('a password is verified against its own hash only', async () => {
  const hash = doneValue(await hashPassword(password));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, password)).toEqual({ done: true, value: true });
  expect(await verifyPassword(hash, `${password}!`)).toEqual({ done: true, value: false });
  expect(await verifyPassword(null, password)).toEqual({ done: true, value: false });
});

test('an unknown account takes as long to refuse as a known one', async () => {
  const { db } = await withMeera();
  const attempt = (email: string) => signIn({ email, password: 'wrong!!' }, from(db));
  const known = await leastTime(() => attempt(meera.email));
  const unknown = await leastTime(() => attempt('unknown@example.com'));
  // Both hash once; without that an answer takes less than a hundredth of the time.
  expect(unknown).toBeGreaterThan(known / 3);
  expect(known).toBeGreaterThan(unknown / 3);
});

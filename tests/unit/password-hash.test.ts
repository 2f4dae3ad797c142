import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '~/domain/accounts/passwords.server';
import { from, meera, okValue, password, signIn, withMeera } from '../support/account-fixture';

/** The median of the values. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measureTime(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

test('a password is verified against its own hash only', async () => {
  const hash = okValue(await hashPassword(password, 'a'));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, password, 'a')).toEqual({ ok: true, value: true });
  expect(await verifyPassword(hash, `${password}!`, 'a')).toEqual({ ok: true, value: false });
  expect(await verifyPassword(null, password, 'a')).toEqual({ ok: true, value: false });
});

test('an unknown account takes as long to reject as a known one', async () => {
  const { db } = await withMeera();
  const attempt = (email: string) => signIn({ email, password: 'wrong!!' }, from(db));
  // In turns, so that a busy machine slows both down; a pause in one of them does not move the median.
  const ratios: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const known = await measureTime(() => attempt(meera.email));
    ratios.push((await measureTime(() => attempt('unknown@example.com'))) / known);
  }
  // Both hash once; without that a response takes less than a hundredth of the time.
  expect(median(ratios)).toBeGreaterThan(1 / 5);
  expect(median(ratios)).toBeLessThan(5);
});

test('a flooded queue stays open for addresses that signed in to the account before', async () => {
  const hash = okValue(await hashPassword(password, 'home'));
  await verifyPassword(hash, password, '192.0.2.7');
  await verifyPassword(hash, password, '2001:db8:5:6');
  await verifyPassword(hash, 'wrong', '192.0.2.8');
  // All places and the running one; a /48 takes places one by one, not one for each of its /64.
  const strangers = Array.from({ length: 61 }, (_, index) => verifyPassword(null, 'guess', `198.51.100.${index}`));
  const late = verifyPassword(hash, password, '192.0.2.8');
  const flood = Array.from({ length: 50 }, (_, index) => verifyPassword(null, 'guess', `2001:db8:9:${index}`));
  const known = ['192.0.2.7', '2001:db8:5:6'].map((address) => verifyPassword(hash, password, address));
  expect(await Promise.all(known)).toEqual([
    { ok: true, value: true },
    { ok: true, value: true },
  ]);
  expect(await late).toMatchObject({ ok: false, error: { kind: 'too-many' } });
  for (const attempt of await Promise.all(flood)) expect(attempt.ok).toBe(false);
  expect((await Promise.all(strangers)).every((attempt) => attempt.ok)).toBe(true);
});

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Credentials } from '~/domain/accounts/account.schema.server';
import { beginAttempt, purgeAttempts } from '~/domain/accounts/sign-in-attempts.server';
import type { Database } from '~db/connection';
import { from, later, meera, password, signIn, start, withMeera } from '../support/account-fixture';
import { freshDatabase } from '../support/fresh-database';

describe('sign-in attempts', () => {
  const limit = { max: 10, windowSeconds: 180 };
  const attempt = (db: Database, address: string, seconds = 0, given: Partial<Credentials> = {}) =>
    signIn(
      { email: meera.email, password: 'wrong!!', ...given },
      from(db, { address, attemptLimit: limit, now: later(seconds) }),
    );
  const tooMany = (minutes: number) => ({
    ok: false,
    error: { kind: 'too-many', code: 'too_many_attempts', values: { minutes } },
  });

  it('are rejected after ten from one address at one account, also concurrent ones, until the time is over', async () => {
    const { db } = await withMeera();
    const tries = await Promise.all(Array.from({ length: 14 }, () => attempt(db, 'a')));
    expect(tries.filter((one) => !one.ok && one.error.kind === 'too-many')).toHaveLength(4);
    expect(await attempt(db, 'a', 60, { password })).toMatchObject(tooMany(2));
    expect((await attempt(db, 'a', 60, { email: 'other@example.com' })).ok).toBe(false);
    expect((await attempt(db, 'a', 181, { password })).ok).toBe(true);
  });

  it('are rejected after thirty from one address at all accounts together', async () => {
    const db = freshDatabase();
    const begin = (n: number, address: string) =>
      beginAttempt(db, { email: `account-${n}@example.com`, address }, limit, start);
    for (let n = 0; n < 30; n += 1) expect([n, (await begin(n, 'a')).ok]).toEqual([n, true]);
    expect(await begin(30, 'a')).toMatchObject(tooMany(3));
    expect((await begin(30, 'b')).ok).toBe(true);
  });

  /** Attempts from many addresses, ten from each, whose passwords are not checked. */
  const tryFromEverywhere = (db: Database, addresses: number) => {
    for (let n = 0; n < addresses * 10; n += 1) {
      beginAttempt(db, { email: meera.email, address: `attacker ${n % addresses}` }, limit, start);
    }
  };

  it('never lock out the owner, who comes from another address', async () => {
    const { db } = await withMeera();
    tryFromEverywhere(db, 500);
    expect((await attempt(db, 'home', 0, { password })).ok).toBe(true);
  });

  it('are slowed down everywhere at an account that is tried from everywhere, for an hour', async () => {
    const { db } = await withMeera();
    tryFromEverywhere(db, 100);
    expect(await attempt(db, 'fresh')).toMatchObject({ error: { kind: 'unauthenticated' } });
    expect(await attempt(db, 'fresh', 1)).toMatchObject(tooMany(3));
    expect(await attempt(db, 'fresh', 181)).toMatchObject({ error: { kind: 'unauthenticated' } });
    purgeAttempts(db, limit, later(3600));
    await attempt(db, 'fresh', 3601);
    expect((await attempt(db, 'fresh', 3602, { password })).ok).toBe(true);
  });

  it.each([960, 1920])('are slowed down no less after %i attempts within the hour', async (tries) => {
    const { db } = await withMeera();
    for (let n = 0; n < tries; n += 1) {
      expect((await beginAttempt(db, { email: meera.email, address: `once ${n}` }, limit, start)).ok).toBe(true);
    }
    await attempt(db, 'fresh');
    expect(await attempt(db, 'fresh', 1)).toMatchObject(tooMany(3));
  });

  it('are counted for the period of the limit, also when that is longer than an hour', async () => {
    const { db } = await withMeera();
    const ofTwoHours = { max: 1, windowSeconds: 7200 };
    const tryAt = (seconds: number) =>
      beginAttempt(db, { email: meera.email, address: 'a' }, ofTwoHours, later(seconds));
    expect((await tryAt(0)).ok).toBe(true);
    purgeAttempts(db, ofTwoHours, later(5400));
    expect(await tryAt(5400)).toMatchObject(tooMany(30));
    purgeAttempts(db, ofTwoHours, later(7200));
    expect((await tryAt(7200)).ok).toBe(true);
  });

  it('dated in the future after a clock was set back are not counted, and are cleaned up', async () => {
    const { db } = await withMeera();
    const fortyDays = 40 * 86_400;
    await Promise.all(Array.from({ length: 10 }, () => attempt(db, 'a', fortyDays)));
    expect(await attempt(db, 'a', fortyDays)).toMatchObject(tooMany(3));
    expect(await attempt(db, 'a', -1)).toMatchObject({ error: { kind: 'unauthenticated' } });
    expect((await attempt(db, 'a', -1, { password })).ok).toBe(true);
    await setImmediate();
    purgeAttempts(db, limit, later(-1));
    expect(db.$client.prepare('SELECT count(*) FROM sign_in_attempts').pluck().get()).toBe(0);
  });

  it('are reset by a successful sign-in', async () => {
    const { db } = await withMeera();
    await Promise.all(Array.from({ length: 9 }, () => attempt(db, 'a')));
    expect((await attempt(db, 'a', 1, { password })).ok).toBe(true);
    await Promise.all(Array.from({ length: 9 }, () => attempt(db, 'a', 2)));
    expect((await attempt(db, 'a', 3, { password })).ok).toBe(true);
  });
});

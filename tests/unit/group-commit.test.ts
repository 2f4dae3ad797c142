import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { anonymous } from '~/domain/shared/actor';
import { runCommand } from '~/domain/shared/run-command.server';
import { catchUnavailable, getDatabaseStatus } from '~/domain/shared/database-status.server';
import { commitInGroup, limitReadWaits } from '~/domain/shared/group-commit.server';
import { err, ok, type Result } from '~/domain/shared/result';
import { signUp } from '~/domain/sign-in/sign-in.commands.server';
import { type Database, openDatabase } from '~db/connection';
import { from, meera, okValue, password, signIn } from '../support/account-fixture';
import { freshDatabase } from '../support/fresh-database';

const folder = mkdtempSync(join(tmpdir(), 'dopahiya-group-commit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Work that a write does after it has stored its row. */
const endings = ['done', 'refused', 'broken', 'too large', 'broken at commit'] as const;
type Ending = (typeof endings)[number];

const fewPages = 40;
const moreThanFits = 1_000_000;

function database(path = ':memory:'): Database {
  const db = openDatabase(path);
  db.$client.exec(
    `CREATE TABLE written (n INTEGER PRIMARY KEY, bytes BLOB) STRICT;
     CREATE TABLE orphans (n INTEGER REFERENCES written (n) DEFERRABLE INITIALLY DEFERRED) STRICT;`,
  );
  db.$client.pragma(`max_page_count = ${fewPages}`);
  return db;
}

function write(db: Database, n: number, ending: Ending): Result<number> {
  const insert = db.$client.prepare<[number, number]>('INSERT INTO written (n, bytes) VALUES (?, zeroblob(?))');
  const run = (): Result<number> => {
    insert.run(n, 10);
    if (ending === 'refused') return err({ kind: 'conflict', code: 'already_sold' });
    if (ending === 'broken') throw new Error(`${n} is broken`);
    if (ending === 'too large') insert.run(-n, moreThanFits);
    if (ending === 'broken at commit') db.$client.prepare<[]>('INSERT INTO orphans (n) VALUES (0)').run();
    return ok(n);
  };
  return runCommand({ run }, null, { db, actor: anonymous, now: new Date('2026-06-15T06:30:00.000Z') });
}

const written = (db: Database): number[] =>
  db.$client.prepare<[], number>('SELECT n FROM written ORDER BY n').pluck().all();

const reported = async (write: () => Result<number> | Promise<Result<number>>): Promise<unknown> => {
  try {
    return await write();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

describe('writes of one turn', () => {
  it('succeed or fail independently of each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...endings), { minLength: 1, maxLength: 10 }), async (each) => {
        const [alone, grouped] = [database(), database()];
        const expected: unknown[] = [];
        for (const [n, ending] of each.entries()) expected.push(await reported(() => write(alone, n + 1, ending)));
        const responses = each.map((ending, n) =>
          reported(() => commitInGroup(grouped, () => write(grouped, n + 1, ending))),
        );
        expect(written(grouped)).toEqual([]);
        expect(await Promise.all(responses)).toEqual(expected);
        expect(written(grouped)).toEqual(written(alone));
        expect(written(grouped)).toEqual(each.flatMap((ending, n) => (ending === 'done' ? [n + 1] : [])));
        expect(grouped.$client.inTransaction).toBe(false);
        for (const db of [alone, grouped]) db.$client.close();
      }),
      { numRuns: 300 },
    );
  });

  it('become visible together, before any response', async () => {
    const path = join(folder, 'together.sqlite');
    const db = database(path);
    const reader = openDatabase(path);
    const seenByReader: number[][] = [];
    const seenAfterReply: number[][] = [];
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        await commitInGroup(db, () => {
          const result = write(db, n, 'done');
          seenByReader.push(written(reader));
          return result;
        });
        seenAfterReply.push(written(reader));
      }),
    );
    expect(seenByReader).toEqual([[], [], []]);
    expect(seenAfterReply).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    for (const { $client } of [db, reader]) $client.close();
  });

  it('of another database are another group', async () => {
    const [one, other] = [database(), database()];
    await Promise.all([
      commitInGroup(one, () => write(one, 1, 'done')),
      commitInGroup(other, () => write(other, 2, 'done')),
    ]);
    expect([written(one), written(other)]).toEqual([[1], [2]]);
    for (const { $client } of [one, other]) $client.close();
  });

  it('can be followed by a write from a waiting caller', async () => {
    const db = database();
    await commitInGroup(db, () => write(db, 1, 'done'));
    await commitInGroup(db, () => write(db, 2, 'done'));
    expect(written(db)).toEqual([1, 2]);
    db.$client.close();
  });
});

describe('the time that a request waits for the write lock', () => {
  it('is shared by its writes: what one has spent, the next has not', async () => {
    const path = join(folder, 'timeout.sqlite');
    const [db, other] = [database(path), openDatabase(path)];
    other.$client.exec('BEGIN IMMEDIATE');
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      return write(db, 1, 'done');
    };
    const lockTimeout = { milliseconds: 60 };
    const unavailable = { ok: false, error: { kind: 'unavailable' } };
    expect(await commitInGroup(db, attempt, lockTimeout)).toMatchObject(unavailable);
    expect(attempts).toBeGreaterThan(1);
    expect(lockTimeout.milliseconds).toBeLessThanOrEqual(0);
    attempts = 0;
    expect(await commitInGroup(db, attempt, lockTimeout)).toMatchObject(unavailable);
    expect(attempts).toBe(1);
    for (const { $client } of [db, other]) $client.close();
  });

  it('is five seconds for a sign-in too, not five for its attempt and five for its session', async () => {
    const path = join(folder, 'sign-in.sqlite');
    writeFileSync(path, freshDatabase().$client.serialize());
    const [db, other] = [openDatabase(path), openDatabase(path)];
    limitReadWaits(other);
    const lockTimeout = { milliseconds: 300 };
    okValue(await signUp(meera, from(db), null));
    // Takes the lock between the two writes, while the password is verified.
    const counted = other.$client.prepare<[], number>('SELECT count(*) FROM sign_in_attempts').pluck();
    const lock = setInterval(() => {
      if (counted.get() === 1 && !other.$client.inTransaction) other.$client.exec('BEGIN IMMEDIATE');
    }, 1);
    const signedIn = await signIn({ email: meera.email, password }, from(db, { lockTimeout }));
    clearInterval(lock);
    expect(signedIn).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    expect(lockTimeout.milliseconds).toBeLessThanOrEqual(0);
    for (const { $client } of [db, other]) $client.close();
  });
});

it.each([1, 3])(
  '%i writes in progress when the machine stops writing get the reason, and the disk is not blamed',
  async (count) => {
    const db = database();
    const status = getDatabaseStatus(db);
    status.readOnlyReason = { code: 'former_primary' };
    db.$client.pragma('query_only = ON');
    const numbers = Array.from({ length: count }, (_, at) => at);
    const written = await Promise.all(
      numbers.map((n) => commitInGroup(db, () => catchUnavailable(db, () => write(db, n, 'done')))),
    );
    for (const one of written)
      expect(one).toMatchObject({ ok: false, error: { kind: 'unavailable', code: 'former_primary' } });
    expect(status.writeFailure).toBeNull();
    db.$client.close();
  },
);

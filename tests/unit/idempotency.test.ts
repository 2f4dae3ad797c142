import fc from 'fast-check';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { describe, expect, it } from 'vitest';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { createListing } from '~/domain/listings/listing.commands.server';
import { markSold } from '~/domain/used-vehicles/sale.commands.server';
import { readListingStatistics } from '~/domain/listings/listing.queries.server';
import {
  checkInput,
  createIdempotentApiRequest,
  createIdempotentForm,
  type IdempotentRequest,
  purgeIdempotencyKeys,
  runCommandOnce,
} from '~/domain/shared/run-command.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { shine } from '../support/sample-content';
import { storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-06-15T06:30:00.000Z');
const hoursLater = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

function list(db: Database, idempotentRequest: IdempotentRequest | null, at = now, actor: Actor = anonymous) {
  const input = checkInput(createListing, { ...shine, kind: 'bike', photos: [] }, at);
  if (!input.ok) throw new Error(input.error.code);
  return runCommandOnce(createListing, input.value, { db, actor, now: at }, idempotentRequest);
}

describe('a repeated write', () => {
  it('runs once and repeats the first response without the manage key', () => {
    const db = freshDatabase();
    const first = list(db, createIdempotentApiRequest('a key', 'a visitor', shine));
    const value = first.ok ? first.value : null;
    expect(value?.manageCode).toHaveLength(39);
    expect(list(db, createIdempotentApiRequest('a key', 'a visitor', { ...shine }), hoursLater(23))).toEqual({
      ok: true,
      value: { ...value, manageCode: null },
      isRepeated: true,
    });
    expect(readListingStatistics(db, 'bike').total).toBe(1);
  });

  it('repeats the manage key to a form whose key nobody can guess', () => {
    const db = freshDatabase();
    const send = (key: string) => list(db, createIdempotentForm(key, shine));
    const getCode = (listed: ReturnType<typeof send>) => (listed.ok ? listed.value.manageCode : undefined);
    const key = generateIdempotencyKey();
    const code = getCode(send(key));
    expect(code).toHaveLength(39);
    expect(getCode(send(key))).toBe(code);
    expect([getCode(send('a guess'))?.length, getCode(send('a guess'))]).toEqual([39, null]);
  });

  it('runs again with another key or none', () => {
    const db = freshDatabase();
    list(db, createIdempotentApiRequest('one', 'a visitor', shine));
    list(db, createIdempotentApiRequest('other', 'a visitor', shine));
    list(db, null);
    list(db, null);
    expect(readListingStatistics(db, 'bike').total).toBe(4);
  });

  it('is a conflict when an API request has other content under its key, in any order of fields', () => {
    const db = freshDatabase();
    list(db, createIdempotentApiRequest('a key', 'a visitor', { a: 1, b: { c: [1, 2], d: 2 } }));
    expect(list(db, createIdempotentApiRequest('a key', 'a visitor', { b: { d: 2, c: [1, 2] }, a: 1 })).ok).toBe(true);
    expect(list(db, createIdempotentApiRequest('a key', 'a visitor', { a: 1, b: { c: [2, 1], d: 2 } }))).toMatchObject({
      ok: false,
      error: { kind: 'conflict' },
    });
    expect(readListingStatistics(db, 'bike').total).toBe(1);
  });

  it('runs again when a form with the same id has other content, once for each content', () => {
    const db = freshDatabase();
    const formValues = (name: string) => createIdempotentForm('a form', { ...shine, name });
    list(db, formValues('one'));
    list(db, formValues('other'));
    list(db, formValues('one'));
    list(db, formValues('other'));
    expect(readListingStatistics(db, 'bike').total).toBe(2);
  });

  it("is independent of another user's equal key", () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const first = list(db, createIdempotentApiRequest('1', asha.user.id, shine), now, asha);
    const second = list(db, createIdempotentApiRequest('1', 'a visitor', shine));
    expect(second).not.toEqual(first);
    expect(readListingStatistics(db, 'bike').total).toBe(2);
  });

  it('is forgotten after 24 hours', () => {
    const db = freshDatabase();
    list(db, createIdempotentApiRequest('a key', 'a visitor', shine));
    list(db, createIdempotentApiRequest('a key', 'a visitor', shine), hoursLater(24));
    expect(readListingStatistics(db, 'bike').total).toBe(2);
    purgeIdempotencyKeys(db, hoursLater(47));
    expect(db.$client.prepare('SELECT count(*) FROM idempotency_keys').pluck().get()).toBe(1);
    purgeIdempotencyKeys(db, hoursLater(48));
    expect(db.$client.prepare('SELECT count(*) FROM idempotency_keys').pluck().get()).toBe(0);
  });

  it('may succeed after a failure, which is not stored', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, {}, asha).listing;
    const sell = (actor: Actor) =>
      runCommandOnce(
        markSold,
        { id, kind: 'bike' as const },
        { db, actor, now },
        createIdempotentApiRequest('a key', 'a visitor', { id }),
      );
    expect(sell(anonymous).ok).toBe(false);
    const sold = sell(asha);
    expect(sold.ok).toBe(true);
    expect(sell(asha)).toEqual({ ...sold, isRepeated: true });
  });

  it('leaves neither a manage key nor a key for decryption in a stolen database', () => {
    const db = freshDatabase();
    const created = list(db, createIdempotentApiRequest('not stored', 'a visitor', shine));
    const code = created.ok ? created.value.manageCode : null;
    const file = db.$client.serialize().toString('latin1');
    expect(code).toHaveLength(39);
    expect(file).not.toContain(code);
    expect(file).not.toContain('not stored');
  });
});

describe('the lookup key', () => {
  it('is equal exactly when id and content are', () => {
    const data = fc.jsonValue();
    fc.assert(
      fc.property(fc.string(), data, fc.string(), data, (id, content, otherId, otherContent) => {
        const one = createIdempotentApiRequest(id, 'a visitor', content);
        const other = createIdempotentApiRequest(otherId, 'a visitor', otherContent);
        expect(one.idHash === other.idHash).toBe(id === otherId);
        expect(createIdempotentApiRequest(id, 'a visitor', JSON.parse(JSON.stringify(content)))).toEqual(one);
      }),
    );
  });
});

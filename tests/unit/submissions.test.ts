import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Asker } from '~/domain/asker';
import { checkInput } from '~/domain/command.server';
import { createListing } from '~/domain/listings/create-listing.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { markSold } from '~/domain/listings/mark-sold.server';
import {
  callSubmission,
  formSubmission,
  purgeSubmissions,
  runCommandOnce,
  type Submission,
} from '~/domain/submissions/submissions.server';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { shine } from '../support/sample-content';
import { nobody, storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-06-15T06:30:00.000Z');
const hoursLater = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

function list(db: Database, submission: Submission | null, at = now, asker: Asker = nobody) {
  const input = checkInput(createListing, { ...shine, kind: 'bike', photos: [] }, at);
  if (!input.done) throw new Error(input.problem.message);
  return runCommandOnce(createListing, input.value, { db, asker, now: at }, submission);
}

describe('a write that comes twice', () => {
  it('is made once, and answered as it was the first time, but for the manage key', () => {
    const db = freshDatabase();
    const first = list(db, callSubmission('a key', 'a visitor', shine));
    const value = first.done ? first.value : null;
    expect(value?.manageCode).toHaveLength(39);
    expect(list(db, callSubmission('a key', 'a visitor', { ...shine }), hoursLater(23))).toEqual({
      done: true,
      value: { ...value, manageCode: null },
    });
    expect(listingStatistics(db, 'bike').total).toBe(1);
  });

  it('is answered with the manage key to a form that brings the proof of the first, and to no other', () => {
    const db = freshDatabase();
    const form = (proof: string | null) => list(db, formSubmission('a form', shine, proof));
    const codeOf = (listed: ReturnType<typeof form>) => (listed.done ? listed.value.manageCode : undefined);
    const code = codeOf(form('a cookie'));
    expect(code).toHaveLength(39);
    expect([form('a cookie'), form('another'), form(null)].map(codeOf)).toEqual([code, null, null]);
    const unproved = () => list(db, formSubmission('a form of a client without cookies', shine, null));
    expect([codeOf(unproved())?.length, codeOf(unproved())]).toEqual([39, null]);
  });

  it('with another key, or none, is made again', () => {
    const db = freshDatabase();
    list(db, callSubmission('one', 'a visitor', shine));
    list(db, callSubmission('other', 'a visitor', shine));
    list(db, null);
    list(db, null);
    expect(listingStatistics(db, 'bike').total).toBe(4);
  });

  it('is a conflict when a call brings other content under its key, whatever the order of the fields', () => {
    const db = freshDatabase();
    list(db, callSubmission('a key', 'a visitor', { a: 1, b: { c: [1, 2], d: 2 } }));
    expect(list(db, callSubmission('a key', 'a visitor', { b: { d: 2, c: [1, 2] }, a: 1 })).done).toBe(true);
    expect(list(db, callSubmission('a key', 'a visitor', { a: 1, b: { c: [2, 1], d: 2 } }))).toMatchObject({
      done: false,
      problem: { kind: 'conflict' },
    });
    expect(listingStatistics(db, 'bike').total).toBe(1);
  });

  it('counts as new when a form brings other content under its id, and that content once', () => {
    const db = freshDatabase();
    const typed = (name: string) => formSubmission('a form', { ...shine, name });
    list(db, typed('one'));
    list(db, typed('other'));
    list(db, typed('one'));
    list(db, typed('other'));
    expect(listingStatistics(db, 'bike').total).toBe(2);
  });

  it("never meets another user's key of the same name", () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const first = list(db, callSubmission('1', asha.user.id, shine), now, asha);
    const second = list(db, callSubmission('1', 'a visitor', shine));
    expect(second).not.toEqual(first);
    expect(listingStatistics(db, 'bike').total).toBe(2);
  });

  it('is forgotten after 24 hours', () => {
    const db = freshDatabase();
    list(db, callSubmission('a key', 'a visitor', shine));
    list(db, callSubmission('a key', 'a visitor', shine), hoursLater(24));
    expect(listingStatistics(db, 'bike').total).toBe(2);
    purgeSubmissions(db, hoursLater(47));
    expect(db.$client.prepare('SELECT count(*) FROM submissions').pluck().get()).toBe(1);
    purgeSubmissions(db, hoursLater(48));
    expect(db.$client.prepare('SELECT count(*) FROM submissions').pluck().get()).toBe(0);
  });

  it('may succeed after it was refused: a refusal is not remembered', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, {}, asha).listing;
    const sell = (asker: Asker) =>
      runCommandOnce(
        markSold,
        { id, kind: 'bike' as const },
        { db, asker, now },
        callSubmission('a key', 'a visitor', { id }),
      );
    expect(sell(nobody).done).toBe(false);
    const sold = sell(asha);
    expect(sold.done).toBe(true);
    expect(sell(asha)).toEqual(sold);
  });

  it('leaves no manage key in a stolen database, and no key that would open the answer', () => {
    const db = freshDatabase();
    const created = list(db, callSubmission('not stored', 'a visitor', shine));
    const code = created.done ? created.value.manageCode : null;
    const file = db.$client.serialize().toString('latin1');
    expect(code).toHaveLength(39);
    expect(file).not.toContain(code);
    expect(file).not.toContain('not stored');
  });
});

describe('what a submission is found by', () => {
  it('is the same just when id and content are', () => {
    const data = fc.jsonValue();
    fc.assert(
      fc.property(fc.string(), data, fc.string(), data, (id, content, otherId, otherContent) => {
        const one = callSubmission(id, 'a visitor', content);
        const other = callSubmission(otherId, 'a visitor', otherContent);
        expect(one.idHash === other.idHash).toBe(id === otherId);
        expect(callSubmission(id, 'a visitor', JSON.parse(JSON.stringify(content)))).toEqual(one);
      }),
    );
  });
});

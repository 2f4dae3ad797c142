import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Asker } from '~/domain/asker';
import { checkInput, runCommand } from '~/domain/command.server';
import { deskPageSize, waitText } from '~/domain/desk/limits';
import { moderate } from '~/domain/desk/moderate.server';
import { deedsOf, findDeeds } from '~/domain/desk/operator-log.server';
import { changeListing } from '~/domain/listings/change-listing.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { findListing } from '~/domain/listings/listing-queries.server';
import { listingStatistics } from '~/domain/listings/listing-search.server';
import { changeVehicle } from '~/domain/used-vehicles/change-vehicle.server';
import { offerVehicle } from '~/domain/used-vehicles/offer-vehicle.server';
import type { Database } from '~db/connection';
import { photos } from '~db/schema';
import { freshDatabase } from '../support/fresh-database';
import { usedShine } from '../support/sample-content';
import { nobody, storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-07-01T06:30:00.000Z');
let db: Database;
let operator: Asker;
let seller: Asker;
let id: string;
beforeEach(() => {
  db = freshDatabase();
  operator = storeUser(db, 'Opal', 'operator');
  seller = storeUser(db, 'Sita');
  id = storeListing(db, {}, seller).listing.id;
});
afterEach(() => db.$client.close());

const act = (deed: string, { asker = operator, reason = '', subject = 'listing', of = id } = {}) => {
  const input = checkInput(moderate, { subject, id: of, deed, reason }, now);
  return input.done ? runCommand(moderate, input.value, { db, asker, now }) : input;
};
const revision = () => db.$client.prepare('SELECT revision FROM content_revision').pluck().get();
const checkedAt = () => db.$client.prepare('SELECT checked_at FROM listings WHERE id = ?').pluck().get(id);

describe('moderation of a listing', () => {
  it('hides it from everybody at once, with a reason, and shows it again', () => {
    const before = revision();
    expect(act('hide', { reason: 'Sold twice' }).done).toBe(true);
    expect(revision()).not.toBe(before);
    expect(findListing(db, id, nobody)).toBeNull();
    expect(listingStatistics(db, 'bike').total).toBe(0);
    expect(act('hide', { reason: 'Sold twice' }).done).toBe(true);
    expect(act('restore').done).toBe(true);
    expect(findListing(db, id, nobody)?.name).toBe('Honda Shine 125');
    expect(deedsOf(db, 'listing', id)).toMatchObject([
      { deed: 'restored', reason: null, operatorName: 'Opal' },
      { deed: 'hidden', reason: 'Sold twice', title: 'Honda Shine 125', createdAt: now.toISOString() },
    ]);
  });

  it.each(['hide', 'delete'])('says no to %s without a reason', (deed) => {
    expect(act(deed, { reason: '  ' })).toMatchObject({ problem: { errors: { reason: 'Reason is required' } } });
    expect(act(deed, { reason: 'x'.repeat(301) })).toMatchObject({
      problem: { errors: { reason: 'Reason must be at most 300 characters' } },
    });
  });

  it('deletes it, hidden or not, and remembers what it was called', () => {
    act('hide', { reason: 'Not a vehicle' });
    expect(act('delete', { reason: 'Not a vehicle' }).done).toBe(true);
    expect(act('restore')).toMatchObject({ problem: { kind: 'not-found' } });
    expect(findDeeds(db, 1).items[0]).toMatchObject({ deed: 'deleted', title: 'Honda Shine 125' });
  });

  it('is for operators only, and never of samples', () => {
    expect(act('hide', { reason: 'Why not', asker: seller })).toMatchObject({ problem: { kind: 'forbidden' } });
    expect(act('hide', { reason: 'Why not', asker: nobody })).toMatchObject({ problem: { kind: 'unauthenticated' } });
    expect(act('hide', { reason: 'x', of: 'sample-bike-1' })).toMatchObject({ problem: { kind: 'not-found' } });
    expect(findDeeds(db, 1).items).toEqual([]);
  });

  it('has it looked at once, however often that is sent', () => {
    for (let times = 0; times < 2; times += 1) expect(act('check').done).toBe(true);
    expect(deedsOf(db, 'listing', id).map(({ deed }) => deed)).toEqual(['looked at']);
  });

  it('has one that changed after it was looked at looked at again', () => {
    act('check');
    expect(checkedAt()).toBe(now.toISOString());
    const change = (fields: object) => {
      const input = checkInput(changeListing, { id, kind: 'bike', ...fields }, now);
      if (input.done) runCommand(changeListing, input.value, { db, asker: seller, now });
    };
    change({ presentPrice: 51_000 });
    expect(checkedAt()).toBe(now.toISOString());
    change({ name: 'Call me on 98' });
    expect(checkedAt()).toBeNull();
  });

  it('has one looked at again for other photos or another order of them, and not for those it has', () => {
    const [one, other] = ['a', 'b'].map((letter) => {
      const hash = letter.repeat(64);
      db.insert(photos).values({ hash, width: 1280, height: 960, createdAt: now.toISOString() }).run();
      return hash;
    });
    const context = { db, asker: seller, now };
    const offered = checkInput(offerVehicle, { ...usedShine, photos: [one, other] }, now);
    const vehicle = offered.done ? runCommand(offerVehicle, offered.value, context) : offered;
    const ofVehicle = vehicle.done ? vehicle.value.id : '';
    const ofListing = storeListing(db, { photos: [one, other] }, seller).listing.id;
    const show = (hashes: unknown[]) => {
      const listing = checkInput(changeListing, { id: ofListing, kind: 'bike', photos: hashes }, now);
      expect(listing.done && runCommand(changeListing, listing.value, context).done).toBe(true);
      const used = checkInput(changeVehicle, { id: ofVehicle, photos: hashes }, now);
      expect(used.done && runCommand(changeVehicle, used.value, context).done).toBe(true);
    };
    const areChecked = () =>
      [`listings WHERE id = '${ofListing}'`, `vehicles WHERE id = '${ofVehicle}'`].map(
        (row) => db.$client.prepare(`SELECT checked_at FROM ${row}`).pluck().get() !== null,
      );
    act('check', { of: ofListing });
    act('check', { subject: 'vehicle', of: ofVehicle });
    show([one, other, one]);
    expect(areChecked()).toEqual([true, true]);
    show([other, one]);
    expect(areChecked()).toEqual([false, false]);
  });
});

describe('moderation of a review', () => {
  beforeEach(() => {
    const moment = now.toISOString();
    db.$client
      .prepare(
        `INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
         VALUES ('review-1', '1', 'user-sita', 1, 'Rude words', ?, ?)`,
      )
      .run(moment, moment);
  });

  it('hides, restores and deletes, each logged with what it was a review of', () => {
    for (const deed of ['check', 'hide', 'restore', 'delete']) {
      expect(act(deed, { subject: 'review', of: 'review-1', reason: 'Rude' }).done, deed).toBe(true);
    }
    expect(deedsOf(db, 'review', 'review-1').map(({ deed }) => deed)).toEqual([
      'deleted',
      'restored',
      'hidden',
      'looked at',
    ]);
    expect(findDeeds(db, 1).items[0]?.title).toMatch(/^Review of .+/);
    expect(act('check', { subject: 'review', of: 'review-1' })).toMatchObject({ problem: { kind: 'not-found' } });
  });

  it('has one that changed after it was looked at looked at again', () => {
    act('check', { subject: 'review', of: 'review-1' });
    db.$client.exec("UPDATE reviews SET comment = 'Ruder words' WHERE id = 'review-1'");
    expect(db.$client.prepare('SELECT checked_at FROM reviews').pluck().get()).toBeNull();
  });
});

describe('the log of operators', () => {
  it('is written for what operators do to others’ listings, not to their own, and not for users', () => {
    const context = { db, now };
    runCommand(deleteListing, { id, kind: 'bike' }, { ...context, asker: operator });
    const own = storeListing(db, {}, operator).listing.id;
    runCommand(deleteListing, { id: own, kind: 'bike' }, { ...context, asker: operator });
    const theirs = storeListing(db, {}, seller).listing.id;
    runCommand(deleteListing, { id: theirs, kind: 'bike' }, { ...context, asker: seller });
    expect(findDeeds(db, 1).items.map(({ subjectId }) => subjectId)).toEqual([id]);
  });

  it.each([
    "UPDATE operator_log SET reason = 'another'",
    'DELETE FROM operator_log',
    'INSERT OR REPLACE INTO operator_log SELECT id, operator_id, operator_name, subject, subject_id, title, deed, NULL, created_at FROM operator_log',
  ])('refuses %s', (statement) => {
    act('hide', { reason: 'Sold twice' });
    expect(() => db.$client.exec(statement)).toThrow('the log of operators never changes');
    expect(findDeeds(db, 1).items[0]?.reason).toBe('Sold twice');
  });

  it('outlives the operator’s account, and has pages', () => {
    for (let deeds = 0; deeds < deskPageSize + 1; deeds += 1) {
      act(deeds % 2 === 0 ? 'hide' : 'restore', { reason: 'Sold twice' });
    }
    db.$client.exec("DELETE FROM users WHERE id = 'user-opal'");
    expect(findDeeds(db, 1).pagination).toEqual({ page: 1, limit: deskPageSize, total: deskPageSize + 1, pages: 2 });
    expect(findDeeds(db, 2).items).toMatchObject([{ operatorName: 'Opal', deed: 'hidden' }]);
  });
});

it.each([
  [null, null],
  ['2026-06-30T11:00:00.000Z', null],
  ['2026-06-30T10:00:00.000Z', 'Waiting for 20 hours'],
  ['2026-06-26T06:00:00.000Z', 'Waiting for 5 days'],
  ['2026-07-09T06:00:00.000Z', null],
])('marks what has waited since %s as %s', (since, text) => {
  expect(waitText(since, now)).toBe(text);
});

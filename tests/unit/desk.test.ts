import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moderate } from '~/domain/desk/moderate.server';
import { changeListing } from '~/domain/listings/listing.commands.server';
import { findListing, readListingStatistics } from '~/domain/listings/listing.queries.server';
import { deleteListing } from '~/domain/listings/own-listing.commands.server';
import { findAuditEvents, findAuditEventsOfItem } from '~/domain/moderation/audit-log.queries.server';
import { deskPageSize, formatTimeAgo, formatWait } from '~/domain/moderation/moderation';
import { type Actor, anonymous } from '~/domain/shared/actor';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { changeVehicle, offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import type { Database } from '~db/connection';
import { photos } from '~db/schema/photos';
import { freshDatabase } from '../support/fresh-database';
import { usedShine } from '../support/sample-content';
import { storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-07-01T06:30:00.000Z');
let db: Database;
let operator: Actor;
let seller: Actor;
let id: string;
beforeEach(() => {
  db = freshDatabase();
  operator = storeUser(db, 'Opal', 'owner');
  seller = storeUser(db, 'Sita');
  id = storeListing(db, {}, seller).listing.id;
});
afterEach(() => db.$client.close());

const act = (action: string, { actor = operator, reason = '', subject = 'listing', of = id } = {}) => {
  const input = checkInput(moderate, { subject, id: of, action, reason }, now);
  return input.ok ? runCommand(moderate, input.value, { db, actor, now }) : input;
};
const revision = () => db.$client.prepare('SELECT revision FROM content_revision').pluck().get();
const checkedAt = () => db.$client.prepare('SELECT checked_at FROM listings WHERE id = ?').pluck().get(id);

describe('moderation of a listing', () => {
  it('hides it from every actor at once, with a reason, and shows it again', () => {
    const before = revision();
    expect(act('hide', { reason: 'Sold twice' }).ok).toBe(true);
    expect(revision()).not.toBe(before);
    expect(findListing(db, id, anonymous)).toBeNull();
    expect(readListingStatistics(db, 'bike').total).toBe(0);
    expect(act('hide', { reason: 'Sold twice' }).ok).toBe(true);
    expect(act('restore').ok).toBe(true);
    expect(findListing(db, id, anonymous)?.name).toBe('Honda Shine 125');
    expect(findAuditEventsOfItem(db, 'listing', id)).toMatchObject([
      { action: 'restored', reason: null, operatorName: 'Opal' },
      { action: 'hidden', reason: 'Sold twice', title: 'Honda Shine 125', createdAt: now.toISOString() },
    ]);
  });

  it.each(['hide', 'delete'])('rejects %s without a reason', (action) => {
    expect(act(action, { reason: '  ' })).toMatchObject({ error: { errors: { reason: { code: 'required' } } } });
    expect(act(action, { reason: 'x'.repeat(301) })).toMatchObject({
      error: { errors: { reason: { code: 'too_long', values: { most: '300' } } } },
    });
  });

  it('deletes it, hidden or not, and records its title', () => {
    act('hide', { reason: 'Not a vehicle' });
    expect(act('delete', { reason: 'Not a vehicle' }).ok).toBe(true);
    expect(act('restore')).toMatchObject({ error: { kind: 'not-found' } });
    expect(findAuditEvents(db, 1).items[0]).toMatchObject({ action: 'deleted', title: 'Honda Shine 125' });
  });

  it('is for operators only, and never of samples', () => {
    expect(act('hide', { reason: 'Why not', actor: seller })).toMatchObject({ error: { kind: 'forbidden' } });
    expect(act('hide', { reason: 'Why not', actor: anonymous })).toMatchObject({ error: { kind: 'unauthenticated' } });
    expect(act('hide', { reason: 'x', of: 'sample-bike-1' })).toMatchObject({ error: { kind: 'not-found' } });
    expect(findAuditEvents(db, 1).items).toEqual([]);
  });

  it('marks it as reviewed once, however often the request is sent', () => {
    for (let times = 0; times < 2; times += 1) expect(act('check').ok).toBe(true);
    expect(findAuditEventsOfItem(db, 'listing', id).map(({ action }) => action)).toEqual(['looked at']);
  });

  it('lists one that changed after its review again', () => {
    act('check');
    expect(checkedAt()).toBe(now.toISOString());
    const change = (fields: object) => {
      const input = checkInput(changeListing, { id, kind: 'bike', ...fields }, now);
      if (input.ok) runCommand(changeListing, input.value, { db, actor: seller, now });
    };
    change({ presentPrice: 51_000 });
    expect(checkedAt()).toBe(now.toISOString());
    change({ name: 'Call me on 98' });
    expect(checkedAt()).toBeNull();
  });

  it('lists one for review again after a change of photos or their order, but not for the same photos', () => {
    const [one, other] = ['a', 'b'].map((letter) => {
      const hash = letter.repeat(64);
      db.insert(photos).values({ hash, width: 1280, height: 960, createdAt: now.toISOString() }).run();
      return hash;
    });
    const context = { db, actor: seller, now };
    const offered = checkInput(offerVehicle, { ...usedShine, photos: [one, other] }, now);
    const vehicle = offered.ok ? runCommand(offerVehicle, offered.value, context) : offered;
    const ofVehicle = vehicle.ok ? vehicle.value.id : '';
    const ofListing = storeListing(db, { photos: [one, other] }, seller).listing.id;
    const show = (hashes: unknown[]) => {
      const listing = checkInput(changeListing, { id: ofListing, kind: 'bike', photos: hashes }, now);
      expect(listing.ok && runCommand(changeListing, listing.value, context).ok).toBe(true);
      const used = checkInput(changeVehicle, { id: ofVehicle, photos: hashes }, now);
      expect(used.ok && runCommand(changeVehicle, used.value, context).ok).toBe(true);
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
    const timestamp = now.toISOString();
    db.$client
      .prepare(
        `INSERT INTO reviews (id, vehicle_id, user_id, rating, comment, created_at, updated_at)
         VALUES ('review-1', '1', 'user-sita', 1, 'Rude words', ?, ?)`,
      )
      .run(timestamp, timestamp);
  });

  it('hides, restores and deletes, each logged with the title of the reviewed item', () => {
    for (const action of ['check', 'hide', 'restore', 'delete']) {
      expect(act(action, { subject: 'review', of: 'review-1', reason: 'Rude' }).ok, action).toBe(true);
    }
    expect(findAuditEventsOfItem(db, 'review', 'review-1').map(({ action }) => action)).toEqual([
      'deleted',
      'restored',
      'hidden',
      'looked at',
    ]);
    expect(findAuditEvents(db, 1).items[0]?.title).toMatch(/^Review of .+/);
    expect(act('check', { subject: 'review', of: 'review-1' })).toMatchObject({ error: { kind: 'not-found' } });
  });

  it('lists one that changed after its review again', () => {
    act('check', { subject: 'review', of: 'review-1' });
    db.$client.exec("UPDATE reviews SET comment = 'Ruder words' WHERE id = 'review-1'");
    expect(db.$client.prepare('SELECT checked_at FROM reviews').pluck().get()).toBeNull();
  });
});

describe('the audit log of operators', () => {
  it('has what operators do to others’ listings, not to their own, and nothing of users', () => {
    const context = { db, now };
    runCommand(deleteListing, { id, kind: 'bike' }, { ...context, actor: operator });
    const own = storeListing(db, {}, operator).listing.id;
    runCommand(deleteListing, { id: own, kind: 'bike' }, { ...context, actor: operator });
    const theirs = storeListing(db, {}, seller).listing.id;
    runCommand(deleteListing, { id: theirs, kind: 'bike' }, { ...context, actor: seller });
    expect(findAuditEvents(db, 1).items.map(({ subjectId }) => subjectId)).toEqual([id]);
  });

  it.each([
    "UPDATE audit_events SET reason = 'another'",
    'DELETE FROM audit_events',
    'INSERT OR REPLACE INTO audit_events SELECT id, operator_id, operator_name, subject, subject_id, title, action, NULL, created_at FROM audit_events',
  ])('rejects %s', (statement) => {
    act('hide', { reason: 'Sold twice' });
    expect(() => db.$client.exec(statement)).toThrow('audit events never change');
    expect(findAuditEvents(db, 1).items[0]?.reason).toBe('Sold twice');
  });

  it('outlives the operator’s account, and is paginated', () => {
    for (let actions = 0; actions < deskPageSize + 1; actions += 1) {
      act(actions % 2 === 0 ? 'hide' : 'restore', { reason: 'Sold twice' });
    }
    storeUser(db, 'Another', 'owner');
    db.$client.exec("DELETE FROM users WHERE id = 'user-opal'");
    expect(findAuditEvents(db, 1).pagination).toEqual({
      page: 1,
      limit: deskPageSize,
      total: deskPageSize + 1,
      pages: 2,
    });
    expect(findAuditEvents(db, 2).items).toMatchObject([{ operatorName: 'Opal', action: 'hidden' }]);
  });
});

it.each([
  [null, null],
  ['2026-06-30T11:00:00.000Z', null],
  ['2026-06-30T10:00:00.000Z', 'Waiting for 20 hours'],
  ['2026-06-26T06:00:00.000Z', 'Waiting for 5 days'],
  ['2026-07-09T06:00:00.000Z', null],
])('marks an item waiting since %s as %s', (since, text) => {
  expect(formatWait(since, now)).toBe(text);
});

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [59 * 60 + 59, '59 minutes ago'],
  [3600, '1 hour ago'],
  [48 * 3600 - 1, '47 hours ago'],
  [48 * 3600, '2 days ago'],
  // The clock of the server was set back.
  [-90, 'just now'],
])('%s seconds ago is %s', (seconds, text) => {
  expect(formatTimeAgo(new Date(now.getTime() - seconds * 1000).toISOString(), now)).toBe(text);
});

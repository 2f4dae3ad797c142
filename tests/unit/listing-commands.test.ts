import { describe, expect, it } from 'vitest';
import { type Actor, anonymous } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { changeListing } from '~/domain/listings/listing.commands.server';
import { deleteListing } from '~/domain/listings/own-listing.commands.server';
import { markSold, undoSale } from '~/domain/used-vehicles/sale.commands.server';
import { findListing, findListingSummariesById, readListingStatistics } from '~/domain/listings/listing.queries.server';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { countDaysUsed, formatLowered } from '~/domain/listings/listing-facts';
import { dayMs, formatDay, toDay } from '~/domain/shared/dates';
import type { Result } from '~/domain/shared/result';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

const later = new Date('2026-06-16T06:30:00.000Z');

function run<Input, Value>(db: Database, command: Command<Input, Value>, fields: object, actor: Actor): Result<Value> {
  const input = checkInput(command, fields, later);
  return input.ok ? runCommand(command, input.value, { db, actor, now: later }) : input;
}

const getKind = (result: Result<unknown>): string => (result.ok ? 'done' : result.error.kind);

type Try = (db: Database, id: string, actor: Actor) => string;
const bike = (id: string) => ({ id, kind: 'bike' });
const changes: [string, Try][] = [
  ['change', (db, id, actor) => getKind(run(db, changeListing, { ...bike(id), presentPrice: 45_000 }, actor))],
  ['mark as sold', (db, id, actor) => getKind(run(db, markSold, bike(id), actor))],
  ['delete', (db, id, actor) => getKind(run(db, deleteListing, bike(id), actor))],
];

describe.each(changes)('permission to %s a listing', (_name, tryOn) => {
  it('of a user: its owner and operators', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const ravi = storeUser(db, 'Ravi');
    const operator = storeUser(db, 'Olga', 'owner');
    const first = storeListing(db, {}, asha).listing.id;
    expect(tryOn(db, first, anonymous)).toBe('unauthenticated');
    expect(tryOn(db, first, ravi)).toBe('forbidden');
    expect(tryOn(db, first, asha)).toBe('done');
    expect(tryOn(db, storeListing(db, {}, asha).listing.id, operator)).toBe('done');
  });

  it('of a visitor: actors with its key, and operators', () => {
    const db = freshDatabase();
    const { listing, manageCode } = storeListing(db);
    const other = storeListing(db);
    const holding = (code: string | null): Actor => ({
      user: null,
      manageKeyIds: [findManageKey(db, code ?? '') ?? ''],
    });
    expect(tryOn(db, listing.id, anonymous)).toBe('unauthenticated');
    expect(tryOn(db, listing.id, storeUser(db, 'Ravi'))).toBe('forbidden');
    expect(tryOn(db, listing.id, holding(other.manageCode))).toBe('forbidden');
    expect(tryOn(db, listing.id, holding(manageCode))).toBe('done');
    expect(tryOn(db, other.listing.id, storeUser(db, 'Olga', 'owner'))).toBe('done');
  });

  it('that a user has claimed: no longer actors with its key', () => {
    const db = freshDatabase();
    const { listing, manageCode } = storeListing(db);
    const asha = storeUser(db, 'Asha');
    const owner = { user: null, manageKeyIds: [findManageKey(db, manageCode ?? '') ?? ''] };
    db.$client
      .prepare('UPDATE listings SET owner_user_id = ?, manage_key_id = NULL WHERE id = ?')
      .run(asha.user.id, listing.id);
    expect(tryOn(db, listing.id, owner)).toBe('forbidden');
    expect(tryOn(db, listing.id, asha)).toBe('done');
  });

  it('that is a sample: operators only', () => {
    const db = freshDatabase();
    expect(tryOn(db, 'sample-bike-1', anonymous)).toBe('forbidden');
    expect(tryOn(db, 'sample-bike-1', storeUser(db, 'Ravi'))).toBe('forbidden');
    expect(tryOn(db, 'sample-bike-1', storeUser(db, 'Olga', 'owner'))).toBe('done');
  });

  it('that is missing, hidden, or of the other kind: no actor', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    expect(tryOn(db, 'none', asha)).toBe('not-found');
    const scooter = storeListing(db, { kind: 'scooter' }, asha).listing;
    expect(tryOn(db, scooter.id, asha)).toBe('not-found');
    const hidden = storeListing(db, {}, asha).listing;
    db.$client.prepare("UPDATE listings SET hidden_at = '2026-06-15T00:00:00.000Z' WHERE id = ?").run(hidden.id);
    expect(tryOn(db, hidden.id, asha)).toBe('not-found');
  });
});

describe('listing a vehicle', () => {
  it('returns a key to a visitor and none to a user', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    expect(storeListing(db).manageCode).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){7}$/);
    const own = storeListing(db, {}, asha);
    expect(own.manageCode).toBeNull();
    expect(own.listing).toMatchObject({ isMine: true, seller: { id: asha.user.id, name: 'Asha' } });
  });

  it('keeps a capacity only with the type it belongs to', () => {
    const db = freshDatabase();
    const electric = storeListing(db, {
      type: 'Electric',
      engineCapacity: '124 cc',
      batteryCapacity: '3.2 kWh',
    }).listing;
    expect(electric).toMatchObject({ engineCapacity: null, batteryCapacity: '3.2 kWh' });
    const petrol = storeListing(db, { engineCapacity: '124 cc', batteryCapacity: '3.2 kWh' }).listing;
    expect(petrol).toMatchObject({ engineCapacity: '124 cc', batteryCapacity: null });
  });

  it('accepts a drawing that suits the name', () => {
    const db = freshDatabase();
    const getStyle = (fields: object) => storeListing(db, { ...fields }).listing.drawing.bodyStyle;
    expect(getStyle({ name: 'Royal Enfield Himalayan 450' })).toBe('adventure');
    expect(getStyle({ name: 'Yamaha R15 V4' })).toBe('sport');
    expect(getStyle({ name: 'Classic 350' })).toBe('retro');
    expect(getStyle({ name: 'Something else' })).toBe('commuter');
    expect(getStyle({ name: 'Activa', kind: 'scooter' })).toBe('scooter-classic');
    expect(getStyle({ name: 'Burgman Street', kind: 'scooter' })).toBe('scooter-maxi');
    expect(getStyle({ name: '450X', kind: 'scooter', type: 'Electric' })).toBe('scooter-electric');
  });
});

describe('changing a listing', () => {
  it('changes given fields, clears null ones, and leaves the rest', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const before = storeListing(db, { city: 'Pune', kilometresDriven: 12_000 }, asha).listing;
    const result = run(
      db,
      changeListing,
      { id: before.id, kind: 'bike', name: 'Honda SP 125', city: null, pastPrice: 90_000 },
      asha,
    );
    expect(result).toEqual({
      ok: true,
      value: {
        ...before,
        name: 'Honda SP 125',
        model: 'SP 125',
        city: null,
        place: null,
        pastPrice: 90_000,
        drawing: result.ok ? result.value.drawing : null,
        confirmedAt: later.toISOString(),
        updatedAt: later.toISOString(),
        version: 2,
      },
    });
  });

  it('updates the days used only when they differ from those shown', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const threeDaysAgo = new Date(Date.now() - 3 * dayMs);
    const { id, daysUsed } = storeListing(db, { daysUsed: 900 }, asha, threeDaysAgo).listing;
    expect(daysUsed).toBe(903);
    const stated = () =>
      db.$client.prepare<[], [number, string]>('SELECT days_used, days_used_as_of FROM listings').raw().all().at(-1);
    const change = (fields: object) =>
      changeListing.run({ id, kind: 'bike', ...fields }, { db, actor: asha, now: new Date() });
    change({ daysUsed: 903 });
    expect(stated()).toEqual([900, toDay(threeDaysAgo)]);
    change({ daysUsed: 800 });
    expect(stated()).toEqual([800, toDay(new Date())]);
    expect(findListing(db, id, asha)?.daysUsed).toBe(800);
  });

  it('counts the days used until it is sold', () => {
    const stated = { daysUsed: 900, daysUsedAsOf: '2026-06-01' };
    const now = new Date('2026-06-14T18:30:00.000Z');
    expect(countDaysUsed({ ...stated, soldAt: null }, now)).toBe(914);
    expect(countDaysUsed({ ...stated, soldAt: '2026-06-09T18:29:59.999Z' }, now)).toBe(908);
    expect(countDaysUsed({ ...stated, daysUsedAsOf: null, soldAt: null }, now)).toBe(900);
    expect(countDaysUsed({ ...stated, daysUsedAsOf: '2026-07-01', soldAt: null }, now)).toBe(900);
  });

  it('drops the engine when a petrol vehicle becomes electric', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, {}, asha).listing;
    run(db, changeListing, { id, kind: 'bike', type: 'Electric', batteryCapacity: '3 kWh' }, asha);
    expect(findListing(db, id, asha)).toMatchObject({
      type: 'Electric',
      engineCapacity: null,
      batteryCapacity: '3 kWh',
    });
    expect(readListingStatistics(db, 'bike')).toMatchObject({ petrol: 0, electric: 1 });
  });

  it('rejects a change made from an older version, and changes nothing', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, {}, asha).listing;
    const change = { id, kind: 'bike', version: 1 };
    expect(getKind(run(db, changeListing, { ...change, presentPrice: 1 }, asha))).toBe('done');
    expect(getKind(run(db, changeListing, { ...change, presentPrice: 2 }, asha))).toBe('conflict');
    expect(findListing(db, id, asha)?.presentPrice).toBe(1);
  });

  it('has the same rules as creating one', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, {}, asha).listing;
    const err = run(db, changeListing, { id, kind: 'bike', name: '', year: 1990 }, asha);
    expect(err).toEqual({
      ok: false,
      error: {
        kind: 'invalid',
        code: 'required_fields',
        errors: {
          name: { code: 'required', values: { label: 'Name' } },
          year: { code: 'year_out_of_range', values: { first: 2000, last: 2026 } },
        },
      },
    });
  });
});

describe('a price that was lowered', () => {
  it('is shown with its lowest former one, until it rises to it again', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, { presentPrice: 60_000 }, asha).listing;
    const priceAt = (presentPrice: number, hours: number) => {
      const now = new Date(later.getTime() + hours * 3_600_000);
      const result = runCommand(changeListing, { ...bike(id), kind: 'bike', presentPrice }, { db, actor: asha, now });
      if (!result.ok) throw new Error(result.error.code);
      return [formatLowered(result.value), findListingSummariesById(db, [id], asha)[0]?.lowered];
    };
    const day = formatDay(toDay(later));
    expect(priceAt(70_000, 0)).toEqual([null, null]);
    expect(priceAt(65_000, 1)).toEqual([null, null]);
    const at = new Date(later.getTime() + 2 * 3_600_000).toISOString();
    expect(priceAt(55_000, 2)).toEqual([`Price lowered by ₹5,000 on ${day}`, { from: 60_000, at }]);
    expect(priceAt(60_000, 3)).toEqual([null, null]);
  });
});

describe('selling', () => {
  it('happens once', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const { id } = storeListing(db, {}, asha).listing;
    expect(run(db, markSold, { id, kind: 'bike' }, asha)).toMatchObject({
      ok: true,
      value: { listing: { availability: 'sold' } },
    });
    expect(run(db, markSold, { id, kind: 'bike' }, asha)).toEqual({
      ok: false,
      error: { kind: 'conflict', code: 'already_sold' },
    });
    expect(readListingStatistics(db, 'bike')).toEqual({ total: 1, available: 0, sold: 1, petrol: 1, electric: 0 });
  });

  it('is undone for a day by those who may sell, and then no longer', () => {
    const db = freshDatabase();
    const asha = storeUser(db, 'Asha');
    const name = { id: storeListing(db, {}, asha).listing.id, kind: 'bike' as const };
    const undo = (actor: Actor, hours: number) =>
      runCommand(undoSale, name, { db, actor, now: new Date(later.getTime() + hours * 3_600_000) });
    expect(undo(asha, 0)).toMatchObject({ error: { kind: 'conflict', code: 'not_sold' } });
    run(db, markSold, name, asha);
    expect(undo(storeUser(db, 'Ravi'), 1)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(undo(asha, 24)).toMatchObject({
      ok: true,
      value: { listing: { availability: 'available', soldAt: null, version: 3 } },
    });
    expect(readListingStatistics(db, 'bike')).toMatchObject({ available: 1, sold: 0 });
    run(db, markSold, name, asha);
    expect(undo(asha, 25)).toMatchObject({
      error: { code: 'undo_too_late' },
    });
  });
});

describe('deleting', () => {
  it('also deletes a key that opened nothing else', () => {
    const db = freshDatabase();
    const { listing, manageCode } = storeListing(db);
    const keyId = findManageKey(db, manageCode ?? '') ?? '';
    const owner = { user: null, manageKeyIds: [keyId] };
    expect(getKind(run(db, deleteListing, { id: listing.id, kind: 'bike' }, owner))).toBe('done');
    expect(findListing(db, listing.id, owner)).toBeNull();
    expect(findManageKey(db, manageCode ?? '')).toBeNull();
    expect(readListingStatistics(db, 'bike').total).toBe(0);
  });
});

describe('listing with a key that was deleted in the meantime', () => {
  it('returns a new one', () => {
    const db = freshDatabase();
    const { listing, manageCode } = storeListing(db);
    const owner = { user: null, manageKeyIds: [findManageKey(db, manageCode ?? '') ?? ''] };
    run(db, deleteListing, bike(listing.id), owner);
    const again = storeListing(db, {}, owner);
    expect(again.manageCode).not.toBeNull();
    expect(findManageKey(db, again.manageCode ?? '')).not.toBeNull();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Listing } from '~/domain/listings/listing';
import {
  createPosition,
  createSyncToken,
  findChangesSince,
  findLastChange,
  isTooOld,
  parseSyncToken,
  purgeRemovals,
  removalRetentionDays,
} from '~/domain/listings/listing-changes.server';
import { iterateListings } from '~/domain/listings/listing-search.server';
import { findFullListings } from '~/domain/listings/listing.queries.server';
import { anonymous } from '~/domain/shared/actor';
import type { Database } from '~db/connection';
import { sized } from '../support/exhaustive';
import { freshDatabase } from '../support/fresh-database';
import { storeManyBikes } from '../support/many-bikes';
import { storeListing, storeUser } from '../support/stored-listing';

const timestamp = '2026-06-15T06:30:00.000Z';

/** The cursor of a client that knows everything up to a change. */
const upTo = (change: number) => ({ change, baseline: change });

/** Every public item of a kind, by id. */
const onSale = (db: Database): Map<string, Listing> =>
  new Map(
    [...iterateListings(db, { kind: 'bike', sort: 'newest' })]
      .flatMap(({ seqs }) => findFullListings(db, seqs, anonymous))
      .map((listing) => [listing.id, listing]),
  );

/** A client that maintains a copy, starting with nothing or with the list as it was some time after a cursor. */
class Follower {
  place: { change: number; baseline: number | null } = { change: 0, baseline: null };

  constructor(
    readonly copy: Map<string, Listing> = new Map(),
    since?: number,
  ) {
    if (since !== undefined) this.place = upTo(since);
  }

  /** Reads one page. @throws when a change cannot be applied to the copy */
  read(db: Database, limit: number): boolean {
    const { changes, upTo, hasMore } = findChangesSince(db, 'bike', this.place, limit, anonymous);
    for (const one of changes) {
      if (one.change === 'removed') this.copy.delete(one.id);
      else {
        if (one.change !== 'created' && !this.copy.has(one.id)) throw new Error(`${one.change}, but never created`);
        if (one.change === 'sold' && one.listing.availability !== 'sold') throw new Error('sold, but available');
        this.copy.set(one.id, one.listing);
      }
    }
    expect(upTo).toBeGreaterThanOrEqual(this.place.change);
    this.place = { change: upTo, baseline: hasMore ? this.place.baseline : upTo };
    return hasMore;
  }
}

/** Possible changes of the listings, as SQL: triggers record them for any writer. */
const writes = fc.record({
  does: fc.constantFrom(
    'list',
    'list',
    'change',
    'sell',
    'hide',
    'restore',
    'delete',
    'rename',
    'check',
    'photo',
    'scooter',
  ),
  which: fc.nat(),
});

function write(db: Database, { does, which }: { does: string; which: number }, seller: string): void {
  const run = (sql: string, ...values: unknown[]) => db.$client.prepare(sql).run(...values);
  const ids = db.$client
    .prepare<[], string>("SELECT id FROM listings WHERE is_sample = 0 AND kind = 'bike'")
    .pluck()
    .all();
  const id = ids[which % Math.max(1, ids.length)] ?? '';
  const user = { user: { id: seller, name: seller, role: 'user' as const, sessionId: 's' }, manageKeyIds: [] };
  if (does === 'list') storeListing(db, {}, which % 2 ? user : anonymous);
  else if (does === 'scooter') storeListing(db, { kind: 'scooter' });
  else if (does === 'change')
    run('UPDATE listings SET present_price_rupees = ?, version = version + 1 WHERE id = ?', which, id);
  else if (does === 'sell') run("UPDATE listings SET availability = 'sold', sold_at = ? WHERE id = ?", timestamp, id);
  else if (does === 'hide') run('UPDATE listings SET hidden_at = ? WHERE id = ?', timestamp, id);
  else if (does === 'restore') run('UPDATE listings SET hidden_at = NULL WHERE id = ?', id);
  else if (does === 'delete') run('DELETE FROM listings WHERE id = ?', id);
  else if (does === 'rename') run('UPDATE users SET name = ? WHERE id = ?', `Seller ${which}`, seller);
  else if (does === 'check') run('UPDATE listings SET checked_at = ? WHERE id = ?', timestamp, id);
}

describe('a client that follows the changes', () => {
  it('has an exact copy, despite writes between and during the pages', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ writes: fc.array(writes, { maxLength: 6 }), pages: fc.nat(3) }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (turns, limit) => {
          const db = freshDatabase();
          const { user } = storeUser(db, 'Meera');
          const follower = new Follower();
          for (const turn of turns) {
            for (const one of turn.writes) write(db, one, user.id);
            for (let page = 0; page < turn.pages; page += 1) follower.read(db, limit);
          }
          while (follower.read(db, limit));
          expect(follower.copy).toEqual(onSale(db));
          expect(findChangesSince(db, 'bike', follower.place, limit, anonymous).changes).toEqual([]);
          db.$client.close();
        },
      ),
      { numRuns: sized(20, 60) },
    );
  });

  it('has an exact copy too when it starts with the whole list, read after the cursor was taken', () => {
    fc.assert(
      fc.property(fc.array(writes), fc.array(writes), fc.array(writes), (before, between, after) => {
        const db = freshDatabase();
        const { user } = storeUser(db, 'Meera');
        for (const one of before) write(db, one, user.id);
        const since = findLastChange(db, 'bike');
        for (const one of between) write(db, one, user.id);
        const follower = new Follower(onSale(db), since);
        for (const one of after) write(db, one, user.id);
        while (follower.read(db, 3));
        expect(follower.copy).toEqual(onSale(db));
        db.$client.close();
      }),
      { numRuns: sized(20, 60) },
    );
  });

  it('gets each changed listing once, in the order of the latest changes', () => {
    const db = freshDatabase();
    const sold = storeListing(db).listing.id;
    const changed = storeListing(db).listing.id;
    const gone = storeListing(db).listing.id;
    const since = findLastChange(db, 'bike');
    const made = storeListing(db).listing.id;
    write(db, { does: 'change', which: 1 }, '');
    db.$client.prepare("UPDATE listings SET availability = 'sold', sold_at = ? WHERE id = ?").run(timestamp, sold);
    db.$client.prepare('UPDATE listings SET hidden_at = ? WHERE id = ?').run(timestamp, gone);
    const brief = storeListing(db).listing.id;
    db.$client.prepare('DELETE FROM listings WHERE id = ?').run(brief);
    const { changes } = findChangesSince(db, 'bike', upTo(since), 10, anonymous);
    expect(changes.map(({ change, id }) => [change, id])).toEqual([
      ['created', made],
      ['changed', changed],
      ['sold', sold],
      ['removed', gone],
      ['removed', brief],
    ]);
    // A client that starts with nothing has nothing to remove.
    const fromNothing = findChangesSince(db, 'bike', { change: 0, baseline: null }, 10, anonymous);
    expect(fromNothing.changes.map(({ change }) => change)).toEqual(['created', 'created', 'created']);
  });

  it('gets the price before its newest change, unless it has read that change or the whole listing', () => {
    const db = freshDatabase();
    const { id } = storeListing(db).listing;
    const since = findLastChange(db, 'bike');
    const set = (column: string, value: number) =>
      db.$client.prepare(`UPDATE listings SET ${column} = ?, version = version + 1 WHERE id = ?`).run(value, id);
    const readPrices = (position: { change: number; baseline: number | null }) =>
      findChangesSince(db, 'bike', position, 10, anonymous).changes.map((event) =>
        event.change === 'removed' ? null : [event.change, event.previousPrice],
      );
    for (const price of [50_000, 48_000]) set('present_price_rupees', price);
    const priced = findLastChange(db, 'bike');
    set('mileage', 60);
    expect(readPrices(upTo(since))).toEqual([['changed', 50_000]]);
    expect(readPrices(upTo(priced))).toEqual([['changed', null]]);
    expect(readPrices({ change: 0, baseline: null })).toEqual([['created', null]]);
  });

  it('gets nothing about samples, about scooters among bikes, and about reviews by operators', () => {
    const db = freshDatabase();
    storeListing(db);
    const before = findLastChange(db, 'bike');
    storeListing(db, { kind: 'scooter' });
    write(db, { does: 'check', which: 0 }, '');
    db.$client.exec('UPDATE listings SET name = name WHERE is_sample = 1');
    expect(findLastChange(db, 'bike')).toBe(before);
  });

  it('gets every listing of a user who changes their name or deletes their account', () => {
    const db = freshDatabase();
    const seller = storeUser(db, 'Meera');
    const ids = [1, 2, 3].map(() => storeListing(db, {}, seller).listing.id);
    storeListing(db);
    const since = findLastChange(db, 'bike');
    db.$client.prepare("UPDATE users SET name = 'Meera Iyer' WHERE id = ?").run(seller.user.id);
    const renamed = findChangesSince(db, 'bike', upTo(since), 10, anonymous);
    expect(renamed.changes.map(({ change, id }) => [change, id])).toEqual(ids.map((id) => ['changed', id]));
    db.$client.prepare('DELETE FROM users WHERE id = ?').run(seller.user.id);
    const left = findChangesSince(db, 'bike', upTo(renamed.upTo), 10, anonymous);
    expect(left.changes.map(({ change }) => change)).toEqual(['removed', 'removed', 'removed']);
  });
});

describe('removals', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  it('are purged after the period in which a client may follow, except the last number', () => {
    const db = freshDatabase();
    storeManyBikes(db, 4);
    db.$client.exec("DELETE FROM listings WHERE id IN ('bike-2', 'bike-3', 'bike-4')");
    const last = findLastChange(db, 'bike');
    expect(purgeRemovals(db, inDays(removalRetentionDays))).toBe(0);
    expect(purgeRemovals(db, inDays(removalRetentionDays + 3))).toBe(2);
    expect(findLastChange(db, 'bike')).toBe(last);
    storeListing(db);
    expect(findLastChange(db, 'bike')).toBe(last + 1);
  });

  it('are no reason to start again within that time', () => {
    const place = createPosition(7, inDays(0));
    expect([isTooOld(place, inDays(removalRetentionDays)), isTooOld(place, inDays(removalRetentionDays + 1))]).toEqual([
      false,
      true,
    ]);
  });
});

describe('a change token', () => {
  it('is the cursor it was made from, for its own list', () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), fc.nat(99_999), (change, baseline, day) => {
        const token = createSyncToken('bike', { change, baseline, day });
        expect(parseSyncToken('bike', token)).toEqual({ change, baseline, day });
        expect(parseSyncToken('scooter', token)).toBeNull();
        expect(token).toMatch(/^[\w-]+$/);
      }),
    );
  });

  it('is rejected in any other form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseSyncToken('bike', text)).toBeNull();
      }),
    );
  });
});

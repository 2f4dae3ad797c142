import { describe, expect, it } from 'vitest';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { noFilters } from '~/domain/browse/browse-query';
import { formatConfirmed, formatStillForSaleQuestion } from '~/domain/listings/listing-facts';
import { changeListing } from '~/domain/listings/listing.commands.server';
import { confirmListing } from '~/domain/listings/own-listing.commands.server';
import { markSold, undoSale } from '~/domain/used-vehicles/sale.commands.server';
import { findListings } from '~/domain/listings/listing-search.server';
import { findUnconfirmedListings, markUnconfirmed } from '~/domain/listings/seller-notices.server';
import { type Actor, anonymous } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { dayMs } from '~/domain/shared/dates';
import type { Database } from '~db/connection';
import { freshDatabase } from '../support/fresh-database';
import { storeListing, storeUser } from '../support/stored-listing';

/** Noon in India. */
const today = new Date('2026-06-15T06:30:00.000Z');
const daysAgo = (days: number): Date => new Date(today.getTime() - days * dayMs);

function run<Input, Value>(db: Database, command: Command<Input, Value>, fields: object, actor: Actor, now = today) {
  const input = checkInput(command, fields, now);
  return input.ok ? runCommand(command, input.value, { db, actor, now }) : input;
}

const isBehind = (db: Database, id: string): boolean =>
  db.$client.prepare<[string], number>('SELECT is_behind FROM listings WHERE id = ?').pluck().get(id) === 1;

function sellerWith(db: Database, ages: Readonly<Record<string, number>>) {
  const seller = storeUser(db, 'Asha');
  const ids = Object.entries(ages).map(([name, days]) => storeListing(db, { name }, seller, daysAgo(days)).listing.id);
  return { seller, ids };
}

describe('a listing that was not confirmed for 60 days', () => {
  it('is marked from the sixtieth day on, as calendars count in India, and not before', () => {
    const db = freshDatabase();
    const { ids } = sellerWith(db, { 'Of 61 days': 61, 'Of 60 days': 60, 'Of 59 days': 59, New: 0 });
    // 18:29 in UTC is a minute before midnight in India.
    const lastMinute = storeListing(db, {}, undefined, new Date('2026-04-16T18:29:00.000Z')).listing.id;
    const nextDay = storeListing(db, {}, undefined, new Date('2026-04-16T18:30:00.000Z')).listing.id;
    expect(markUnconfirmed(db, today)).toBe(3);
    expect([...ids, lastMinute, nextDay].map((id) => isBehind(db, id))).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(markUnconfirmed(db, today)).toBe(0);
  });

  it('is marked in batches, sold and hidden ones and samples never', () => {
    const db = freshDatabase();
    const { seller, ids } = sellerWith(db, { Sold: 70, Hidden: 70 });
    run(db, markSold, { id: ids[0], kind: 'bike' }, seller);
    db.$client.prepare("UPDATE listings SET hidden_at = updated_at WHERE name = 'Hidden'").run();
    for (let index = 0; index < 260; index += 1) storeListing(db, {}, undefined, daysAgo(90));
    expect([markUnconfirmed(db, today), markUnconfirmed(db, today), markUnconfirmed(db, today)]).toEqual([250, 10, 0]);
    expect(ids.map((id) => isBehind(db, id))).toEqual([false, false]);
    expect(findUnconfirmedListings(db, seller, today)).toEqual({ items: [], hasMore: false });
  });

  it('follows all others in the default order of its list and of Browse, and vanishes from neither', async () => {
    const db = freshDatabase();
    sellerWith(db, { 'Zeta old': 70, 'Zeta new': 20, 'Zeta newest': 3 });
    // Listed last, but long ago: the sequence alone would put it first.
    storeListing(db, { name: 'Zeta late' }, undefined, daysAgo(65));
    markUnconfirmed(db, today);
    const list = async (sort: 'newest' | 'relevance', q?: string) =>
      (await findListings(db, { kind: 'bike', sort, page: 1, limit: 50, q }, anonymous)).items.map(({ name }) => name);
    const expected = ['Zeta newest', 'Zeta new', 'Zeta late', 'Zeta old'];
    expect(await list('newest')).toEqual(expected);
    expect(await list('relevance', 'zeta')).toEqual(expected);
    for (const q of ['zeta', null]) {
      const query = { ...noFilters, kind: ['listing' as const], q, sort: 'newest' as const, page: 1 };
      const { offers } = await browseOffers(db, query, anonymous);
      expect(offers.map((one) => (one.kind === 'listing' ? one.listing.name : '')).slice(0, 4)).toEqual(expected);
    }
  });

  it('is to be confirmed with the others of its seller, the oldest first and five at a time', () => {
    const db = freshDatabase();
    const { seller } = sellerWith(db, { One: 100, Two: 90, New: 5 });
    expect(findUnconfirmedListings(db, seller, today)).toMatchObject({
      items: [
        { name: 'One', question: 'Listed 100 days ago. Is it still for sale?' },
        { name: 'Two', question: 'Listed 90 days ago. Is it still for sale?' },
      ],
      hasMore: false,
    });
    for (let index = 0; index < 4; index += 1) storeListing(db, {}, seller, daysAgo(70));
    expect(findUnconfirmedListings(db, seller, today).items).toHaveLength(5);
    expect(findUnconfirmedListings(db, seller, today).hasMore).toBe(true);
    expect(findUnconfirmedListings(db, storeUser(db, 'Ravi'), today).items).toEqual([]);
  });

  it('is lifted again by its confirmation, and by a change of its seller, but not by one of an operator', () => {
    const db = freshDatabase();
    const { seller, ids } = sellerWith(db, { One: 70, Two: 70, Three: 70 });
    const operator = storeUser(db, 'Olga', 'owner');
    markUnconfirmed(db, today);
    const [one, two, three] = ids;
    expect(run(db, confirmListing, { id: one, kind: 'bike' }, seller)).toMatchObject({
      ok: true,
      value: { confirmedAt: today.toISOString(), version: 2 },
    });
    run(db, changeListing, { id: two, kind: 'bike', presentPrice: 41_000 }, seller);
    run(db, changeListing, { id: three, kind: 'bike', presentPrice: 41_000 }, operator);
    expect(ids.map((id) => isBehind(db, id))).toEqual([false, false, true]);
    expect(findUnconfirmedListings(db, seller, today).items.map(({ name }) => name)).toEqual(['Three']);
  });
});

describe('a confirmation', () => {
  it('changes nothing on the day of the last one', () => {
    const db = freshDatabase();
    const { seller, ids } = sellerWith(db, { One: 70 });
    const confirm = () => run(db, confirmListing, { id: ids[0], kind: 'bike' }, seller);
    const first = confirm();
    expect(confirm()).toEqual(first);
  });

  it('of a sold listing is a conflict, and of a sample too', () => {
    const db = freshDatabase();
    const { seller, ids } = sellerWith(db, { One: 70 });
    run(db, markSold, { id: ids[0], kind: 'bike' }, seller);
    expect(run(db, confirmListing, { id: ids[0], kind: 'bike' }, seller)).toMatchObject({
      error: { kind: 'conflict', code: 'already_sold' },
    });
    const operator = storeUser(db, 'Olga', 'owner');
    expect(run(db, confirmListing, { id: 'sample-bike-2', kind: 'bike' }, operator)).toMatchObject({
      error: { kind: 'conflict', code: 'sample_not_confirmed' },
    });
  });

  it('follows from offering a listing again that was marked as sold', () => {
    const db = freshDatabase();
    const { seller, ids } = sellerWith(db, { One: 70 });
    markUnconfirmed(db, today);
    run(db, markSold, { id: ids[0], kind: 'bike' }, seller);
    expect(run(db, undoSale, { id: ids[0], kind: 'bike' }, seller)).toMatchObject({
      value: { listing: { confirmedAt: today.toISOString() } },
    });
    expect(isBehind(db, ids[0] ?? '')).toBe(false);
  });
});

describe('its date of confirmation', () => {
  const textsAfter = (listedDays: number, confirmedDays: number, availability: 'available' | 'sold' = 'available') => {
    const dates = { createdAt: daysAgo(listedDays).toISOString(), confirmedAt: daysAgo(confirmedDays).toISOString() };
    return [formatConfirmed({ availability, ...dates }, today), formatStillForSaleQuestion(dates, today)];
  };

  it.each([
    [63, 63, 'Last confirmed 63 days ago', 'Listed 63 days ago. Is it still for sale?'],
    [140, 63, 'Last confirmed 63 days ago', 'Listed 140 days ago, last confirmed 63 days ago. Is it still for sale?'],
    [90, 1, 'Confirmed yesterday', expect.any(String)],
    [90, 0, 'Confirmed today', expect.any(String)],
    [90, 12, 'Confirmed 12 days ago', expect.any(String)],
    [12, 12, null, expect.any(String)],
  ])('listed %i days ago and confirmed %i days ago', (listed, confirmed, toBuyers, toSeller) => {
    expect(textsAfter(listed, confirmed)).toEqual([toBuyers, toSeller]);
  });

  it('is nothing once it is sold', () => {
    expect(textsAfter(90, 70, 'sold')[0]).toBeNull();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { markSold } from '~/domain/used-vehicles/sale.commands.server';
import { requestBooking, startBooking } from '~/domain/messages/booking.commands.server';
import { type Actor, anonymous } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { checkInput, runCommand } from '~/domain/shared/run-command.server';
import { offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import type { Database } from '~db/connection';
import { contactMessages, contactTags } from '~db/schema/requests';
import { freshDatabase } from '../support/fresh-database';
import { usedShine } from '../support/sample-content';
import { storeListing, storeUser } from '../support/stored-listing';

const now = new Date('2026-06-15T06:30:00.000Z');

let db: Database;
let asha: Actor;
beforeEach(() => {
  db = freshDatabase();
  asha = storeUser(db, 'Asha');
});

function run<Input, Value>(command: Command<Input, Value>, vehicle: string, actor: Actor) {
  const input = checkInput(command, { vehicle }, now);
  return input.ok ? runCommand(command, input.value, { db, actor, now }) : input;
}
const book = (vehicle: string, user: Actor) => run(requestBooking, vehicle, user);
const start = (vehicle: string, visitor: Actor) => run(startBooking, vehicle, visitor);

const messages = () => db.select().from(contactMessages).all();

describe('a booking', () => {
  it('of a signed-in user is one message to sales, about the vehicle, however often it is sent', () => {
    const first = book('6', asha);
    expect(first).toMatchObject({
      ok: true,
      value: { vehicle: '6', message: 'Booking process for TVS Jupiter 110 initiated!' },
    });
    expect(book('6', asha)).toEqual(first);
    expect(messages()).toMatchObject([
      {
        name: 'Asha',
        email: 'asha@example.com',
        subject: 'Booking: TVS Jupiter 110',
        message: 'I would like to book the TVS Jupiter 110 at ₹73,400.',
        category: 'sales',
        priority: 'medium',
        status: 'new',
        aboutVehicleId: '6',
        userId: 'user-asha',
      },
    ]);
    expect(
      db
        .select()
        .from(contactTags)
        .all()
        .map(({ tag }) => tag)
        .sort(),
    ).toEqual(['booking', 'vehicle:6']);
  });

  it('is one for each user and vehicle, and a new one after the last was resolved', () => {
    book('6', asha);
    book('6', storeUser(db, 'Ravi'));
    book('101', asha);
    expect(messages()).toHaveLength(3);
    db.update(contactMessages).set({ status: 'resolved' }).run();
    book('6', asha);
    expect(messages()).toHaveLength(4);
  });

  it('of a visitor gets the specified message and writes nothing', () => {
    expect(start('6', anonymous)).toEqual({
      ok: true,
      value: { vehicle: '6', message: 'Booking process for TVS Jupiter 110 initiated!' },
    });
    expect(book('6', anonymous)).toMatchObject({ error: { kind: 'unauthenticated' } });
    expect(messages()).toEqual([]);
  });

  it('can be of a listing, until it is sold', () => {
    const key: Actor = { user: storeUser(db, 'Seller').user, manageKeyIds: [] };
    const { listing } = storeListing(db, {}, key);
    expect(book(listing.id, asha)).toMatchObject({
      ok: true,
      value: { message: 'Booking process for Honda Shine 125 initiated!' },
    });
    expect(messages()).toMatchObject([{ aboutListingId: listing.id, aboutVehicleId: null }]);
    runCommand(markSold, { id: listing.id, kind: 'bike' }, { db, actor: key, now });
    expect(book(listing.id, asha)).toMatchObject({ error: { kind: 'conflict' } });
  });

  it("of one's own offer is rejected, for its seller as a user or with the code of the listing", () => {
    const { listing } = storeListing(db, {}, asha);
    const { listing: visitors, manageCode = '' } = storeListing(db);
    const keyId = manageCode && findManageKey(db, manageCode);
    const offered = checkInput(offerVehicle, { ...usedShine, photos: [] }, now);
    const vehicle = offered.ok ? runCommand(offerVehicle, offered.value, { db, actor: asha, now }) : offered;
    const own = { kind: 'forbidden', code: 'booked_by_seller' };
    expect(book(listing.id, asha)).toMatchObject({ error: own });
    expect(start(visitors.id, { user: null, manageKeyIds: keyId ? [keyId] : [] })).toMatchObject({ error: own });
    const id = vehicle.ok ? vehicle.value.id : '';
    expect(book(id, asha)).toMatchObject({ error: own });
    expect(messages()).toEqual([]);
    expect(book(id, storeUser(db, 'Ravi')).ok).toBe(true);
  });

  it.each([
    ['9', 'conflict', 'not_yet_on_sale'],
    ['999', 'not-found', 'nothing_to_book'],
    ['', 'invalid', 'nothing_to_book'],
  ])('of %j is rejected: %s', (vehicle, kind, code) => {
    expect(book(vehicle, asha)).toMatchObject({ ok: false, error: { kind, code } });
    expect(start(vehicle, anonymous)).toMatchObject({ ok: false, error: { kind, code } });
    expect(messages()).toEqual([]);
  });
});

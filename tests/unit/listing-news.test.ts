import { describe, expect, it } from 'vitest';
import { runCommand } from '~/domain/command.server';
import { moderate } from '~/domain/desk/moderate.server';
import { removalToldDays } from '~/domain/desk/removal-notices.server';
import { claimListings } from '~/domain/listings/claim-listings.server';
import { deleteListing } from '~/domain/listings/delete-listing.server';
import { listingNewsFor } from '~/domain/listings/listing-news.server';
import { deleteVehicle } from '~/domain/used-vehicles/delete-vehicle.server';
import { buyerAndSeller, later, now } from '../support/buyer-and-seller';
import { nobody } from '../support/stored-listing';

describe('a seller', () => {
  it('is told that a listing was hidden, why, and that it is shown again, for a fortnight', () => {
    const { db, seller, buyer, visitorsListing, usersListing, moderated } = buyerAndSeller();
    const { id } = usersListing();
    const visitors = visitorsListing();
    moderated(id, 'hide', 'The photo shows a number');
    moderated(visitors.id, 'hide', 'Sold elsewhere');
    expect(listingNewsFor(db, seller, now)).toMatchObject([
      { id, done: 'hidden', reason: 'The photo shows a number', at: now.toISOString() },
    ]);
    expect(listingNewsFor(db, visitors.holder, now)).toMatchObject([{ id: visitors.id, reason: 'Sold elsewhere' }]);
    moderated(id, 'restore', '', later(60));
    expect(listingNewsFor(db, seller, later(61))).toMatchObject([{ done: 'shown', reason: null }]);
    expect(listingNewsFor(db, seller, later(15 * 24 * 60))).toEqual([]);
    expect(listingNewsFor(db, buyer, now)).toEqual([]);
  });

  it('is told that a listing or a vehicle was deleted by an operator, and why, also one without an account', () => {
    const { db, seller, buyer, operator, visitorsListing, usersListing, usersVehicle, moderated } = buyerAndSeller();
    const { id } = usersListing();
    const visitors = visitorsListing();
    const vehicle = usersVehicle();
    moderated(id, 'hide', 'Looks stolen');
    runCommand(moderate, { subject: 'listing', id, deed: 'delete', reason: 'Stolen' }, { db, asker: operator, now });
    const wrong = { subject: 'listing', id: visitors.id, deed: 'delete', reason: 'Not a vehicle' } as const;
    runCommand(moderate, wrong, { db, asker: operator, now });
    runCommand(deleteVehicle, { id: vehicle }, { db, asker: operator, now: later(1) });
    expect(listingNewsFor(db, seller, now).map(({ name, done, reason }) => [name, done, reason])).toEqual([
      ['Honda Shine 125', 'deleted', null],
      ['Honda Shine 125', 'deleted', 'Stolen'],
    ]);
    expect(listingNewsFor(db, visitors.holder, now)).toMatchObject([{ done: 'deleted', reason: 'Not a vehicle' }]);
    expect(listingNewsFor(db, nobody, now)).toEqual([]);
    // The news go with whoever takes over what the key opened.
    claimListings(db, buyer.user.id, [visitors.keyId], now);
    expect(listingNewsFor(db, buyer, now)).toMatchObject([{ reason: 'Not a vehicle' }]);
    expect(listingNewsFor(db, buyer, later(removalToldDays * 24 * 60 + 1))).toEqual([]);
  });

  it('is not told of what they deleted themselves', () => {
    const { db, seller, visitorsListing, usersListing, usersVehicle } = buyerAndSeller();
    const { id } = usersListing();
    const visitors = visitorsListing();
    const vehicle = usersVehicle();
    runCommand(deleteListing, { id, kind: 'bike' }, { db, asker: seller, now });
    runCommand(deleteVehicle, { id: vehicle }, { db, asker: seller, now });
    runCommand(deleteListing, { id: visitors.id, kind: 'bike' }, { db, asker: visitors.holder, now });
    expect([...listingNewsFor(db, seller, now), ...listingNewsFor(db, visitors.holder, now)]).toEqual([]);
    // A key that opens nothing any more is gone.
    expect(db.$client.prepare('SELECT count(*) FROM manage_keys').pluck().get()).toBe(0);
  });
});

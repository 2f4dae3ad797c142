import { describe, expect, it } from 'vitest';
import { runCommand } from '~/domain/shared/run-command.server';
import { moderate } from '~/domain/desk/moderate.server';
import { removalReportDays } from '~/domain/moderation/public-item.server';
import { claimListings } from '~/domain/listings/manage-key.server';
import { deleteListing } from '~/domain/listings/own-listing.commands.server';
import { findListingNews } from '~/domain/listings/seller-notices.server';
import { anonymous } from '~/domain/shared/actor';
import { deleteVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { conversationFixture, later, now } from '../support/conversation-fixture';

describe('news for a seller', () => {
  it('say for a fortnight that a listing was hidden, why, and that it is shown again', () => {
    const { db, seller, buyer, visitorsListing, usersListing, moderated } = conversationFixture();
    const { id } = usersListing();
    const visitors = visitorsListing();
    moderated(id, 'hide', 'The photo shows a number');
    moderated(visitors.id, 'hide', 'Sold elsewhere');
    expect(findListingNews(db, seller, now)).toMatchObject([
      { id, action: 'hidden', reason: 'The photo shows a number', at: now.toISOString() },
    ]);
    expect(findListingNews(db, visitors.owner, now)).toMatchObject([{ id: visitors.id, reason: 'Sold elsewhere' }]);
    moderated(id, 'restore', '', later(60));
    expect(findListingNews(db, seller, later(61))).toMatchObject([{ action: 'shown', reason: null }]);
    expect(findListingNews(db, seller, later(15 * 24 * 60))).toEqual([]);
    expect(findListingNews(db, buyer, now)).toEqual([]);
  });

  it('say that an operator deleted a listing or vehicle, and why, also to a seller without an account', () => {
    const { db, seller, buyer, operator, visitorsListing, usersListing, usersVehicle, moderated } =
      conversationFixture();
    const { id } = usersListing();
    const visitors = visitorsListing();
    const vehicle = usersVehicle();
    moderated(id, 'hide', 'Looks stolen');
    runCommand(moderate, { subject: 'listing', id, action: 'delete', reason: 'Stolen' }, { db, actor: operator, now });
    const wrong = { subject: 'listing', id: visitors.id, action: 'delete', reason: 'Not a vehicle' } as const;
    runCommand(moderate, wrong, { db, actor: operator, now });
    runCommand(deleteVehicle, { id: vehicle }, { db, actor: operator, now: later(1) });
    expect(findListingNews(db, seller, now).map(({ name, action, reason }) => [name, action, reason])).toEqual([
      ['Honda Shine 125', 'deleted', null],
      ['Honda Shine 125', 'deleted', 'Stolen'],
    ]);
    expect(findListingNews(db, visitors.owner, now)).toMatchObject([{ action: 'deleted', reason: 'Not a vehicle' }]);
    expect(findListingNews(db, anonymous, now)).toEqual([]);
    // The news are claimed together with the key's listings.
    claimListings(db, buyer.user.id, [visitors.keyId], now);
    expect(findListingNews(db, buyer, now)).toMatchObject([{ reason: 'Not a vehicle' }]);
    expect(findListingNews(db, buyer, later(removalReportDays * 24 * 60 + 1))).toEqual([]);
  });

  it("leave out the seller's own deletions", () => {
    const { db, seller, visitorsListing, usersListing, usersVehicle } = conversationFixture();
    const { id } = usersListing();
    const visitors = visitorsListing();
    const vehicle = usersVehicle();
    runCommand(deleteListing, { id, kind: 'bike' }, { db, actor: seller, now });
    runCommand(deleteVehicle, { id: vehicle }, { db, actor: seller, now });
    runCommand(deleteListing, { id: visitors.id, kind: 'bike' }, { db, actor: visitors.owner, now });
    expect([...findListingNews(db, seller, now), ...findListingNews(db, visitors.owner, now)]).toEqual([]);
    // A key that opens nothing is deleted.
    expect(db.$client.prepare('SELECT count(*) FROM manage_keys').pluck().get()).toBe(0);
  });
});

import { randomUUID } from 'node:crypto';
import { reviews } from '~db/schema';
import { signedIn } from '../accounts/signed-in';
import type { SignedInUser } from '../asker';
import type { Offer } from '../catalogue/vehicle-record';
import { findOffer, vehicleNotFound } from '../catalogue/vehicle-record-queries.server';
import { defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { done, refused } from '../outcome';
import { isOwnOffer } from '../used-vehicles/held-vehicle.server';
import type { StoredReview } from './review';
import { type NewReview, newReview } from './review-fields.server';
import { findReview, reviewBy } from './review-queries.server';
import { reviewExists } from './review-sentences';

/** Whether a user may review an offer: owners may not review their own. @param offer as read for this user */
export const mayReview = (user: SignedInUser, offer: Offer): boolean => !isOwnOffer(offer, { user });

/**
 * Writes a signed-in rider's review of a vehicle or listing: one per user and subject, and never of the user's own
 * offer (docs/product.md, "Reviews").
 */
export const writeReview = defineCommand<NewReview, StoredReview>({
  name: 'write-review',
  schema: () => newReview,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ vehicleId, ...words }, { db, asker, now }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const offer = findOffer(db, vehicleId, asker);
    if (!offer) return refused(vehicleNotFound);
    if (!mayReview(user.value, offer)) {
      return refused({ kind: 'forbidden', message: 'You cannot review what you offer yourself.' });
    }
    if (reviewBy(db, user.value.id, { kind: offer.kind, id: vehicleId })) {
      return refused({ kind: 'conflict', message: reviewExists });
    }
    const id = randomUUID();
    const moment = now.toISOString();
    db.insert(reviews)
      .values({
        ...words,
        ...(offer.kind === 'vehicle' ? { vehicleId } : { listingId: vehicleId }),
        id,
        userId: user.value.id,
        createdAt: moment,
        updatedAt: moment,
      })
      .run();
    const stored = findReview(db, id);
    if (!stored) throw new Error('A review that was just stored could not be read.');
    return done(stored);
  },
});

import { coloursOf, type DrawingColours } from '~/domain/catalogue/drawing-colours';
import { findOffer } from '~/domain/catalogue/vehicle-record-queries.server';
import type { BodyStyle } from '~/domain/catalogue/vehicle-summary';
import { dayOf } from '~/domain/dates';
import { latestReviewsShown } from '~/domain/reviews/limits';
import type { StoredReview } from '~/domain/reviews/review';
import { latestReviews } from '~/domain/reviews/review-queries.server';
import type { Runtime } from '~/http/runtime.server';

/** What somebody says, with the drawing of what it is about. */
export type Voice = {
  id: string;
  author: string;
  /** From 1 to 5. */
  rating: number;
  title: string | null;
  comment: string;
  /** `YYYY-MM-DD` */
  day: string;
  vehicle: { id: string; name: string; bodyStyle: BodyStyle; colours: DrawingColours };
};

/** A page that everybody sees is read for nobody in particular. */
const everybody = { user: null, manageKeyIds: [] };

function pictureOf(db: Runtime['db'], id: string): Pick<Voice['vehicle'], 'bodyStyle' | 'colours'> | null {
  const offer = findOffer(db, id, everybody);
  if (offer?.kind !== 'vehicle')
    return offer && { bodyStyle: offer.listing.drawing.bodyStyle, colours: offer.listing.drawing };
  return { bodyStyle: offer.vehicle.bodyStyle, colours: coloursOf(offer.vehicle) };
}

function voiceOf(db: Runtime['db'], review: StoredReview): Voice[] {
  const picture = pictureOf(db, review.vehicleId);
  if (!picture) return [];
  const { id, user, rating, title, comment, createdAt, vehicleId, vehicleName } = review;
  const vehicle = { id: vehicleId, name: vehicleName, ...picture };
  return [{ id, author: user.name, rating, title, comment, day: dayOf(new Date(createdAt)), vehicle }];
}

/** What riders said last, whatever it is about. */
export const latestVoices = (db: Runtime['db']): Voice[] =>
  latestReviews(db, latestReviewsShown).flatMap((review) => voiceOf(db, review));

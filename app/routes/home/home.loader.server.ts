import type { Offer } from '~/domain/catalogue/vehicle';
import { findOffers } from '~/domain/catalogue/vehicle.queries.server';
import { coloursOf, type DrawingColours } from '~/domain/drawings/drawing';
import { latestReviewsShown } from '~/domain/reviews/review';
import { latestReviews } from '~/domain/reviews/review.queries.server';
import { dayOf } from '~/domain/shared/dates';
import type { Runtime } from '~/http/runtime.server';
import type { BodyStyle } from '~db/enums';

/** A review with the drawing of its vehicle. */
export type RiderReview = {
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

/** A public page is read as a visitor. */
const visitor = { user: null, manageKeyIds: [] };

/** Drawings of offers, by id. */
function pictureOf(offer: Offer): [string, Pick<RiderReview['vehicle'], 'bodyStyle' | 'colours'>] {
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    return [vehicle.id, { bodyStyle: vehicle.bodyStyle, colours: coloursOf(vehicle) }];
  }
  const { id, drawing } = offer.listing;
  return [id, { bodyStyle: drawing.bodyStyle, colours: drawing }];
}

/** The latest reviews of any vehicle. */
export function latestRiderReviews(db: Runtime['db']): RiderReview[] {
  const reviews = latestReviews(db, latestReviewsShown);
  const ids = reviews.map(({ vehicleId }) => vehicleId);
  const pictures = new Map(findOffers(db, ids, visitor).map(pictureOf));
  return reviews.flatMap(({ id, user, rating, title, comment, createdAt, vehicleId, vehicleName }) => {
    const picture = pictures.get(vehicleId);
    if (!picture) return [];
    const vehicle = { id: vehicleId, name: vehicleName, ...picture };
    return [{ id, author: user.name, rating, title, comment, day: dayOf(new Date(createdAt)), vehicle }];
  });
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { findBestOffers, findSecondHandOnSale, type SearchResults } from '~/domain/browse/offer-lists.server';
import { findHomeVehicles } from '~/domain/catalogue/stock.queries.server';
import type { Offer } from '~/domain/catalogue/vehicle';
import { findOffers } from '~/domain/catalogue/vehicle.queries.server';
import { readInsurancePlans } from '~/domain/content/finance-content.server';
import { readHomeContent } from '~/domain/content/home-content.server';
import { findTestimonials } from '~/domain/content/vehicle-content.server';
import { formatReason } from '~/domain/shared/result';
import { type DrawingColours, getColours } from '~/domain/photos/drawing';
import { formatPlaceName } from '~/domain/places/places.server';
import { latestReviewsShown } from '~/domain/reviews/review';
import { findLatestReviews } from '~/domain/reviews/review.queries.server';
import { validateSearchText } from '~/domain/names/tokenizer';
import { anonymous } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { readCity } from '~/http/cookies/city.server';
import type { Runtime } from '~/http/runtime.server';
import { readSearchText } from '~/http/url-params';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import { toOfferCard } from '~/ui/vehicles/offer-list';
import type { BodyStyle } from '~db/enums';

function getPicture(offer: Offer): [string, Pick<RiderReview['vehicle'], 'bodyStyle' | 'colours'>] {
  if (offer.kind === 'vehicle') {
    const { vehicle } = offer;
    return [vehicle.id, { bodyStyle: vehicle.bodyStyle, colours: getColours(vehicle) }];
  }
  const { id, drawing } = offer.listing;
  return [id, { bodyStyle: drawing.bodyStyle, colours: drawing }];
}

function findRiderReviews(db: Runtime['db']): RiderReview[] {
  const reviews = findLatestReviews(db, latestReviewsShown);
  const ids = reviews.map(({ vehicleId }) => vehicleId);
  const pictures = new Map(findOffers(db, ids, anonymous).map(getPicture));
  return reviews.flatMap(({ id, user, rating, title, comment, createdAt, vehicleId, vehicleName }) => {
    const picture = pictures.get(vehicleId);
    if (!picture) return [];
    const vehicle = { id: vehicleId, name: vehicleName, ...picture };
    return [{ id, author: user.name, rating, title, comment, day: toDay(new Date(createdAt)), vehicle }];
  });
}

const maxResults = 12;

const toResultSection = ({ offers, total }: SearchResults['newVehicles']) => ({
  cards: offers.map(toOfferCard),
  total,
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context.runtime;
  const { searchParams } = new URL(request.url);
  const { hero, ...blocks } = readHomeContent(db);
  const q = readSearchText(searchParams);
  const error = q === null ? null : validateSearchText(q);
  if (q !== null && error === null) {
    const { secondHand, newVehicles, ...results } = await findBestOffers(db, q, maxResults);
    return {
      view: 'results',
      hero,
      q,
      secondHand: toResultSection(secondHand),
      newVehicles: toResultSection(newVehicles),
      ...results,
    } as const;
  }
  if (searchParams.get('tab') === 'reviews') {
    return {
      view: 'reviews',
      hero,
      latest: findRiderReviews(db),
      testimonials: findTestimonials(db),
    } as const;
  }
  const { newest, ...onSale } = findSecondHandOnSale(db);
  const own = readCity(request);
  return {
    view: 'showcase',
    search: { value: q, error: error && formatReason(error) },
    ownCity: own && formatPlaceName(own),
    hero,
    blocks,
    insurancePlans: readInsurancePlans(db),
    ...findHomeVehicles(db),
    onSale,
    offered: newest.map(toListingFacts),
  } as const;
}

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

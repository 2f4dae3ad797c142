import type { Asker } from '~/domain/asker';
import type { Offer } from '~/domain/catalogue/vehicle-record';
import { testimonialsAbout } from '~/domain/content/testimonials.server';
import { dayOf } from '~/domain/dates';
import type { Review, StoredReview } from '~/domain/reviews/review';
import { findReview, helpfulTo, type ReviewSubject, reviewBy, reviewsOf } from '~/domain/reviews/review-queries.server';
import { mayReview } from '~/domain/reviews/write-review.server';
import { pageNumber } from '~/doors/list-query';
import { keptFormOf } from '~/doors/sign-in-first.server';
import { newSubmissionId } from '~/doors/submission-id.server';
import type { Runtime } from '~/http/runtime.server';
import type { OwnWords, Reviews, ShownReview } from './details';

/** A review as its form holds it. */
export const typedReview = ({ rating, title, comment }: StoredReview): Record<string, string> => ({
  rating: String(rating),
  title: title ?? '',
  comment,
});

const shown = ({ id, user, rating, title, comment, createdAt, helpfulCount }: Review) => ({
  id,
  author: user.name,
  rating,
  title,
  comment,
  day: dayOf(new Date(createdAt)),
  helpfulCount,
});

const samplesOf = (id: string): ShownReview[] =>
  testimonialsAbout(id).map(({ id: sample, author, city, rating, title, comment, date }) => ({
    id: String(sample),
    author: `${author}, ${city}`,
    rating,
    title,
    comment,
    day: date,
  }));

/** What the asker wrote, and the form to write it or, with `review=edit`, to change it. */
function ownWords(request: Request, runtime: Runtime, asker: Asker, offer: Offer, subject: ReviewSubject): OwnWords {
  const { user } = asker;
  if (!user) return { isSignedIn: false, written: null, isDeleting: false, form: null };
  const asked = new URL(request.url).searchParams.get('review');
  const own = reviewBy(runtime.db, user.id, subject);
  const isForm = own ? asked === 'edit' : mayReview(user, offer);
  const kept = isForm ? keptFormOf(request, runtime) : null;
  const changing = own && { id: own.id, version: kept?.version ?? String(own.version) };
  return {
    isSignedIn: true,
    written: own && { ...shown(own), isHidden: own.isHidden, hiddenReason: own.hiddenReason },
    isDeleting: own !== null && asked === 'delete',
    form: isForm ? { submissionId: newSubmissionId(), values: kept ?? (own ? typedReview(own) : {}), changing } : null,
  };
}

/** The review of this vehicle or listing that is to be read in full: one that everybody sees, or the asker's own. */
function readInFull(request: Request, { db }: Runtime, { user }: Asker, { id }: ReviewSubject): Review | null {
  const asked = new URL(request.url).searchParams.get('read');
  const review = asked === null ? null : findReview(db, asked);
  if (review?.vehicleId !== id) return null;
  return review.isPublic || review.user.id === user?.id ? review : null;
}

/**
 * One page of what riders say of a vehicle or listing, or with `read` one review, the asker's own words, and the
 * built-in samples.
 */
export function loadReviews(request: Request, runtime: Runtime, asker: Asker, offer: Offer): Reviews {
  const { db } = runtime;
  const { user } = asker;
  const id = offer.kind === 'vehicle' ? offer.vehicle.id : offer.listing.id;
  const subject = { kind: offer.kind, id };
  const page = pageNumber(new URL(request.url).searchParams);
  const { items, pagination, summary } = reviewsOf(db, subject, { page });
  const reading = readInFull(request, runtime, asker, subject);
  const others = (reading ? [reading] : items).filter((review) => review.user.id !== user?.id);
  const helpful =
    user &&
    helpfulTo(
      db,
      user.id,
      others.map((review) => review.id),
    );
  return {
    shown: others.map((review) => ({ ...shown(review), isHelpful: helpful?.has(review.id) ?? null })),
    isReading: reading !== null,
    summary,
    page,
    pages: pagination.pages,
    samples: page === 1 && !reading ? samplesOf(id) : [],
    own: ownWords(request, runtime, asker, offer, subject),
  };
}

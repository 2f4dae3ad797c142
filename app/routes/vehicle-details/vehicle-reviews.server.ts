import type { Offer } from '~/domain/catalogue/vehicle';
import { findTestimonialsAbout } from '~/domain/content/vehicle-content.server';
import type { Review, StoredReview } from '~/domain/reviews/review';
import {
  canReview,
  changeReview,
  deleteReview,
  isReviewable,
  markHelpful,
  writeReview,
} from '~/domain/reviews/review.commands.server';
import {
  findHelpfulVotes,
  findReview,
  findReviewBy,
  findReviewOfAnyKindBy,
  findReviews,
  type ReviewSubject,
} from '~/domain/reviews/review.queries.server';
import type { Actor } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { allowUser, createFormAction, createFormActions, describeException, type FormPost } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import type { FormFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';
import type { OwnText, Reviews, PublicReview } from './details';

const toFormValues = ({ rating, title, comment }: StoredReview): Record<string, string> => ({
  rating: String(rating),
  title: title ?? '',
  comment,
});

const toPublicReview = ({ id, user, rating, title, comment, createdAt, helpfulCount }: Review) => ({
  id,
  author: user.name,
  rating,
  title,
  comment,
  day: toDay(new Date(createdAt)),
  helpfulCount,
});

const getSamples = (id: string): PublicReview[] =>
  findTestimonialsAbout(id).map(({ id: sample, author, city, rating, title, comment, date }) => ({
    id: String(sample),
    author: `${author}, ${city}`,
    rating,
    title,
    comment,
    day: date,
  }));

/** The actor's review, and the form to write it with `review=write`, or with `review=edit` to edit it. */
function loadOwnReview(
  request: Request,
  runtime: Runtime,
  actor: Actor,
  offer: Offer,
  subject: ReviewSubject,
): OwnText {
  const { user } = actor;
  if (!user) return { isSignedIn: false, mayWrite: false, written: null, isDeleting: false, form: null };
  const requested = new URL(request.url).searchParams.get('review');
  const own = findReviewBy(runtime.db, user.id, subject);
  const mayWrite = !own && canReview(user, offer);
  const isForm = own ? requested === 'edit' : mayWrite && requested === 'write';
  const unfinished = isForm ? readUnfinishedForm(request, runtime) : null;
  const changing = own && { id: own.id, version: unfinished?.version ?? String(own.version) };
  return {
    isSignedIn: true,
    mayWrite,
    written: own && { ...toPublicReview(own), isHidden: own.isHidden, hiddenReason: own.hiddenReason },
    isDeleting: own !== null && requested === 'delete',
    form: isForm
      ? { idempotencyKey: generateIdempotencyKey(), values: unfinished ?? (own ? toFormValues(own) : {}), changing }
      : null,
  };
}

function findFullReview(request: Request, { db }: Runtime, { user }: Actor, { id }: ReviewSubject): Review | null {
  const requested = new URL(request.url).searchParams.get('read');
  const review = requested === null ? null : findReview(db, requested);
  if (review?.vehicleId !== id) return null;
  return review.isPublic || review.user.id === user?.id ? review : null;
}

const decodeValues = ({ rating = '', title, comment }: Readonly<Record<string, string>>) => ({
  rating: /^\d+$/.test(rating) ? Number(rating) : undefined,
  title,
  comment,
});

const getConstraints = createFormConstraints({
  command: writeReview,
  decode: (sent) => ({ ...decodeValues(sent), vehicleId: '1' }),
  fields: ['rating', 'comment'],
});

export function loadReviews(request: Request, runtime: Runtime, actor: Actor, offer: Offer): Reviews {
  const { db } = runtime;
  const { user } = actor;
  const id = offer.kind === 'vehicle' ? offer.vehicle.id : offer.listing.id;
  const subject = { kind: offer.kind, id };
  const page = readPageNumber(new URL(request.url).searchParams);
  const { items, pagination, summary } = findReviews(db, subject, { page });
  const reading = findFullReview(request, runtime, actor, subject);
  const ofOtherRiders = (reading ? [reading] : items).filter((review) => review.user.id !== user?.id);
  const helpful =
    user &&
    findHelpfulVotes(
      db,
      user.id,
      ofOtherRiders.map((review) => review.id),
    );
  return {
    isOpen: isReviewable(offer),
    items: ofOtherRiders.map((review) => ({ ...toPublicReview(review), isHelpful: helpful?.has(review.id) ?? null })),
    isReading: reading !== null,
    summary,
    page,
    pages: pagination.pages,
    samples: summary.count === 0 && !reading ? getSamples(id) : [],
    constraints: getConstraints(runtime.clock()),
    own: loadOwnReview(request, runtime, actor, offer, subject),
  };
}

const getVehicle = ({ url }: FormPost): string => url.searchParams.get('vehicle') ?? '';
const getReview = ({ fields }: FormPost): string => fields.get('review') ?? '';

const getReturnPath = (post: FormPost, fragment: string): string =>
  paths.vehicle(getVehicle(post), { page: Number(post.url.searchParams.get('page')) || undefined }, fragment);

const getValues = (fields: FormFields) => ({
  rating: fields.get('rating') ?? '',
  title: fields.get('title') ?? '',
  comment: fields.get('comment') ?? '',
});

const decode = ({ values: sent }: FormPost) => decodeValues(sent);

/** After a conflict, the form changes the stored review. */
const getChange = (stored: StoredReview) => ({
  changing: { id: stored.id, version: String(stored.version) },
  currentValues: toFormValues(stored),
});

const allowOnPage = (signIn: (post: FormPost) => string) => allowUser(signIn, { isFormPublic: true });

export const reviewAction = createFormActions(
  ({ fields }) => {
    if (fields.has('helpful')) return 'helpful';
    if (fields.get('intent') === 'delete') return 'delete';
    return fields.has('review') ? 'change' : 'write';
  },
  {
    write: createFormAction({
      access: allowOnPage((post) => paths.vehicle(getVehicle(post), { review: 'write' }, 'review')),
      values: getValues,
      command: writeReview,
      decode: (post) => ({ ...decode(post), vehicleId: getVehicle(post) }),
      onSuccess: (_review, post) => ({ to: paths.vehicle(getVehicle(post), {}, 'reviews'), flash: 'review-written' }),
      redisplay(post, error) {
        const { user } = post.actor;
        // Written in another window.
        const isWritten = error?.kind === 'conflict' && user;
        const written = isWritten ? findReviewOfAnyKindBy(post.runtime.db, user.id, getVehicle(post)) : null;
        return {
          ...(written ? getChange(written) : { changing: null, currentValues: null }),
          error: describeException(error, 'review_failed'),
        };
      },
    }),
    change: createFormAction({
      access: allowOnPage((post) => paths.vehicle(getVehicle(post), { review: 'edit' }, 'review')),
      values: (fields) => ({ ...getValues(fields), version: fields.get('version') ?? '' }),
      command: changeReview,
      decode: (post) => ({ ...decode(post), id: getReview(post), version: Number(post.values.version) }),
      onSuccess: (_review, post) => ({ to: paths.vehicle(getVehicle(post), {}, 'reviews'), flash: 'review-changed' }),
      redisplay(post, error) {
        const stored = error?.kind === 'conflict' ? findReview(post.runtime.db, getReview(post)) : null;
        if (stored) return getChange(stored);
        return { changing: { id: getReview(post), version: post.values.version ?? '' }, currentValues: null };
      },
    }),
    delete: createFormAction({
      access: allowOnPage((post) => getReturnPath(post, 'reviews')),
      command: deleteReview,
      decode: (post) => ({ id: getReview(post) }),
      onSuccess: (_value, post) => ({ to: getReturnPath(post, 'reviews'), flash: 'review-deleted' }),
      // Deletion is idempotent.
      forgive: ({ kind }, post) =>
        kind === 'conflict' ? { to: getReturnPath(post, 'reviews'), flash: 'review-deleted' } : null,
      redisplay: null,
    }),
    helpful: createFormAction({
      access: allowOnPage((post) => getReturnPath(post, post.fields.get('helpful') ?? '')),
      command: markHelpful,
      decode: ({ fields }) => ({ id: fields.get('helpful') }),
      onSuccess: (_review, post) => ({ to: getReturnPath(post, post.fields.get('helpful') ?? '') }),
      forgive: ({ kind }, post) =>
        kind === 'conflict' ? { to: getReturnPath(post, post.fields.get('helpful') ?? '') } : null,
      redisplay: null,
    }),
  },
);

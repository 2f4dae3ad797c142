import type { StoredReview } from '~/domain/reviews/review';
import { changeReview, deleteReview, markHelpful, writeReview } from '~/domain/reviews/review.commands.server';
import { findReview, reviewOfAnyBy } from '~/domain/reviews/review.queries.server';
import { anyUser, type FormPost, formAction, formActions } from '~/http/form-action.server';
import type { FormFields } from '~/http/form-fields.server';
import { paths } from '~/paths';
import { reviewFormValues } from './vehicle-details.loader.server';

const vehicleOf = ({ url }: FormPost): string => url.searchParams.get('vehicle') ?? '';
const reviewOf = ({ fields }: FormPost): string => fields.get('review') ?? '';

/** Where the reviews continue: the page of them that the form was sent from. */
const backTo = (post: FormPost, fragment: string): string =>
  paths.vehicle(vehicleOf(post), { page: Number(post.url.searchParams.get('page')) || undefined }, fragment);

const values = (fields: FormFields) => ({
  rating: fields.get('rating') ?? '',
  title: fields.get('title') ?? '',
  comment: fields.get('comment') ?? '',
});

/** Decodes the form values to what JSON would carry. */
const decode = ({ values: { rating = '', title, comment } }: FormPost) => ({
  rating: /^\d+$/.test(rating) ? Number(rating) : undefined,
  title,
  comment,
});

/** A conflict continues as a change of the stored review. */
const changeOf = (stored: StoredReview | null) =>
  stored && {
    changing: { id: stored.id, version: String(stored.version) },
    currentValues: reviewFormValues(stored),
  };

/** Forms that write a review, change and delete the user's own, and mark another user's as helpful. */
export const reviewAction = formActions(
  ({ fields }) => {
    if (fields.has('helpful')) return 'helpful';
    if (fields.get('intent') === 'delete') return 'delete';
    return fields.has('review') ? 'change' : 'write';
  },
  {
    write: formAction({
      access: anyUser,
      signIn: { path: (post) => paths.vehicle(vehicleOf(post), {}, 'review'), isFormPublic: true },
      values,
      command: writeReview,
      decode: (post) => ({ ...decode(post), vehicleId: vehicleOf(post) }),
      onSuccess: (_review, post) => ({ to: paths.vehicle(vehicleOf(post), {}, 'reviews'), flash: 'review-written' }),
      redisplay: () => ({ changing: null, currentValues: null }),
      // Written in another window.
      onConflict: (post, user) => changeOf(reviewOfAnyBy(post.runtime.db, user.id, vehicleOf(post))),
    }),
    change: formAction({
      access: anyUser,
      signIn: { path: (post) => paths.vehicle(vehicleOf(post), { review: 'edit' }, 'review'), isFormPublic: true },
      values: (fields) => ({ ...values(fields), version: fields.get('version') ?? '' }),
      command: changeReview,
      decode: (post) => ({ ...decode(post), id: reviewOf(post), version: Number(post.values.version) }),
      onSuccess: (_review, post) => ({ to: paths.vehicle(vehicleOf(post), {}, 'reviews'), flash: 'review-changed' }),
      redisplay: (post) => ({
        changing: { id: reviewOf(post), version: post.values.version ?? '' },
        currentValues: null,
      }),
      onConflict: (post) => changeOf(findReview(post.runtime.db, reviewOf(post))),
    }),
    delete: formAction({
      access: anyUser,
      signIn: { path: (post) => backTo(post, 'reviews'), isFormPublic: true },
      values: () => ({}),
      command: deleteReview,
      decode: (post) => ({ id: reviewOf(post) }),
      onSuccess: (_value, post) => ({ to: backTo(post, 'reviews'), flash: 'review-deleted' }),
      // Deleting it twice deletes it once.
      forgive: ({ kind }, post) =>
        kind === 'conflict' ? { to: backTo(post, 'reviews'), flash: 'review-deleted' } : null,
      redisplay: null,
    }),
    helpful: formAction({
      access: anyUser,
      signIn: { path: (post) => backTo(post, post.fields.get('helpful') ?? ''), isFormPublic: true },
      values: () => ({}),
      command: markHelpful,
      decode: ({ fields }) => ({ id: fields.get('helpful') }),
      onSuccess: (_review, post) => ({ to: backTo(post, post.fields.get('helpful') ?? '') }),
      forgive: ({ kind }, post) =>
        kind === 'conflict' ? { to: backTo(post, post.fields.get('helpful') ?? '') } : null,
      redisplay: null,
    }),
  },
);

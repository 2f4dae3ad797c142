import { z } from 'zod';
import { findOfferKind, vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import {
  reviewDeleted,
  reviewHelpful,
  reviewsPerPage,
  reviewWritten,
  toOwnReviewJson,
  toReviewJson,
} from '~/domain/reviews/review';
import {
  changeReview,
  deleteReview,
  markHelpful,
  newReview,
  reviewChange,
  reviewNotFound,
  writeReview,
} from '~/domain/reviews/review.commands.server';
import { findReview, findReviews, findReviewsOfUser, iterateReviews } from '~/domain/reviews/review.queries.server';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  idParam,
  jsonBody,
  noInput,
  owners,
  users,
} from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import {
  respondWithPage,
  fieldsParameter,
  pageOrAllParameters,
  pageParameters,
  respondWithChosen,
  respondWithList,
  withChosenFields,
} from '../lists.server';
import { respondWithCreated, respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import {
  count,
  exampleUser,
  isoDateTime,
  listExample,
  listShape,
  removed,
  removedExample,
  stars,
  version,
} from '../schemas.server';
import { mayUse } from '~/domain/shared/permissions';

const review = z
  .object({
    _id: z.string(),
    id: z.string(),
    vehicleId: z.string().meta({ description: 'Id of the vehicle or listing.' }),
    user: z.object({ id: z.string(), name: z.string() }),
    rating: stars,
    title: z.string().nullable(),
    comment: z.string(),
    helpfulCount: count,
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
    version,
  })
  .meta({ id: 'Review' }) satisfies z.ZodType<ReturnType<typeof toReviewJson>>;

const fields = fieldsParameter(review).optional();
const chosenReview = withChosenFields(review, 'PartialReview');

const ownReview = review
  .extend({
    vehicleName: z.string(),
    isHidden: z.boolean().meta({ description: 'Whether an operator has hidden the review.' }),
    hiddenReason: z.string().nullable(),
  })
  .meta({ id: 'OwnReview' }) satisfies z.ZodType<ReturnType<typeof toOwnReviewJson>>;

const summary = z
  .object({
    average: z.number().min(1).max(5).nullable(),
    count,
    stars: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  })
  .meta({ id: 'ReviewSummary' });

const formValues = {
  rating: 5,
  title: 'Best in traffic',
  comment: 'Eighteen months, 11,000 km, and it has never asked for more than oil.',
};
const example = {
  _id: '0c7f2a54-6c1d-4e0e-8a53-0d6f5f2f3b90',
  id: '0c7f2a54-6c1d-4e0e-8a53-0d6f5f2f3b90',
  vehicleId: '1',
  user: exampleUser,
  ...formValues,
  helpfulCount: 3,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
};
const exampleSummary = { average: 5, count: 1, stars: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } };
const ownExample = { ...example, vehicleName: 'Hero Splendor Plus', isHidden: false, hiddenReason: null };

const all = { ...noInput, subject: 'reviews' } as const;
const single = { ...all, path: '/reviews/{id}', params: idParam } as const;

export const reviewEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listReviewsOfVehicle',
    method: 'GET',
    path: '/reviews/vehicle/{id}',
    summary: 'List reviews of a vehicle or listing, newest first, with their average',
    access: anyone,
    params: idParam,
    query: z.object({ ...pageOrAllParameters(reviewsPerPage), fields }),
    wholeList: chosenReview,
    response: {
      status: 200,
      data: listShape('reviews', chosenReview).extend({ summary }),
      example: { ...listExample('reviews', example), summary: exampleSummary },
    },
    rejections: { 404: ['vehicle_not_found'] },
    isCached: true,
    handler(context, { params: { id }, query }) {
      const { runtime } = context;
      const kind = findOfferKind(runtime.db, id);
      if (!kind) return respondWithError(vehicleNotFound);
      const reviewed = { kind, id };
      return respondWithList(
        context,
        {
          name: 'reviews',
          item: review,
          perPage: reviewsPerPage,
          readPage(page) {
            const { items, pagination, summary } = findReviews(runtime.db, reviewed, page);
            return { items: items.map(toReviewJson), pagination, extra: { summary } };
          },
          *readAll() {
            for (const reviews of iterateReviews(runtime.db, reviewed)) yield { items: reviews.map(toReviewJson) };
          },
        },
        query,
      );
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'listOwnReviews',
    method: 'GET',
    path: '/reviews/user/my-reviews',
    summary: 'List your reviews, newest first',
    access: users,
    query: z.object(pageParameters(reviewsPerPage)),
    response: { status: 200, data: listShape('reviews', ownReview), example: listExample('reviews', ownExample) },
    handler(context, { query, user }) {
      const { items, pagination } = findReviewsOfUser(context.runtime.db, user.id, query);
      return respondWithPage(context, pagination, { reviews: items.map(toOwnReviewJson), pagination });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'writeReview',
    method: 'POST',
    path: '/reviews',
    summary: 'Create a review of a vehicle or listing',
    description: 'A user can review each vehicle or listing once, but neither their own nor one before its launch.',
    access: users,
    body: jsonBody(() => newReview, { vehicleId: '1', ...formValues }),
    response: { status: 201, data: review, example, message: reviewWritten },
    rejections: {
      403: ['review_of_own_offer'],
      404: ['vehicle_not_found'],
      409: ['review_exists', 'reviews_not_open'],
    },
    handler: async (context, { body }) =>
      respondWithCreated(
        await runEndpointCommand(context, writeReview, body),
        toReviewJson,
        '/api/reviews',
        reviewWritten,
      ),
  }),
  defineEndpoint({
    ...single,
    operationId: 'getReview',
    method: 'GET',
    summary: 'Retrieve a review',
    access: anyone,
    query: z.object({ fields }),
    response: { status: 200, data: chosenReview, example },
    rejections: { 404: ['review_not_found'] },
    isCached: true,
    // A hidden review is visible to its author and to operators only.
    handler({ runtime }, { params, query, user }) {
      const review = findReview(runtime.db, params.id);
      const isVisible = review && (review.isPublic || review.user.id === user?.id || mayUse(user, 'reports'));
      return isVisible ? respondWithChosen(toReviewJson(review), query.fields) : respondWithError(reviewNotFound);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'changeReview',
    method: 'PUT',
    summary: 'Update a review',
    access: owners,
    body: jsonBody(() => reviewChange.omit({ id: true }), { rating: 4, version: 1 }),
    response: { status: 200, data: review, example: { ...example, rating: 4, version: 2 } },
    rejections: { 403: ['review_not_yours'], 404: ['review_not_found'], 409: ['edit_conflict'] },
    async handler(context, { body, params }) {
      const current = findReview(context.runtime.db, params.id);
      const changes = findChanges(context, body, current?.isPublic ? toReviewJson(current) : null);
      const result = await runEndpointCommand(context, changeReview, { ...changes, ...params }, { ...body, ...params });
      return respondWithItem(result, toReviewJson);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'deleteReview',
    method: 'DELETE',
    summary: 'Delete a review',
    access: owners,
    response: { status: 200, data: removed, example: removedExample, message: reviewDeleted },
    rejections: { 403: ['review_not_yours'], 404: ['review_not_found'] },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteReview, params), reviewDeleted),
  }),
  defineEndpoint({
    ...single,
    operationId: 'markReviewHelpful',
    method: 'POST',
    path: '/reviews/{id}/helpful',
    summary: 'Mark a review as helpful, once',
    access: users,
    response: { status: 200, data: review, example: { ...example, helpfulCount: 4 }, message: reviewHelpful },
    rejections: { 403: ['vote_for_own_review'], 404: ['review_not_found'], 409: ['already_voted'] },
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, markHelpful, params), toReviewJson, { message: reviewHelpful }),
  }),
];

import { z } from 'zod';
import {
  type ownReviewJson,
  reviewDeleted,
  reviewHelpful,
  type reviewJson,
  reviewsPerPage,
  reviewWritten,
} from '~/domain/reviews/review';
import { newReview, reviewChange } from '~/domain/reviews/review.schema.server';
import { fieldsRule, pageOrAllRules, pageRules, withChosenFields } from '../query-rules';
import { anyone, contract, idParam, jsonBody, owners, takesNothing, users } from './contract.server';
import {
  count,
  exampleUser,
  isoDateTime,
  listExample,
  listOf,
  removed,
  removedExample,
  stars,
  version,
} from './shapes.server';

export const review = z
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
  .meta({ id: 'Review' }) satisfies z.ZodType<ReturnType<typeof reviewJson>>;

const fields = fieldsRule(review).optional();
const chosenReview = withChosenFields(review, 'ChosenReview');

const ownReview = review
  .extend({
    vehicleName: z.string(),
    isHidden: z.boolean().meta({ description: 'Whether an operator has hidden the review.' }),
    hiddenReason: z.string().nullable(),
  })
  .meta({ id: 'OwnReview' }) satisfies z.ZodType<ReturnType<typeof ownReviewJson>>;

const summary = z
  .object({
    average: z.number().min(1).max(5).nullable(),
    count,
    stars: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  })
  .meta({ id: 'ReviewSummary' });

const words = {
  rating: 5,
  title: 'Best in traffic',
  comment: 'Eighteen months, 11,000 km, and it has never asked for more than oil.',
};
const example = {
  _id: '0c7f2a54-6c1d-4e0e-8a53-0d6f5f2f3b90',
  id: '0c7f2a54-6c1d-4e0e-8a53-0d6f5f2f3b90',
  vehicleId: '1',
  user: exampleUser,
  ...words,
  helpfulCount: 3,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
};
const exampleSummary = { average: 5, count: 1, stars: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 1 } };
const ownExample = { ...example, vehicleName: 'Hero Splendor Plus', isHidden: false, hiddenReason: null };

const all = { ...takesNothing, subject: 'reviews' } as const;
const one = { ...all, path: '/reviews/{id}', params: idParam } as const;

export const reviewEndpoints = {
  listOfVehicle: contract({
    ...all,
    operationId: 'listReviewsOfVehicle',
    method: 'GET',
    path: '/reviews/vehicle/{id}',
    summary: 'List reviews of a vehicle or listing, newest first, with their average',
    access: anyone,
    params: idParam,
    query: z.object({ ...pageOrAllRules(reviewsPerPage), fields }),
    wholeList: chosenReview,
    response: {
      status: 200,
      data: listOf('reviews', chosenReview).extend({ summary }),
      example: { ...listExample('reviews', example), summary: exampleSummary },
    },
    rejections: [404],
    isCached: true,
  }),
  listOwn: contract({
    ...all,
    operationId: 'listOwnReviews',
    method: 'GET',
    path: '/reviews/user/my-reviews',
    summary: 'List your reviews, newest first',
    access: users,
    query: z.object(pageRules(reviewsPerPage)),
    response: { status: 200, data: listOf('reviews', ownReview), example: listExample('reviews', ownExample) },
  }),
  write: contract({
    ...all,
    operationId: 'writeReview',
    method: 'POST',
    path: '/reviews',
    summary: 'Create a review of a vehicle or listing',
    description: 'A user can review each vehicle or listing once, and not their own.',
    access: users,
    body: jsonBody(() => newReview, { vehicleId: '1', ...words }),
    response: { status: 201, data: review, example, message: reviewWritten },
    rejections: [403, 404, 409],
  }),
  show: contract({
    ...one,
    operationId: 'getReview',
    method: 'GET',
    summary: 'Retrieve a review',
    access: anyone,
    query: z.object({ fields }),
    response: { status: 200, data: chosenReview, example },
    rejections: [404],
    isCached: true,
  }),
  change: contract({
    ...one,
    operationId: 'changeReview',
    method: 'PUT',
    summary: 'Update a review',
    access: owners,
    body: jsonBody(() => reviewChange.omit({ id: true }), { rating: 4, version: 1 }),
    response: { status: 200, data: review, example: { ...example, rating: 4, version: 2 } },
    rejections: [403, 404, 409],
  }),
  remove: contract({
    ...one,
    operationId: 'deleteReview',
    method: 'DELETE',
    summary: 'Delete a review',
    access: owners,
    response: { status: 200, data: removed, example: removedExample, message: reviewDeleted },
    rejections: [403, 404],
  }),
  markHelpful: contract({
    ...one,
    operationId: 'markReviewHelpful',
    method: 'POST',
    path: '/reviews/{id}/helpful',
    summary: 'Mark a review as helpful, once',
    access: users,
    response: { status: 200, data: review, example: { ...example, helpfulCount: 4 }, message: reviewHelpful },
    rejections: [403, 404, 409],
  }),
};

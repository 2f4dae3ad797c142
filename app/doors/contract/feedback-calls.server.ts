import { z } from 'zod';
import { feedbackTypes } from '~/domain/content/feedback-types.server';
import { feedbackChanges, newFeedback } from '~/domain/feedback/feedback-fields.server';
import type { feedbackForOperators, feedbackJson } from '~/domain/feedback/feedback-json';
import { feedbackDeleted, feedbackSent } from '~/domain/feedback/feedback-rules';
import { feedbackPerPage, feedbackPriorities, feedbackStatuses } from '~/domain/feedback/limits';
import { oneOf, pageRules } from '~/doors/query-rules';
import { contract, idParam, jsonBody, takesNothing } from './contract.server';
import { exampleUser, listExample, listOf, moment, removed, removedExample, stars, version } from './shapes.server';
import { anyone, operators, owners, users } from './who.server';

const feedback = z
  .object({
    _id: z.string(),
    id: z.string(),
    type: z.string(),
    subject: z.string(),
    message: z.string(),
    rating: stars,
    isAnonymous: z.boolean(),
    status: z.enum(feedbackStatuses),
    priority: z.enum(feedbackPriorities),
    response: z.object({ message: z.string(), respondedAt: moment }).nullable(),
    createdAt: moment,
    updatedAt: moment,
    version,
  })
  .meta({ id: 'Feedback' }) satisfies z.ZodType<ReturnType<typeof feedbackJson>>;

const author = z.object({ id: z.string(), name: z.string() }).nullable();
const feedbackWithAuthor = feedback.extend({ user: author }).meta({
  id: 'FeedbackWithAuthor',
  description: 'Feedback as operators see it: with its author, unless it is anonymous.',
}) satisfies z.ZodType<ReturnType<typeof feedbackForOperators>>;
const oneFeedback = z.union([feedback, feedbackWithAuthor]);

const feedbackType = z
  .object({ id: z.string(), name: z.string(), description: z.string() })
  .meta({ id: 'FeedbackType' }) satisfies z.ZodType<(typeof feedbackTypes)[number]>;

const typed = {
  type: feedbackTypes[0]?.id ?? 'general',
  subject: 'Filters on a phone',
  message: 'The filters are easy to reach with one hand. More of that, please.',
  rating: 4,
  isAnonymous: false,
};
const example = {
  _id: '2e9d8c7b-6a5f-4e3d-8c2b-1a0f9e8d7c6b',
  id: '2e9d8c7b-6a5f-4e3d-8c2b-1a0f9e8d7c6b',
  ...typed,
  status: 'open',
  priority: 'low',
  response: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
};
const authoredExample = { ...example, user: exampleUser };

const query = z.object({
  ...pageRules(feedbackPerPage),
  status: oneOf('status', feedbackStatuses).optional(),
  type: oneOf(
    'type',
    feedbackTypes.map(({ id }) => id),
  ).optional(),
  priority: oneOf('priority', feedbackPriorities).optional(),
});

const all = { ...takesNothing, subject: 'feedback' } as const;
const one = { ...all, path: '/feedback/{id}', params: idParam, who: owners } as const;

export const feedbackCalls = {
  types: contract({
    ...all,
    operationId: 'listFeedbackTypes',
    method: 'GET',
    path: '/feedback/meta/types',
    summary: 'List feedback types',
    who: anyone,
    answer: {
      status: 200,
      data: z.object({ feedbackTypes: z.array(feedbackType) }),
      example: { feedbackTypes: feedbackTypes.slice(0, 2) },
    },
    isKept: true,
  }),
  give: contract({
    ...all,
    operationId: 'giveFeedback',
    method: 'POST',
    path: '/feedback',
    summary: 'Create feedback',
    description: 'With `isAnonymous`, no response contains your name, but the feedback stays in your own history.',
    who: users,
    body: jsonBody(() => newFeedback, typed),
    answer: { status: 201, data: feedback, example, message: feedbackSent },
  }),
  listOwn: contract({
    ...all,
    operationId: 'listOwnFeedback',
    method: 'GET',
    path: '/feedback/my-feedback',
    summary: 'List your feedback, newest first',
    who: users,
    query,
    answer: { status: 200, data: listOf('feedback', feedback), example: listExample('feedback', example) },
  }),
  list: contract({
    ...all,
    operationId: 'listFeedback',
    method: 'GET',
    path: '/feedback',
    summary: 'List the feedback of all users, newest first',
    who: operators,
    query,
    answer: {
      status: 200,
      data: listOf('feedback', feedbackWithAuthor),
      example: listExample('feedback', authoredExample),
    },
  }),
  show: contract({
    ...one,
    operationId: 'getFeedback',
    method: 'GET',
    summary: 'Retrieve feedback',
    answer: { status: 200, data: oneFeedback, example },
    refusals: [404],
  }),
  change: contract({
    ...one,
    operationId: 'changeFeedback',
    method: 'PUT',
    summary: 'Update feedback that is still open',
    description:
      'Only the author can change the text and rating; only an operator can change `status`, `priority` and `response`.',
    body: jsonBody(() => feedbackChanges.omit({ id: true }), { rating: 5, version: 1 }),
    answer: { status: 200, data: oneFeedback, example: { ...example, rating: 5, version: 2 } },
    refusals: [403, 404, 409],
  }),
  remove: contract({
    ...one,
    operationId: 'deleteFeedback',
    method: 'DELETE',
    summary: 'Delete feedback',
    answer: { status: 200, data: removed, example: removedExample, message: feedbackDeleted },
    refusals: [404, 409],
  }),
};

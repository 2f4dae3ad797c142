import { z } from 'zod';
import {
  changeFeedback,
  deleteFeedback,
  feedbackChanges,
  feedbackTypes,
  findFeedbackPage,
  findOwnedFeedback,
  giveFeedback,
  newFeedback,
} from '~/domain/feedback/feedback.server';
import {
  type Feedback,
  feedbackDeleted,
  feedbackPerPage,
  feedbackSent,
  toFeedbackJson,
  toOperatorFeedbackJson,
} from '~/domain/feedback/feedback';
import { feedbackPriorities, feedbackStatuses } from '~db/enums';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  idParam,
  jsonBody,
  noInput,
  team,
  owners,
  users,
} from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import {
  exampleUser,
  isoDateTime,
  listExample,
  listShape,
  oneOf,
  removed,
  removedExample,
  stars,
  version,
} from '../schemas.server';
import { respondWithCreated, respondWithData, respondWithDeleted, respondWithItem } from '../respond.server';

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
    response: z.object({ message: z.string(), respondedAt: isoDateTime }).nullable(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
    version,
  })
  .meta({ id: 'Feedback' }) satisfies z.ZodType<ReturnType<typeof toFeedbackJson>>;

const author = z.object({ id: z.string(), name: z.string() }).nullable();
const feedbackWithAuthor = feedback.extend({ user: author }).meta({
  id: 'FeedbackWithAuthor',
  description: 'Feedback with its author, unless anonymous, for operators.',
}) satisfies z.ZodType<ReturnType<typeof toOperatorFeedbackJson>>;
const oneFeedback = z.union([feedback, feedbackWithAuthor]);

const feedbackType = z
  .object({ id: z.string(), name: z.string(), description: z.string() })
  .meta({ id: 'FeedbackType' }) satisfies z.ZodType<(typeof feedbackTypes)[number]>;

const formValues = {
  type: feedbackTypes[0]?.id ?? 'general',
  subject: 'Filters on a phone',
  message: 'The filters are easy to reach with one hand. More of that, please.',
  rating: 4,
  isAnonymous: false,
};
const example = {
  _id: '2e9d8c7b-6a5f-4e3d-8c2b-1a0f9e8d7c6b',
  id: '2e9d8c7b-6a5f-4e3d-8c2b-1a0f9e8d7c6b',
  ...formValues,
  status: 'open',
  priority: 'low',
  response: null,
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  version: 1,
};
const authoredExample = { ...example, user: exampleUser };

const query = z.object({
  ...pageParameters(feedbackPerPage),
  status: oneOf('status', feedbackStatuses).optional(),
  type: oneOf(
    'type',
    feedbackTypes.map(({ id }) => id),
  ).optional(),
  priority: oneOf('priority', feedbackPriorities).optional(),
});

const toJson = (item: Feedback, isOwn: boolean) => (isOwn ? toFeedbackJson(item) : toOperatorFeedbackJson(item));

const all = { ...noInput, subject: 'feedback' } as const;
const single = { ...all, path: '/feedback/{id}', params: idParam, access: owners } as const;

export const feedbackEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listFeedbackTypes',
    method: 'GET',
    path: '/feedback/meta/types',
    summary: 'List feedback types',
    access: anyone,
    response: {
      status: 200,
      data: z.object({ feedbackTypes: z.array(feedbackType) }),
      example: { feedbackTypes: feedbackTypes.slice(0, 2) },
    },
    isCached: true,
    handler: () => respondWithData({ feedbackTypes }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'giveFeedback',
    method: 'POST',
    path: '/feedback',
    summary: 'Create feedback',
    description: 'With `isAnonymous`, no response contains your name, but the feedback stays in your own history.',
    access: users,
    body: jsonBody(() => newFeedback, formValues),
    response: { status: 201, data: feedback, example, message: feedbackSent },
    rejections: { 404: ['section_closed'] },
    handler: async (context, { body }) =>
      respondWithCreated(
        await runEndpointCommand(context, giveFeedback, body),
        toFeedbackJson,
        '/api/feedback',
        feedbackSent,
      ),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listOwnFeedback',
    method: 'GET',
    path: '/feedback/my-feedback',
    summary: 'List your feedback, newest first',
    access: users,
    query,
    response: { status: 200, data: listShape('feedback', feedback), example: listExample('feedback', example) },
    handler(context, { query: filters, user }) {
      const { items, pagination } = findFeedbackPage(context.runtime.db, { ...filters, userId: user.id });
      return respondWithPage(context, pagination, { feedback: items.map(toFeedbackJson), pagination });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'listFeedback',
    method: 'GET',
    path: '/feedback',
    summary: 'List the feedback of all users, newest first',
    access: team('read'),
    query,
    response: {
      status: 200,
      data: listShape('feedback', feedbackWithAuthor),
      example: listExample('feedback', authoredExample),
    },
    handler(context, { query: filters }) {
      const { items, pagination } = findFeedbackPage(context.runtime.db, filters);
      return respondWithPage(context, pagination, { feedback: items.map(toOperatorFeedbackJson), pagination });
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'getFeedback',
    method: 'GET',
    summary: 'Retrieve feedback',
    response: { status: 200, data: oneFeedback, example },
    rejections: { 404: ['feedback_not_found'] },
    handler({ runtime, actor }, { params }) {
      const owned = findOwnedFeedback(params.id, { db: runtime.db, actor });
      return respondWithItem(owned, ({ item, isOwn }) => toJson(item, isOwn));
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'changeFeedback',
    method: 'PUT',
    summary: 'Update feedback that is still open',
    description:
      'Only the author can change the text and rating; only an operator can change `status`, `priority` and `response`.',
    body: jsonBody(() => feedbackChanges.omit({ id: true }), { rating: 5, version: 1 }),
    response: { status: 200, data: oneFeedback, example: { ...example, rating: 5, version: 2 } },
    rejections: {
      403: ['not_feedback_author'],
      404: ['feedback_not_found'],
      409: ['feedback_not_open', 'edit_conflict'],
    },
    async handler(context, { body, params, user }) {
      const owned = findOwnedFeedback(params.id, { db: context.runtime.db, actor: context.actor });
      const changes = findChanges(context, body, owned.ok ? toJson(owned.value.item, owned.value.isOwn) : null);
      const result = await runEndpointCommand(
        context,
        changeFeedback,
        { ...changes, ...params },
        { ...body, ...params },
      );
      return respondWithItem(result, (changed) => toJson(changed, changed.userId === user.id));
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'deleteFeedback',
    method: 'DELETE',
    summary: 'Delete feedback',
    response: { status: 200, data: removed, example: removedExample, message: feedbackDeleted },
    rejections: { 404: ['feedback_not_found'], 409: ['feedback_not_open'] },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteFeedback, params), feedbackDeleted),
  }),
];

import { z } from 'zod';
import { readShop } from '~/domain/content/shop.server';
import { type ConversationMessage, messagesPerPage } from '~/domain/conversations/conversation';
import { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import {
  allRequestStatuses,
  type DeskRequest,
  maxNoteLength,
  maxSearchLength,
  maxSelected,
  waitingView,
} from '~/domain/desk/request';
import {
  addNote,
  handleRequest,
  handleRequests,
  replyToRequest,
  requestNotFound,
} from '~/domain/desk/request.commands.server';
import { findDeskRequest, findNotes, findRequests, findTextOfRequest } from '~/domain/desk/request.queries.server';
import { deskReplyText } from '~/domain/desk/saved-replies.server';
import { toReference } from '~/domain/messages/message';
import { deskPageSize } from '~/domain/moderation/moderation';
import { failNumberType, requiredText } from '~/domain/shared/fields.server';
import { toLines } from '~/domain/shared/text';
import { requestKinds } from '~db/enums';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { pageParameters, respondWithPage } from '../lists.server';
import { respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { count, day, isoDateTime, listExample, listShape, nullableText, oneOf, shortText } from '../schemas.server';

const id = '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a';
const at = '2026-11-20T09:30:00.000Z';

const message = z.object({
  id: count,
  from: z.enum(['customer', 'business']),
  author: nullableText.meta({ description: 'Name of the operator; null for the customer.' }),
  text: z.string(),
  createdAt: isoDateTime,
});

export const deskRequest = z
  .object({
    _id: z.string(),
    id: z.string(),
    reference: z.string(),
    kind: z.enum(requestKinds),
    subject: z.string(),
    name: nullableText.meta({ description: 'Null for anonymous feedback.' }),
    status: z.enum(allRequestStatuses),
    priority: nullableText.meta({ description: 'Null for a visit.' }),
    isUrgent: z.boolean(),
    waitingSince: isoDateTime.nullable().meta({ description: 'Null if no operator has to act.' }),
    assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
    createdAt: isoDateTime,
    isFlagged: z.boolean().meta({ description: 'Set by operators, independent of the priority.' }),
    isSpam: z.boolean().meta({ description: 'Its sender is blocked.' }),
    nextStep: nullableText,
    dueOn: day.nullable().meta({ description: 'Day of the next step; null without one.' }),
  })
  .meta({ id: 'DeskRequest' });

const openRequest = listShape('messages', message)
  .extend({
    ...deskRequest.shape,
    text: nullableText.meta({
      description: "The customer's request; null for a service request without a text.",
    }),
    notes: z
      .array(z.object({ id: count, author: nullableText, text: z.string(), createdAt: isoDateTime }))
      .meta({ description: 'Internal notes, never sent to the customer.' }),
  })
  .meta({ id: 'OpenDeskRequest' });

export const listedExample = {
  _id: id,
  id,
  reference: toReference(id),
  kind: 'message',
  subject: 'Is the iQube in stock?',
  name: 'Asha Rao',
  status: 'new',
  priority: 'medium',
  isUrgent: false,
  waitingSince: at,
  assignee: null,
  createdAt: at,
  isFlagged: false,
  isSpam: false,
  nextStep: null,
  dueOn: null,
};
const text = 'May I come on Saturday morning?';
const answer = 'Two are here. Come at ten.';
const shownMessage = { id: 1, from: 'business', author: 'Sunil', text: answer, createdAt: at };
const messageJson = (
  { id: messageId, side, text: written, operatorName, createdAt }: ConversationMessage,
  shopName: string,
) => ({
  id: messageId,
  from: side === 'buyer' ? 'customer' : 'business',
  author: side === 'buyer' ? null : (operatorName ?? shopName),
  text: written,
  createdAt,
});

export const deskJson = (request: DeskRequest) => ({ _id: request.id, ...request, reference: toReference(request.id) });

const getCreatedOptions = (requestId: string) =>
  ({ status: 201, headers: { Location: `/api/desk/requests/${requestId}` } }) as const;

const all = { ...noInput, subject: 'requests' } as const;
const desk = { ...all, access: team('answer') } as const;
const single = { ...desk, params: idParam, rejections: { 404: ['request_not_found'] } } as const;
const changed = { status: 200, data: deskRequest, example: { ...listedExample, status: 'in-progress' } } as const;

const handling = z.object({
  status: z.enum(allRequestStatuses).optional(),
  assignee: z.string().nullable().optional().meta({ description: 'Id of an operator; null for none.' }),
  isFlagged: z.boolean().optional().meta({ description: 'Whether it is important.' }),
  isSpam: z
    .boolean()
    .optional()
    .meta({ description: 'Ends the request and blocks its sender; false takes both back.' }),
  isDone: z.boolean().optional().meta({ description: 'Whether nothing is to be done about it any more.' }),
  nextStep: z.string().nullable().optional().meta({ description: 'Needs a day in `dueOn`.' }),
  dueOn: day.nullable().optional(),
});

export const requestEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...desk,
    access: team('read'),
    operationId: 'listDeskRequests',
    method: 'GET',
    path: '/desk/requests',
    summary: 'List and search all requests, the longest waiting first',
    query: z.object({
      ...pageParameters(deskPageSize),
      ...z
        .object({
          q: shortText('q', maxSearchLength),
          kind: oneOf('kind', requestKinds),
          status: oneOf('status', [waitingView, ...allRequestStatuses, 'all']),
          assignee: shortText('assignee', 60),
        })
        .partial().shape,
    }),
    response: {
      status: 200,
      data: listShape('requests', deskRequest),
      example: listExample('requests', listedExample),
    },
    handler(context, { query: { page: wanted, limit, ...filters } }) {
      const status = filters.status ?? (filters.q === undefined ? waitingView : 'all');
      const { items, pagination } = findRequests(context.runtime.db, { ...filters, status }, { page: wanted, limit });
      return respondWithPage(context, pagination, { requests: items.map(deskJson), pagination });
    },
  }),
  defineEndpoint({
    ...desk,
    operationId: 'handleRequests',
    method: 'PATCH',
    path: '/desk/requests',
    hasNoVersion: true,
    summary: 'Handle several requests: status, operator, flag, spam, next step',
    description: 'If one of them cannot take the status, none is changed.',
    body: jsonBody(() => handling.extend({ chosen: z.array(z.string()).min(1).max(maxSelected) }), {
      chosen: [id],
      assignee: null,
    }),
    response: { status: 200, data: z.object({ requests: count }), example: { requests: 1 } },
    rejections: { 404: ['request_not_found'], 409: ['edit_conflict'] },
    async handler(context, { body }) {
      const handled = await runEndpointCommand(context, handleRequests, body);
      return handled.ok ? respondWithData(handled.value) : respondWithError(handled.error);
    },
  }),
  defineEndpoint({
    ...single,
    access: team('read'),
    operationId: 'getDeskRequest',
    method: 'GET',
    path: '/desk/requests/{id}',
    summary: 'Retrieve a request with its conversation and internal notes',
    description: 'Page 1 has the newest messages, each page in chronological order.',
    query: z.object(pageParameters(messagesPerPage)),
    response: {
      status: 200,
      data: openRequest,
      example: {
        ...listedExample,
        text,
        ...listExample('messages', shownMessage),
        notes: [{ id: 1, author: 'Sunil', text: 'Called back.', createdAt: at }],
      },
    },
    handler(context, { params, query }) {
      const { db } = context.runtime;
      const request = findDeskRequest(db, params.id);
      if (!request) return respondWithError(requestNotFound);
      const { items, pagination } = findMessagesInConversation(db, request.id, query.page, query.limit);
      const data = {
        ...deskJson(request),
        text: findTextOfRequest(db, request),
        messages: items.map((item) => messageJson(item, readShop(db).name)),
        pagination,
        notes: findNotes(db, request.id),
      };
      return respondWithPage(context, pagination, data);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'handleRequest',
    method: 'PATCH',
    path: '/desk/requests/{id}',
    hasNoVersion: true,
    summary: 'Handle a request: status, operator, flag, spam, next step',
    body: jsonBody(() => handling, { assignee: null }),
    response: { ...changed, example: listedExample },
    rejections: { 404: ['request_not_found'], 409: ['edit_conflict'] },
    async handler(context, { params, body }) {
      const handled = await runEndpointCommand(context, handleRequest, { ...body, ...params });
      return respondWithItem(handled, deskJson);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'replyToRequest',
    method: 'POST',
    path: '/desk/requests/{id}/replies',
    summary: 'Reply to a request',
    description:
      'Sets a new message or feedback to in progress or in review, or to resolved with `resolve`. A reply to feedback is also its response. A visit still has to be confirmed.',
    body: jsonBody(
      () =>
        z.object({
          text: deskReplyText,
          seen: z
            .int(failNumberType('Seen', { code: 'not_whole', values: { label: 'Seen' } }))
            .min(0)
            .optional()
            .meta({
              description:
                'Id of the last message that was read, 0 before the first. Rejected if there is a newer one.',
            }),
          resolve: z.boolean().default(false).meta({ description: 'Whether the reply resolves the request.' }),
        }),
      { text: answer },
    ),
    response: { ...changed, status: 201 },
    rejections: { 404: ['request_not_found'], 409: ['new_message_arrived'] },
    async handler(context, { params, body }) {
      const replied = await runEndpointCommand(context, replyToRequest, { ...body, ...params });
      return respondWithItem(replied, deskJson, getCreatedOptions(params.id));
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'addNote',
    method: 'POST',
    path: '/desk/requests/{id}/notes',
    summary: 'Add an internal note to a request',
    body: jsonBody(() => z.object({ note: requiredText('Note', maxNoteLength, toLines) }), {
      note: 'Called back.',
    }),
    response: { ...changed, status: 201, example: listedExample },
    async handler(context, { params, body }) {
      const noted = await runEndpointCommand(context, addNote, { ...body, ...params });
      return respondWithItem(noted, deskJson, getCreatedOptions(params.id));
    },
  }),
];

import { z } from 'zod';
import { maxLengths, messageSent, messagesPerPage, toMessageJson } from '~/domain/messages/message';
import {
  findMessage,
  findMessages,
  type MessageStatistics,
  readMessageStatistics,
} from '~/domain/messages/message.queries.server';
import {
  changeMessage,
  changeMessageTags,
  contactStatus,
  deleteMessage,
  messageChanges,
  messageDeleted,
  messageNotFound,
  setMessageStatus,
  tagChange,
} from '~/domain/messages/message.commands.server';
import { newMessage, sendMessage } from '~/domain/messages/send-message.server';
import { readMessagesSecret } from '~/http/cookies/visitor.server';
import { contactCategories, contactPriorities, contactStatuses } from '~db/enums';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  jsonBody,
  noInput,
  team,
} from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import { count, listExample, listShape, oneOf, removed, removedExample, shortText, version } from '../schemas.server';
import {
  type ApiResponse,
  respondWithData,
  respondWithDeleted,
  respondWithError,
  respondWithItem,
} from '../respond.server';
import {
  formValues,
  reportedExample,
  reportedMessage,
  respondWithSentMessage,
  sentExample,
  sentMessage,
} from './conversation.shape.server';

const message = reportedMessage
  .extend({ tags: z.array(z.string()), version })
  .meta({ id: 'Message' }) satisfies z.ZodType<ReturnType<typeof toMessageJson>>;

const statistics = z
  .object({ total: count, new: count, inProgress: count, resolved: count, pendingContacts: count })
  .meta({ id: 'MessageStatistics' }) satisfies z.ZodType<MessageStatistics>;

const example = { ...reportedExample, tags: ['vehicle:1'], version: 1 };

const filters = {
  status: oneOf('status', contactStatuses),
  category: oneOf('category', contactCategories),
  priority: oneOf('priority', contactPriorities),
  tag: shortText('tag', maxLengths.tag),
};
const query = z.object({ ...pageParameters(messagesPerPage), ...z.object(filters).partial().shape });
const list = { status: 200, data: listShape('contacts', message), example: listExample('contacts', example) } as const;

function respondWithMessages(context: EndpointContext, requested: Parameters<typeof findMessages>[1]): ApiResponse {
  const { items, pagination } = findMessages(context.runtime.db, requested);
  return respondWithPage(context, pagination, { contacts: items.map(toMessageJson), pagination });
}

const all = { ...noInput, subject: 'contacts' } as const;
const single = {
  ...all,
  path: '/contacts/{id}',
  params: idParam,
  access: team('answer'),
  rejections: { 404: ['message_not_found'] },
} as const;
const changed = { status: 200, data: message, example: { ...example, status: 'in-progress', version: 2 } } as const;

export const messageEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'sendMessage',
    method: 'POST',
    path: '/contacts',
    summary: 'Send a message to the business, or to the seller of a listing',
    description:
      'Defaults: category `general`, priority `medium`, source `website`. A message about only the listing or used vehicle of another seller goes to that seller only.',
    access: anyone,
    body: jsonBody(() => newMessage.omit({ isSuspect: true, visitorSecret: true }), { ...formValues, about: '1' }),
    response: { status: 201, data: sentMessage, example: sentExample, message: messageSent },
    async handler(context, { body }) {
      const visitorSecret = readMessagesSecret(context.request);
      const result = await runEndpointCommand(context, sendMessage, { ...body, isSuspect: false, visitorSecret }, body);
      return result.ok ? respondWithSentMessage(context, result.value) : respondWithError(result.error);
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'getMessageStatistics',
    method: 'GET',
    path: '/contacts/stats',
    summary: 'Retrieve message counts',
    access: anyone,
    response: {
      status: 200,
      data: statistics,
      example: { total: 12, new: 3, inProgress: 2, resolved: 6, pendingContacts: 1 },
    },
    // Not cached, because messages do not raise the content revision.
    handler: ({ runtime }) => respondWithData(readMessageStatistics(runtime.db)),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listMessages',
    method: 'GET',
    path: '/contacts',
    summary: 'List messages, newest first',
    access: team('read'),
    query,
    response: list,
    handler: (context, input) => respondWithMessages(context, input.query),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listMessagesOfCategory',
    method: 'GET',
    path: '/contacts/category/{category}',
    summary: 'List messages of a category',
    access: team('read'),
    params: z.object({ category: filters.category }),
    query,
    response: list,
    handler: (context, input) => respondWithMessages(context, { ...input.query, ...input.params }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listMessagesOfPriority',
    method: 'GET',
    path: '/contacts/priority/{priority}',
    summary: 'List messages of a priority',
    access: team('read'),
    params: z.object({ priority: filters.priority }),
    query,
    response: list,
    handler: (context, input) => respondWithMessages(context, { ...input.query, ...input.params }),
  }),
  defineEndpoint({
    ...single,
    access: team('read'),
    operationId: 'getMessage',
    method: 'GET',
    summary: 'Retrieve a message',
    response: { status: 200, data: message, example },
    handler({ runtime }, { params }) {
      const found = findMessage(runtime.db, params.id);
      return found ? respondWithData(toMessageJson(found)) : respondWithError(messageNotFound);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'changeMessage',
    method: 'PUT',
    summary: 'Update a message',
    body: jsonBody(() => messageChanges.omit({ id: true }), { status: 'in-progress', version: 1 }),
    response: changed,
    rejections: { 404: ['message_not_found'], 409: ['edit_conflict'] },
    async handler(context, { body, params }) {
      const current = findMessage(context.runtime.db, params.id);
      const changes = findChanges(context, body, current && toMessageJson(current));
      const result = await runEndpointCommand(
        context,
        changeMessage,
        { ...changes, ...params },
        { ...body, ...params },
      );
      return respondWithItem(result, toMessageJson);
    },
  }),
  defineEndpoint({
    ...single,
    operationId: 'setMessageStatus',
    method: 'PATCH',
    path: '/contacts/{id}/status',
    summary: 'Update the status of a message',
    body: jsonBody(() => z.object({ status: contactStatus }), { status: 'in-progress' }),
    response: changed,
    handler: async (context, { body, params }) =>
      respondWithItem(await runEndpointCommand(context, setMessageStatus, { ...body, ...params }), toMessageJson),
  }),
  defineEndpoint({
    ...single,
    operationId: 'changeMessageTags',
    method: 'PATCH',
    path: '/contacts/{id}/tags',
    summary: 'Add a tag to a message, or remove one',
    body: jsonBody(() => tagChange.omit({ id: true }), { action: 'add', tag: 'call back' }),
    response: { status: 200, data: message, example: { ...example, tags: ['call back', 'vehicle:1'], version: 2 } },
    handler: async (context, { body, params }) =>
      respondWithItem(await runEndpointCommand(context, changeMessageTags, { ...body, ...params }), toMessageJson),
  }),
  defineEndpoint({
    ...single,
    access: team('erase'),
    operationId: 'deleteMessage',
    method: 'DELETE',
    summary: 'Delete a message permanently',
    response: { status: 200, data: removed, example: removedExample, message: messageDeleted },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteMessage, params), messageDeleted),
  }),
];

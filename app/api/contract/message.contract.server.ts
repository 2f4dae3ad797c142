import { z } from 'zod';
import {
  longestLine,
  type messageJson,
  messageSent,
  messagesPerPage,
  type sentMessageJson,
} from '~/domain/messages/message';
import { messageDeleted } from '~/domain/messages/message.commands.server';
import type { MessageStatistics } from '~/domain/messages/message.queries.server';
import { contactStatus, messageChanges, newMessage, tagChange } from '~/domain/messages/message.schema.server';
import { contactCategories, contactPriorities, contactStatuses } from '~db/enums';
import { oneOf, pageRules, shortText } from '../query-rules';
import { anyone, contract, idParam, jsonBody, operators, takesNothing } from './contract.server';
import { count, isoDateTime, listExample, listOf, removed, removedExample, version } from './shapes.server';

const reportedMessage = z.object({
  _id: z.string(),
  id: z.string(),
  reference: z.string().meta({ description: 'Reference that the sender can quote.' }),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  category: z.enum(contactCategories),
  priority: z.enum(contactPriorities),
  source: z.string(),
  status: z.enum(contactStatuses),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
});

const sentMessage = reportedMessage
  .extend({
    conversation: z.string().nullable().meta({
      description:
        'Link to the conversation with the seller, for a message about a listing. A visitor receives a private link once: it is null when the request is repeated.',
    }),
  })
  .meta({ id: 'SentMessage' }) satisfies z.ZodType<ReturnType<typeof sentMessageJson>>;

const message = reportedMessage
  .extend({ tags: z.array(z.string()), version })
  .meta({ id: 'Message' }) satisfies z.ZodType<ReturnType<typeof messageJson>>;

const statistics = z
  .object({ total: count, new: count, inProgress: count, resolved: count, pendingContacts: count })
  .meta({ id: 'MessageStatistics' }) satisfies z.ZodType<MessageStatistics>;

const formValues = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 98200 12345',
  subject: 'Test ride on Saturday',
  message: 'May I ride the Splendor Plus on Saturday morning?',
};
const reportedExample = {
  _id: '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
  id: '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
  reference: '7F3A-91C2',
  ...formValues,
  category: 'general',
  priority: 'medium',
  source: 'website',
  status: 'new',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
};
const sentExample = { ...reportedExample, conversation: null };
const example = { ...reportedExample, tags: ['vehicle:1'], version: 1 };

const filters = {
  status: oneOf('status', contactStatuses),
  category: oneOf('category', contactCategories),
  priority: oneOf('priority', contactPriorities),
  tag: shortText('tag', longestLine.tag),
};
const query = z.object({ ...pageRules(messagesPerPage), ...z.object(filters).partial().shape });
const list = { status: 200, data: listOf('contacts', message), example: listExample('contacts', example) } as const;

const all = { ...takesNothing, subject: 'contacts' } as const;
const one = { ...all, path: '/contacts/{id}', params: idParam, access: operators, rejections: [404] } as const;
const changed = { status: 200, data: message, example: { ...example, status: 'in-progress', version: 2 } } as const;

export const messageEndpoints = {
  send: contract({
    ...all,
    operationId: 'sendMessage',
    method: 'POST',
    path: '/contacts',
    summary: 'Send a message to the business, or to the seller of a listing',
    description:
      'Defaults: category `general`, priority `medium`, source `website`. A message about nothing but the listing or used vehicle of another seller goes to that seller only.',
    access: anyone,
    body: jsonBody(() => newMessage.omit({ isSuspect: true }), { ...formValues, about: '1' }),
    response: { status: 201, data: sentMessage, example: sentExample, message: messageSent },
  }),
  statistics: contract({
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
  }),
  list: contract({
    ...all,
    operationId: 'listMessages',
    method: 'GET',
    path: '/contacts',
    summary: 'List messages, newest first',
    access: operators,
    query,
    response: list,
  }),
  listOfCategory: contract({
    ...all,
    operationId: 'listMessagesOfCategory',
    method: 'GET',
    path: '/contacts/category/{category}',
    summary: 'List messages of a category',
    access: operators,
    params: z.object({ category: filters.category }),
    query,
    response: list,
  }),
  listOfPriority: contract({
    ...all,
    operationId: 'listMessagesOfPriority',
    method: 'GET',
    path: '/contacts/priority/{priority}',
    summary: 'List messages of a priority',
    access: operators,
    params: z.object({ priority: filters.priority }),
    query,
    response: list,
  }),
  show: contract({
    ...one,
    operationId: 'getMessage',
    method: 'GET',
    summary: 'Retrieve a message',
    response: { status: 200, data: message, example },
  }),
  change: contract({
    ...one,
    operationId: 'changeMessage',
    method: 'PUT',
    summary: 'Update a message',
    body: jsonBody(() => messageChanges.omit({ id: true }), { status: 'in-progress', version: 1 }),
    response: changed,
    rejections: [404, 409],
  }),
  setStatus: contract({
    ...one,
    operationId: 'setMessageStatus',
    method: 'PATCH',
    path: '/contacts/{id}/status',
    summary: 'Update the status of a message',
    body: jsonBody(() => z.object({ status: contactStatus }), { status: 'in-progress' }),
    response: changed,
  }),
  changeTags: contract({
    ...one,
    operationId: 'changeMessageTags',
    method: 'PATCH',
    path: '/contacts/{id}/tags',
    summary: 'Add a tag to a message, or remove one',
    body: jsonBody(() => tagChange.omit({ id: true }), { action: 'add', tag: 'call back' }),
    response: { status: 200, data: message, example: { ...example, tags: ['call back', 'vehicle:1'], version: 2 } },
  }),
  remove: contract({
    ...one,
    operationId: 'deleteMessage',
    method: 'DELETE',
    summary: 'Delete a message permanently',
    response: { status: 200, data: removed, example: removedExample, message: messageDeleted },
  }),
};

import { z } from 'zod';
import { messageDeleted } from '~/domain/messages/change-message.server';
import {
  contactCategories,
  contactPriorities,
  contactStatuses,
  longestLine,
  messagesPerPage,
} from '~/domain/messages/limits';
import { contactStatus, messageChanges, newMessage, tagChange } from '~/domain/messages/message-fields.server';
import type { messageJson, sentMessageJson } from '~/domain/messages/message-json';
import type { MessageStatistics } from '~/domain/messages/message-queries.server';
import { messageSent } from '~/domain/messages/message-rules';
import { oneOf, pageRules, shortText } from '~/doors/query-rules';
import { contract, idParam, jsonBody, takesNothing } from './contract.server';
import { count, listExample, listOf, moment, removed, removedExample, version } from './shapes.server';
import { anyone, operators } from './who.server';

const toldMessage = z.object({
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
  createdAt: moment,
  updatedAt: moment,
});

const sentMessage = toldMessage
  .extend({
    conversation: z.string().nullable().meta({
      description:
        'Link to the conversation with the seller, for a message about a listing. A visitor receives a private link once: it is null when the request is repeated.',
    }),
  })
  .meta({ id: 'SentMessage' }) satisfies z.ZodType<ReturnType<typeof sentMessageJson>>;

const message = toldMessage.extend({ tags: z.array(z.string()), version }).meta({ id: 'Message' }) satisfies z.ZodType<
  ReturnType<typeof messageJson>
>;

const statistics = z
  .object({ total: count, new: count, inProgress: count, resolved: count, pendingContacts: count })
  .meta({ id: 'MessageStatistics' }) satisfies z.ZodType<MessageStatistics>;

const typed = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 98200 12345',
  subject: 'Test ride on Saturday',
  message: 'May I ride the Splendor Plus on Saturday morning?',
};
const toldExample = {
  _id: '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
  id: '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
  reference: '7F3A-91C2',
  ...typed,
  category: 'general',
  priority: 'medium',
  source: 'website',
  status: 'new',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
};
const sentExample = { ...toldExample, conversation: null };
const example = { ...toldExample, tags: ['vehicle:1'], version: 1 };

const filters = {
  status: oneOf('status', contactStatuses),
  category: oneOf('category', contactCategories),
  priority: oneOf('priority', contactPriorities),
  tag: shortText('tag', longestLine.tag),
};
const query = z.object({ ...pageRules(messagesPerPage), ...z.object(filters).partial().shape });
const list = { status: 200, data: listOf('contacts', message), example: listExample('contacts', example) } as const;

const all = { ...takesNothing, subject: 'contacts' } as const;
const one = { ...all, path: '/contacts/{id}', params: idParam, who: operators, refusals: [404] } as const;
const changed = { status: 200, data: message, example: { ...example, status: 'in-progress', version: 2 } } as const;

export const messageCalls = {
  send: contract({
    ...all,
    operationId: 'sendMessage',
    method: 'POST',
    path: '/contacts',
    summary: 'Send a message to the business, or to the seller of a listing',
    description:
      'Defaults: category `general`, priority `medium`, source `website`. A message about nothing but the listing or used vehicle of another seller goes to that seller only.',
    who: anyone,
    body: jsonBody(() => newMessage.omit({ isSuspect: true }), { ...typed, about: '1' }),
    answer: { status: 201, data: sentMessage, example: sentExample, message: messageSent },
  }),
  statistics: contract({
    ...all,
    operationId: 'getMessageStatistics',
    method: 'GET',
    path: '/contacts/stats',
    summary: 'Retrieve message counts',
    who: anyone,
    answer: {
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
    who: operators,
    query,
    answer: list,
  }),
  listOfCategory: contract({
    ...all,
    operationId: 'listMessagesOfCategory',
    method: 'GET',
    path: '/contacts/category/{category}',
    summary: 'List messages of a category',
    who: operators,
    params: z.object({ category: filters.category }),
    query,
    answer: list,
  }),
  listOfPriority: contract({
    ...all,
    operationId: 'listMessagesOfPriority',
    method: 'GET',
    path: '/contacts/priority/{priority}',
    summary: 'List messages of a priority',
    who: operators,
    params: z.object({ priority: filters.priority }),
    query,
    answer: list,
  }),
  show: contract({
    ...one,
    operationId: 'getMessage',
    method: 'GET',
    summary: 'Retrieve a message',
    answer: { status: 200, data: message, example },
  }),
  change: contract({
    ...one,
    operationId: 'changeMessage',
    method: 'PUT',
    summary: 'Update a message',
    body: jsonBody(() => messageChanges.omit({ id: true }), { status: 'in-progress', version: 1 }),
    answer: changed,
    refusals: [404, 409],
  }),
  setStatus: contract({
    ...one,
    operationId: 'setMessageStatus',
    method: 'PATCH',
    path: '/contacts/{id}/status',
    summary: 'Update the status of a message',
    body: jsonBody(() => z.object({ status: contactStatus }), { status: 'in-progress' }),
    answer: changed,
  }),
  changeTags: contract({
    ...one,
    operationId: 'changeMessageTags',
    method: 'PATCH',
    path: '/contacts/{id}/tags',
    summary: 'Add a tag to a message, or remove one',
    body: jsonBody(() => tagChange.omit({ id: true }), { action: 'add', tag: 'call back' }),
    answer: { status: 200, data: message, example: { ...example, tags: ['call back', 'vehicle:1'], version: 2 } },
  }),
  remove: contract({
    ...one,
    operationId: 'deleteMessage',
    method: 'DELETE',
    summary: 'Delete a message permanently',
    answer: { status: 200, data: removed, example: removedExample, message: messageDeleted },
  }),
};

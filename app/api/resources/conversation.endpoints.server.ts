import { z } from 'zod';
import {
  blockSender,
  findBlockedSenders,
  senderUnblocked,
  unblockSender,
} from '~/domain/conversations/unwanted-messages.server';
import {
  blockedSendersPerPage,
  conversationNotFound,
  messagesPerPage,
  replySent,
  inboxFilters,
  inboxPerPage,
} from '~/domain/conversations/conversation';
import {
  markConversationRead,
  shareContact,
  sharingFields,
  writeMessage,
  joinConversations,
} from '~/domain/conversations/conversation.commands.server';
import {
  findConversation,
  findMessagesInConversation,
  replyText,
} from '~/domain/conversations/conversation.queries.server';
import { countUnreadMessages, findInbox } from '~/domain/conversations/inbox.queries.server';
import {
  defineEndpoint,
  type Endpoint,
  idParam,
  jsonBody,
  noInput,
  participants,
  users,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import { count, listExample, listShape, oneOf, removed, removedExample } from '../schemas.server';
import { respondWithCreated, respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import {
  row,
  rowJson,
  message,
  conversation,
  example,
  text,
  writtenAt,
  rowExample,
  messageExample,
  conversationExample,
  conversationJson,
  blockedSender,
} from './conversation.shape.server';

const all = { ...noInput, subject: 'conversations', access: participants } as const;
const item = {
  ...all,
  path: '/conversations/{id}',
  params: idParam,
  rejections: { 404: ['conversation_not_found'] },
} as const;

export const conversationEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listConversations',
    method: 'GET',
    path: '/conversations',
    summary: 'List your conversations, newest message first',
    description:
      'Lists the conversations of the key or token in the request. `unread` is the number of unread messages in all of them.',
    query: z.object({ ...pageParameters(inboxPerPage), show: oneOf('show', inboxFilters).optional() }),
    response: {
      status: 200,
      data: listShape('conversations', row).extend({ unread: count }),
      example: { ...listExample('conversations', rowExample), unread: 1 },
    },
    handler(context, { query: { show = 'all', ...page } }) {
      const { db } = context.runtime;
      const { items, pagination } = findInbox(db, context.actor, { filter: show, ...page });
      return respondWithPage(context, pagination, {
        conversations: items.map(rowJson),
        pagination,
        unread: countUnreadMessages(db, context.actor),
      });
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'getConversation',
    method: 'GET',
    summary: 'Retrieve a conversation with its messages',
    description:
      'Page 1 has the newest messages, each page in chronological order. Retrieving messages does not mark them as read.',
    query: z.object(pageParameters(messagesPerPage)),
    response: { status: 200, data: conversation, example: conversationExample },
    handler(context, { params, query }) {
      const { db } = context.runtime;
      const conversation = findConversation(db, params, context.actor);
      if (!conversation) return respondWithError(conversationNotFound);
      const messages = findMessagesInConversation(db, conversation.id, query.page, query.limit);
      return respondWithPage(context, messages.pagination, conversationJson(db, conversation, messages));
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'writeMessage',
    method: 'POST',
    path: '/conversations/{id}/messages',
    summary: 'Write a message in a conversation',
    body: jsonBody(() => z.object({ text: replyText }), { text }),
    response: { status: 201, data: message, example: { ...messageExample, isOwn: true }, message: replySent },
    rejections: {
      404: ['conversation_not_found'],
      409: [
        'conversation_full',
        'conversation_ended',
        'conversation_listing_hidden',
        'conversation_listing_deleted',
        'correspondent_deleted',
        'correspondent_blocked',
        'messages_not_accepted',
      ],
    },
    async handler(context, { params, body }) {
      const written = await runEndpointCommand(context, writeMessage, { ...body, conversation: params });
      return respondWithCreated(
        written,
        ({ messageId, createdAt, text: stored }) => ({ id: messageId, isOwn: true, text: stored, createdAt }),
        `/api/conversations/${params.id}/messages`,
        replySent,
      );
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'markConversationRead',
    method: 'PATCH',
    path: '/conversations/{id}/read',
    hasNoVersion: true,
    summary: 'Mark a conversation as read',
    response: {
      status: 200,
      data: z.object({ _id: z.string(), id: z.string(), unread: count }),
      example: { _id: example.id, id: example.id, unread: 0 },
    },
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, markConversationRead, { conversation: params }), ({ id }) => ({
        _id: id,
        id,
        unread: 0,
      })),
  }),
  defineEndpoint({
    ...item,
    operationId: 'shareContact',
    method: 'PATCH',
    path: '/conversations/{id}/shared',
    hasNoVersion: true,
    summary: 'Share your phone or email with the other side, or stop sharing it',
    description: 'Idempotent. The other side may already have copied it.',
    body: jsonBody(() => sharingFields, { contact: 'phone', isShared: true }),
    response: {
      status: 200,
      data: z.object({ _id: z.string(), id: z.string() }),
      example: { _id: example.id, id: example.id },
    },
    rejections: {
      404: ['conversation_not_found'],
      409: ['no_contact_to_share', 'correspondent_deleted', 'conversation_listing_deleted'],
    },
    handler: async (context, { params, body }) =>
      respondWithItem(await runEndpointCommand(context, shareContact, { ...body, conversation: params }), ({ id }) => ({
        _id: id,
        id,
      })),
  }),
  ...(
    [
      { method: 'PUT', operationId: 'blockSender', isBlocked: true, summary: 'Block the other side of a conversation' },
      {
        method: 'DELETE',
        operationId: 'unblockSenderOf',
        isBlocked: false,
        summary: 'Unblock the other side of a conversation',
      },
    ] as const
  ).map(({ isBlocked, ...operation }) =>
    defineEndpoint({
      ...item,
      ...operation,
      path: '/conversations/{id}/block',
      hasNoVersion: true,
      description: 'Idempotent. A blocked sender cannot write to you, in any conversation or about another vehicle.',
      access: users,
      response: {
        status: 200,
        data: z.object({ _id: z.string(), id: z.string(), isBlocked: z.boolean() }),
        example: { _id: example.id, id: example.id, isBlocked },
      },
      rejections: { 404: ['conversation_not_found'], 409: ['too_many_blocked_senders', 'correspondent_deleted'] },
      handler: async (context, { params }) =>
        respondWithItem(
          await runEndpointCommand(context, blockSender, { conversation: params, isBlocked }),
          ({ id }) => ({
            _id: id,
            id,
            isBlocked,
          }),
        ),
    }),
  ),
  defineEndpoint({
    ...all,
    operationId: 'joinConversations',
    method: 'POST',
    path: '/conversations/join',
    summary: 'Move the conversations of a visitor to your account',
    description:
      'Moves the conversations of the `X-Messages-Key` in the request, except those about your own offers; `joined` is their number. Their private links stop working. Idempotent.',
    access: users,
    response: { status: 200, data: z.object({ joined: count }), example: { joined: 1 } },
    handler: async (context) =>
      respondWithItem(await runEndpointCommand(context, joinConversations, {}), (done) => done),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listBlockedSenders',
    method: 'GET',
    path: '/conversations/blocked-senders',
    summary: 'List blocked senders, latest first',
    access: users,
    query: z.object(pageParameters(blockedSendersPerPage)),
    response: {
      status: 200,
      data: listShape('senders', blockedSender),
      example: listExample('senders', { ...removedExample, name: 'Bala K', createdAt: writtenAt }),
    },
    handler(context, { query, user }) {
      const { items, pagination } = findBlockedSenders(context.runtime.db, user.id, query);
      const senders = items.map((sender) => ({ _id: sender.id, ...sender }));
      return respondWithPage(context, pagination, { senders, pagination });
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'unblockSender',
    method: 'DELETE',
    path: '/conversations/blocked-senders/{id}',
    hasNoVersion: true,
    summary: 'Unblock a sender',
    access: users,
    response: { status: 200, data: removed, example: removedExample, message: senderUnblocked },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, unblockSender, params), senderUnblocked),
  }),
];

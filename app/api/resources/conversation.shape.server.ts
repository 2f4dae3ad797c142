import { z } from 'zod';
import {
  type Conversation,
  type ConversationRow,
  sentToSeller,
  sentToSellerBefore,
} from '~/domain/conversations/conversation';
import type { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { findTextOfRequest } from '~/domain/desk/request.queries.server';
import { formatReason } from '~/domain/shared/result';
import { messageSent, toReference, toSentMessageJson } from '~/domain/messages/message';
import type { Page } from '~/domain/shared/pagination.server';
import type { Database } from '~db/connection';
import {
  availabilities,
  contactCategories,
  contactPriorities,
  contactStatuses,
  conversationSides,
  requestKinds,
} from '~db/enums';
import { count, isoDateTime, listExample, listShape, nullableText } from '../schemas.server';
import type { SentMessage } from '~/domain/messages/send-message.server';
import { paths } from '~/paths';
import type { EndpointContext } from '../define-endpoint.server';
import { type ApiResponse, respondWithData } from '../respond.server';

const listing = z.object({
  id: nullableText.meta({ description: 'Id of the vehicle or listing; null once it is deleted.' }),
  name: z.string(),
  availability: z.enum([...availabilities, 'hidden', 'deleted']),
});

export const messagesKey = z.string().nullable().meta({
  description:
    'Key that a visitor sends as `X-Messages-Key` to read conversations and reply, and with further messages and appointments to keep one key for all of them. Returned only once, like the private link.',
});

const toBusiness = z
  .object({ kind: z.enum(requestKinds), status: z.string() })
  .nullable()
  .meta({ description: 'Your request to the business and its status; null between a buyer and a seller.' });

export const row = z
  .object({
    _id: z.string(),
    id: z.string(),
    kind: z.literal('conversation'),
    side: z.enum(conversationSides).meta({ description: 'Your side.' }),
    otherName: z.string().meta({ description: 'Name of the other side.' }),
    request: toBusiness,
    listing,
    isEnded: z.boolean().meta({ description: 'Whether one side has ended it.' }),
    lastMessage: z.object({ text: z.string(), isOwn: z.boolean() }),
    lastWrittenAt: isoDateTime,
    unread: count.meta({ description: 'Number of unread messages.' }),
    isSuspect: z.boolean().meta({ description: 'Whether it is suspected to be spam.' }),
  })
  .meta({ id: 'InboxRow' }) satisfies z.ZodType<ReturnType<typeof rowJson>>;

export const rowJson = (item: ConversationRow) => ({ _id: item.id, ...item });

const contact = z.object({ value: nullableText, isShared: z.boolean() });
export const message = z.object({ id: z.int(), isOwn: z.boolean(), text: z.string(), createdAt: isoDateTime });

export const conversation = listShape('messages', message)
  .extend({
    _id: z.string(),
    id: z.string(),
    reference: z.string(),
    subject: z.string(),
    side: z.enum(conversationSides).meta({ description: 'Your side.' }),
    otherName: z.string().meta({ description: 'Name of the other side.' }),
    request: toBusiness,
    text: nullableText.meta({
      description: 'Your request to the business; null between a buyer and a seller.',
    }),
    shared: z
      .object({ phone: nullableText, email: nullableText })
      .meta({ description: 'Contact details that the other side shares with you.' }),
    own: z
      .object({ phone: contact, email: contact })
      .meta({ description: 'Contact details that you can share, and whether you do.' }),
    listing,
    closed: nullableText.meta({ description: 'Reason why no more messages can be sent; null if they can.' }),
    isBlocked: z.boolean().meta({ description: 'Whether you block the other side.' }),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Conversation' });

export const example = {
  _id: 'c1a7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11',
  id: 'c1a7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11',
  side: 'buyer',
  otherName: 'Sita Rao',
  request: null,
  listing: { id: 'b3d7c0a8-5a35-4f6e-9f5e-2f4f6c1f0a11', name: 'Honda Activa 6G', availability: 'available' },
};
export const text = 'Saturday at 11 works.';
export const writtenAt = '2026-11-20T09:30:00.000Z';
export const rowExample = {
  ...example,
  kind: 'conversation',
  isEnded: false,
  lastMessage: { text, isOwn: false },
  lastWrittenAt: writtenAt,
  unread: 1,
  isSuspect: false,
};
export const messageExample = { id: 41, isOwn: false, text, createdAt: writtenAt };
export const conversationExample = {
  ...example,
  reference: 'C1A7-C0A8',
  subject: 'Is it still there?',
  text: null,
  shared: { phone: null, email: null },
  own: { phone: { value: '+91 98200 12345', isShared: false }, email: { value: 'asha@example.com', isShared: true } },
  closed: null,
  isBlocked: false,
  createdAt: '2026-11-19T09:30:00.000Z',
  ...listExample('messages', messageExample),
};

const messageJson = (
  { side }: Pick<Conversation, 'side'>,
  message: ReturnType<typeof findMessagesInConversation>['items'][number],
) => ({
  id: message.id,
  isOwn: message.side === side,
  text: message.text,
  createdAt: message.createdAt,
});

export function conversationJson(
  db: Database,
  conversation: Conversation,
  { items, pagination }: Page<Parameters<typeof messageJson>[1]>,
) {
  const { kind: _kind, ...about } = conversation.listing;
  return {
    _id: conversation.id,
    ...conversation,
    closed: conversation.closed && formatReason(conversation.closed),
    listing: about,
    text: conversation.request && findTextOfRequest(db, { id: conversation.id, kind: conversation.request.kind }),
    reference: toReference(conversation.id),
    messages: items.map((one) => messageJson(conversation, one)),
    pagination,
  };
}

export const blockedSender = z
  .object({ _id: z.string(), id: z.string(), name: z.string(), createdAt: isoDateTime })
  .meta({ id: 'BlockedSender' });

export const reportedMessage = z.object({
  _id: z.string(),
  id: z.string(),
  reference: z.string().meta({ description: 'Reference number that the sender can quote.' }),
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

export const sentMessage = reportedMessage
  .extend({
    conversation: z.string().nullable().meta({
      description:
        'Link to the conversation with the seller or the business. A visitor receives a private link only once: it is null when the request is repeated.',
    }),
    messagesKey,
  })
  .meta({ id: 'SentMessage' }) satisfies z.ZodType<ReturnType<typeof toSentMessageJson>>;

export const formValues = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '+91 98200 12345',
  subject: 'Test ride on Saturday',
  message: 'May I ride the Splendor Plus on Saturday morning?',
};
export const reportedExample = {
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
export const sentExample = {
  ...reportedExample,
  conversation: 'https://dopahiya.example/conversation?id=7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
  messagesKey: null,
};

export function respondWithSentMessage(
  context: EndpointContext,
  { message, isToSeller, conversation: { id, name, visitorSecret } }: SentMessage,
): ApiResponse {
  const path = name && paths.conversation(name);
  const data = toSentMessageJson(message, path && context.origin + path, visitorSecret);
  if (!isToSeller) {
    const headers = { Location: `/api/contacts/${message.id}` };
    return respondWithData(data, { status: 201, message: messageSent, headers });
  }
  return respondWithData(data, {
    status: 201,
    message: path ? sentToSeller : sentToSellerBefore,
    // A repeated response refers to a visitor's conversation by its id, which gives no access.
    headers: { Location: path ?? paths.conversation({ id }) },
  });
}

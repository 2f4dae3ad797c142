import { z } from 'zod';
import { sentToSeller, sentToSellerBefore } from '~/domain/conversations/conversation';
import { messageSent, toSentMessageJson } from '~/domain/messages/message';
import type { SentMessage } from '~/domain/messages/send-message.server';
import { paths } from '~/paths';
import { contactCategories, contactPriorities, contactStatuses } from '~db/enums';
import type { EndpointContext } from '../define-endpoint.server';
import { isoDateTime } from '../schemas.server';
import { type ApiResponse, respondWithData } from '../respond.server';
import { messagesKey } from './conversation.shape.server';

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

/** Response to a message that was sent to the business, or to the seller of a listing or used vehicle. */
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

import { z } from 'zod';
import { toReference } from '~/domain/messages/message';
import { type SentItem, sentKinds } from '~/domain/status/status';
import { findSentItem, lookupFields } from '~/domain/status/status.server';
import { anyone, defineEndpoint, type Endpoint, jsonBody, noInput } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithItem } from '../respond.server';
import { isoDateTime, nullableText } from '../schemas.server';

const sentItem = z
  .object({
    _id: z.string(),
    id: z.string(),
    reference: z.string(),
    kind: z.enum(sentKinds),
    title: z.string(),
    when: nullableText.meta({ description: 'For a visit: day and time.' }),
    status: z.string(),
    sentAt: isoDateTime,
    changedAt: isoDateTime,
    answers: z.array(z.object({ text: z.string(), writtenAt: isoDateTime })),
  })
  .meta({ id: 'SentItem' }) satisfies z.ZodType<ReturnType<typeof itemJson>>;

const itemJson = (item: SentItem) => ({ _id: item.id, ...item, reference: toReference(item.id) });

const sentAt = '2026-11-20T09:30:00.000Z';
const changedAt = '2026-11-21T05:00:00.000Z';

export const statusEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'contacts',
    operationId: 'findSentItem',
    method: 'POST',
    path: '/status',
    summary: 'Look up the status of a request by its reference',
    description:
      'Requires the phone or email that it was sent with. The error is the same for a wrong reference and a wrong phone or email.',
    access: anyone,
    body: jsonBody(() => lookupFields, { reference: '7F3A-91C2', contact: 'asha@example.com' }),
    response: {
      status: 200,
      data: sentItem,
      example: {
        _id: '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
        id: '7f3a91c2-5d0e-4c7b-9a61-3e2f1d0c9b8a',
        reference: '7F3A-91C2',
        kind: 'message',
        title: 'Test ride on Saturday',
        when: null,
        status: 'in-progress',
        sentAt,
        changedAt,
        answers: [{ text: 'We look forward to it.', writtenAt: changedAt }],
      },
    },
    handler: async (context, { body }) =>
      respondWithItem(await runEndpointCommand(context, findSentItem, body), itemJson),
  }),
];

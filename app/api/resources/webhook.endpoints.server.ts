import { z } from 'zod';
import {
  createWebhook,
  deleteWebhook,
  type Delivery,
  deliveriesPerPage,
  findDeliveries,
  findOwnWebhook,
  findWebhooks,
  getSecrets,
  maxWebhooks,
  replayFields,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  webhookFields,
} from '~/domain/webhooks/webhooks.server';
import { deliveryDays, deliveryEvents, deliveryStates, webhookEvents } from '~db/webhook-events';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  jsonBody,
  noInput,
  users,
} from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithDeleted, respondWithError, respondWithItem } from '../respond.server';
import { count, isoDateTime, removed, removedExample } from '../schemas.server';

const webhook = z
  .object({
    _id: z.string(),
    id: z.string(),
    url: z.url(),
    events: z.array(z.enum(webhookEvents)),
    failingSince: isoDateTime
      .nullable()
      .meta({ description: 'First failure since your program last accepted an event; null if it works.' }),
    pausedAt: isoDateTime.nullable().meta({
      description: 'When sending stopped, after a day without success or an answer of 410; resumed by a replay.',
    }),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Webhook' });
const withSecret = webhook
  .extend({
    secret: z.string().meta({
      description: 'Signs each event: `whsec_` and 32 bytes in Base64, by the Standard Webhooks specification.',
    }),
  })
  .meta({ id: 'WebhookWithSecret' });
const delivery = z
  .object({
    _id: z.string(),
    id: z.string().meta({ description: 'The `webhook-id` of the request, the same for every attempt.' }),
    event: z.enum(deliveryEvents),
    aboutId: z.string().nullable().meta({ description: 'Id of the listing or conversation; null for a test.' }),
    state: z.enum(deliveryStates),
    attempts: count,
    status: z.int().nullable().meta({ description: 'HTTP status of the last answer; null without an answer.' }),
    createdAt: isoDateTime,
    nextAttemptAt: isoDateTime.nullable().meta({ description: 'Null once it is delivered or has failed.' }),
  })
  .meta({ id: 'WebhookDelivery' });

const example = {
  _id: '0b6a3f6e-5f0e-4c0c-9d42-6f0d2f1b7a11',
  id: '0b6a3f6e-5f0e-4c0c-9d42-6f0d2f1b7a11',
  url: 'https://shop.example/hooks',
  events: ['listing.created', 'listing.sold'],
  failingSince: null,
  pausedAt: null,
  createdAt: '2026-11-28T09:30:00.000Z',
};
const exampleWithSecret = { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' };
const exampleDelivery = {
  _id: 'msg_8vJ2kQeX0mYb5nR1sTzWcLfA',
  id: 'msg_8vJ2kQeX0mYb5nR1sTzWcLfA',
  event: 'listing.sold',
  aboutId: '5f0c1a2b3d4e5f6071829304',
  state: 'delivered',
  attempts: 1,
  status: 204,
  createdAt: '2026-11-28T09:31:00.000Z',
  nextAttemptAt: null,
};

const webhookJson = ({ id, url, events, failingSince, pausedAt, createdAt }: Webhook) =>
  ({ _id: id, id, url, events, failingSince, pausedAt, createdAt }) satisfies z.infer<typeof webhook>;

const secretJson = (stored: Webhook, { runtime, now }: EndpointContext) =>
  ({ ...webhookJson(stored), secret: getSecrets(runtime.db, stored, now)[0] ?? '' }) satisfies z.infer<
    typeof withSecret
  >;

const deliveryJson = ({ id, event, aboutId, state, attempts, status, createdAt, dueAt }: Delivery) =>
  ({
    ...{ _id: id, id, event, aboutId, state, attempts, status, createdAt },
    nextAttemptAt: state === 'waiting' ? dueAt : null,
  }) satisfies z.infer<typeof delivery>;

const created = 'The webhook has been created.';
const deleted = 'The webhook has been deleted.';
const all = { ...noInput, subject: 'webhooks', access: users } as const;
const ofWebhook = { ...all, params: idParam, rejections: { 404: ['webhook_not_found'] } } as const;

export const webhookEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/webhooks',
    summary: 'List your webhooks, oldest first',
    response: { status: 200, data: z.object({ webhooks: z.array(webhook) }), example: { webhooks: [example] } },
    handler: ({ runtime }, { user }) =>
      respondWithData({ webhooks: findWebhooks(runtime.db, user.id).map(webhookJson) }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'createWebhook',
    method: 'POST',
    path: '/webhooks',
    summary: 'Have your program told of events',
    description: `Events are sent as POST requests, signed with \`secret\`, which is returned only here and after a rotation. An account has up to ${maxWebhooks} webhooks. Private addresses are never reached.`,
    body: jsonBody(() => webhookFields, { url: example.url, events: example.events }),
    response: { status: 201, data: withSecret, example: exampleWithSecret, message: created },
    rejections: { 409: ['too_many_webhooks', 'webhooks_full'] },
    async handler(context, { body }) {
      const isAnyAllowed = context.runtime.settings.hasPrivateWebhooks;
      const result = await runEndpointCommand(context, createWebhook, { ...body, isAnyAllowed }, body);
      return respondWithItem(result, (stored) => secretJson(stored, context), {
        status: 201,
        message: created,
        ...(result.ok && { headers: { Location: `/api/webhooks/${result.value.id}` } }),
      });
    },
  }),
  defineEndpoint({
    ...ofWebhook,
    operationId: 'getWebhook',
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'Get one of your webhooks',
    response: { status: 200, data: webhook, example },
    handler: (context, { params }) =>
      respondWithItem(findOwnWebhook({ db: context.runtime.db, actor: context.actor }, params.id), webhookJson),
  }),
  defineEndpoint({
    ...ofWebhook,
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete one of your webhooks',
    hasNoVersion: true,
    response: { status: 200, data: removed, example: removedExample, message: deleted },
    handler: async (context, { params }) =>
      respondWithDeleted(await runEndpointCommand(context, deleteWebhook, params), deleted),
  }),
  defineEndpoint({
    ...ofWebhook,
    operationId: 'rotateWebhookSecret',
    method: 'POST',
    path: '/webhooks/{id}/secret',
    summary: 'Replace the secret of a webhook',
    description: 'For a day, events are signed with the former secret too, so that your program can change over.',
    hasNoVersion: true,
    response: { status: 200, data: withSecret, example: exampleWithSecret },
    async handler(context, { params }) {
      const result = await runEndpointCommand(context, rotateWebhookSecret, params);
      return respondWithItem(result, (stored) => secretJson(stored, context));
    },
  }),
  defineEndpoint({
    ...ofWebhook,
    operationId: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: `List the last ${deliveriesPerPage} events of a webhook, newest first`,
    description: `Events are kept for ${deliveryDays} days after they were delivered or have failed.`,
    response: {
      status: 200,
      data: z.object({ deliveries: z.array(delivery) }),
      example: { deliveries: [exampleDelivery] },
    },
    handler(context, { params }) {
      const { db } = context.runtime;
      const lookup = findOwnWebhook({ db, actor: context.actor }, params.id);
      if (!lookup.ok) return respondWithError(lookup.error);
      return respondWithData({ deliveries: findDeliveries(db, params.id).map(deliveryJson) });
    },
  }),
  defineEndpoint({
    ...ofWebhook,
    operationId: 'testWebhook',
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Send a test event',
    description: 'An event `webhook.test` with empty data is sent within seconds.',
    hasNoVersion: true,
    response: {
      status: 200,
      data: z.object({ delivery: z.string().meta({ description: 'Its `webhook-id`.' }) }),
      example: { delivery: exampleDelivery.id },
    },
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, testWebhook, params), (queued) => queued),
  }),
  defineEndpoint({
    ...ofWebhook,
    operationId: 'replayWebhook',
    method: 'POST',
    path: '/webhooks/{id}/replay',
    summary: 'Send events again, and resume a paused webhook',
    description:
      'Up to 500 events that have failed are sent again, under their former ids. What happened while it was paused follows.',
    hasNoVersion: true,
    body: jsonBody(() => replayFields, { since: '2026-11-28T09:30:00Z' }),
    response: {
      status: 200,
      data: z.object({ queued: count.meta({ description: 'Number of events that will be sent again.' }) }),
      example: { queued: 3 },
    },
    handler: async (context, { params, body }) =>
      respondWithItem(
        await runEndpointCommand(context, replayWebhook, { ...body, ...params }, body),
        (replayed) => replayed,
      ),
  }),
];

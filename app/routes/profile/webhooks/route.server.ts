import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  createWebhook,
  deleteWebhook,
  findDeliveries,
  findOwnWebhook,
  findWebhooks,
  getSecrets,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
} from '~/domain/webhooks/webhooks.server';
import { paths } from '~/paths';
import { allowUser, createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { webhookEvents } from '~db/webhook-events';
import { requireAccount } from '../account.server';

/** Response to the forms that make a secret, which is shown once. */
export type CreatedSecret = { secret: string; url: string };

const listPath = paths.profileView('webhooks');

/** `webhook` names the one whose last events are shown. */
export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { user, actor } = requireAccount(request, runtime);
  const { db } = runtime;
  const id = new URL(request.url).searchParams.get('webhook');
  const open = id === null ? null : findOwnWebhook({ db, actor }, id);
  if (open && !open.ok) throw new Response(null, { status: 404 });
  const webhooks = (open ? [open.value] : findWebhooks(db, user.id)).map(
    ({ id, url, events, failingSince, pausedAt, createdAt }) => ({
      id,
      url,
      events,
      failingSince,
      pausedAt,
      createdAt,
    }),
  );
  const deliveries =
    open &&
    findDeliveries(db, open.value.id).map(({ id, event, aboutId, state, attempts, status, createdAt }) => ({
      ...{ id, event, aboutId, state, attempts, status, createdAt },
    }));
  return json({
    ...{ webhooks, deliveries },
    idempotencyKey: generateIdempotencyKey(),
    unfinished: readUnfinishedForm(request, runtime),
  });
}

const access = allowUser(() => listPath);

const showSecret = (webhook: Webhook, { runtime, now }: FormPost): Response =>
  json<CreatedSecret>({ secret: getSecrets(runtime.db, webhook, now)[0] ?? '', url: webhook.url });

const create = createFormAction({
  access,
  values: selectFields(['url', ...webhookEvents]),
  command: createWebhook,
  decode: ({ values, runtime }) => ({
    url: values.url?.trim() ?? '',
    events: webhookEvents.filter((event) => values[event] === 'on'),
    isAnyAllowed: runtime.settings.hasPrivateWebhooks,
  }),
  onSuccess: showSecret,
  redisplay: () => ({}),
});

/** Of the buttons beside a webhook. */
const ofWebhook = {
  access,
  decode: ({ fields }: FormPost) => ({ id: fields.get('webhook') ?? '' }),
  redisplay: null,
} as const;
const showEvents = ({ fields }: FormPost): string =>
  paths.profileView('webhooks', { webhook: fields.get('webhook') ?? '' });

const forms = {
  'make-webhook': create,
  'test-webhook': createFormAction({
    ...ofWebhook,
    command: testWebhook,
    onSuccess: (_value, post) => ({ to: showEvents(post), flash: 'webhook-tested' }),
  }),
  'replay-webhook': createFormAction({
    ...ofWebhook,
    command: replayWebhook,
    onSuccess: (_value, post) => ({ to: showEvents(post), flash: 'webhook-replayed' }),
  }),
  'rotate-webhook': createFormAction({ ...ofWebhook, command: rotateWebhookSecret, onSuccess: showSecret }),
  'delete-webhook': createFormAction({
    ...ofWebhook,
    command: deleteWebhook,
    onSuccess: () => ({ to: listPath, flash: 'webhook-deleted' }),
  }),
};

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);

import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatDate, formatTimestamp } from '~/domain/shared/dates';
import { paths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { CheckField, FieldNotes, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { StatusChip } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import { webhookEvents } from '~db/webhook-events';
import { profileHandle } from '../profile-handle';
import type { CreatedSecret, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Webhooks', 'Programs that the site calls when something happens.');

const listPath = paths.profileView('webhooks');
const eventLabels = {
  'listing.created': 'A bike or scooter is listed',
  'listing.changed': 'A listing changes',
  'listing.sold': 'A listing is sold',
  'listing.removed': 'A listing is removed',
  'message.created': 'A message is written to you',
  'webhook.test': 'Test',
} as const;

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type OwnWebhook = Loaded['webhooks'][number];

export default function Webhooks() {
  const { webhooks, deliveries, idempotencyKey, unfinished } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm | CreatedSecret>();
  const created = actionData && 'secret' in actionData ? actionData : undefined;
  const rejected = actionData && 'message' in actionData ? actionData : undefined;
  const back = deliveries ? { text: 'Webhooks', href: listPath } : { text: 'My Profile', href: paths.profile() };
  return (
    <>
      <PageHead title={deliveries ? 'Last events' : 'Webhooks'} back={back} />
      <div className={deliveries ? 'section stack' : 'columns section'}>
        {created && <CreatedSecretCode {...created} />}
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        {!deliveries && (
          <NewWebhook
            values={rejected?.values ?? unfinished ?? {}}
            errors={rejected?.errors ?? {}}
            idempotencyKey={idempotencyKey}
          />
        )}
        <section className="stack" aria-label="Your webhooks">
          {!deliveries && <h2>Your webhooks</h2>}
          {webhooks.length === 0 ? (
            <p>None yet.</p>
          ) : (
            <ul className="own-items">
              {webhooks.map((webhook) => (
                <WebhookItem key={webhook.id} webhook={webhook} isOpen={deliveries !== null} />
              ))}
            </ul>
          )}
        </section>
        {deliveries && <Deliveries deliveries={deliveries} />}
      </div>
    </>
  );
}

type NewWebhookProps = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  idempotencyKey: string;
};

function NewWebhook({ values, errors, idempotencyKey }: NewWebhookProps) {
  return (
    <form method="post" action={listPath} className="stack" aria-labelledby="make" noValidate>
      <h2 id="make">Add a webhook</h2>
      <p>
        The site sends each event to the address of your program, signed with a secret.{' '}
        <a href={paths.apiGuide('webhooks')}>How your program verifies it</a>
      </p>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <fieldset id="events" className="stack">
        <legend>Events</legend>
        {webhookEvents.map((event) => (
          <CheckField key={event} name={event} label={eventLabels[event]} isChecked={values[event] === 'on'} />
        ))}
        <FieldNotes name="events" error={errors.events} />
      </fieldset>
      <TextField
        name="url"
        label="Address"
        help="Of your program on the internet, with https"
        type="url"
        value={values.url}
        error={errors.url}
        placeholder="https://"
        required
      />
      <p>
        <Button kind="primary" name="intent" value="make-webhook" busyText="Adding...">
          Add webhook
        </Button>
      </p>
    </form>
  );
}

/** The new secret, present only in the response to the form: in no URL, cookie or other page. */
function CreatedSecretCode({ secret, url }: CreatedSecret) {
  return (
    <div className="message message-success" role="status">
      <Icon name="check" />
      <div>
        <p>{`The secret for ${url}. Copy it now: it is shown only this once.`}</p>
        <p>
          <code className="secret-code">{secret}</code>
        </p>
      </div>
    </div>
  );
}

function WebhookState({ pausedAt, failingSince }: OwnWebhook) {
  if (pausedAt) return <StatusChip tone="off">Paused</StatusChip>;
  return failingSince ? <StatusChip tone="waiting">Failing</StatusChip> : <StatusChip tone="done">Works</StatusChip>;
}

const describeState = ({ pausedAt, failingSince }: OwnWebhook): string => {
  if (pausedAt) return `paused on ${formatTimestamp(pausedAt)}: nothing is sent until you send again`;
  return failingSince ? `failing since ${formatTimestamp(failingSince)}: it is tried again for a day` : '';
};

function WebhookItem({ webhook, isOpen }: { webhook: OwnWebhook; isOpen: boolean }) {
  const { id, url, events, createdAt } = webhook;
  const Heading = isOpen ? 'h2' : 'h3';
  const facts = [`added on ${formatDate(createdAt)}`, describeState(webhook)].filter(Boolean);
  return (
    <li>
      <Heading id={id}>{url}</Heading>
      <WebhookState {...webhook} />
      <p className="note">{`${events.map((event) => eventLabels[event]).join(', ')} · ${facts.join(' · ')}`}</p>
      <div className="own-question">
        <form method="post" action={listPath} className="row">
          <input type="hidden" name="webhook" value={id} />
          {!isOpen && <ButtonLink href={paths.profileView('webhooks', { webhook: id })}>Last events</ButtonLink>}
          <Button name="intent" value="test-webhook" aria-describedby={id}>
            Send a test
          </Button>
          <Button name="intent" value="replay-webhook" aria-describedby={id}>
            Send again
          </Button>
          <Button name="intent" value="rotate-webhook" aria-describedby={id}>
            New secret
          </Button>
          <Button name="intent" value="delete-webhook" aria-describedby={id}>
            Delete
          </Button>
        </form>
      </div>
    </li>
  );
}

const stateTones = { waiting: 'waiting', delivered: 'done', failed: 'off' } as const;
const stateLabels = { waiting: 'Waits', delivered: 'Delivered', failed: 'Failed' } as const;

function Deliveries({ deliveries }: { deliveries: NonNullable<Loaded['deliveries']> }) {
  if (deliveries.length === 0) return <p>Nothing was sent in the last days.</p>;
  return (
    <section aria-label="Events">
      <ul className="own-items">
        {deliveries.map(({ id, event, aboutId, state, attempts, status, createdAt }) => (
          <li key={id}>
            <h3>{eventLabels[event]}</h3>
            <StatusChip tone={stateTones[state]}>{stateLabels[state]}</StatusChip>
            <p className="note">
              {[
                formatTimestamp(createdAt),
                attempts === 1 ? '1 attempt' : `${attempts} attempts`,
                attempts > 0 && (status === null ? 'no answer' : `answer ${status}`),
                aboutId,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

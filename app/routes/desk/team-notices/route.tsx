import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { HiddenFields, RadioGroup } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { CreatedFeed, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'New customers', 'How you hear of new customers.');

const choices = [
  { value: 'off', label: 'No mail' },
  { value: 'at-once', label: 'At once' },
  { value: 'hourly', label: 'Once an hour' },
];

/** How a member of the team hears of new customers (docs/product.md, "Notices of new customers"). */
export default function Notices() {
  const { mails, hasFeed, sendsMail, idempotencyKey } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm | CreatedFeed>();
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  const created = actionData && 'feed' in actionData ? actionData.feed : undefined;
  const action = deskPaths.teamNotices();
  return (
    <DeskPage title="New customers" back={{ text: 'Team', href: deskPaths.team() }}>
      <div className="stack">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <form method="post" action={action} className="stack" noValidate>
          <h2>Mail to me</h2>
          <HiddenFields fields={{ intent: 'mails' }} />
          <RadioGroup
            name="mails"
            label="When somebody writes, books or gives feedback"
            choices={choices}
            value={mails}
            error={rejected?.errors.mails}
          />
          <p className="note">
            {sendsMail
              ? 'At most ten in an hour; the others are then one mail. A mail has a link and nothing of what was written.'
              : 'This site sends no mail yet: the settings SMTP_URL, MAIL_FROM and ORIGIN are missing.'}
          </p>
          <p>
            <Button kind="primary">Save</Button>
          </p>
        </form>
        <section aria-labelledby="feed" className="stack">
          <h2 id="feed">Feed for a reader of mine</h2>
          {created && (
            <div role="status">
              <p>The address of your feed, shown only now. Whoever has it sees when customers write.</p>
              <p>
                <code>{created}</code>
              </p>
            </div>
          )}
          <p className="note">
            An Atom feed of the newest fifty: what it is and a link to the desk, no names and no words of theirs.
          </p>
          <form method="post" action={action}>
            <HiddenFields fields={{ intent: 'make-feed', idempotencyKey }} />
            <Button>{hasFeed || created ? 'Make a new address' : 'Make an address'}</Button>
          </form>
          {(hasFeed || created) && (
            <form method="post" action={action}>
              <HiddenFields fields={{ intent: 'end-feed' }} />
              <Button>End the address</Button>
            </form>
          )}
        </section>
      </div>
    </DeskPage>
  );
}

import pushScript from 'virtual:push-script';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { useDocument } from '~/ui/document';
import { HiddenFields, RadioGroup } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { CreatedFeed, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta(matches, 'New customers', 'How you hear of new customers.'),
  // An iPhone shows notifications of a site only as an app of its home screen.
  { tagName: 'link', rel: 'manifest', href: deskPaths.appFile('app.webmanifest') },
];

const times = [
  { value: 'at-once', label: 'At once' },
  { value: 'hourly', label: 'Once an hour' },
];
const choices = [{ value: 'off', label: 'No mail' }, ...times];

/** How a member of the team hears of new customers (docs/product.md, "Notices of new customers"). */
export default function Notices() {
  const { mails, hasFeed, sendsMail, idempotencyKey, devices, pushKey } = useLoaderData<typeof loader>();
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
        <Push devices={devices} pushKey={pushKey} rejected={rejected} />
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

type PushProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'devices' | 'pushKey'> & {
  rejected: RejectedForm | undefined;
};

/** Notifications by the push services of browsers. What a browser can do is found out by the script. */
function Push({ devices, pushKey, rejected }: PushProps) {
  const { savesData } = useDocument();
  const action = deskPaths.teamNotices();
  return (
    <section aria-labelledby="push" className="stack" id="endpoint">
      {!savesData && <script type="module" async src={pushScript} />}
      <h2 id="push">Notifications on my devices</h2>
      {devices.length > 0 && (
        <ul className="rows sessions">
          {devices.map(({ id, name, isThis, facts }) => (
            <li key={id}>
              <div>
                <b>{isThis ? `${name}, this browser` : name}</b>
                <small>{facts}</small>
              </div>
              <form method="post" action={action} className="row">
                <HiddenFields fields={{ device: id }} />
                <Button name="intent" value="push-test">
                  Test<span className="unseen"> {name}</span>
                </Button>
                <Button name="intent" value="push-off">
                  Turn off<span className="unseen"> {name}</span>
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
      <div data-push="form" hidden>
        <form
          method="post"
          action={action}
          className="stack"
          noValidate
          data-push-key={pushKey}
          data-push-worker={deskPaths.appFile('push-worker.js')}
        >
          <HiddenFields fields={{ intent: 'push-on', endpoint: '', p256dh: '', auth: '' }} />
          <RadioGroup
            name="time"
            label="Notify me in this browser"
            choices={times}
            value={rejected?.values.time || 'at-once'}
            error={rejected?.errors.time}
          />
          <p>
            <Button>Turn on in this browser</Button>
          </p>
        </form>
      </div>
      <p className="note" data-push="none">
        This browser cannot show notifications, or runs no scripts here. Mail can.
      </p>
      <p className="note" data-push="home-screen" hidden>
        On an iPhone or iPad, first add this page to the home screen (Share, then Add to Home Screen), and open it
        there.
      </p>
      <p className="note" data-push="blocked" role="status" hidden>
        This browser does not allow notifications of this site. Allow them in its settings, and open this page again.
      </p>
      <p className="note" data-push="failed" role="status" hidden>
        The browser’s push service did not answer. Please try again later. Mail can.
      </p>
      <p className="note">
        A notification says what a customer asks about, and nothing of who it is. It ends on a device when you sign out
        there, when you change your password, and 30 days after you last signed in there.
      </p>
    </section>
  );
}

import { longestText, operatorPasswordMinimum, passwordMinimum } from '~/domain/accounts/account';
import type { OwnSession } from '~/domain/accounts/sessions.server';
import { dayOf, dayText } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { TextField } from '~/ui/forms/field';
import { PageHead } from '~/ui/page/page-head';
import { Button, ActionLink } from '~/ui/primitives/button';
import type { RejectedProfile } from './profile-screen';

type SecurityViewProps = {
  sessions: OwnSession[];
  /** The audit log of operators outlives their account. */
  isOperator: boolean;
  err: RejectedProfile | undefined;
};

const here = paths.profile({ show: 'security' });
const kindLabels = { browser: 'A browser', api: 'An app that uses the API' } as const;

/** Password & Devices: sessions, a new password, and deletion of the account. */
export function SecurityView({ sessions, isOperator, err }: SecurityViewProps) {
  const shortest = isOperator ? operatorPasswordMinimum : passwordMinimum;
  const errorOf = (name: string): string | undefined => err?.errors[name];
  return (
    <>
      <PageHead title="Password & Devices" back={{ text: 'My Profile', href: paths.profile() }} />
      <div className="columns section">
        {err && <ErrorSummary message={err.message} errors={err.errors} />}
        <form method="post" action={here} className="stack" aria-labelledby="change">
          <h2 id="change">Change your password</h2>
          <p>Every other device is signed out with it, and every access token ends.</p>
          <TextField
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            maxLength={longestText.password}
            error={errorOf('currentPassword')}
            required
          />
          <TextField
            name="newPassword"
            label="New password"
            type="password"
            autoComplete="new-password"
            minLength={shortest}
            maxLength={longestText.password}
            help={`${shortest} or more characters, at least one special character`}
            error={errorOf('newPassword')}
            required
          />
          <p>
            <Button kind="primary" name="intent" value="change-password" busyText="Changing...">
              Change password
            </Button>
          </p>
        </form>
        {isOperator && (
          <section className="stack" aria-labelledby="two-step">
            <h2 id="two-step">Two-step sign-in</h2>
            <p>A code of your phone besides the password, for what an operator may see and do.</p>
            <p>
              <ActionLink href={paths.profile({ show: 'two-step' })}>Two-step sign-in</ActionLink>
            </p>
          </section>
        )}
        <section className="stack" aria-labelledby="devices">
          <h2 id="devices">Where you are signed in</h2>
          <ul className="own-items">
            {sessions.map(({ id, label, kind, lastSeenAt, isThis }) => (
              <li key={id}>
                <h3>{label ?? kindLabels[kind]}</h3>
                {isThis ? <span className="chip">This device</span> : <EndSession session={id} />}
                <p className="note">{`Last seen on ${dayText(dayOf(new Date(lastSeenAt)))}`}</p>
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <form method="post" action={here}>
              <Button name="intent" value="end-session">
                Sign out everywhere else
              </Button>
            </form>
          )}
        </section>
        <form method="post" action={here} className="stack" aria-labelledby="delete">
          <h2 id="delete">Delete your account</h2>
          <p>
            Your listings and used vehicles with their photos, favourites, reviews, bookings, feedback and messages to
            us go with it, for good, and so do your devices and access tokens. What you wrote to buyers and sellers
            stays with them, and what you reported with us, without your name, email and phone.
            {isOperator && ' The log of what operators did keeps your name.'} You can{' '}
            <a href={paths.ownData()}>download your data</a> first.
          </p>
          <TextField
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            maxLength={longestText.password}
            error={errorOf('password')}
            required
          />
          <p>
            <Button kind="danger" name="intent" value="delete-account" busyText="Deleting...">
              Delete my account
            </Button>
          </p>
        </form>
      </div>
    </>
  );
}

function EndSession({ session }: { session: string }) {
  return (
    <form method="post" action={here}>
      <input type="hidden" name="session" value={session} />
      <Button name="intent" value="end-session">
        Sign out
      </Button>
    </form>
  );
}

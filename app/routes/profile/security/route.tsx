import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { minOperatorPasswordLength, minPasswordLength } from '~/domain/accounts/account';
import type { RecoveryState } from '~/domain/accounts/recovery-codes.server';
import { formatDate } from '~/domain/shared/dates';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths, paths } from '~/paths';
import { KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { CurrentPasswordField, NewPasswordField } from '~/ui/forms/secret-fields';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button } from '~/ui/primitives/button';
import { profileHandle } from '../profile-handle';
import type { loader } from './route.server';
import { isTeamRole } from '~/domain/shared/permissions';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Password & Devices', 'Your password, email, recovery code and devices.');

const securityHref = paths.profileView('security');
const recoveryTexts: Readonly<Record<RecoveryState, string>> = {
  none: 'You have none yet. With your email it sets a new password, if you forget it. We mail nothing, so keep one.',
  made: 'You have one, and have not confirmed that you saved it. If you did not, create a new one, which replaces it.',
  kept: 'You keep one. With your email it sets a new password, if you forget it. A new code replaces it.',
};
const kindLabels = { browser: 'A browser', api: 'An app that uses the API' } as const;

export default function Security() {
  const { account, sessions, recovery, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  // The operators' audit log is kept after their account is deleted.
  const isOperator = isTeamRole(account.role);
  const shortest = isOperator ? minOperatorPasswordLength : minPasswordLength;
  const newEmail = rejected?.values ?? unfinished ?? undefined;
  const getError = (name: string): string | undefined => rejected?.errors[name];
  return (
    <>
      <PageHead title="Password & Devices" back={{ text: 'My Profile', href: paths.profile() }} />
      <div className="columns section">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <div className="stack security-parts">
          <form method="post" action={securityHref} className="stack" aria-labelledby="change" noValidate>
            <h2 id="change">Change your password</h2>
            <p>Every other device is signed out with it, and every access token ends.</p>
            <CurrentPasswordField name="currentPassword" label="Current password" error={getError('currentPassword')} />
            <NewPasswordField name="newPassword" shortest={shortest} error={getError('newPassword')} />
            <p>
              <Button kind="primary" name="intent" value="change-password" busyText="Changing...">
                Change password
              </Button>
            </p>
          </form>
          <form method="post" action={securityHref} className="stack" aria-labelledby="change-email" noValidate>
            <h2 id="change-email">Change your email</h2>
            <p>{`You sign in with ${account.email}.`}</p>
            <KeyField values={newEmail} />
            <TextField
              name="email"
              label="New email"
              type="email"
              autoComplete="email"
              value={newEmail?.email}
              error={getError('email')}
              required
            />
            <CurrentPasswordField name="emailPassword" error={getError('emailPassword')} />
            <p>
              <Button name="intent" value="change-email" busyText="Changing...">
                Change email
              </Button>
            </p>
          </form>
        </div>
        <div className="stack security-parts">
          <form method="post" action={securityHref} className="stack" aria-labelledby="recovery" noValidate>
            <h2 id="recovery">Recovery code</h2>
            <p>{recoveryTexts[recovery]}</p>
            <CurrentPasswordField name="codePassword" error={getError('codePassword')} />
            <p>
              <Button name="intent" value="recovery-code" busyText="Making it...">
                {recovery === 'none' ? 'Make a recovery code' : 'Make a new code'}
              </Button>
            </p>
          </form>
          {isOperator && (
            <section className="stack" aria-labelledby="two-step">
              <h2 id="two-step">Two-step sign-in</h2>
              <p>A code from your phone in addition to the password, because operators can see and change more.</p>
              <p>
                <ActionLink href={paths.profileView('two-step')}>Two-step sign-in</ActionLink>
              </p>
              <p>
                <ActionLink href={deskPaths.shortcuts()}>Keyboard shortcuts of the desk</ActionLink>
              </p>
            </section>
          )}
          <section className="stack" aria-labelledby="devices">
            <h2 id="devices">Where you are signed in</h2>
            <ul className="own-items">
              {sessions.map(({ id, label, kind, lastSeenAt, isThis }) => (
                <li key={id}>
                  <h3>{label ?? kindLabels[kind]}</h3>
                  {isThis ? <span className="chip">This device</span> : <EndSessionForm session={id} />}
                  <p className="note">{`Last seen on ${formatDate(lastSeenAt)}`}</p>
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <form method="post" action={securityHref}>
                <Button name="intent" value="end-session">
                  Sign out everywhere else
                </Button>
              </form>
            )}
          </section>
          <form method="post" action={securityHref} className="stack" aria-labelledby="delete" noValidate>
            <h2 id="delete">Delete your account</h2>
            <p>
              This permanently deletes your listings and used vehicles with their photos, favourites, reviews, bookings,
              feedback and messages to us, and ends your sessions and access tokens. What you wrote to buyers and
              sellers stays with them, and what you reported stays with us, without your name, email and phone.
              {isOperator && ' The log of what operators did keeps your name.'} You can{' '}
              <a href={paths.ownData()}>download your data</a> first.
            </p>
            <CurrentPasswordField error={getError('password')} />
            <p>
              <Button kind="danger" name="intent" value="delete-account" busyText="Deleting...">
                Delete my account
              </Button>
            </p>
          </form>
        </div>
      </div>
    </>
  );
}

function EndSessionForm({ session }: { session: string }) {
  return (
    <form method="post" action={securityHref}>
      <input type="hidden" name="session" value={session} />
      <Button name="intent" value="end-session">
        Sign out
      </Button>
    </form>
  );
}

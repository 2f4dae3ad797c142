import { type Account, minOperatorPasswordLength, minPasswordLength } from '~/domain/accounts/account';
import type { RecoveryState } from '~/domain/accounts/recovery-codes.server';
import type { OwnSession } from '~/domain/accounts/sessions.server';
import { formatDate } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { CurrentPasswordField, NewPasswordField } from '~/ui/forms/secret-fields';
import { PageHead } from '~/ui/page/page-head';
import { ActionLink, Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { CreatedRecoveryCodes, RejectedProfile, TwoStep, TwoStepSetup } from './profile-screen';

type SecurityViewProps = {
  account: Account;
  sessions: OwnSession[];
  recovery: RecoveryState;
  /** The form of a new email, typed before signing in. */
  unfinished: Record<string, string> | null;
  /** The operators' audit log is kept after their account is deleted. */
  isOperator: boolean;
  rejected: RejectedProfile | undefined;
};

const securityHref = paths.profile({ show: 'security' });
const recoveryTexts: Readonly<Record<RecoveryState, string>> = {
  none: 'You have none yet. With your email it sets a new password, should you forget yours. We mail nothing, so keep one.',
  made: 'You have one, and have not confirmed that you saved it. If you did not, create a new one, which replaces it.',
  kept: 'You keep one. With your email it sets a new password, should you forget yours. A new code replaces it.',
};
const kindLabels = { browser: 'A browser', api: 'An app that uses the API' } as const;

/** Password & Devices: sessions, a new password, and deletion of the account. */
export function SecurityView({ account, sessions, recovery, unfinished, isOperator, rejected }: SecurityViewProps) {
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

type TwoStepViewProps = {
  twoStep: TwoStep;
  rejected: RejectedProfile | undefined;
  created: CreatedRecoveryCodes | undefined;
};

const twoStepHref = paths.profile({ show: 'two-step' });
const groupSecret = (secret: string): string => secret.match(/.{4}/g)?.join(' ') ?? secret;

/** Two-step sign-in of an operator: off, being turned on, just turned on, or on. */
export function TwoStepView({ twoStep, rejected, created }: TwoStepViewProps) {
  return (
    <>
      <PageHead
        title="Two-step sign-in"
        back={{ text: 'Password & Devices', href: paths.profile({ show: 'security' }) }}
      />
      <div className="columns section">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        {created ? (
          <RecoveryCodes {...created} />
        ) : twoStep.isOn ? (
          <TurnOffForm codesLeft={twoStep.codesLeft} rejected={rejected} />
        ) : (
          <TurnOnForm setup={rejected?.setup ?? twoStep} rejected={rejected} />
        )}
      </div>
    </>
  );
}

function TurnOnForm({
  setup: { secret, code },
  rejected,
}: {
  setup: TwoStepSetup;
  rejected: RejectedProfile | undefined;
}) {
  return (
    <>
      <section className="stack" aria-labelledby="app">
        <h2 id="app">1. Add it to your app</h2>
        <p>
          With two steps a stolen password is not enough: signing in asks for a code too, which an authenticator app on
          your phone makes. Scan this with the app, or type the secret into it.
        </p>
        <p>
          <svg
            viewBox={`0 0 ${code.size} ${code.size}`}
            width="220"
            height="220"
            shapeRendering="crispEdges"
            role="img"
            aria-label="QR code of the secret"
          >
            <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
            <path fill="#000" d={code.path} />
          </svg>
        </p>
        <p>
          <code className="secret-code">{groupSecret(secret)}</code>
        </p>
      </section>
      <form method="post" action={twoStepHref} className="stack" aria-labelledby="confirm" noValidate>
        <h2 id="confirm">2. Confirm it</h2>
        <input type="hidden" name="secret" value={secret} />
        <CodeField error={rejected?.errors.code} help="The six digits that the app shows now" />
        <CurrentPasswordField error={rejected?.errors.password} />
        <p>
          <Button kind="primary" name="intent" value="two-step-on" busyText="Turning on...">
            Turn on
          </Button>
        </p>
      </form>
    </>
  );
}

/** The new recovery codes, present only in the response to the form. */
function RecoveryCodes({ recoveryCodes }: CreatedRecoveryCodes) {
  return (
    <>
      <div className="message message-success" role="status">
        <Icon name="check" />
        <div>
          <p>
            Two-step sign-in is on. Keep these codes where you keep paper that matters: they are shown only this once.
          </p>
        </div>
      </div>
      <section className="stack" aria-labelledby="codes">
        <h2 id="codes">Your recovery codes</h2>
        <p>Without your phone each of them signs you in once, in the place of the six digits.</p>
        <ol className="stack">
          {recoveryCodes.map((code) => (
            <li key={code}>
              <code className="secret-code">{code}</code>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function TurnOffForm({ codesLeft, rejected }: { codesLeft: number; rejected: RejectedProfile | undefined }) {
  return (
    <form method="post" action={twoStepHref} className="stack" aria-labelledby="off" noValidate>
      <h2 id="off">Two-step sign-in is on</h2>
      <p>
        {`Recovery codes left: ${codesLeft}. To get new ones, or to change your phone, turn it off and on again. If you lose both your phone and these codes, the owner of the site can turn it off for you.`}
      </p>
      <CodeField error={rejected?.errors.code} help="Six digits of your app, or a recovery code" />
      <CurrentPasswordField error={rejected?.errors.password} />
      <p>
        <Button kind="danger" name="intent" value="two-step-off" busyText="Turning off...">
          Turn off
        </Button>
      </p>
    </form>
  );
}

function CodeField({ error, help }: { error: string | undefined; help: string }) {
  return (
    <TextField
      name="code"
      label="Code"
      help={help}
      autoComplete="one-time-code"
      spellCheck={false}
      error={error}
      required
    />
  );
}

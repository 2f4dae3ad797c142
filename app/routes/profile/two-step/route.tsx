import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { paths } from '~/paths';
import { TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { CurrentPasswordField } from '~/ui/forms/secret-fields';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { profileHandle } from '../profile-handle';
import type { CreatedRecoveryCodes, loader, RejectedTwoStep, TwoStepSetup } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Two-step sign-in', 'A code from your phone in addition to the password.');

const twoStepHref = paths.profileView('two-step');
const groupSecret = (secret: string): string => secret.match(/.{4}/g)?.join(' ') ?? secret;

export default function TwoStepSignIn() {
  const { twoStep } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedTwoStep | CreatedRecoveryCodes>();
  const created = actionData && 'recoveryCodes' in actionData ? actionData : undefined;
  const rejected = actionData && 'message' in actionData ? actionData : undefined;
  return (
    <>
      <PageHead title="Two-step sign-in" back={{ text: 'Password & Devices', href: paths.profileView('security') }} />
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
  rejected: RejectedTwoStep | undefined;
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

function TurnOffForm({ codesLeft, rejected }: { codesLeft: number; rejected: RejectedTwoStep | undefined }) {
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

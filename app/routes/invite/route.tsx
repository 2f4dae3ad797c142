import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { minOperatorPasswordLength, placeholderGender, placeholderPhone } from '~/domain/accounts/account';
import { privateUrlHeaders } from '~/http/responses.server';
import { deskPaths, paths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { useSite } from '~/ui/document';
import { HiddenFields, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { CurrentPasswordField, NewPasswordField } from '~/ui/forms/secret-fields';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Join the team', 'An invitation to the team.');

const roleTexts = {
  clerk: 'a clerk, who answers customers and looks after visits and listings',
  manager: 'a manager, who also changes stock, prices and texts',
  owner: 'an owner, who may do everything',
} as const;

/** Where a guest who was invited joins the team (docs/product.md, "Operators"). */
export default function Invitation() {
  const { role, inviter, account, action } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const { name: shop } = useSite();
  return (
    <>
      <PageHead title="Join the team" subtitle={`${inviter} invites you to ${shop}, as ${roleTexts[role]}.`} />
      <div className="columns section">
        <div className="stack">
          {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
          {account?.isInTeam ? (
            <>
              <p>
                You are signed in as {account.name}, who is of the team already. Send the link to somebody else, or sign
                out first.
              </p>
              <p>
                <ButtonLink href={deskPaths.team()}>Back to the team</ButtonLink>
              </p>
            </>
          ) : account ? (
            <form method="post" action={action} className="stack" noValidate>
              <HiddenFields fields={{ intent: 'accept' }} />
              <p>
                You are signed in as {account.name} ({account.email}). All its other devices and access tokens are
                signed out.
              </p>
              <CurrentPasswordField error={rejected?.errors.password} />
              <p className="note">
                A member of the team needs {minOperatorPasswordLength} or more characters.{' '}
                <ActionLink href={paths.profileView('security')}>Change a shorter password first</ActionLink>
              </p>
              <p>
                <Button kind="primary" busyText="Joining...">
                  Join
                </Button>
              </p>
            </form>
          ) : (
            <NewAccount rejected={rejected} />
          )}
        </div>
      </div>
    </>
  );
}

function NewAccount({ rejected }: { rejected: RejectedForm | undefined }) {
  const { email, action, idempotencyKey } = useLoaderData<typeof loader>();
  return (
    <>
      <form method="post" action={action} className="stack" noValidate>
        <HiddenFields
          fields={{
            intent: 'join',
            idempotencyKey: rejected?.values.idempotencyKey ?? idempotencyKey,
            phone: placeholderPhone,
            gender: placeholderGender,
          }}
        />
        <TextField
          name="name"
          label="Name"
          autoComplete="name"
          value={rejected?.values.name}
          error={rejected?.errors.name}
          required
        />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          value={rejected?.values.email ?? email ?? undefined}
          error={rejected?.errors.email}
          required
        />
        <NewPasswordField
          shortest={minOperatorPasswordLength}
          consequence="Four words and a full stop will do."
          error={rejected?.errors.password}
        />
        <p>
          <Button kind="primary" busyText="Joining...">
            Create the account and join
          </Button>
        </p>
      </form>
      <p>
        You have an account already? <ActionLink href={paths.login({ redirectTo: action })}>Sign in</ActionLink>
      </p>
    </>
  );
}

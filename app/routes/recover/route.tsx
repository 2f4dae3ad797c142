import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { issuedCodeMinutes, minPasswordLength } from '~/domain/accounts/account';
import type { RejectedForm } from '~/submit/form-response.server';
import { privateUrlHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { TextField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { NewPasswordField, SecretCodeField } from '~/ui/forms/secret-fields';
import { TaskList } from '~/ui/lists/progress';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'A new password', 'Set a new password with your recovery code.');

const recoveryFailure = 'Your password could not be set. Please try again.';
const linkFailure = 'The link could not be sent. Please try again.';

/** A new password with a recovery code (docs/product.md, "Forgotten passwords"). */
export default function Recover() {
  const { idempotencyKey, email, code, sendsMail, constraints, linkConstraints } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const getError = (name: string): string | undefined => rejected?.errors[name];
  return (
    <>
      <PageHead
        title="A new password"
        subtitle={
          code ? 'The link has filled the code in.' : 'With the recovery code that you were shown when you signed up.'
        }
        back={{ text: 'Sign in', href: paths.login() }}
      />
      <div className="columns section">
        <CheckedForm action={paths.recover()} className="stack" constraints={constraints} failure={recoveryFailure}>
          <input type="hidden" name="idempotencyKey" value={rejected?.values.idempotencyKey ?? idempotencyKey} />
          <FormErrors message={rejected?.message} errors={rejected?.errors} />
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            value={rejected?.values.email ?? email}
            error={getError('email')}
            constraints={constraints.fields.email}
            required
          />
          <SecretCodeField
            label="Recovery code"
            value={code}
            error={getError('code')}
            constraints={constraints.fields.code}
          />
          <NewPasswordField
            shortest={minPasswordLength}
            consequence="Every other device is signed out."
            error={getError('password')}
            constraints={constraints.fields.password}
          />
          <FormActions message={rejected?.message}>
            <Button kind="primary" busyText="Setting it...">
              Set the new password
            </Button>
          </FormActions>
        </CheckedForm>
        <section className="stack" aria-labelledby="lost">
          <h2 id="lost">No code at hand?</h2>
          {sendsMail && (
            <CheckedForm action={paths.recover()} className="stack" constraints={linkConstraints} failure={linkFailure}>
              <FormErrors />
              <input type="hidden" name="intent" value="link" />
              <TextField
                name="linkEmail"
                label="Email of your account"
                help={`We mail a link to it that works once, for ${issuedCodeMinutes} minutes.`}
                type="email"
                autoComplete="username"
                value={rejected?.values.linkEmail}
                error={getError('linkEmail')}
                constraints={linkConstraints.fields.email}
                required
              />
              <p>
                <Button busyText="Sending...">Send me a link</Button>
              </p>
            </CheckedForm>
          )}
          <TaskList
            isTextLong
            tasks={[
              {
                title: 'Write to us',
                text: `Once we know that it is you, we issue a code that works once, for ${issuedCodeMinutes} minutes. We never choose or see a password.`,
                action: (
                  <ButtonLink href={paths.contact({ subject: 'A forgotten password', category: 'support' })}>
                    Write
                  </ButtonLink>
                ),
              },
              {
                title: 'The code of a listing?',
                text: 'If you listed without an account, this says what to do.',
                action: <ButtonLink href={paths.manage()}>Manage</ButtonLink>,
              },
            ]}
          />
        </section>
      </div>
    </>
  );
}

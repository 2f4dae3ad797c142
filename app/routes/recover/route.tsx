import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { issuedCodeMinutes, minPasswordLength, passwordPattern } from '~/domain/accounts/account';
import { getInvalidCode, recoveryFields } from '~/domain/accounts/account.schema.server';
import { isMailEnabled } from '~/domain/outbox/outbox.server';
import { checkInput, createIdempotentForm } from '~/domain/shared/run-command.server';
import { emailPattern } from '~/domain/shared/email';
import { parseSecretCode } from '~/domain/shared/secrets.server';
import { recoverAccount, sendRecoveryLink } from '~/domain/sign-in/recovery.commands.server';
import { createSignInContext } from '~/submit/authentication.server';
import { createRecoveryCodeCookie, createSessionCookie, createSignInTicketCookie } from '~/http/cookies/account.server';
import { allowAnyone, createFormAction, createFormActions, renameFields } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, type RejectedForm } from '~/submit/form-response.server';
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

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
};
export const headers = privateUrlHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'A new password', 'Set a new password with your recovery code.');

/** The mailed link prefills email and code. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const code = searchParams.get('code');
  const { db, clock } = context.runtime;
  return json({
    idempotencyKey: generateIdempotencyKey(),
    email: searchParams.get('email') ?? undefined,
    code: (code && parseSecretCode(code)) ?? undefined,
    sendsMail: isMailEnabled(db),
    constraints: getConstraints(clock()),
    linkConstraints: getLinkConstraints(clock()),
  });
}

const rules = { schema: () => recoveryFields, invalidCode: getInvalidCode };
const getConstraints = createFormConstraints({
  command: rules,
  decode: (values) => values,
  fields: ['email', 'code', 'password'],
  patterns: { email: emailPattern, password: passwordPattern },
});
const getLinkConstraints = createFormConstraints({
  command: sendRecoveryLink,
  decode: (values) => values,
  fields: ['email'],
  patterns: { email: emailPattern },
});

/** The code and the password are never redisplayed. */
const recover = createFormAction({
  access: allowAnyone,
  values: selectFields(['email']),
  run(post) {
    const input = checkInput(rules, post.fields.toRecord(), post.now);
    if (!input.ok) return Promise.resolve(input);
    const { email, code } = input.value;
    // The response holds a session, so it is encrypted with the code as well as the key of the form.
    const request = createIdempotentForm(`${post.idempotencyKey} ${code}`, { email, code });
    return recoverAccount(input.value, createSignInContext(post, 'browser'), request);
  },
  onSuccess({ recoveryCode, session }, { request }) {
    const code = createRecoveryCodeCookie(request, recoveryCode);
    if (session && 'token' in session) {
      const cookies = [createSessionCookie(request, session.token), code];
      return { to: paths.recoveryCode(), flash: 'password-recovered', cookies };
    }
    const ticket = session ? [createSignInTicketCookie(request, session.ticket)] : [];
    const to = paths.login({ mode: session ? 'code' : undefined, redirectTo: paths.recoveryCode() });
    return { to, cookies: [code, ...ticket] };
  },
  redisplay: () => ({}),
});

/** Requests a recovery link. Its email field has its own name, so that an error appears in the form that was sent. */
const link = createFormAction({
  access: allowAnyone,
  values: selectFields(['linkEmail']),
  command: sendRecoveryLink,
  decode: ({ fields }) => ({ email: fields.get('linkEmail') ?? '' }),
  onSuccess: () => ({ to: paths.recover(), flash: 'recovery-link-sent' }),
  redisplay: (_post, error) => ({ error: renameFields(error, { email: 'linkEmail' }) }),
});

export const action = createFormActions(
  ({ fields }) => (fields.get('intent') === 'link' ? ('link' as const) : ('recover' as const)),
  { recover, link },
);

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

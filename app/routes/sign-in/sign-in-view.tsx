import { Fragment } from 'react';
import { minPasswordLength, placeholderGender, placeholderPhone } from '~/domain/accounts/account';
import { errorTexts } from '~/domain/shared/error-texts';
import type { FormConstraints } from '~/domain/shared/constraints';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { TextField } from '~/ui/forms/field';
import { FormActions } from '~/ui/forms/form-messages';
import { Poster } from '~/ui/page/empty-state';
import { Button, ButtonLink, ActionLink } from '~/ui/primitives/button';
import { useSite } from '~/ui/document';

export const panels = ['google', 'facebook'] as const;
export type Panel = (typeof panels)[number];
export const panelNames: Record<Panel, string> = { google: 'Google', facebook: 'Facebook' };

/**
 * One form with two modes, and the Google and Facebook panels (docs/product.md, "Sign in and sign up"), which sign in
 * through the same form.
 */
export type SignInMode = 'signin' | 'signup' | 'code';

export const modeField = 'mode';

/** The form on `/` is also sent to `/login`. */
const loginRoute = 'login';

export const parseMode = (text: unknown): SignInMode => (text === 'signup' || text === 'code' ? text : 'signin');

type SignInScreen = {
  mode: SignInMode;
  panel: Panel | null;
  redirectTo: string | null;
  idempotencyKey: string | null;
  constraints: FormConstraints;
};
type SignInViewProps = { screen: SignInScreen; actionData: RejectedForm | undefined };

const modeTexts = {
  signin: { title: 'Sign in', busy: 'Signing in...' },
  signup: { title: 'Create an account', busy: 'Creating your account...' },
  code: { title: 'Second step', busy: 'Signing in...' },
} as const;

export function SignInView({ screen, actionData }: SignInViewProps) {
  const { tagline } = useSite();
  const { mode, panel } = screen;
  const redirectTo = screen.redirectTo ?? undefined;
  const isSignUp = mode === 'signup';
  return (
    <div className="columns section sign-in">
      <section className="stack" aria-labelledby="enter">
        <h1 id="enter">{modeTexts[mode].title}</h1>
        <p>{mode === 'code' ? 'Your password is right. This account also asks for a code.' : tagline}</p>
        {mode === 'code' ? (
          <CodeForm screen={screen} actionData={actionData} />
        ) : panel ? (
          <section className="panel panel-floating" aria-labelledby="panel-title">
            <h2 id="panel-title">{`Continue with ${panelNames[panel]}`}</h2>
            <AccountForm screen={screen} actionData={actionData} />
          </section>
        ) : (
          <AccountForm screen={screen} actionData={actionData} />
        )}
        {!panel && mode !== 'code' && (
          <>
            <p>
              {isSignUp ? 'You have an account already? ' : 'New here? '}
              <ActionLink href={paths.login({ mode: isSignUp ? undefined : 'signup', redirectTo })}>
                {isSignUp ? 'Sign in' : 'Create an account'}
              </ActionLink>
            </p>
            {!isSignUp && (
              <p>
                <ActionLink href={paths.recover()}>Forgotten your password?</ActionLink>
              </p>
            )}
            <p className="divider">or</p>
            <p className="two-columns">
              {panels.map((panel) => (
                <Fragment key={panel}>
                  <ButtonLink href={paths.login({ panel, redirectTo })}>{panelNames[panel]}</ButtonLink>{' '}
                </Fragment>
              ))}
            </p>
          </>
        )}
      </section>
      <Poster
        text="Find Your Perfect Ride"
        picture={{
          drawing: 'scooter-electric',
          colours: { body: '#26345F', accent: '#C7B48A' },
          stat: { name: 'Happy Riders', value: '10K+' },
        }}
      />
    </div>
  );
}

function CodeForm({ screen: { mode, redirectTo, constraints }, actionData }: SignInViewProps) {
  const where = { redirectTo: redirectTo ?? undefined };
  const { message, errors = {} } = actionData ?? {};
  return (
    <CheckedForm
      action={paths.login({ mode: 'code', ...where })}
      className="stack"
      constraints={constraints}
      failure={errorTexts.authentication_failed}
      routeId={loginRoute}
    >
      <input type="hidden" name={modeField} value={mode} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      <FormErrors message={message} errors={errors} />
      <TextField
        name="code"
        label="Code"
        help="The six digits that your authenticator app shows now, or one of your recovery codes"
        autoComplete="one-time-code"
        spellCheck={false}
        error={errors.code}
        required
      />
      <FormActions message={message}>
        <Button kind="primary" busyText={modeTexts[mode].busy}>
          Sign in
        </Button>{' '}
        <ButtonLink href={paths.login(where)}>Cancel</ButtonLink>
      </FormActions>
    </CheckedForm>
  );
}

function AccountForm({ screen, actionData }: SignInViewProps) {
  const { mode, panel, redirectTo, idempotencyKey, constraints } = screen;
  const isSignUp = mode === 'signup';
  const { title, busy } = modeTexts[mode];
  const { message, errors = {}, values } = actionData ?? {};
  const field = (name: 'name' | 'email' | 'password') => ({
    name,
    value: values?.[name],
    error: errors[name],
    constraints: constraints.fields[name],
  });
  const where = {
    mode: isSignUp ? ('signup' as const) : undefined,
    panel: panel ?? undefined,
    redirectTo: redirectTo ?? undefined,
  };
  return (
    <CheckedForm
      action={paths.login(where)}
      className="stack"
      constraints={constraints}
      failure={errorTexts.authentication_failed}
      routeId={loginRoute}
    >
      <input type="hidden" name={modeField} value={mode} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {isSignUp && (
        <>
          <input type="hidden" name="idempotencyKey" value={values?.idempotencyKey ?? idempotencyKey ?? ''} />
          <input type="hidden" name="phone" value={placeholderPhone} />
          <input type="hidden" name="gender" value={placeholderGender} />
        </>
      )}
      <FormErrors message={message} errors={errors} />
      {isSignUp && <TextField {...field('name')} label="Name" autoComplete="name" />}
      <TextField {...field('email')} label="Email" type="email" autoComplete="username" />
      <TextField
        {...field('password')}
        label="Password"
        type="password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        help={isSignUp ? `${minPasswordLength} or more characters, at least one special character` : undefined}
      />
      {panel && <p className="note">Use your password for this site, never your Google or Facebook password.</p>}
      <FormActions message={message}>
        <Button kind="primary" busyText={busy}>
          {panel ? 'Continue' : isSignUp ? title : 'Sign in'}
        </Button>{' '}
        {panel && <ButtonLink href={paths.login({ redirectTo: where.redirectTo })}>Cancel</ButtonLink>}
      </FormActions>
    </CheckedForm>
  );
}

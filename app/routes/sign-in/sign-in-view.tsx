import { Form, useNavigation } from '@remix-run/react';
import { Fragment, useState } from 'react';
import {
  invalidFields,
  longestText,
  nameMinimum,
  passwordMinimum,
  placeholderGender,
  placeholderPhone,
  validateEmail,
  validateName,
  validateNewEmail,
  validatePassword,
} from '~/domain/accounts/account';
import { site } from '~/domain/shared/site';
import { paths } from '~/paths';
import { TextField } from '~/ui/forms/field';
import { ErrorSummary, FormActions } from '~/ui/forms/form-messages';
import { type FailedResponse, useRejection } from '~/ui/forms/use-live-form';
import { Poster } from '~/ui/page/text-blocks';
import { Button, ButtonLink, ActionLink } from '~/ui/primitives/button';

export const panels = ['google', 'facebook'] as const;
export type Panel = (typeof panels)[number];
export const panelNames: Record<Panel, string> = { google: 'Google', facebook: 'Facebook' };

/**
 * One form with two modes, and the Google and Facebook panels (docs/product.md, "Sign in and sign up"), which sign in
 * like the form.
 */
export type SignInMode = 'signin' | 'signup' | 'code';

/** Value of the form's hidden field that selects the mode. */
export const modeField = 'mode';

/** Message for a failure without one (docs/product.md, "Sign in and sign up"). */
export const authenticationFailed = 'Authentication failed';

const errorsIn = {
  signin: { email: validateEmail, password: validatePassword },
  code: {},
  signup: { name: validateName, email: validateNewEmail, password: validatePassword },
} satisfies Record<SignInMode, Readonly<Record<string, (text: string) => string | null>>>;

export const modeOf = (text: unknown): SignInMode => (text === 'signup' || text === 'code' ? text : 'signin');

/** Client-side validation, with the server's messages. */
export function validateAll(form: HTMLFormElement): Record<string, string> {
  const formValues = new FormData(form);
  const mode = modeOf(formValues.get(modeField));
  return Object.fromEntries(
    Object.entries(errorsIn[mode]).flatMap(([name, validate]) => {
      const value = formValues.get(name);
      const error = typeof value === 'string' ? validate(name === 'password' ? value : value.trim()) : null;
      return error ? [[name, error]] : [];
    }),
  );
}

type Screen = { mode: SignInMode; panel: Panel | null; redirectTo: string | null; idempotencyKey: string | null };
type SignInViewProps = { screen: Screen; actionData: FailedResponse | undefined };

const words = {
  signin: { title: 'Sign in', busy: 'Signing in...' },
  signup: { title: 'Create an account', busy: 'Creating your account...' },
  code: { title: 'Second step', busy: 'Signing in...' },
} as const;

/** Sign in and sign up on one screen (docs/product.md, "Sign in and sign up"); scripts only validate before sending. */
export function SignInView({ screen, actionData }: SignInViewProps) {
  const { mode, panel } = screen;
  const redirectTo = screen.redirectTo ?? undefined;
  const isSignUp = mode === 'signup';
  return (
    <div className="columns section sign-in">
      <section className="stack" aria-labelledby="enter">
        <h1 id="enter">{words[mode].title}</h1>
        <p>{mode === 'code' ? 'Your password is right. This account also asks for a code.' : site.tagline}</p>
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
            <p className="halves">
              {panels.map((one) => (
                <Fragment key={one}>
                  <ButtonLink href={paths.login({ panel: one, redirectTo })}>{panelNames[one]}</ButtonLink>{' '}
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

/** The second step: a code of the user's authenticator. */
function CodeForm({ screen: { mode, redirectTo }, actionData }: SignInViewProps) {
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const rejection = useRejection(actionData);
  const where = { redirectTo: redirectTo ?? undefined };
  return (
    <Form method="post" action={paths.login({ mode: 'code', ...where })} className="stack" onInput={rejection.forgive}>
      <input type="hidden" name={modeField} value={mode} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {rejection.message && <ErrorSummary message={rejection.message} errors={rejection.errors} />}
      <fieldset className="stack" disabled={isSending}>
        <TextField
          name="code"
          label="Code"
          help="The six digits that your authenticator app shows now, or one of your recovery codes"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={longestText.code}
          error={rejection.errors.code}
          required
        />
        <p className="row">
          <Button kind="primary" isBusy={isSending}>
            {isSending ? words[mode].busy : 'Sign in'}
          </Button>{' '}
          <ButtonLink href={paths.login(where)}>Cancel</ButtonLink>
        </p>
      </fieldset>
    </Form>
  );
}

function AccountForm({ screen, actionData }: SignInViewProps) {
  const { mode, panel, redirectTo } = screen;
  const isSignUp = mode === 'signup';
  const { title, busy } = words[mode];
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const rejection = useRejection(actionData);
  const [idempotencyKey] = useState(actionData?.values.idempotencyKey ?? screen.idempotencyKey);
  const field = (name: 'name' | 'email' | 'password') => ({
    name,
    value: actionData?.values[name],
    error: rejection.errors[name],
    maxLength: longestText[name],
    required: true,
  });
  const where = {
    mode: isSignUp ? ('signup' as const) : undefined,
    panel: panel ?? undefined,
    redirectTo: redirectTo ?? undefined,
  };
  return (
    <Form
      method="post"
      action={paths.login(where)}
      className="stack"
      noValidate
      onSubmit={(event) => {
        const errors = validateAll(event.currentTarget);
        if (Object.keys(errors).length === 0) return;
        event.preventDefault();
        rejection.reject({ message: invalidFields, errors });
      }}
      onInput={rejection.forgive}
    >
      <input type="hidden" name={modeField} value={mode} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {isSignUp && (
        <>
          <input type="hidden" name="idempotencyKey" value={idempotencyKey ?? ''} />
          <input type="hidden" name="phone" value={placeholderPhone} />
          <input type="hidden" name="gender" value={placeholderGender} />
        </>
      )}
      {rejection.message && <ErrorSummary message={rejection.message} errors={rejection.errors} />}
      <fieldset className="stack" disabled={isSending}>
        {isSignUp && <TextField {...field('name')} label="Name" autoComplete="name" minLength={nameMinimum} />}
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
        <TextField
          {...field('password')}
          label="Password"
          type="password"
          autoComplete={isSignUp ? 'new-password' : 'current-password'}
          minLength={passwordMinimum}
          help={panel ? undefined : `${passwordMinimum} or more characters, at least one special character`}
        />
        {panel && <p className="note">Use your password for this site, never your Google or Facebook password.</p>}
        <FormActions message={rejection.message}>
          <Button kind="primary" isBusy={isSending}>
            {isSending ? busy : panel ? 'Continue' : isSignUp ? title : 'Sign in'}
          </Button>{' '}
          {panel && <ButtonLink href={paths.login({ redirectTo: where.redirectTo })}>Cancel</ButtonLink>}
        </FormActions>
      </fieldset>
    </Form>
  );
}

import { Form, useNavigation } from '@remix-run/react';
import { Fragment, useState } from 'react';
import { fieldsAtFault } from '~/domain/accounts/account-faults';
import {
  longestText,
  nameMinimum,
  passwordMinimum,
  placeholderGender,
  placeholderPhone,
} from '~/domain/accounts/limits';
import { site } from '~/domain/site';
import { paths } from '~/paths';
import { ErrorSummary } from '~/ui/forms/error-summary';
import type { FailedAnswer } from '~/ui/forms/failed-answer';
import { TextField } from '~/ui/forms/text-field';
import { useIsHydrated } from '~/ui/forms/use-is-hydrated';
import { useRefusal } from '~/ui/forms/use-refusal';
import { Poster } from '~/ui/page/poster';
import { Button, ButtonLink, WayLink } from '~/ui/signs/button';
import { faultsIn, modeField, type Panel, panelNames, panels, type SignInMode } from './sign-in-form';

type Screen = { mode: SignInMode; panel: Panel | null; redirectTo: string | null; submissionId: string | null };
type SignInViewProps = { screen: Screen; answer: FailedAnswer | undefined };

const words = {
  signin: { title: 'Sign in', busy: 'Signing in...' },
  signup: { title: 'Create an account', busy: 'Creating your account...' },
  code: { title: 'Second step', busy: 'Signing in...' },
} as const;

/** Sign in and sign up on one screen (docs/product.md, "Sign in and sign up"); scripts only check before sending. */
export function SignInView({ screen, answer }: SignInViewProps) {
  const { mode, panel } = screen;
  const redirectTo = screen.redirectTo ?? undefined;
  const isSignUp = mode === 'signup';
  return (
    <div className="cols sec enter">
      <section className="stack" aria-labelledby="enter">
        <h1 id="enter">{words[mode].title}</h1>
        <p>{mode === 'code' ? 'Your password is right. This account also asks for a code.' : site.tagline}</p>
        {mode === 'code' ? (
          <CodeForm screen={screen} answer={answer} />
        ) : panel ? (
          <section className="panel up" aria-labelledby="panel-title">
            <h2 id="panel-title">{`Continue with ${panelNames[panel]}`}</h2>
            <AccountForm screen={screen} answer={answer} />
          </section>
        ) : (
          <AccountForm screen={screen} answer={answer} />
        )}
        {!panel && mode !== 'code' && (
          <>
            <p>
              {isSignUp ? 'You have an account already? ' : 'New here? '}
              <WayLink href={paths.login({ mode: isSignUp ? undefined : 'signup', redirectTo })}>
                {isSignUp ? 'Sign in' : 'Create an account'}
              </WayLink>
            </p>
            <p className="or">or</p>
            <p className="half">
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
          stone: { name: 'Happy Riders', value: '10K+' },
        }}
      />
    </div>
  );
}

/** The second step: a code of the user's authenticator. */
function CodeForm({ screen: { mode, redirectTo }, answer }: SignInViewProps) {
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const refusal = useRefusal(answer);
  const where = { redirectTo: redirectTo ?? undefined };
  return (
    <Form method="post" action={paths.login({ mode: 'code', ...where })} className="stack" onInput={refusal.forgive}>
      <input type="hidden" name={modeField} value={mode} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {refusal.message && <ErrorSummary message={refusal.message} errors={refusal.errors} />}
      <fieldset className="stack" disabled={isSending}>
        <TextField
          name="code"
          label="Code"
          help="The six digits that your authenticator app shows now, or one of your recovery codes"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={longestText.code}
          error={refusal.errors.code}
          required
        />
        <p className="row">
          <Button kind="go">{isSending ? words[mode].busy : 'Sign in'}</Button>{' '}
          <ButtonLink href={paths.login(where)}>Cancel</ButtonLink>
        </p>
      </fieldset>
    </Form>
  );
}

function AccountForm({ screen, answer }: SignInViewProps) {
  const { mode, panel, redirectTo } = screen;
  const isSignUp = mode === 'signup';
  const { title, busy } = words[mode];
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const isHydrated = useIsHydrated();
  const refusal = useRefusal(answer);
  const [submissionId] = useState(answer?.values.submissionId ?? screen.submissionId);
  const field = (name: 'name' | 'email' | 'password') => ({
    name,
    value: answer?.values[name],
    error: refusal.errors[name],
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
      // Our own sentences stand beside the fields; without scripts the browser asks for what is missing.
      noValidate={isHydrated}
      onSubmit={(event) => {
        const errors = faultsIn(event.currentTarget);
        if (Object.keys(errors).length === 0) return;
        event.preventDefault();
        refusal.refuse({ message: fieldsAtFault, errors });
      }}
      onInput={refusal.forgive}
    >
      <input type="hidden" name={modeField} value={mode} />
      {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
      {isSignUp && (
        <>
          <input type="hidden" name="submissionId" value={submissionId ?? ''} />
          <input type="hidden" name="phone" value={placeholderPhone} />
          <input type="hidden" name="gender" value={placeholderGender} />
        </>
      )}
      {refusal.message && <ErrorSummary message={refusal.message} errors={refusal.errors} />}
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
        {panel && <p className="s">Use your password for this site, never your Google or Facebook password.</p>}
        <p className="row">
          <Button kind="go">{isSending ? busy : panel ? 'Continue' : isSignUp ? title : 'Sign in'}</Button>{' '}
          {panel && <ButtonLink href={paths.login({ redirectTo: where.redirectTo })}>Cancel</ButtonLink>}
        </p>
      </fieldset>
    </Form>
  );
}

import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { passwordPattern } from '~/domain/accounts/account';
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
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { paths } from '~/paths';

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

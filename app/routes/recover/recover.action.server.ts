import { accountInvalid, recoveryFields } from '~/domain/accounts/account.schema.server';
import { checkInput } from '~/domain/shared/command.server';
import { idempotentForm } from '~/domain/shared/idempotency.server';
import { recoverAccount, sendRecoveryLink } from '~/domain/sign-in/recovery.commands.server';
import { recoveryCodeCookie, sessionCookie, signInTicketCookie } from '~/http/actor.server';
import { signInContextOf } from '~/http/authentication.server';
import { anyone, formAction, formActions } from '~/http/form-action.server';
import { paths } from '~/paths';

const rules = { schema: () => recoveryFields, invalidMessage: accountInvalid };

/** The code and the password are never redisplayed. */
const recover = formAction({
  access: anyone,
  values: (fields) => ({ email: fields.get('email') ?? '' }),
  run(post) {
    const input = checkInput(rules, post.fields.toRecord(), post.now);
    if (!input.ok) return Promise.resolve(input);
    const { email, code } = input.value;
    // The response holds a session: it is encrypted with the code as well as with the key of the form.
    const request = idempotentForm(`${post.idempotencyKey} ${code}`, { email, code });
    return recoverAccount(input.value, signInContextOf(post, 'browser'), request);
  },
  onSuccess({ recoveryCode, entrance }, { request }) {
    const code = recoveryCodeCookie(request, recoveryCode);
    if (entrance && 'token' in entrance) {
      const cookies = [sessionCookie(request, entrance.token), code];
      return { to: paths.recoveryCode(), flash: 'password-recovered', cookies };
    }
    const ticket = entrance ? [signInTicketCookie(request, entrance.ticket)] : [];
    const to = paths.login({ mode: entrance ? 'code' : undefined, redirectTo: paths.recoveryCode() });
    return { to, cookies: [code, ...ticket] };
  },
  redisplay: () => ({}),
});

/** Has a link mailed; its email stands in a field of its own, so that an error stands beside the form that was sent. */
const link = formAction({
  access: anyone,
  values: (fields) => ({ linkEmail: fields.get('linkEmail') ?? '' }),
  command: sendRecoveryLink,
  decode: ({ fields }) => ({ email: fields.get('linkEmail') ?? '' }),
  adapt: ({ error, values }) => ({
    error: { ...error, errors: error.errors.email ? { linkEmail: error.errors.email } : error.errors },
    values,
  }),
  onSuccess: () => ({ to: paths.recover(), flash: 'recovery-link-sent' }),
  redisplay: () => ({}),
});

export const recoverAction = formActions(
  ({ fields }) => (fields.get('intent') === 'link' ? ('link' as const) : ('recover' as const)),
  { recover, link },
);

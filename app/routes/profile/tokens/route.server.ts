import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { accessTokenFields, createAccessToken, findAccessTokens } from '~/domain/accounts/access-tokens.server';
import { getInvalidCode, givenPassword } from '~/domain/accounts/account.schema.server';
import { endOwnSession } from '~/domain/accounts/session.commands.server';
import { checkInput, createIdempotentForm } from '~/domain/shared/run-command.server';
import { isTeamRole } from '~/domain/shared/permissions';
import { reportSecurityEvent } from '~/domain/shared/security-events.server';
import { createSignInContext } from '~/submit/authentication.server';
import { allowUser, createFormAction, createFormActions, findIntent } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { requireAccount } from '../account.server';

/** Response to the form that creates an access token; the token is shown once. */
export type CreatedToken = { token: string; name: string };

const tokensPath = paths.profileView('tokens');

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { user } = requireAccount(request, runtime);
  const isOperator = isTeamRole(user.role);
  const tokens = findAccessTokens(runtime.db, user.id, runtime.clock()).map((token) => ({
    ...token,
    withoutDesk: isOperator && token.withoutDesk,
  }));
  return json({ tokens, idempotencyKey: generateIdempotencyKey(), unfinished: readUnfinishedForm(request, runtime) });
}

/** Forms with a secret are redisplayed empty. */
const tokenForm = {
  access: allowUser(() => tokensPath),
  redisplay: () => ({}),
} as const;

/** Creates an access token. Renders the screen without a redirect, like the recovery codes. */
const createToken = createFormAction({
  ...tokenForm,
  values: selectFields(['name', 'scope', 'days']),
  async run(post, user) {
    const { values } = post;
    const rules = { schema: () => accessTokenFields.and(givenPassword), invalidCode: getInvalidCode };
    const input = checkInput(
      rules,
      { ...values, days: Number(values.days), password: (post.fields.get('password') ?? '').normalize('NFC') },
      post.now,
    );
    if (!input.ok) return input;
    const idempotentRequest = createIdempotentForm(post.idempotencyKey, { values, userId: user.id });
    const token = await createAccessToken(
      input.value,
      input.value.password,
      createSignInContext(post, 'browser'),
      idempotentRequest,
    );
    return token.ok ? { ok: true, value: { token: token.value.token, name: input.value.name } } : token;
  },
  onSuccess: (created) => json<CreatedToken>(created),
});

const revokeToken = createFormAction({
  ...tokenForm,
  command: endOwnSession,
  decode: ({ fields }) => ({ session: fields.get('token') ?? '' }),
  onSuccess(_value, { runtime, address }, user) {
    reportSecurityEvent(runtime.db, 'token-revoked', { account: user.id, address });
    return { to: tokensPath, flash: 'token-revoked' };
  },
});

const forms = { 'make-token': createToken, 'revoke-token': revokeToken };

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);

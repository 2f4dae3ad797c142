import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { getInvalidCode, joinFields } from '~/domain/accounts/account.schema.server';
import { acceptInvite, findInvite, inviteClosed, joinTeam } from '~/domain/accounts/team-invites.server';
import { isTeamRole } from '~/domain/shared/permissions';
import { err, ok, type Result } from '~/domain/shared/result';
import { checkInput, createIdempotentForm } from '~/domain/shared/run-command.server';
import { getActor } from '~/http/actor.server';
import { createRecoveryCodeCookie, createSessionCookie } from '~/http/cookies/account.server';
import { createRejection } from '~/http/responses.server';
import { deskPaths, paths } from '~/paths';
import { createAccount, createSignInContext } from '~/submit/authentication.server';
import { allowAnyone, allowUser, createFormAction, createFormActions, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { checkLimit } from '~/submit/limits.server';

const getToken = ({ url }: { url: URL }): string => url.searchParams.get('token') ?? '';

/** A wrong token counts as an attempt to sign in. */
export async function loader({ request, context: { runtime, address = '' } }: LoaderFunctionArgs) {
  const { db, clock } = runtime;
  const token = getToken({ url: new URL(request.url) });
  const invite = findInvite(db, token, clock());
  if (!invite) throw createRejection((token && (await checkLimit({ runtime, address }, 'sign-in'))) || inviteClosed);
  const { user } = getActor(request, runtime);
  const account = user && findAccount(db, user.id);
  const { role, inviter, email } = invite;
  return json({
    ...{ role, inviter, email },
    account: account && { name: account.name, email: account.email, isInTeam: isTeamRole(account.role) },
    action: paths.invite(token),
    idempotencyKey: generateIdempotencyKey(),
  });
}

type Joined = { token: string; recoveryCode?: string | undefined };

const rules = { schema: () => joinFields, invalidCode: getInvalidCode };

/** The account is made first: if it cannot join, it is one like any other. */
async function join(post: FormPost): Promise<Result<Joined>> {
  const token = getToken(post);
  if (!findInvite(post.runtime.db, token, post.now)) return err((await checkLimit(post, 'sign-in')) ?? inviteClosed);
  const fields = post.fields.toRecord();
  const input = checkInput(rules, fields, post.now);
  if (!input.ok) return input;
  const created = await createAccount(post, 'browser', fields, (content) =>
    createIdempotentForm(post.idempotencyKey, content),
  );
  if (!created.ok) return created;
  const { userId, recoveryCode } = created.value;
  const joined = await joinTeam(token, userId, createSignInContext(post, 'browser'));
  return joined.ok ? ok({ token: joined.value, recoveryCode }) : joined;
}

async function accept(post: FormPost): Promise<Result<Joined>> {
  const password = (post.fields.get('password') ?? '').normalize('NFC');
  const accepted = await acceptInvite(getToken(post), password, createSignInContext(post, 'browser'));
  return accepted.ok ? ok({ token: accepted.value }) : accepted;
}

const form = {
  onSuccess: ({ token, recoveryCode }: Joined, { request }: FormPost) => ({
    to: deskPaths.entrance(),
    cookies: [
      createSessionCookie(request, token),
      ...(recoveryCode === undefined ? [] : [createRecoveryCodeCookie(request, recoveryCode)]),
    ],
  }),
  redisplay: () => ({}),
};

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'accept' ? 'accept' : 'join'), {
  join: createFormAction({ ...form, access: allowAnyone, values: selectFields(['name', 'email']), run: join }),
  accept: createFormAction({ ...form, access: allowUser((post) => paths.invite(getToken(post))), run: accept }),
});

import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { getNameFromEmail } from '~/domain/accounts/operators.server';
import { openShop, setupClosed, setupLinkRequired } from '~/domain/setup/setup.commands.server';
import { findSetup, isSetupToken } from '~/domain/setup/setup-state.server';
import { err, ok } from '~/domain/shared/result';
import { createSessionCookie } from '~/http/cookies/account.server';
import { createRejection, seeOther } from '~/http/responses.server';
import { setupPaths } from '~/paths';
import { createSignInContext } from '~/submit/authentication.server';
import { selectFields } from '~/submit/form-body.server';
import { createFormAction, type FormPost } from '~/submit/form.server';
import { checkLimit } from '~/submit/limits.server';

const getToken = ({ url }: { url: URL }): string => url.searchParams.get('token') ?? '';

/** A wrong token counts as an attempt to sign in. */
export async function loader({ request, context: { runtime, address = '' } }: LoaderFunctionArgs) {
  const setup = findSetup(runtime.db);
  if (setup.kind === 'closed') throw createRejection(setupClosed);
  if (setup.kind === 'begun') throw seeOther(request, setupPaths.step(2));
  const token = getToken({ url: new URL(request.url) });
  if (!isSetupToken(setup, token)) {
    throw createRejection((token && (await checkLimit({ runtime, address }, 'sign-in'))) || setupLinkRequired);
  }
  return json({ action: setupPaths.begin(token) });
}

const decode = ({ fields }: FormPost): unknown => {
  const { shop, phone, city, name, email = '', password = '', isEmailPublic } = fields.toRecord();
  const account = { name: name?.trim() || getNameFromEmail(email.trim()), email, password };
  return { ...account, shop, phone, city, isEmailPublic: isEmailPublic === 'on' };
};

export const action = createFormAction({
  access: { check: ({ runtime }) => (findSetup(runtime.db).kind === 'closed' ? err(setupClosed) : ok(null)) },
  values: selectFields(['shop', 'phone', 'city', 'name', 'email', 'isEmailPublic']),
  async run(post) {
    const token = getToken(post);
    if (!isSetupToken(findSetup(post.runtime.db), token)) {
      const limited = await checkLimit(post, 'sign-in');
      if (limited) return err(limited);
    }
    return openShop(token, decode(post), createSignInContext(post, 'browser'));
  },
  onSuccess: (session, { request }) => ({
    to: setupPaths.step(2),
    cookies: [createSessionCookie(request, session)],
  }),
  // Sent twice: the first one has opened the shop.
  forgive: ({ kind }) => (kind === 'not-found' ? { to: setupPaths.step(2) } : null),
  redisplay: () => ({}),
});

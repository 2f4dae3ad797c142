import { redirect } from '@remix-run/node';
import { signOut } from '~/domain/accounts/sessions.server';
import { forgetRecoveryCodeCookie, forgetSessionCookie } from '~/http/actor.server';
import { anyone, formAction } from '~/http/form-action.server';
import { paths } from '~/paths';

/** Signs out (docs/product.md, "Accounts"). Never rate limited: a user can always sign out. */
export const action = formAction(
  {
    access: anyone,
    command: signOut,
    decode: () => ({}),
    onSuccess: (_value, { request }) => signedOut(request),
    // The session has ended already.
    forgive: ({ kind }, { request }) => (kind === 'unauthenticated' ? signedOut(request) : null),
    redisplay: null,
  },
  { isAlwaysAllowed: true },
);

const signedOut = (request: Request) =>
  ({
    to: paths.entrance(),
    flash: 'signed-out',
    cookies: [forgetSessionCookie(request), forgetRecoveryCodeCookie(request)],
  }) as const;

/** A GET changes nothing and redirects to the home page. */
export const loader = () => redirect(paths.entrance());

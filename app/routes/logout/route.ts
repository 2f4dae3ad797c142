import { redirect } from '@remix-run/node';
import { signOut } from '~/domain/accounts/session.commands.server';
import { clearRecoveryCodeCookie, clearSessionCookie } from '~/http/cookies/account.server';
import type { FlashName } from '~/http/flash.server';
import { allowAnyone, createFormAction, type FormRedirect } from '~/submit/form.server';
import { paths } from '~/paths';

/** Signs out (docs/product.md, "Accounts"). Never rate limited: a user can always sign out. */
export const action = createFormAction(
  {
    access: allowAnyone,
    command: signOut,
    decode: () => ({}),
    onSuccess: (_value, { request }) => createSignedOutResponse(request, 'signed-out'),
    forgive({ kind }, { request }) {
      // The session has ended already.
      if (kind === 'unauthenticated') return createSignedOutResponse(request, 'signed-out');
      // A full disk must not keep a user signed in on a shared device.
      return kind === 'unavailable' ? createSignedOutResponse(request, 'signed-out-here') : null;
    },
    redisplay: null,
  },
  null,
);

const createSignedOutResponse = (request: Request, flash: FlashName): FormRedirect => ({
  to: paths.entrance(),
  flash,
  cookies: [clearSessionCookie(request), clearRecoveryCodeCookie(request)],
  isSignOut: true,
});

/** A GET changes nothing and redirects to the home page. */
export const loader = () => redirect(paths.entrance());

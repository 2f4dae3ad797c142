import { redirect } from '@remix-run/node';
import { paths } from '~/paths';

/** `/.well-known/change-password`: target for password managers (W3C, "A Well-Known URL for Changing Passwords"). */
export const loader = (): Response => redirect(paths.profileView('security'), 302);

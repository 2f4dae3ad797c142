import { redirect } from '@remix-run/node';
import { paths } from '~/paths';

/** `/.well-known/change-password`: where password managers lead to (W3C, "A Well-Known URL for Changing Passwords"). */
export const loader = (): Response => redirect(paths.profile({ show: 'security' }), 302);

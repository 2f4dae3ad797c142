import { sessionDays } from '~/domain/accounts/limits';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/** Builds the cookie of a sign-in that waits for its second step; it lasts until the browser is closed. */
export const signInTicketCookie = (request: Request, ticket: string): string =>
  setCookie(request, cookieNames.signInTicket, ticket);

export const signInTicketOf = (request: Request): string | null => readCookie(request, cookieNames.signInTicket);

export const forgetSignInTicketCookie = (request: Request): string =>
  setCookie(request, cookieNames.signInTicket, '', 0);

/** Builds the session cookie. */
export const sessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

/** Deletes the session cookie; ending the session itself is up to the domain. */
export const forgetSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);

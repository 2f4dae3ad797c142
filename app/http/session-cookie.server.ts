import { sessionDays } from '~/domain/accounts/limits';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/** The browser goes on with the second step of a sign-in, until it is closed. */
export const signInTicketCookie = (request: Request, ticket: string): string =>
  setCookie(request, cookieNames.signInTicket, ticket);

export const signInTicketOf = (request: Request): string | null => readCookie(request, cookieNames.signInTicket);

export const forgetSignInTicketCookie = (request: Request): string =>
  setCookie(request, cookieNames.signInTicket, '', 0);

/** The browser carries this session from now on. */
export const sessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

/** The browser carries no session from now on; ending it is the domain's. */
export const forgetSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);

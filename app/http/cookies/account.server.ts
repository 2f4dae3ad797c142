import { sessionDays } from '~/domain/accounts/sessions.server';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

/** Builds the cookie of a sign-in that awaits its second step. It lasts until the browser is closed. */
export const createSignInTicketCookie = (request: Request, ticket: string): string =>
  setCookie(request, cookieNames.signInTicket, ticket);

export const readSignInTicket = (request: Request): string | null => readCookie(request, cookieNames.signInTicket);

export const clearSignInTicketCookie = (request: Request): string =>
  setCookie(request, cookieNames.signInTicket, '', 0);

/** Hours for which a new recovery code is shown again, so that it survives a reload. */
const recoveryCodeHours = 1;

/** Builds the cookie of a new recovery code, of which the database stores only the hash. */
export const createRecoveryCodeCookie = (request: Request, code: string): string =>
  setCookie(request, cookieNames.recoveryCode, code, recoveryCodeHours / 24);

export const readRecoveryCode = (request: Request): string | null => readCookie(request, cookieNames.recoveryCode);

export const clearRecoveryCodeCookie = (request: Request): string =>
  setCookie(request, cookieNames.recoveryCode, '', 0);

/** Builds the session cookie. */
export const createSessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

/** Deletes the session cookie. Ending the session is up to the domain. */
export const clearSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);

import { sessionDays } from '~/domain/accounts/limits';
import { cookieNames, setCookie } from './cookies.server';

/** The browser carries this session from now on. */
export const sessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

/** The browser carries no session from now on; ending it is the domain's. */
export const forgetSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);

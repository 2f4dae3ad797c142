import { sessionDays } from '~/domain/accounts/sessions.server';
import { cookieNames, readCookie, setCookie } from '../cookies.server';

export const createSignInTicketCookie = (request: Request, ticket: string): string =>
  setCookie(request, cookieNames.signInTicket, ticket);

export const readSignInTicket = (request: Request): string | null => readCookie(request, cookieNames.signInTicket);

export const clearSignInTicketCookie = (request: Request): string =>
  setCookie(request, cookieNames.signInTicket, '', 0);

/** Hours for which a new recovery code is shown again, so that it survives a reload. */
const recoveryCodeHours = 1;

export const createRecoveryCodeCookie = (request: Request, code: string): string =>
  setCookie(request, cookieNames.recoveryCode, code, recoveryCodeHours / 24);

export const readRecoveryCode = (request: Request): string | null => readCookie(request, cookieNames.recoveryCode);

export const clearRecoveryCodeCookie = (request: Request): string =>
  setCookie(request, cookieNames.recoveryCode, '', 0);

export const createSessionCookie = (request: Request, token: string): string =>
  setCookie(request, cookieNames.session, token, sessionDays);

export const clearSessionCookie = (request: Request): string => setCookie(request, cookieNames.session, '', 0);

/** Names the device's subscription to notifications, which goes on after the next sign-in. */
export const createPushDeviceCookie = (request: Request, id: string): string =>
  setCookie(request, cookieNames.pushDevice, id, 365);

export const readPushDevice = (request: Request): string | null => readCookie(request, cookieNames.pushDevice);

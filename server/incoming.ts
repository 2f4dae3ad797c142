import type { IncomingMessage, ServerResponse } from 'node:http';
import { cookieNames } from '~/http/cookies.server';
import type { RateLimitStatus } from '~/http/rate-limit.server';
import { acceptedForm } from '~/http/request-headers';

/** A request whose request line and headers have been parsed. */
export type Incoming = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  origin: string;
  url: URL;
  /** Whether the request carries no credentials: the response is public and can be cached. */
  isVisitor: boolean;
  /** State of the client under the rate limit of reads; null if the request is not counted. */
  rateLimit: RateLimitStatus | null;
};

/** The form sender cookie only matters when forms are compared; it never affects a page. */
const shownCookies = Object.values(cookieNames).filter((name) => name !== cookieNames.formSender);
const ownCookie = new RegExp(`(?:^|;\\s*)(?:${shownCookies.join('|')})=`);

/**
 * Whether a path belongs to the API, so that errors use its envelope; the API documentation consists of pages.
 *
 * @param target a path or the raw request target
 */
export const isApiPath = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs/');

/** Whether the client asks for pages without scripts and pictures, for a slow connection. */
export const savesData = ({ headers }: IncomingMessage): boolean => headers['save-data'] === 'on';

/** Whether a request is a read, which can be answered from the cache. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/** Whether the request carries no credentials: no cookie of ours, no token, no manage key. */
export const isVisitor = ({ headers }: IncomingMessage): boolean =>
  !headers.authorization && !headers['x-manage-key'] && !(headers.cookie && ownCookie.test(headers.cookie));

/** Whether the request is for a complete list of the API, which is streamed and never cached. */
export const wantsWholeList = ({ headers }: IncomingMessage, target: string): boolean =>
  isApiPath(target) && acceptedForm(headers.accept) !== 'json';

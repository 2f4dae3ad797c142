import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedForm } from '~/http/accepted-form';
import type { Standing } from '~/http/address-limits.server';
import { cookieNames } from '~/http/cookies.server';

/** What is known of a request once its line and headers have been looked at. */
export type Incoming = {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  origin: string;
  url: URL;
  /** Nothing tells who asks: the answer is anybody's, and may be kept. */
  isVisitor: boolean;
  /** How its sender stands with the limit that reads count against; null for what counts against none. */
  standing: Standing | null;
};

/** No page shows anything of the cookie that only forms are compared by. */
const shownCookies = Object.values(cookieNames).filter((name) => name !== cookieNames.formSender);
const ownCookie = new RegExp(`(?:^|;\\s*)(?:${shownCookies.join('|')})=`);

/**
 * Whether a path is a call's, and a refusal told in the API's envelope; what people read of the API is pages.
 *
 * @param target a path, or the target of a request as it came
 */
export const isApiPath = (target: string): boolean => target.startsWith('/api/') && !target.startsWith('/api/docs/');

/** Whether its sender asks for pages without scripts and pictures for a slow line. */
export const savesData = ({ headers }: IncomingMessage): boolean => headers['save-data'] === 'on';

/** Whether a request changes nothing: a kept answer is as good as one made for it. */
export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/** Whether nothing tells who asks: no cookie of ours, no token, no manage key. */
export const isVisitor = ({ headers }: IncomingMessage): boolean =>
  !headers.authorization && !headers['x-manage-key'] && !(headers.cookie && ownCookie.test(headers.cookie));

/** A list of the API that is asked for as a whole, which is sent as it is made and never kept. */
export const asksForWhole = ({ headers }: IncomingMessage, target: string): boolean =>
  isApiPath(target) && acceptedForm(headers.accept) !== 'json';

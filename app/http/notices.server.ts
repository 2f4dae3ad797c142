import { compareFull } from '~/domain/compare/limits';
import {
  alreadySoldSentence,
  deletedSentence,
  listedSentences,
  soldSentence,
} from '~/domain/listings/listing-sentences';
import { cookieNames, readCookie, setCookie } from './cookies.server';

/** A one-time message, told in the HTML of the page after a redirect, so that nobody needs a script to hear it. */
export type Notice = {
  kind: 'ok' | 'error';
  text: string;
  /** The manage key just made, shown this once. */
  manageCode?: string;
};

/** Every message a redirect can carry. The cookie only names one, so that no link can put words in our mouth. */
const notices = {
  'bike-listed': { kind: 'ok', text: listedSentences.bike },
  'scooter-listed': { kind: 'ok', text: listedSentences.scooter },
  'listing-changed': { kind: 'ok', text: 'Your changes have been saved.' },
  'listing-sold': { kind: 'ok', text: soldSentence },
  'listing-already-sold': { kind: 'error', text: alreadySoldSentence },
  'listing-deleted': { kind: 'ok', text: deletedSentence },
  'key-accepted': { kind: 'ok', text: 'This browser can now change the listings of that code.' },
  'keys-forgotten': { kind: 'ok', text: 'This browser has forgotten your listings. Your code still opens them.' },
  'compare-full': { kind: 'error', text: compareFull },
} as const satisfies Record<string, Notice>;

export type NoticeName = keyof typeof notices;

const isNoticeName = (text: string): text is NoticeName => Object.hasOwn(notices, text);

/** Ends the value of the cookie when the manage key that came with the answer is to be shown. */
const withKey = '.key';

/** @param showsNewKey the browser was just given a manage key, whose code is to be shown once */
export function noticeCookie(request: Request, name: NoticeName, showsNewKey = false): string {
  return setCookie(request, cookieNames.notice, showsNewKey ? name + withKey : name);
}

/**
 * The message this browser is to be told now, and the cookie that takes it away again. A page fetched ahead of a click
 * leaves it where it is.
 */
export function takeNotice(request: Request): { notice: Notice | null; clearing: string | null } {
  const value = readCookie(request, cookieNames.notice);
  if (!value || request.headers.get('Sec-Purpose')?.includes('prefetch')) return { notice: null, clearing: null };
  const clearing = setCookie(request, cookieNames.notice, '', 0);
  const name = value.endsWith(withKey) ? value.slice(0, -withKey.length) : value;
  if (!isNoticeName(name)) return { notice: null, clearing };
  const newKey = value === name ? undefined : readCookie(request, cookieNames.manageKeys)?.split('.').at(-1);
  return { notice: { ...notices[name], ...(newKey && { manageCode: newKey }) }, clearing };
}

import { enquiryFull } from '~/domain/accessories/enquiry-list';
import { bookingStarted, bookingSubject } from '~/domain/bookings/booking-sentences';
import { compareFull } from '~/domain/compare/limits';
import { answerSent, sentToSeller, sentToSellerBefore } from '~/domain/conversations/conversation-sentences';
import { feedbackDeleted, feedbackSent } from '~/domain/feedback/feedback-rules';
import {
  alreadySoldSentence,
  deletedSentence,
  listedSentences,
  soldSentence,
} from '~/domain/listings/listing-sentences';
import { reportSent } from '~/domain/reports/limits';
import { reviewDeleted, reviewWritten } from '~/domain/reviews/review-sentences';
import { serviceCancelled, serviceRequested } from '~/domain/services/service-rules';
import { cookieNames, readCookie, setCookie } from './cookies.server';
import { isFetchedAhead } from './fetched-ahead';

/** A flash message, rendered in the HTML of the page after a redirect, so that it works without scripts. */
export type Notice = {
  kind: 'ok' | 'error';
  text: string;
  /** Code of the manage key just created, shown only once. */
  manageCode?: string;
  /** Prefills the contact form after a visitor's booking, so that the business can reply. */
  booking?: { about: string; subject: string };
};

/** The offer that a message refers to, looked up again when the message is shown. */
type NamedOffer = { id: string; name: string };

const changesSaved: Notice = { kind: 'ok', text: 'Your changes have been saved.' };

/**
 * All flash messages. The cookie contains only the name of one, and the id of an offer if it refers to one, so that no
 * link can inject text.
 */
const notices = {
  'bike-listed': { kind: 'ok', text: listedSentences.bike },
  'scooter-listed': { kind: 'ok', text: listedSentences.scooter },
  'listing-changed': changesSaved,
  'listing-sold': { kind: 'ok', text: soldSentence },
  'listing-already-sold': { kind: 'error', text: alreadySoldSentence },
  'listing-deleted': { kind: 'ok', text: deletedSentence },
  'key-accepted': { kind: 'ok', text: 'This browser can now change the listings of that code.' },
  'keys-forgotten': { kind: 'ok', text: 'This browser has forgotten your listings. Your code still opens them.' },
  'signed-in': { kind: 'ok', text: 'You are signed in.' },
  'sign-in-left': { kind: 'error', text: 'This sign-in was left open for too long. Please begin again.' },
  'signed-up': { kind: 'ok', text: 'Your account is ready, and you are signed in.' },
  'listings-claimed': {
    kind: 'ok',
    text: 'You are signed in. What you listed from this browser is in your profile now.',
  },
  'signed-out': { kind: 'ok', text: 'You are signed out.' },
  'profile-changed': { kind: 'ok', text: 'Your profile has been saved.' },
  'password-changed': {
    kind: 'ok',
    text: 'Your password is changed. Every other device has been signed out, and every access token ended.',
  },
  'session-ended': { kind: 'ok', text: 'That device has been signed out.' },
  'sessions-ended': { kind: 'ok', text: 'Every other device has been signed out.' },
  'two-step-off': { kind: 'ok', text: 'Two-step sign-in is off.' },
  'token-revoked': { kind: 'ok', text: 'That token opens nothing any more.' },
  'account-deleted': { kind: 'ok', text: 'Your account and everything in it has been deleted.' },
  'service-requested': { kind: 'ok', text: serviceRequested },
  'service-changed': changesSaved,
  'service-cancelled': { kind: 'ok', text: serviceCancelled },
  'review-written': { kind: 'ok', text: reviewWritten },
  'review-changed': changesSaved,
  'review-deleted': { kind: 'ok', text: reviewDeleted },
  'feedback-sent': { kind: 'ok', text: feedbackSent },
  'feedback-changed': changesSaved,
  'feedback-deleted': { kind: 'ok', text: feedbackDeleted },
  'seller-written-to': { kind: 'ok', text: sentToSeller },
  'seller-written-to-before': { kind: 'ok', text: sentToSellerBefore },
  'answer-sent': { kind: 'ok', text: answerSent },
  'contact-shared': { kind: 'ok', text: 'Shared. The other side sees it in this conversation.' },
  'contact-hidden': {
    kind: 'ok',
    text: 'No longer shown. The other side may have noted it while it was.',
  },
  'report-sent': { kind: 'ok', text: reportSent },
  'desk-done': { kind: 'ok', text: 'Done, and written in the log.' },
  'compare-full': { kind: 'error', text: compareFull },
  'enquiry-full': { kind: 'error', text: enquiryFull },
  'booking-stored': ({ name }: NamedOffer): Notice => ({ kind: 'ok', text: bookingStarted(name) }),
  'booking-started': ({ id, name }: NamedOffer): Notice => ({
    kind: 'ok',
    text: bookingStarted(name),
    booking: { about: id, subject: bookingSubject(name) },
  }),
} as const satisfies Record<string, Notice | ((offer: NamedOffer) => Notice)>;

/** Name of a flash message in its cookie. */
export type NoticeName = keyof typeof notices;

const isNoticeName = (text: string): text is NoticeName => Object.hasOwn(notices, text);

/** Suffix of the name in the cookie if the manage key set in the same response is to be shown. */
const newKeyShown = 'key';

/** Details of a flash message in addition to its name. */
export type NoticeDetail = {
  /** Whether to show the code of the manage key that the browser was just given. */
  showsNewKey?: boolean;
  /** Id of the offer it refers to; ids contain no dot. */
  about?: string;
};

/** Builds the cookie that shows a flash message on the next page, once. */
export function noticeCookie(request: Request, name: NoticeName, { showsNewKey, about }: NoticeDetail = {}): string {
  const detail = showsNewKey ? newKeyShown : about;
  return setCookie(request, cookieNames.notice, detail ? `${name}.${detail}` : name);
}

/**
 * Takes the pending flash message, with the cookie that deletes it. A prefetched page leaves it pending.
 *
 * @param nameOf looks up the name of an offer by id; null if it does not exist, which drops the message
 */
export function takeNotice(
  request: Request,
  nameOf: (id: string) => string | null,
): { notice: Notice | null; clearing: string | null } {
  const value = readCookie(request, cookieNames.notice);
  if (!value || isFetchedAhead(request)) return { notice: null, clearing: null };
  const clearing = setCookie(request, cookieNames.notice, '', 0);
  const [name = '', detail = ''] = value.split('.');
  if (!isNoticeName(name)) return { notice: null, clearing };
  const told = notices[name];
  if (typeof told === 'function') {
    const called = nameOf(detail);
    return { notice: called === null ? null : told({ id: detail, name: called }), clearing };
  }
  const newKey = detail === newKeyShown ? readCookie(request, cookieNames.manageKeys)?.split('.').at(-1) : undefined;
  return { notice: { ...told, ...(newKey && { manageCode: newKey }) }, clearing };
}

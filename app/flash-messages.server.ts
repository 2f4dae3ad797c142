import { compareFull } from '~/domain/compare/compare-list';
import { errorTexts } from '~/domain/shared/error-texts';
import { recoveryLinkSent } from './domain/accounts/account';
import { appointmentCancelled, appointmentMoved, appointmentRequestedBefore } from './domain/appointments/appointment';
import { replySent, sentToSeller, sentToSellerBefore } from './domain/conversations/conversation';
import { senderUnblocked } from './domain/conversations/unwanted-messages.server';
import { type DoneNotice, formatDone, isDoneCode } from './domain/desk/done-notice';
import { feedbackDeleted, feedbackSent } from './domain/feedback/feedback';
import {
  confirmedMessage,
  deletedMessage,
  listedMessages,
  offeredAgainMessage,
  soldMessage,
} from './domain/listings/listing';
import { formatBookingStarted } from './domain/messages/booking.commands.server';
import { enquiryFull, formatBookingSubject } from './domain/messages/message';
import { reportSent } from './domain/moderation/moderation';
import { reviewDeleted, reviewWritten } from './domain/reviews/review';
import { searchDeleted } from './domain/saved/saved-searches.server';
import { serviceCancelled, serviceRequested } from './domain/services/service-request';
import { formatTakenPhone } from './domain/shared/phone';
import { cookieNames, readCookie } from './http/cookies.server';
import { clearFlashCookie, type FlashName, readFlashCookie } from './http/flash.server';
import { paths } from './paths';

/** Flash message, rendered into the HTML after a redirect, so that it works without scripts. */
export type FlashMessage = {
  kind: 'ok' | 'error';
  text: string;
  /** Code of a new manage key, shown only once. */
  manageCode?: string;
  next?: { href: string; link: string; text: string };
  undo?: DoneNotice['undo'];
};

type NamedOffer = { id: string; name: string };

const changesSaved: FlashMessage = { kind: 'ok', text: 'Your changes have been saved.' };

const flashMessages: Readonly<Record<FlashName, FlashMessage | ((offer: NamedOffer) => FlashMessage)>> = {
  'bike-listed': { kind: 'ok', text: listedMessages.bike },
  'scooter-listed': { kind: 'ok', text: listedMessages.scooter },
  'listing-changed': changesSaved,
  'listing-confirmed': { kind: 'ok', text: confirmedMessage },
  'listing-sold': { kind: 'ok', text: soldMessage },
  'listing-already-sold': { kind: 'error', text: errorTexts.already_sold },
  'listing-offered-again': { kind: 'ok', text: offeredAgainMessage },
  'listing-sold-for-good': { kind: 'error', text: errorTexts.undo_too_late },
  'listing-deleted': { kind: 'ok', text: deletedMessage },
  'key-accepted': { kind: 'ok', text: 'This browser can now change the listings of that code.' },
  'keys-forgotten': { kind: 'ok', text: 'This browser has forgotten your listings. Your code still opens them.' },
  'messages-forgotten': {
    kind: 'ok',
    text: 'This browser has forgotten what you wrote. Your private links still lead there.',
  },
  'messages-joined': { kind: 'ok', text: 'What you wrote from this browser is in your account now.' },
  'signed-in': { kind: 'ok', text: 'You are signed in.' },
  'sign-in-left': { kind: 'error', text: errorTexts.second_step_expired },
  'signed-up': { kind: 'ok', text: 'Your account is ready, and you are signed in.' },
  'listings-claimed': {
    kind: 'ok',
    text: 'You are signed in. What you listed from this browser is in your profile now.',
  },
  'signed-out': { kind: 'ok', text: 'You are signed out.' },
  'signed-out-here': {
    kind: 'error',
    text: 'You are signed out on this device, but the session could not be deleted. Please sign in later and end it in your profile, at Where you are signed in.',
  },
  'profile-changed': { kind: 'ok', text: 'Your profile has been saved.' },
  'password-changed': {
    kind: 'ok',
    text: 'Your password is changed. Every other device has been signed out, and every access token ended.',
  },
  'email-changed': { kind: 'ok', text: 'Your email is changed. From now on you sign in with the new one.' },
  'password-recovered': {
    kind: 'ok',
    text: 'Your new password is set, and you are signed in. Every other device has been signed out.',
  },
  'recovery-link-sent': { kind: 'ok', text: recoveryLinkSent },
  'recovery-code-made': { kind: 'ok', text: 'This is your new recovery code. The previous one no longer works.' },
  'recovery-code-kept': { kind: 'ok', text: 'Good. With that code you can always set a new password.' },
  'session-ended': { kind: 'ok', text: 'That device has been signed out.' },
  'sessions-ended': { kind: 'ok', text: 'Every other device has been signed out.' },
  'two-step-off': { kind: 'ok', text: 'Two-step sign-in is off.' },
  'token-revoked': { kind: 'ok', text: 'That token is no longer valid.' },
  'webhook-tested': {
    kind: 'ok',
    text: 'A test event is on its way. Reload this page to see what your program answers.',
  },
  'webhook-replayed': { kind: 'ok', text: 'What your program has not accepted is sent again, and what follows too.' },
  'push-tested': { kind: 'ok', text: 'A notification is on its way to that device.' },
  'webhook-deleted': { kind: 'ok', text: 'The webhook has been deleted.' },
  'account-deleted': { kind: 'ok', text: 'Your account and everything in it has been deleted.' },
  'search-saved': { kind: 'ok', text: 'This search is saved. New results are shown here.' },
  'search-renamed': changesSaved,
  'search-deleted': { kind: 'ok', text: searchDeleted },
  'service-requested': { kind: 'ok', text: serviceRequested },
  'service-changed': changesSaved,
  'service-cancelled': { kind: 'ok', text: serviceCancelled },
  'appointment-requested-before': { kind: 'ok', text: appointmentRequestedBefore },
  'appointment-moved': { kind: 'ok', text: appointmentMoved },
  'appointment-cancelled': { kind: 'ok', text: appointmentCancelled },
  'review-written': { kind: 'ok', text: reviewWritten },
  'review-changed': changesSaved,
  'review-deleted': { kind: 'ok', text: reviewDeleted },
  'feedback-sent': { kind: 'ok', text: feedbackSent },
  'feedback-changed': changesSaved,
  'feedback-deleted': { kind: 'ok', text: feedbackDeleted },
  'seller-written-to': { kind: 'ok', text: sentToSeller },
  'seller-written-to-before': { kind: 'ok', text: sentToSellerBefore },
  'answer-sent': { kind: 'ok', text: replySent },
  'answer-undone': { kind: 'ok', text: 'Undone: nothing was sent.' },
  'answer-too-late': { kind: 'error', text: 'It is sent already: ten seconds are over.' },
  'contact-shared': { kind: 'ok', text: 'Shared. The other side sees it in this conversation.' },
  'contact-hidden': {
    kind: 'ok',
    text: 'No longer shown. The other side may have noted it while it was.',
  },
  'sender-blocked': { kind: 'ok', text: 'Blocked. Nothing more can be written to you from there.' },
  'sender-unblocked': { kind: 'ok', text: senderUnblocked },
  'report-sent': { kind: 'ok', text: reportSent },
  'reply-sent': { kind: 'ok', text: 'Your reply has been sent.' },
  'saved-reply-kept': changesSaved,
  'desk-done': { kind: 'ok', text: formatDone({ code: 'done' }) },
  // Only the number that was taken of several, after a form whose next page says that it was stored.
  'phone-taken': { kind: 'ok', text: '' },
  'compare-full': { kind: 'error', text: compareFull },
  'enquiry-full': { kind: 'error', text: enquiryFull },
  'booking-stored': ({ id, name }: NamedOffer): FlashMessage => ({
    kind: 'ok',
    text: formatBookingStarted(name),
    next: {
      href: paths.newAppointment({ kind: 'purchase', vehicle: id }),
      link: 'Choose a time',
      text: ' to come for the papers, or wait for our call.',
    },
  }),
  'booking-started': ({ id, name }: NamedOffer): FlashMessage => ({
    kind: 'ok',
    text: formatBookingStarted(name),
    // A visitor cannot be contacted about a booking without a name and an address.
    next: {
      href: paths.contact({ about: id, subject: formatBookingSubject(name), category: 'sales' }),
      link: 'Leave your name',
      text: ' and a way to answer you, and we will get back to you.',
    },
  }),
};

const codeMessages: ReadonlySet<FlashName> = new Set(['signed-up', 'password-recovered']);
const keepCode = {
  href: paths.recoveryCode(),
  link: 'Keep your recovery code',
  text: ': it sets a new password, if you forget it.',
};

/**
 * Consumes the pending flash message. A prefetched page leaves it pending.
 *
 * @param findName returns the name of an offer by id; null if it does not exist, which drops the message
 * @returns the message, and the cookie that deletes it
 */
export function takeFlash(
  request: Request,
  findName: (id: string) => string | null,
): { flash: FlashMessage | null; clearing: string | null } {
  const pending = readFlashCookie(request);
  if (!pending) return { flash: null, clearing: null };
  const { name, about, showsNewKey, takenPhone, notice } = pending;
  const clearing = clearFlashCookie(request);
  if (name === null) return { flash: null, clearing };
  if (notice && isDoneCode(notice.code)) {
    const { code, values, undo } = notice;
    return { flash: { kind: 'ok', text: formatDone({ code, values }), undo }, clearing };
  }
  const message = flashMessages[name];
  if (typeof message === 'function') {
    const offerName = findName(about);
    return { flash: offerName === null ? null : message({ id: about, name: offerName }), clearing };
  }
  const newKey = showsNewKey ? readCookie(request, cookieNames.manageKeys)?.split('.').at(-1) : undefined;
  const keepsCode =
    codeMessages.has(name) &&
    readCookie(request, cookieNames.recoveryCode) !== null &&
    new URL(request.url).pathname !== paths.recoveryCode();
  const text = takenPhone === null ? message.text : `${message.text} ${formatTakenPhone(takenPhone)}`.trim();
  if (text === '') return { flash: null, clearing };
  return {
    flash: { ...message, text, ...(newKey && { manageCode: newKey }), ...(keepsCode && { next: keepCode }) },
    clearing,
  };
}

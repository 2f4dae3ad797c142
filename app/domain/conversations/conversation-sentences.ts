import type { Problem } from '../outcome';
import { longestAnswer, mostMessages } from './limits';

/** Messages about conversations between buyers and sellers, the same on every page. */

export const sentToSeller = 'Your message has been sent to the seller. The answer will stand here.';
/** For a repeated message from a client that cannot prove to be the original one: it may be a stranger. */
export const sentToSellerBefore =
  'This message was sent to the seller before. Its private link was shown then, and is shown only once.';
export const answerSent = 'Your message has been sent.';

export const deletedAccount = 'Deleted account';

export const answerRequired = 'Message is required';
export const answerTooLong = `Message must be at most ${longestAnswer} characters`;

export const conversationNotFound: Problem = { kind: 'not-found', message: 'There is no such conversation.' };

export const listingHidden = 'We took this listing out of sight, so nothing more can be written here.';
export const listingDeleted = 'This listing has been deleted, so nothing more can be written here.';
/** @param reason as the operator wrote it */
export const endedByUs = (reason: string): string =>
  `We ended this conversation, so nothing more can be written here. Our reason: ${reason}`;
export const otherSideGone = 'The other account has been deleted, so nothing more can be written here.';
export const conversationFull = `A conversation can have up to ${mostMessages} messages.`;

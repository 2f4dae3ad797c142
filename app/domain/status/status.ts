import type { RequestKind } from '~db/enums';

/** What a reference number can name. */
export const sentKinds = ['message', 'booking', 'service', 'feedback', 'conversation', 'appointment'] as const;
export type SentKind = (typeof sentKinds)[number];
/** A booking of a vehicle is a message to the business. */
export const kindOf = (request: RequestKind | null, isBooking: boolean): SentKind =>
  isBooking ? 'booking' : (request ?? 'conversation');

/** Something that was sent to the business or to a seller, and how far it has come. */
export type SentItem = {
  id: string;
  kind: SentKind;
  /** The subject, the name of the service, or what a visit is for and when. */
  title: string;
  /** The status as stored; of a conversation with a seller `sent`, `answered` or `ended`. */
  status: string;
  sentAt: string;
  /** When something was last written or changed. */
  changedAt: string;
  /** The latest answers, the oldest of them first. */
  answers: { text: string; writtenAt: string }[];
};

/** Number of answers shown; the conversation has the rest. */
export const mostAnswers = 20;

/** Maximum number of characters. */
export const longestReference = 60;
export const longestContact = 254;

export const referenceRequired = 'Reference is required';
export const contactRequired = 'Phone or email is required';
/** The same for a wrong reference and a wrong phone or email, so that it tells of neither. */
export const nothingSent = 'Nothing was sent under this reference with this phone or email. Please check both of them.';

/** Minutes for which the address of a found item works. */
export const foundMinutes = 15;

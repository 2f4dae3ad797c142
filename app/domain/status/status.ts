import type { RequestKind } from '~db/enums';

/** What a reference number can name. */
export const sentKinds = ['message', 'booking', 'service', 'feedback', 'conversation', 'appointment'] as const;
export type SentKind = (typeof sentKinds)[number];
/** A booking of a vehicle is a message to the business. */
export const kindOf = (request: RequestKind | null, isBooking: boolean): SentKind =>
  isBooking ? 'booking' : (request ?? 'conversation');

type Way = { first: string; middle: string; last: string; done: readonly string[]; begun: readonly string[] };

const answered: Way = {
  first: 'Sent',
  middle: 'In progress',
  last: 'Resolved',
  begun: ['new', 'open'],
  done: ['resolved'],
};

const ways: Readonly<Record<Exclude<SentKind, 'conversation'>, Way>> = {
  message: answered,
  booking: answered,
  feedback: { ...answered, middle: 'In review' },
  service: { ...answered, middle: 'Confirmed', last: 'Completed', begun: ['pending'], done: ['completed'] },
  appointment: { first: 'Requested', middle: 'Confirmed', last: 'Done', begun: ['requested'], done: ['done'] },
};

/** Statuses in which something ended before it came to its end. */
const endings = new Set(['closed', 'cancelled', 'ended']);

/**
 * The steps of something that was sent and how many of them are behind it; null for what was ended before.
 *
 * @param name of the status, for a step between first and last that is none of the usual
 */
export function progressOf(kind: SentKind, status: string, name: string): { steps: string[]; passed: number } | null {
  if (endings.has(status)) return null;
  if (kind === 'conversation') return { steps: ['Sent', 'Answered'], passed: status === 'answered' ? 2 : 1 };
  const { first, middle, last, begun, done } = ways[kind];
  if (begun.includes(status)) return { steps: [first, middle, last], passed: 1 };
  return done.includes(status)
    ? { steps: [first, middle, last], passed: 3 }
    : { steps: [first, name, last], passed: 2 };
}

/** Something that was sent to the business or to a seller, and how far it has come. */
export type SentItem = {
  id: string;
  kind: SentKind;
  /** The subject, the name of the service, or what a visit is for. */
  title: string;
  /** Of a visit: its time; null for all else. */
  when: string | null;
  /** The status as stored; of a conversation with a seller `sent`, `answered` or `ended`. */
  status: string;
  sentAt: string;
  /** When something was last written or changed. */
  changedAt: string;
  /** The latest answers, the oldest of them first. */
  answers: { text: string; writtenAt: string }[];
};

/** Number of answers shown; the conversation has the rest. */
export const maxAnswers = 20;

/** Maximum number of characters. */
export const maxReferenceLength = 60;
export const maxContactLength = 254;

export const referenceRequired = 'Reference is required';
export const contactRequired = 'Phone or email is required';
/** The same for a wrong reference and a wrong phone or email, so that it reveals neither. */
export const nothingSent = 'Nothing was sent under this reference with this phone or email. Please check both of them.';

/** Minutes for which the address of a found item works. */
export const foundMinutes = 15;

import type { RequestKind } from '~db/enums';

/** Kinds of items that have a reference number. */
export const sentKinds = ['message', 'booking', 'service', 'feedback', 'conversation', 'appointment'] as const;
export type SentKind = (typeof sentKinds)[number];
/** A booking of a vehicle is a message to the business. */
export const toSentKind = (request: RequestKind | null, isBooking: boolean): SentKind =>
  isBooking ? 'booking' : (request ?? 'conversation');

type StatusSteps = { first: string; middle: string; last: string; done: readonly string[]; begun: readonly string[] };

const replySteps: StatusSteps = {
  first: 'Sent',
  middle: 'In progress',
  last: 'Resolved',
  begun: ['new', 'open'],
  done: ['resolved'],
};

const stepsByKind: Readonly<Record<Exclude<SentKind, 'conversation'>, StatusSteps>> = {
  message: replySteps,
  booking: replySteps,
  feedback: { ...replySteps, middle: 'In review' },
  service: { ...replySteps, middle: 'Confirmed', last: 'Completed', begun: ['pending'], done: ['completed'] },
  appointment: { first: 'Requested', middle: 'Confirmed', last: 'Done', begun: ['requested'], done: ['done'] },
};

/** Statuses of items that ended early. */
const endedStatuses = new Set(['closed', 'cancelled', 'ended']);

/**
 * Steps of an item, and how many of them it has passed; null for an item that ended early.
 *
 * @param name label of the status, for a middle step other than the usual one
 */
export function getProgress(kind: SentKind, status: string, name: string): { steps: string[]; passed: number } | null {
  if (endedStatuses.has(status)) return null;
  if (kind === 'conversation') return { steps: ['Sent', 'Answered'], passed: status === 'answered' ? 2 : 1 };
  const { first, middle, last, begun, done } = stepsByKind[kind];
  if (begun.includes(status)) return { steps: [first, middle, last], passed: 1 };
  return done.includes(status)
    ? { steps: [first, middle, last], passed: 3 }
    : { steps: [first, name, last], passed: 2 };
}

/** An item that was sent to the business or to a seller, and its status. */
export type SentItem = {
  id: string;
  kind: SentKind;
  /** The subject, the name of the service, or the purpose of a visit. */
  title: string;
  /** Time of a visit; null for other items. */
  when: string | null;
  /** The status as stored; for a conversation with a seller `sent`, `answered` or `ended`. */
  status: string;
  sentAt: string;
  /** Time of the last message or change. */
  changedAt: string;
  /** The latest answers, the oldest of them first. */
  answers: { text: string; writtenAt: string }[];
};

/** Maximum number of answers shown; the conversation has the rest. */
export const maxAnswers = 20;

/** Maximum number of characters. */
export const maxReferenceLength = 60;
export const maxContactLength = 254;

/** Minutes for which the URL of a found item is valid. */
export const foundMinutes = 15;

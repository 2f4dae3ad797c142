import type { RequestKind } from '~db/enums';

export const sentKinds = ['message', 'booking', 'service', 'feedback', 'conversation', 'appointment'] as const;
export type SentKind = (typeof sentKinds)[number];
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

const endedStatuses = new Set(['closed', 'cancelled', 'ended']);

/** Null for an item that ended early. @param name label of the status, for a middle step */
export function getProgress(kind: SentKind, status: string, name: string): { steps: string[]; passed: number } | null {
  if (endedStatuses.has(status)) return null;
  if (kind === 'conversation') return { steps: ['Sent', 'Answered'], passed: status === 'answered' ? 2 : 1 };
  const { first, middle, last, begun, done } = stepsByKind[kind];
  if (begun.includes(status)) return { steps: [first, middle, last], passed: 1 };
  return done.includes(status)
    ? { steps: [first, middle, last], passed: 3 }
    : { steps: [first, name, last], passed: 2 };
}

export type SentItem = {
  id: string;
  kind: SentKind;
  title: string;
  /** Time of a visit; null for other items. */
  when: string | null;
  /** The status as stored; for a conversation with a seller `sent`, `answered` or `ended`. */
  status: string;
  sentAt: string;
  changedAt: string;
  answers: { text: string; writtenAt: string }[];
};

export const maxAnswers = 20;

export const maxReferenceLength = 60;
export const maxContactLength = 254;

export const foundMinutes = 15;

import { appointmentStatuses, contactStatuses, feedbackStatuses, type RequestKind, serviceStatuses } from '~db/enums';

export const requestStatuses: Readonly<Record<RequestKind, readonly string[]>> = {
  message: contactStatuses,
  service: serviceStatuses,
  feedback: feedbackStatuses,
  appointment: appointmentStatuses,
};

export const allRequestStatuses: readonly string[] = [...new Set(Object.values(requestStatuses).flat())];

export const finishedStatuses: ReadonlySet<string> = new Set(['resolved', 'completed', 'cancelled', 'closed', 'done']);

export const answeredStatuses: Readonly<Partial<Record<RequestKind, string>>> = {
  message: 'in-progress',
  feedback: 'in-review',
};

/** Status of a request that a reply resolves. A service request or a visit ends with the service or the visit. */
export const resolvedStatuses: Readonly<Partial<Record<RequestKind, string>>> = {
  message: 'resolved',
  feedback: 'resolved',
};

export const waitingView = 'waiting';

/** Statuses in which nothing is to be done; the first is that of spam. */
export const endedStatuses: Readonly<Record<RequestKind, readonly string[]>> = {
  message: ['resolved'],
  service: ['cancelled', 'completed'],
  feedback: ['closed', 'resolved'],
  appointment: ['cancelled', 'done'],
};

export const maxNextStepLength = 120;
export const maxNoteLength = 2000;
export const maxReplyTitleLength = 60;
export const maxSavedReplies = 30;
export const maxSelected = 100;
export const maxSearchLength = 100;
/** Minimum length of a word of a search, in characters: the index contains trigrams. */
export const minSearchWordLength = 3;
/** Maximum number of results of a search: the newest requests. */
export const maxSearchResults = 500;

/** A request of a customer in a list of the desk. Personal data: visible to operators only. */
export type DeskRequest = {
  id: string;
  kind: RequestKind;
  subject: string;
  /** Name of the sender; null for anonymous feedback. */
  name: string | null;
  status: string;
  /** Null for a visit. */
  priority: string | null;
  isUrgent: boolean;
  /** Time of the customer's message that waits for a reply; null when none waits. */
  waitingSince: string | null;
  assignee: { id: string; name: string } | null;
  createdAt: string;
  /** Set by operators, independent of the priority that the customer chose. */
  isFlagged: boolean;
  isSpam: boolean;
  nextStep: string | null;
  /** `YYYY-MM-DD`, the day of the next step; null without one. */
  dueOn: string | null;
};

/** An operator's internal note; `author` is null once the account is deleted. */
export type DeskNote = { id: number; author: string | null; text: string; createdAt: string };

export type SavedReply = { id: string; title: string; text: string; version: number };

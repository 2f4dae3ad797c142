import {
  appointmentStatuses,
  contactPriorities,
  contactStatuses,
  feedbackPriorities,
  feedbackStatuses,
  type RequestKind,
  serviceStatuses,
  serviceUrgencies,
} from '~db/enums';

/** Limits and options of customers' requests at the desk, shared by its forms and its validation rules. */

/** Statuses of each kind: the first is that in which a request arrives. */
export const requestStatuses: Readonly<Record<RequestKind, readonly string[]>> = {
  message: contactStatuses,
  service: serviceStatuses,
  feedback: feedbackStatuses,
  appointment: appointmentStatuses,
};

/** Every status of any kind, each once. */
export const anyRequestStatus: readonly string[] = [...new Set(Object.values(requestStatuses).flat())];

/** Priorities of each kind; of a service request its urgency. Visits have none. */
export const requestPriorities: Readonly<Record<RequestKind, readonly string[]>> = {
  message: contactPriorities,
  service: serviceUrgencies,
  feedback: feedbackPriorities,
  appointment: [],
};

/** Statuses in which nothing is left to do. */
export const finishedStatuses: ReadonlySet<string> = new Set(['resolved', 'completed', 'cancelled', 'closed', 'done']);

/** The status of a new request that was answered but not finished; the other kinds keep theirs. */
export const answeredStatuses: Readonly<Partial<Record<RequestKind, string>>> = {
  message: 'in-progress',
  feedback: 'in-review',
};

/** The status that finishes a request with a reply; a service request or a visit is finished by what it is about. */
export const resolvedStatuses: Readonly<Partial<Record<RequestKind, string>>> = {
  message: 'resolved',
  feedback: 'resolved',
};

/** The view of the requests that wait for an operator. */
export const waitingView = 'waiting';

export const maxNoteLength = 2000;
export const maxReplyTitleLength = 60;
export const maxSavedReplies = 30;
/** Maximum number of requests that one change applies to: a page of the desk. */
export const maxSelected = 20;
export const maxSearchLength = 100;
/** Characters that a word of a search needs at least: the index has texts of three. */
export const minSearchWordLength = 3;
/** Maximum number of requests that a search finds: the newest ones. */
export const maxSearchResults = 500;

/** A request of a customer in a list of the desk. Personal data: visible to operators only. */
export type DeskRequest = {
  id: string;
  kind: RequestKind;
  /** The subject; of a service request the name of the service, of a visit what it is for. */
  subject: string;
  /** Name of the sender; null for anonymous feedback. */
  name: string | null;
  status: string;
  /** Null for a visit. */
  priority: string | null;
  isUrgent: boolean;
  /** Since when the customer has the last word; null while nothing waits for an operator. */
  waitingSince: string | null;
  /** The operator who takes care of it. */
  assignee: { id: string; name: string } | null;
  createdAt: string;
};

/** An operator's internal note; `author` is null once the account is deleted. */
export type DeskNote = { id: number; author: string | null; text: string; createdAt: string };

/** A reply that operators write once and put into their answers. */
export type SavedReply = { id: string; title: string; text: string; version: number };

export const nothingSelected = 'Tick at least one request';
export const nothingToApply = 'Choose a status or an operator';
export const notAnOperator = 'Choose one of the operators';
export const newMessageArrived = 'Something was written here in the meantime. Please read it before you send yours.';

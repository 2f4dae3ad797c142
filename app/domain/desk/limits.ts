import { anHour } from '../durations';

/** What the desk goes by: options and sizes that its forms and its rules share. */

export const deskSubjects = ['message', 'service', 'feedback', 'listing', 'vehicle', 'review', 'conversation'] as const;
export type DeskSubject = (typeof deskSubjects)[number];

/** What riders publish, and operators look at afterwards (docs/product.md, "Operators"). */
export const publicSubjects = ['listing', 'vehicle', 'review'] as const satisfies readonly DeskSubject[];
export type PublicSubject = (typeof publicSubjects)[number];
export const isPublicSubject = (subject: DeskSubject): subject is PublicSubject =>
  publicSubjects.some((one) => one === subject);

/** What can be reported: all that others published, and what two people write to each other, by one of them. */
const reportedSubjects = [...publicSubjects, 'conversation'] as const satisfies readonly DeskSubject[];
export type ReportedSubject = (typeof reportedSubjects)[number];
export const isReportedSubject = (subject: DeskSubject): subject is ReportedSubject =>
  reportedSubjects.some((one) => one === subject);

/** How far operators are with something that is public. */
export const publicStatuses = ['unchecked', 'checked', 'hidden'] as const;
/** The list of what has open reports. */
export const reportedStatus = 'reported';

/** What an operator can do with something that is public. */
export const moderations = ['check', 'hide', 'restore', 'delete'] as const;
export type Moderation = (typeof moderations)[number];

/** What each is called once it is done, in the log. */
export const moderationWords = {
  check: 'looked at',
  hide: 'hidden',
  restore: 'restored',
  delete: 'deleted',
} as const satisfies Record<Moderation, string>;

/**
 * What an operator can do with a conversation that was reported: read it, for a while; find nothing wrong; end it, or
 * have it go on.
 */
export const conversationDeeds = ['read', 'dismiss', 'end', 'reopen'] as const;
export type ConversationDeed = (typeof conversationDeeds)[number];

/** What each is called once it is done, in the log. */
export const conversationDeedWords = {
  read: 'opened to be read',
  dismiss: 'reports dismissed',
  end: 'ended',
  reopen: 'open again',
} as const satisfies Record<ConversationDeed, string>;

/** How long a conversation stays open to the operator who opened it. */
export const readingMinutes = 60;

/** Those that take something from people, their confidence too, and so say why. */
export const needsReason = (deed: Moderation | ConversationDeed): boolean =>
  deed === 'hide' || deed === 'delete' || deed === 'read' || deed === 'end';

export const longestReason = 300;
export const deskPageSize = 20;
/** Longer than this and waiting is marked: people are promised an answer and a look within 24. */
const patienceHours = 20;

/** Whole hours from a moment (ISO 8601) to now, never less than 0. */
const hoursSince = (moment: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / anHour));

/**
 * How long something has been waiting, once that is longer than anybody should wait.
 *
 * @param since moment (ISO 8601) from which it waits; null when it does not
 * @returns 'Waiting for 26 hours', from three days on 'Waiting for 3 days'; null while there is no hurry
 */
export function waitText(since: string | null, now: Date): string | null {
  const hours = since === null ? 0 : hoursSince(since, now);
  if (hours < patienceHours) return null;
  return hours < 72 ? `Waiting for ${hours} hours` : `Waiting for ${Math.floor(hours / 24)} days`;
}

/** What the desk goes by: options and sizes that its forms and its rules share. */

export const deskSubjects = ['message', 'service', 'feedback', 'listing', 'vehicle', 'review'] as const;
export type DeskSubject = (typeof deskSubjects)[number];

/** What riders publish, and operators look at afterwards (decisions.md section 4, "Moderation"). */
export const publicSubjects = ['listing', 'vehicle', 'review'] as const satisfies readonly DeskSubject[];
export type PublicSubject = (typeof publicSubjects)[number];
export const isPublicSubject = (subject: DeskSubject): subject is PublicSubject =>
  publicSubjects.some((one) => one === subject);

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

/** Those that take something from people, and so say why. */
export const needsReason = (deed: Moderation): boolean => deed === 'hide' || deed === 'delete';

export const longestReason = 300;
export const deskPageSize = 20;
/** Longer than this and waiting is marked: people are promised an answer and a look within 24. */
export const patienceHours = 20;

const hour = 3_600_000;

/** Whole hours from a moment (ISO 8601) to now, never less than 0. */
export const hoursSince = (moment: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / hour));

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

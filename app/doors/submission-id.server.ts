import { randomBytes } from 'node:crypto';

/** A submission id for a form that is about to be shown: 160 random bits, which nobody guesses. */
export const newSubmissionId = (): string => randomBytes(20).toString('base64url');

/** The same, telling when its form was shown: what is sent within a moment was hardly typed by a person. */
export const newDatedSubmissionId = (now: Date): string =>
  `${Math.floor(now.getTime() / 1000).toString(36)}.${newSubmissionId()}`;

/** Seconds since the form with this id was shown; null for an id that is not dated. */
function secondsSinceShown(id: string, now: Date): number | null {
  const [, seconds] = /^([0-9a-z]{1,9})\../.exec(id) ?? [];
  return seconds === undefined ? null : now.getTime() / 1000 - Number.parseInt(seconds, 36);
}

/** Nobody fills in a form in less. */
const fewestSeconds = 2;

/** Whether a form was sent faster than a person fills it in, or names no moment at which it was shown. */
export const isSentAtOnce = (id: string, now: Date): boolean => (secondsSinceShown(id, now) ?? 0) < fewestSeconds;

import type { ListingKind } from '~db/enums';
import { aDay } from '../shared/dates';

/** Days for which removals are reported; a client that is further behind reloads everything. */
export const storedDays = 90;

/** Sync position of a client within the changes of a kind. */
export type SyncPosition = {
  /** Number of the last change read; 0 for none. */
  change: number;
  /**
   * Number of the last change when the client was last complete; null until a client that started empty has caught up.
   */
  known: number | null;
  /** Day when it was last complete, or started, in days since 1970: earlier removals do not concern it. */
  day: number;
};

const today = (now: Date): number => Math.floor(now.getTime() / aDay);

/** Position of a client that starts empty. */
export const beginning = (now: Date): SyncPosition => ({ change: 0, known: null, day: today(now) });

/** Position of a client that has all listings up to a change, the latest. */
export const positionAt = (change: number, now: Date): SyncPosition => ({ change, known: change, day: today(now) });

/** Whether removals that this client never received may already have been deleted. */
export const isTooOld = ({ day }: SyncPosition, now: Date): boolean => today(now) - day > storedDays;

/** Encodes a position as an opaque sync token of letters, digits, dashes and underscores. */
export function tokenOf(kind: ListingKind, { change, known, day }: SyncPosition): string {
  const numbers = [change, known, day].map((number) => number?.toString(36) ?? '-');
  return Buffer.from([kind, ...numbers].join(' ')).toString('base64url');
}

/** Decodes a sync token. @returns null for a text that is not a token of this kind */
export function positionOf(kind: ListingKind, token: string): SyncPosition | null {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const [, named, change, known, day] = /^(\w+) ([0-9a-z]{1,10}) ([0-9a-z]{1,10}|-) ([0-9a-z]{1,5})$/.exec(text) ?? [];
  if (named !== kind || !change || !known || !day) return null;
  const read = (number: string): number => Number.parseInt(number, 36);
  return { change: read(change), known: known === '-' ? null : read(known), day: read(day) };
}

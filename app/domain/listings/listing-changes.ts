import { aDay } from '../durations';
import type { Listing } from './listing';
import type { ListingKind } from './limits';

/** What happened to a listing, to somebody who follows. What operators take out of sight is removed. */
export type ListingChange =
  /** It is to be put in, in place of what may be there. */
  | { change: 'created' | 'changed' | 'sold'; id: string; listing: Listing }
  | { change: 'removed'; id: string; removedAt: string };

/** Days that a removal is told: whoever was not up to date for longer reads everything again. */
export const keptDays = 90;

/** Where somebody stands who follows the changes of a kind. */
export type Place = {
  /** The number of the last change they read; 0 for none. */
  change: number;
  /** The number of the last change when they last knew all there was; null who began with nothing, before that. */
  known: number | null;
  /** The day that was, or they began, in days since 1970: removals before it are no news to them. */
  day: number;
};

const today = (now: Date): number => Math.floor(now.getTime() / aDay);

/** The place of somebody who begins with nothing. */
export const beginning = (now: Date): Place => ({ change: 0, known: null, day: today(now) });

/** The place of somebody who knows everything up to a change, which is the last. */
export const placeAt = (change: number, now: Date): Place => ({ change, known: change, day: today(now) });

/** Whether removals may have been forgotten that somebody at this place was never told. */
export const isTooOld = ({ day }: Place, now: Date): boolean => today(now) - day > keptDays;

/** A place as clients carry it: letters, digits, dashes and underscores that mean nothing to them. */
export function tokenOf(kind: ListingKind, { change, known, day }: Place): string {
  const numbers = [change, known, day].map((number) => number?.toString(36) ?? '-');
  return Buffer.from([kind, ...numbers].join(' ')).toString('base64url');
}

/** @returns null for a text that is no token of this kind */
export function placeOf(kind: ListingKind, token: string): Place | null {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const [, named, change, known, day] = /^(\w+) ([0-9a-z]{1,10}) ([0-9a-z]{1,10}|-) ([0-9a-z]{1,5})$/.exec(text) ?? [];
  if (named !== kind || !change || !known || !day) return null;
  const read = (number: string): number => Number.parseInt(number, 36);
  return { change: read(change), known: known === '-' ? null : read(known), day: read(day) };
}

import { aDay, aMinute } from '../shared/dates';
import { countText } from '../shared/money';
import type { Listing, ListingSummary } from './listing';

const offsetOfIndia = 330 * aMinute;
/** Number of the day in Asia/Kolkata of a timestamp, from any first day. */
const dayNumber = (timestamp: number): number => Math.floor((timestamp + offsetOfIndia) / aDay);

/** Days from a timestamp to another, as calendars count them in India. */
const daysBetween = (from: string, to: Date): number => dayNumber(to.getTime()) - dayNumber(Date.parse(from));

/** Days after which a listing asks its seller whether it still stands, and falls behind until they say so. */
const confirmationDays = 60;

type Confirmed = Pick<ListingSummary, 'availability' | 'confirmedAt'>;

/** Whether the seller of a listing is asked whether it still stands (docs/product.md, "Current listings"). */
export const isUnconfirmed = ({ availability, confirmedAt }: Confirmed, now: Date): boolean =>
  availability === 'available' && confirmedAt !== null && daysBetween(confirmedAt, now) >= confirmationDays;

/** Whether it was confirmed before on this day in India, so that doing it again would change nothing. */
export const isConfirmedToday = (confirmedAt: string, now: Date): boolean => daysBetween(confirmedAt, now) <= 0;

/** The timestamp before which a listing was last confirmed that is asked about now. */
export const unconfirmedBefore = (now: Date): string =>
  new Date((dayNumber(now.getTime()) - confirmationDays + 1) * aDay - offsetOfIndia).toISOString();

const daysAgoText = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${countText(days)} days ago`;

type Current = Confirmed & Pick<Listing, 'createdAt'>;

/** 'Last confirmed 63 days ago', for buyers; null on the day of listing, and for one that is sold or a sample. */
export function confirmedText({ availability, confirmedAt, createdAt }: Current, now: Date): string | null {
  if (availability !== 'available' || confirmedAt === null) return null;
  const days = daysBetween(confirmedAt, now);
  if (days >= confirmationDays) return `Last confirmed ${daysAgoText(days)}`;
  // Until then the day of listing says the same.
  return daysBetween(createdAt, new Date(confirmedAt)) > 0 ? `Confirmed ${daysAgoText(days)}` : null;
}

/** 'Listed 63 days ago. Is it still for sale?', for the seller of an unconfirmed listing. */
export function stillForSaleQuestion(
  { confirmedAt, createdAt }: Pick<Current, 'confirmedAt' | 'createdAt'>,
  now: Date,
): string {
  const isListedSince = confirmedAt === null || daysBetween(createdAt, new Date(confirmedAt)) <= 0;
  const confirmed = isListedSince ? '' : `, last confirmed ${daysAgoText(daysBetween(confirmedAt, now))}`;
  return `Listed ${daysAgoText(daysBetween(createdAt, now))}${confirmed}. Is it still for sale?`;
}

type StatedAge = { daysUsed: number; daysUsedAsOf: string | null; soldAt: string | null };

/** Days used, with those since they were stated, until it was sold. */
export function daysUsedBy({ daysUsed, daysUsedAsOf, soldAt }: StatedAge, now: Date): number {
  if (daysUsedAsOf === null) return daysUsed;
  const until = soldAt === null ? now : new Date(soldAt);
  return daysUsed + Math.max(0, daysBetween(`${daysUsedAsOf}T00:00:00+05:30`, until));
}

const daysInAYear = 365.25;
const monthsInAYear = 12;

/** Time since a vehicle was new, as cards show it: '12 days', '8 months', '4 years 8 months'. */
export function ageText(daysUsed: number): string {
  const counted = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
  const months = Math.floor((daysUsed * monthsInAYear) / daysInAYear);
  if (months === 0) return counted(daysUsed, 'day');
  const years = Math.floor(months / monthsInAYear);
  const rest = months % monthsInAYear;
  return [years > 0 ? counted(years, 'year') : '', rest > 0 ? counted(rest, 'month') : ''].filter(Boolean).join(' ');
}

import { memoize } from './memoize';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Down to 1970: earlier dates may be outside the range of a Date. Timestamps are ISO 8601 in UTC. */
export const getTimestampBefore = (now: Date, milliseconds: number): string =>
  new Date(Math.max(0, now.getTime() - milliseconds)).toISOString();

/** Formats a length of time as `90 minutes`, `50 hours` or `12 days`, rounded down. */
export function formatDuration(milliseconds: number): string {
  const [length, unit] =
    milliseconds < 2 * hourMs
      ? [minuteMs, 'minutes']
      : milliseconds < 3 * dayMs
        ? [hourMs, 'hours']
        : ([dayMs, 'days'] as const);
  return `${Math.max(0, Math.floor(milliseconds / length))} ${unit}`;
}

/** "Today" means today in India, wherever the server or the visitor is. */
const TIME_ZONE = 'Asia/Kolkata';

// `en-IN` abbreviates September as "Sept" and joins the parts with hyphens, hence own months and spaces.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

// Created on first use: constructing a formatter is slow in a browser, and few pages show a time.
const getDayFormat = memoize(
  () => new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' }),
);
const getTimeFormat = memoize(
  () => new Intl.DateTimeFormat('en-IN', { timeZone: TIME_ZONE, hour: 'numeric', minute: '2-digit' }),
);

/** Day (`YYYY-MM-DD`) of a timestamp, in Asia/Kolkata. */
export function toDay(timestamp: Date): string {
  return getDayFormat().format(timestamp);
}

/** Formats the day of a timestamp as `14 Oct 2025`, in Asia/Kolkata. */
export const formatDate = (timestamp: string): string => formatDay(toDay(new Date(timestamp)));

/** Formats a timestamp as `14 Oct 2025, 3:05 pm`, in Asia/Kolkata. */
export function formatTimestamp(timestamp: string | Date): string {
  const date = new Date(timestamp);
  return `${formatDay(toDay(date))}, ${formatClock(date)}`;
}

const indiaOffsetMs = 5.5 * hourMs;

/** Hours since midnight in Asia/Kolkata, with a fraction. */
export const toHourOfDay = (timestamp: Date): number => ((timestamp.getTime() + indiaOffsetMs) % dayMs) / hourMs;

/** Formats the time of a timestamp as `3:05 pm`, in Asia/Kolkata. */
export const formatClock = (timestamp: Date): string => getTimeFormat().format(timestamp);

const getWeekdayFormat = memoize(() => new Intl.DateTimeFormat('en-IN', { timeZone: TIME_ZONE, weekday: 'short' }));

/** Formats a past timestamp for lists of messages: the time if today, the weekday within a week, else the day. */
export function formatRecent(timestamp: Date, now: Date): string {
  const day = toDay(timestamp);
  const today = toDay(now);
  if (day === today) return formatClock(timestamp);
  if (day > toDay(new Date(now.getTime() - 7 * dayMs))) return getWeekdayFormat().format(timestamp);
  const text = formatDay(day);
  return day.slice(0, 4) === today.slice(0, 4) ? text.slice(0, -5) : text;
}

/** Splits a day `YYYY-MM-DD`; null for anything else. */
function parseDay(day: string): { year: string; month: string; date: number } | null {
  const [, year, monthNumber, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const month = MONTHS[Number(monthNumber) - 1];
  return year && month ? { year, month, date: Number(date) } : null;
}

/** Formats a day `YYYY-MM-DD` as `14 Oct 2025`. Returns text that is not a day unchanged. */
export function formatDay(day: string): string {
  const parts = parseDay(day);
  return parts ? `${parts.date} ${parts.month} ${parts.year}` : day;
}

/** `YYYY-MM-DD`, for dates that are expected but not fixed; null for anything else. */
export function parseMonth(day: string): { month: string; year: string } | null {
  const parts = parseDay(day);
  return parts && { month: parts.month, year: parts.year };
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Whether a text is a calendar day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const timestamp = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timestamp) && new Date(timestamp).toISOString().startsWith(text);
}

/** Adds days to a day `YYYY-MM-DD`. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Day of the week, from 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Monday of the week of a day. */
export const toWeek = (day: string): string => addDays(day, 1 - getWeekday(day));

/** 'Saturday' for 6. */
export const getWeekdayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';

/** Splits a day `YYYY-MM-DD` for a calendar: 'Sat', 28, 'Nov'. */
export function getCalendarParts(day: string): { weekday: string; date: number; month: string } {
  const parts = parseDay(day);
  return { weekday: getWeekdayName(getWeekday(day)).slice(0, 3), date: parts?.date ?? 0, month: parts?.month ?? '' };
}

export function formatLongDay(day: string, today: string = day): string {
  const [year, month, date] = day.split('-').map(Number);
  const withYear = today.startsWith(day.slice(0, 4)) ? '' : ` ${year}`;
  return `${getWeekdayName(getWeekday(day))}, ${date} ${LONG_MONTHS[(month ?? 1) - 1]}${withYear}`;
}

export function formatDayHeading(timestamp: Date, now: Date): string {
  const day = toDay(timestamp);
  const today = toDay(now);
  if (day === today) return 'Today';
  return day === addDays(today, -1) ? 'Yesterday' : formatLongDay(day, today);
}

/** Timestamp of a time `HH:MM` on a day in India, which has no daylight saving time. */
export const toInstant = (day: string, time: string): Date => new Date(`${day}T${time}:00+05:30`);

/** Formats a time `HH:MM` as '9 am' or '1:30 pm'. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}

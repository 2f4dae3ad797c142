import type { AppointmentKind } from '~db/enums';
import {
  addDays,
  formatLongDay,
  formatTime,
  getCalendarParts,
  getWeekday,
  getWeekdayName,
  toDay,
  toInstant,
} from '../shared/dates';
import { type AppError, invalid } from '../shared/result';
import { bookableDays, formatSlot, formatWhen } from './appointment';

type SlotTimes = { starts: string; ends: string; places: Readonly<Record<AppointmentKind, number>> };

export type OpeningTimes = {
  /** By day of the week, from 1 for Monday; absent: closed. */
  hours: ReadonlyMap<number, { opens: string; closes: string }>;
  slots: readonly SlotTimes[];
  closedDays: ReadonlySet<string>;
};

/** `over`: the slot has begun. */
export type SlotState = 'free' | 'full' | 'over';
type Slot = { starts: string; ends: string; left: number; state: SlotState };

export type SlotDay = { day: string; slots: Slot[] };

export const createSlotKey = (day: string, starts: string): string => `${day} ${starts}`;

/** A slot that has begun can no longer be taken. @param taken number of appointments by `createSlotKey` */
export function createSlotDays(
  { hours, slots, closedDays }: OpeningTimes,
  kind: AppointmentKind,
  taken: ReadonlyMap<string, number>,
  now: Date,
): SlotDay[] {
  const today = toDay(now);
  return Array.from({ length: bookableDays }, (_, ahead) => {
    const day = addDays(today, ahead);
    const open = closedDays.has(day) ? undefined : hours.get(getWeekday(day));
    if (!open) return { day, slots: [] };
    const offered = slots.filter(
      ({ starts, ends, places }) => places[kind] > 0 && starts >= open.opens && ends <= open.closes,
    );
    return {
      day,
      slots: offered.map(({ starts, ends, places }) => {
        const left = Math.max(0, places[kind] - (taken.get(createSlotKey(day, starts)) ?? 0));
        const isOver = toInstant(day, starts) <= now;
        return { starts, ends, left, state: isOver ? 'over' : left === 0 ? 'full' : 'free' };
      }),
    };
  });
}

/** `free`: at least one slot can be taken. */
export type DayState = 'free' | 'full' | 'over' | 'closed';

export function getDayState({ slots }: SlotDay): DayState {
  if (slots.length === 0) return 'closed';
  if (slots.some(({ state }) => state === 'free')) return 'free';
  return slots.some(({ state }) => state === 'full') ? 'full' : 'over';
}

/** Free slots to offer in place of one that cannot be taken: those of the same day, or else the next free slot. */
export function formatAlternatives(days: readonly SlotDay[], day: string): string {
  const getFreeSlots = (one: SlotDay) => one.slots.filter(({ state }) => state === 'free');
  const same = days.find((one) => one.day === day);
  const left = same ? getFreeSlots(same) : [];
  if (left.length > 0) return `Still free on that day: ${left.map(formatSlot).join(', ')}.`;
  const next = days.find((one) => getFreeSlots(one).length > 0);
  const [first] = next ? getFreeSlots(next) : [];
  return next && first
    ? `Next free time: ${formatWhen({ ...first, day: next.day })}.`
    : 'Nothing is free in these two weeks. Please call us.';
}

const formatHour = (time: string): string => formatTime(time).replace(' ', '\u00a0');

/** Opening hours in words: 'Mon to Sat 9 am to 7 pm, Sun 10 am to 5 pm'. */
export function formatHours({ hours }: Pick<OpeningTimes, 'hours'>): string {
  const runs: { first: number; last: number; text: string }[] = [];
  for (const [weekday, { opens, closes }] of hours) {
    const text = `${formatHour(opens)} to ${formatHour(closes)}`;
    const run = runs.at(-1);
    if (run?.text === text && run.last === weekday - 1) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, text });
  }
  const formatShortWeekday = (weekday: number): string => getWeekdayName(weekday).slice(0, 3);
  return runs
    .map(
      ({ first, last, text }) =>
        `${formatShortWeekday(first)}${last > first ? ` to ${formatShortWeekday(last)}` : ''} ${text}`,
    )
    .join(', ');
}

/** Value of a slot in the form. It contains the day, so that a slot of another day than the chosen one is detected. */
const createSlotValue = (day: string, starts: string): string => `${day}T${starts}`;

export const createDayChoice = (slotDay: SlotDay) => ({
  day: slotDay.day,
  ...getCalendarParts(slotDay.day),
  name: formatLongDay(slotDay.day),
  state: getDayState(slotDay),
  slots: slotDay.slots.map(({ starts, ends, left, state }) => ({
    value: createSlotValue(slotDay.day, starts),
    text: formatSlot({ starts, ends }),
    left,
    state,
  })),
});
export type DayChoice = ReturnType<typeof createDayChoice>;

type ChosenSlot = Readonly<Record<string, string | undefined>>;

export function readSlot({ day: chosen, slot: value = '' }: ChosenSlot): {
  day: string | undefined;
  slot: string | undefined;
} {
  const [day, slot] = value.split('T');
  return { day: chosen || day, slot: !chosen || chosen === day ? slot : undefined };
}

export function addDayMismatch(error: AppError | null, { day, slot }: ChosenSlot): AppError | null {
  if (error?.kind !== 'invalid') return error;
  const isOtherDay = day && slot && !slot.startsWith(day);
  return invalid({ ...error.errors, ...(isOtherDay && { slot: { code: 'time_of_another_day' } }) }).error;
}

export const newBranch = 'new';
export const maxSlots = 8;

export const branchLabels = {
  name: 'Name',
  address: 'Address',
  opens: 'Opens',
  closes: 'Closes',
  starts: 'From',
  ends: 'To',
  testRidePlaces: 'Test rides',
  servicePlaces: 'Services',
  purchasePlaces: 'To buy or book',
  closedDays: 'Closed days',
  isBookable: 'Visits can be booked here',
} as const;

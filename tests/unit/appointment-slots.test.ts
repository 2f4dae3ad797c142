import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSlotDays,
  createSlotKey,
  formatAlternatives,
  formatHours,
  getDayState,
  type OpeningTimes,
} from '~/domain/appointments/slots';
import { addDays, formatLongDay, formatTime, getWeekday, isDay, toDay, toInstant } from '~/domain/shared/dates';
import workingHours from '~db/seed/branches.json';

/** Any time of a day on the quarter of an hour. */
const time = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  );
const span = fc
  .tuple(time, time)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => (one < other ? ([one, other] as const) : ([other, one] as const)));
const slot = fc.tuple(span, fc.integer({ min: 0, max: 3 })).map(([[starts, ends], places]) => ({
  starts,
  ends,
  places: { 'test-ride': places, service: 0, purchase: 99 },
}));
const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const times: fc.Arbitrary<OpeningTimes> = fc
  .record({
    hours: fc.dictionary(
      fc.integer({ min: 1, max: 7 }).map(String),
      span.map(([opens, closes]) => ({ opens, closes })),
    ),
    slots: fc.uniqueArray(slot, { maxLength: 6, selector: ({ starts }) => starts }),
  })
  .map(({ hours, slots }) => ({
    hours: new Map(Object.entries(hours).map(([weekday, span]) => [Number(weekday), span])),
    slots,
    closedDays: new Set<string>(),
  }));

describe('the slots of fourteen days', () => {
  it('begin today in India, and lie within the opening hours of days that are not closed', () => {
    fc.assert(
      fc.property(times, now, fc.nat(13), (opening, at, closed) => {
        const today = toDay(at);
        const closedDays = new Set([addDays(today, closed)]);
        const days = createSlotDays({ ...opening, closedDays }, 'test-ride', new Map(), at);
        expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 14 }, (_, ahead) => addDays(today, ahead)));
        expect(days[closed]?.slots).toEqual([]);
        for (const { day, slots } of days) {
          const open = opening.hours.get(getWeekday(day));
          for (const { starts, ends, left, state } of slots) {
            expect(open && starts >= open.opens && ends <= open.closes).toBe(true);
            expect(left).toBeGreaterThan(0);
            expect(state).toBe(toInstant(day, starts) <= at ? 'over' : 'free');
          }
        }
      }),
    );
  });

  it('are full once as many are taken as there are places, and never have fewer than none', () => {
    fc.assert(
      fc.property(times, now, fc.integer({ min: 0, max: 5 }), (opening, at, taken) => {
        const all = createSlotDays(opening, 'test-ride', new Map(), at);
        const keys = all.flatMap(({ day, slots }) =>
          slots.map(({ starts }) => [createSlotKey(day, starts), taken] as const),
        );
        for (const { slots } of createSlotDays(opening, 'test-ride', new Map(keys), at)) {
          for (const { starts, left, state } of slots) {
            const places = opening.slots.find((one) => one.starts === starts)?.places['test-ride'] ?? 0;
            expect(left).toBe(Math.max(0, places - taken));
            if (state !== 'over') expect(state).toBe(left > 0 ? 'free' : 'full');
          }
        }
      }),
    );
  });

  const showroom = {
    hours: new Map([[6, { opens: '09:00', closes: '13:00' }]]),
    slots: [
      { starts: '09:00', ends: '11:00', places: { 'test-ride': 1, service: 1, purchase: 1 } },
      { starts: '11:00', ends: '13:00', places: { 'test-ride': 1, service: 1, purchase: 1 } },
    ],
    closedDays: new Set<string>(),
  };
  /** Saturday, 4 July 2026, 10:00 in India. */
  const saturday = new Date('2026-07-04T04:30:00.000Z');

  it('name what is left in place of one that is not', () => {
    const taken = (keys: string[]) => new Map(keys.map((key) => [key, 1]));
    const left = (...keys: string[]) =>
      formatAlternatives(createSlotDays(showroom, 'test-ride', taken(keys), saturday), '2026-07-04');
    expect(left()).toBe('Still free on that day: 11 am to 1 pm.');
    expect(left('2026-07-04 11:00')).toBe('Next free time: Saturday, 11 July, 9 am to 11 am.');
    expect(left('2026-07-04 11:00', '2026-07-11 09:00', '2026-07-11 11:00')).toBe(
      'Nothing is free in these two weeks. Please call us.',
    );
    const [today, tomorrow] = createSlotDays(showroom, 'test-ride', taken(['2026-07-04 11:00']), saturday);
    expect([today && getDayState(today), tomorrow && getDayState(tomorrow)]).toEqual(['full', 'closed']);
  });

  it('of the built-in branch are those of the working hours', () => {
    const [branch] = workingHours.branches;
    const hours = new Map(branch?.hours.map(({ weekday, ...span }) => [weekday, span]));
    expect(formatHours({ hours })).toBe('Mon to Sat 9\u00a0am to 7\u00a0pm, Sun 10\u00a0am to 5\u00a0pm');
  });
});

describe('days and times', () => {
  it('are those of India, regardless of the machine’s time zone', () => {
    expect(toInstant('2026-07-04', '00:15').toISOString()).toBe('2026-07-03T18:45:00.000Z');
    expect(formatLongDay('2026-07-04')).toBe('Saturday, 4 July');
    expect(formatLongDay('2027-01-02', '2026-12-30')).toBe('Saturday, 2 January 2027');
    expect([formatTime('00:00'), formatTime('09:30'), formatTime('12:00'), formatTime('18:05')]).toEqual([
      '12 am',
      '9:30 am',
      '12 pm',
      '6:05 pm',
    ]);
    expect(['2026-02-28', '2026-02-29', '2026-13-01', '2026-1-1', ''].map(isDay)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

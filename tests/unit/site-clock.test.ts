import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  confirmClock,
  isClockInDoubt,
  judgeClock,
  observeClock,
  storeClock,
  type StoredClock,
} from '~/domain/shared/site-clock.server';
import { createRuntime } from '../../server/runtime';
import { createLog } from '~/http/log.server';
import { readSettings } from '~/http/settings.server';
import { runCleanup } from '../../server/scheduled-tasks';
import { conversationFixture } from '../support/conversation-fixture';
import { freshDatabase } from '../support/fresh-database';

const aMinute = 60_000;
const anHour = 60 * aMinute;
const aDay = 24 * anHour;
const years = 365 * aDay;
const start = Date.parse('2026-06-15T06:30:00.000Z');
const toTimestamp = (time: number): string => new Date(time).toISOString();
const right: StoredClock = { seenAt: toTimestamp(start), doubtedAt: null, passedMs: 0 };

/** Judges a series of readings of one process, each `[wall clock, monotonic]` in milliseconds since the start. */
function judgeAll(stored: StoredClock, readings: readonly (readonly [wall: number, monotonic: number])[]): StoredClock {
  let last: Parameters<typeof judgeClock>[2] = null;
  let judged = stored;
  for (const [wall, monotonic] of readings) {
    const now = start + wall;
    judged = judgeClock(judged, { now, monotonic }, last);
    last = { now, monotonic, isInDoubt: judged.doubtedAt !== null };
  }
  return judged;
}

const isInDoubt = (...args: Parameters<typeof judgeAll>): boolean => judgeAll(...args).doubtedAt !== null;

describe('the clock', () => {
  it.each([
    ['a restart after a night', right, [[16 * anHour, 0]], false],
    [
      'a jump of four years while the site runs',
      right,
      [
        [0, 0],
        [4 * years, aMinute],
      ],
      true,
    ],
    ['a start with a clock four years ahead', right, [[4 * years, 0]], true],
    ['a clock four years behind', right, [[-4 * years, 0]], true],
    [
      'a jump that is set right after an hour',
      right,
      [
        [0, 0],
        [4 * years, aMinute],
        [anHour, anHour],
      ],
      false,
    ],
    [
      'a start after a month off',
      right,
      [
        [30 * aDay, 0],
        [31 * aDay - aMinute, aDay - aMinute],
      ],
      true,
    ],
    [
      'a day of running after a month off',
      right,
      [
        [30 * aDay, 0],
        [31 * aDay, aDay],
      ],
      false,
    ],
    [
      'a second jump within that day',
      right,
      [
        [8 * aDay, 0],
        [9 * aDay - anHour, aDay - anHour],
        [4 * years, aDay],
      ],
      true,
    ],
  ] as const)('after %s', (_name, stored, readings, expected) => {
    expect(isInDoubt(stored, readings)).toBe(expected);
  });

  it('counts the time of running over restarts', () => {
    let judged = right;
    for (let run = 0; run < 6; run += 1) {
      const from = 30 * aDay + run * 3 * aDay;
      expect(judged.doubtedAt === null && run > 0).toBe(false);
      judged = judgeAll(judged, [
        [from, 0],
        [from + 4 * anHour, 4 * anHour],
      ]);
    }
    expect(judged.doubtedAt).toBeNull();
  });

  it('is known to a running process after an older backup was restored', () => {
    const reading = { now: start + 30 * aDay, monotonic: 0, isInDoubt: false };
    const later = { now: start + 30 * aDay + aMinute, monotonic: aMinute };
    expect(judgeClock(right, later, reading).doubtedAt).toBeNull();
    expect(judgeClock(right, later, null).doubtedAt).not.toBeNull();
  });

  it('is stored, and confirmed by an operator', () => {
    const db = freshDatabase();
    const observe = (time: number, last: Parameters<typeof observeClock>[3] = null) => {
      const { reading, toStore } = observeClock(db, new Date(time), time - start, last);
      if (toStore) storeClock(db, toStore);
      return reading;
    };
    observe(start);
    const reading = observe(start + 4 * years);
    expect([reading.isInDoubt, isClockInDoubt(db)]).toEqual([true, true]);
    confirmClock(db, new Date(start + 4 * years));
    expect(isClockInDoubt(db)).toBe(false);
    expect(observe(start + 4 * years + aMinute, reading).isInDoubt).toBe(false);
    expect(observeClock(db, new Date(start + 4 * years + aMinute), 0, null).toStore).toBeNull();
    db.$client.close();
  });
});

describe('the cleanup', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('deletes nothing for a day after the clock jumped, then says what it deleted', async () => {
    const { db, buyer, send } = conversationFixture();
    send('1', buyer);
    const count = () => db.$client.prepare('SELECT count(*) FROM conversations').pluck().get();
    const runtime = createRuntime(readSettings({}), db, createLog('silent'));
    const warn = vi.spyOn(runtime.log, 'warn');
    const info = vi.spyOn(runtime.log, 'info');
    const stop = runCleanup(runtime);
    await vi.advanceTimersByTimeAsync(2 * anHour);
    expect(count()).toBe(1);
    vi.setSystemTime(start + 4 * years);
    await vi.advanceTimersByTimeAsync(aDay - 2 * anHour);
    expect([count(), isClockInDoubt(db)]).toEqual([1, true]);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        event: 'clock-in-doubt',
        reason: expect.stringContaining('ahead of 15 Jun 2026'),
        remedy: expect.stringContaining('--confirm-clock'),
      }),
      'clock in doubt',
    );
    await vi.advanceTimersByTimeAsync(4 * anHour);
    expect([count(), isClockInDoubt(db)]).toEqual([0, false]);
    expect(info).toHaveBeenCalledWith(
      expect.objectContaining({ event: 'purged', deleted: expect.objectContaining({ messages: expect.any(Number) }) }),
      'old data deleted',
    );
    stop();
    db.$client.close();
  });
});

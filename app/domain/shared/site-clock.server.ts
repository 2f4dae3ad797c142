import { eq } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { siteClock } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { dayMs, formatDuration, formatTimestamp, minuteMs } from './dates';

/** A longer jump puts the clock in doubt, for as long a time of running. */
const maxJumpMs = dayMs;
const storeIntervalMs = 10 * minuteMs;

export type StoredClock = Pick<typeof siteClock.$inferSelect, 'seenAt' | 'doubtedAt' | 'passedMs'>;

/** A reading of one process. Monotonic milliseconds pass as real time does, independently of the clock. */
export type Reading = { now: number; monotonic: number; isInDoubt: boolean };

const queries = memoizePrepared((db) => ({
  find: db.select().from(siteClock).where(eq(siteClock.id, 1)).prepare(),
}));

const readStoredClock = (db: Database): StoredClock | null => queries(db).find.get() ?? null;

export const isClockInDoubt = (db: Database): boolean => (readStoredClock(db)?.doubtedAt ?? null) !== null;

export function storeClock(db: Database, values: StoredClock): void {
  db.insert(siteClock)
    .values({ id: 1, ...values })
    .onConflictDoUpdate({ target: siteClock.id, set: values })
    .run();
}

/** docs/operations.md, "Clock". In doubt, nothing may be deleted by age. @param last null for the first reading */
export function judgeClock(
  { seenAt, doubtedAt, passedMs }: StoredClock,
  reading: Omit<Reading, 'isInDoubt'>,
  last: Reading | null,
): StoredClock {
  const { now, monotonic } = reading;
  const elapsed = last === null ? 0 : Math.max(0, Math.round(monotonic - last.monotonic));
  const hasJumped = last !== null && Math.abs(now - last.now - elapsed) > maxJumpMs;
  const isNear = (time: number): boolean => Math.abs(now - time) <= maxJumpMs;
  const right: StoredClock = { seenAt: new Date(now).toISOString(), doubtedAt: null, passedMs: 0 };
  const seen = Date.parse(seenAt);
  if (doubtedAt === null) {
    // A backup that is restored while the site runs brings an older time back, but this process knows better.
    const isContinued = last !== null && !last.isInDoubt && !hasJumped;
    return isNear(seen) || isContinued ? right : { seenAt, doubtedAt: right.seenAt, passedMs: 0 };
  }
  if (hasJumped) return isNear(seen + passedMs + elapsed) ? right : { seenAt, doubtedAt: right.seenAt, passedMs: 0 };
  const passed = passedMs + elapsed;
  return passed >= maxJumpMs || isNear(seen + passed) ? right : { seenAt, doubtedAt, passedMs: passed };
}

/** @returns what is to be stored is null while the clock is right and was stored less than ten minutes ago */
export function observeClock(
  db: Database,
  now: Date,
  monotonic: number,
  last: Reading | null,
): { reading: Reading; toStore: StoredClock | null } {
  const stored = readStoredClock(db);
  const judged = judgeClock(
    stored ?? { seenAt: now.toISOString(), doubtedAt: null, passedMs: 0 },
    { now: now.getTime(), monotonic },
    last,
  );
  const isInDoubt = judged.doubtedAt !== null;
  const isRecent = stored !== null && Math.abs(Date.parse(stored.seenAt) - now.getTime()) < storeIntervalMs;
  const isKnown = isRecent && !isInDoubt && stored.doubtedAt === null;
  return { reading: { now: now.getTime(), monotonic, isInDoubt }, toStore: isKnown ? null : judged };
}

export function confirmClock(db: Database, now: Date): void {
  storeClock(db, { seenAt: now.toISOString(), doubtedAt: null, passedMs: 0 });
}

export function formatDoubt({ seenAt, passedMs }: StoredClock, now: Date): string {
  const difference = now.getTime() - Date.parse(seenAt);
  const length = formatDuration(Math.abs(difference));
  return `The clock is ${length} ${difference > 0 ? 'ahead of' : 'behind'} ${formatTimestamp(seenAt)}, the time that the site saw last. Nothing is deleted by age until the site has run for ${formatDuration(maxJumpMs - passedMs)} more.`;
}

export const doubtRemedy =
  'If the clock is wrong, set it, and keep it synchronized by NTP. If it is right, wait, or run: npm run operator -- --confirm-clock';

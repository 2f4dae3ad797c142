import { setImmediate } from 'node:timers/promises';
import type { Database } from '~db/connection';
import { memoizePrepared } from '~db/statements';
import { addDays, toDay, toInstant, toWeek } from '../shared/dates';

type Asked = { askedAt: string; answeredAt: string | null };

const reads = memoizePrepared((db) =>
  // Raw: a subquery for each row. Spam needs no answer.
  db.$client.prepare<[{ from: string; until: string }], Asked>(
    `SELECT d.created_at AS askedAt,
            (SELECT m.created_at FROM conversation_messages m INDEXED BY conversation_messages_of
              WHERE m.conversation_id = d.id AND m.side = 'seller' ORDER BY m.id LIMIT 1) AS answeredAt
       FROM desk_requests d INDEXED BY desk_requests_newest
      WHERE d.created_at >= @from AND d.created_at < @until
        AND NOT EXISTS (SELECT 1 FROM desk_follow_ups f WHERE f.request_id = d.id AND f.is_spam = 1)`,
  ),
);

/** Milliseconds from the question to the first written answer; null if none was answered. */
type Times = { asked: number; answered: number; median: number | null; slowest: number | null };

export type AnswerTimes = Times & { days: readonly (Times & { day: string })[] };

function summarize(asked: number, times: readonly number[]): Times {
  const sorted = times.toSorted((first, second) => first - second);
  return {
    asked,
    answered: sorted.length,
    median: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    slowest: sorted.at(-1) ?? null,
  };
}

/** How soon what was asked this week was answered, by day up to today. Other requests run between the days. */
export async function findAnswerTimes(db: Database, now: Date): Promise<AnswerTimes> {
  const days: { day: string; asked: number; times: number[] }[] = [];
  for (let day = toWeek(toDay(now)); day <= toDay(now); day = addDays(day, 1)) {
    const range = {
      from: toInstant(day, '00:00').toISOString(),
      until: toInstant(addDays(day, 1), '00:00').toISOString(),
    };
    const rows = reads(db).all(range);
    const times = rows.flatMap(({ askedAt, answeredAt }) =>
      answeredAt === null ? [] : [Math.max(0, Date.parse(answeredAt) - Date.parse(askedAt))],
    );
    days.push({ day, asked: rows.length, times });
    await setImmediate();
  }
  return {
    ...summarize(
      days.reduce((sum, { asked }) => sum + asked, 0),
      days.flatMap(({ times }) => times),
    ),
    days: days.map(({ day, asked, times }) => ({ day, ...summarize(asked, times) })),
  };
}

import { sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { missedSearches } from '~db/schema/engagement';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import { addDays, toDay, toWeek } from '../shared/dates';
import { isPersonal } from '../shared/text';
import type { DayCount } from '../shared/visitor-counts.server';

const maxLength = 60;
/** Different texts that are kept of a week: a bound for what strangers can store. */
export const maxMissedSearches = 2_000;
const weeksKept = 52;

/** The text under which a search without results is counted; null for what is not kept. */
export function toMissedSearch(q: string): string | null {
  const text = foldForSearch(q).replace(/\s+/g, ' ').trim();
  return text === '' || text.length > maxLength || isPersonal(text) ? null : text;
}

const queries = memoizePrepared((db) => ({
  // Raw: an insert from a query.
  add: db.$client.prepare<[Pick<DayCount, 'name' | 'visitors'> & { week: string; most: number }]>(
    `INSERT INTO missed_searches (week, text, visitors)
     SELECT @week, @name, @visitors
      WHERE (SELECT count(*) FROM missed_searches WHERE week = @week) < @most
         OR EXISTS (SELECT 1 FROM missed_searches WHERE week = @week AND text = @name)
     ON CONFLICT (week, text) DO UPDATE SET visitors = visitors + excluded.visitors`,
  ),
  most: db
    .select({ text: missedSearches.text, visitors: sql<number>`sum(${missedSearches.visitors})` })
    .from(missedSearches)
    .where(sql`${missedSearches.week} >= ${sql.placeholder('since')}`)
    .groupBy(missedSearches.text)
    .orderBy(sql`2 DESC`, missedSearches.text)
    .limit(sql.placeholder('limit'))
    .prepare(),
}));

export function addMissedSearches(db: Database, counts: readonly DayCount[]): void {
  const { add } = queries(db);
  for (const { name, day, visitors } of counts) {
    add.run({ name, visitors, week: toWeek(day), most: maxMissedSearches });
  }
}

export type MissedSearch = { text: string; visitors: number };

/** The most frequent first. @param since Monday of the first week */
export const findMissedSearches = (db: Database, since: string, limit: number): MissedSearch[] =>
  queries(db).most.all({ since, limit });

export const purgeMissedSearches = (db: Database, now: Date): number =>
  db
    .delete(missedSearches)
    .where(sql`${missedSearches.week} < ${addDays(toWeek(toDay(now)), -7 * weeksKept)}`)
    .run().changes;

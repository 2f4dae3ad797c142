import { lt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { itemViews, stockViews } from '~db/schema/engagement';
import { memoizePrepared } from '~db/statements';
import { addDays, dayMs, toDay, toWeek } from '../shared/dates';
import type { DayCount } from '../shared/visitor-counts.server';

const daysOfViews = 30;
/** Two years of weeks, of which figures compare one with the other. */
const weeksOfViews = 104;

const queries = memoizePrepared((db) => ({
  // Raw: inserts from a query. No samples of riders, and nothing that does not exist.
  add: db.$client.prepare<[DayCount]>(
    `INSERT INTO item_views (item_id, day, visitors)
     SELECT @name, @day, @visitors
      WHERE EXISTS (SELECT 1 FROM listings WHERE id = @name AND is_sample = 0)
         OR EXISTS (SELECT 1 FROM vehicles WHERE id = @name)
     ON CONFLICT (item_id, day) DO UPDATE SET visitors = visitors + excluded.visitors`,
  ),
  addOfWeek: db.$client.prepare<[DayCount & { week: string }]>(
    `INSERT INTO stock_views (week, vehicle_id, visitors)
     SELECT @week, @name, @visitors WHERE EXISTS (SELECT 1 FROM vehicles WHERE id = @name AND owner_user_id IS NULL)
     ON CONFLICT (week, vehicle_id) DO UPDATE SET visitors = visitors + excluded.visitors`,
  ),
  recent: db
    .select({ id: itemViews.itemId, visitors: sql<number>`sum(${itemViews.visitors})` })
    .from(itemViews)
    .where(
      sql`${itemViews.itemId} IN (SELECT value FROM json_each(${sql.placeholder('ids')})) AND ${itemViews.day} > ${sql.placeholder('since')}`,
    )
    .groupBy(itemViews.itemId)
    .prepare(),
}));

export function addViews(db: Database, counts: readonly DayCount[]): void {
  const { add, addOfWeek } = queries(db);
  for (const count of counts) {
    add.run(count);
    addOfWeek.run({ ...count, week: toWeek(count.day) });
  }
}

const getDayBefore = (now: Date, days: number): string => toDay(new Date(now.getTime() - days * dayMs));

export function countRecentViews(db: Database, ids: readonly string[], now: Date): ReadonlyMap<string, number> {
  if (ids.length === 0) return new Map();
  const rows = queries(db).recent.all({ ids: JSON.stringify(ids), since: getDayBefore(now, daysOfViews) });
  return new Map(rows.map(({ id, visitors }) => [id, visitors]));
}

export function formatViews(visitors: number): string {
  if (visitors === 0) return `Not seen in the last ${daysOfViews} days`;
  const people = visitors === 1 ? '1 person' : `${visitors} people`;
  return `Seen by ${people} in the last ${daysOfViews} days`;
}

/** Deletes the views of days and weeks that are no longer shown. @returns number of deleted counts */
export function purgeViews(db: Database, now: Date): number {
  const days = db
    .delete(itemViews)
    .where(lt(itemViews.day, getDayBefore(now, daysOfViews)))
    .run();
  const weeks = db
    .delete(stockViews)
    .where(lt(stockViews.week, addDays(toWeek(toDay(now)), -7 * weeksOfViews)))
    .run();
  return days.changes + weeks.changes;
}

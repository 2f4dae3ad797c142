import { createHmac, randomBytes } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { itemViews } from '~db/schema/engagement';
import { memoizePrepared } from '~db/statements';
import { dayMs, toDay } from '../shared/dates';

const daysOfViews = 30;

/** Maximum number of visitors of a day that are remembered; beyond it, the earliest may be counted again. */
const maxVisitors = 100_000;
const maxWaiting = 5_000;

/** Whether the client is a bot or another program that is not a browser; all browsers identify as Mozilla. */
const isProgram = (userAgent: string): boolean =>
  !userAgent.startsWith('Mozilla/') || /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor/i.test(userAgent);

export type CountedViews = { id: string; day: string; visitors: number };

export type Viewer = { address: string; userAgent: string };

/** A visitor is a hash with a secret of this process that changes every day: unrecognizable on another day. */
export class Views {
  #day = '';
  #secret = randomBytes(32);
  /** In order of arrival. */
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, CountedViews>();

  /** @param forward sends a view to the process that counts for all, if several processes serve the site */
  constructor(
    readonly clock: () => Date,
    readonly forward: ((id: string, viewer: Viewer) => void) | null = null,
  ) {}

  count(id: string, viewer: Viewer): void {
    const { address, userAgent } = viewer;
    if (id.length > 64 || isProgram(userAgent) || this.#waiting.size >= maxWaiting) return;
    const day = toDay(this.clock());
    if (day !== this.#day) {
      this.#day = day;
      this.#secret = randomBytes(32);
      this.#seen.clear();
    }
    const visitor = createHmac('sha256', this.#secret).update(JSON.stringify([id, address, userAgent]));
    const key = visitor.digest('base64').slice(0, 16);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const [earliest] = this.#seen.size > maxVisitors ? this.#seen : [];
    if (earliest !== undefined) this.#seen.delete(earliest);
    if (this.forward) this.forward(id, viewer);
    else this.#add(id, day, 1);
  }

  take(): CountedViews[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }

  putBack(taken: readonly CountedViews[]): void {
    for (const { id, day, visitors } of taken) this.#add(id, day, visitors);
  }

  #add(id: string, day: string, visitors: number): void {
    const waiting = this.#waiting.get(`${day} ${id}`);
    if (waiting) waiting.visitors += visitors;
    else this.#waiting.set(`${day} ${id}`, { id, day, visitors });
  }
}

const queries = memoizePrepared((db) => ({
  // Raw: an insert from a query. Only what users offer is counted, and nothing that does not exist.
  add: db.$client.prepare<[CountedViews]>(
    `INSERT INTO item_views (item_id, day, visitors)
     SELECT @id, @day, @visitors
      WHERE EXISTS (SELECT 1 FROM listings WHERE id = @id AND is_sample = 0)
         OR EXISTS (SELECT 1 FROM vehicles WHERE id = @id AND owner_user_id IS NOT NULL)
     ON CONFLICT (item_id, day) DO UPDATE SET visitors = visitors + excluded.visitors`,
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

export function addViews(db: Database, counted: readonly CountedViews[]): void {
  for (const views of counted) queries(db).add.run(views);
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

/** Deletes the views of days that are no longer shown. @returns number of deleted counts */
export const purgeViews = (db: Database, now: Date): number =>
  db
    .delete(itemViews)
    .where(lt(itemViews.day, getDayBefore(now, daysOfViews)))
    .run().changes;

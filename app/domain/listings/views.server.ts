import { createHmac, randomBytes } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { itemViews } from '~db/schema';
import { aDay, dayOf } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';

/** Days that a seller's figure covers. */
const daysOfViews = 30;

/** Visitors of a day that are distinguished; beyond that the earliest may count again. */
const maxVisitors = 100_000;
/** Items whose views wait to be stored; a request for an id that does not exist waits as well. */
const maxWaiting = 5_000;

/** Bots, and programs that are no browser: those name themselves Mozilla. */
const isProgram = (userAgent: string): boolean =>
  !userAgent.startsWith('Mozilla/') || /bot|crawl|spider|slurp|preview|headless|lighthouse|monitor/i.test(userAgent);

/** Visitors of an item on a day. */
export type CountedViews = { id: string; day: string; visitors: number };

export type Viewer = { address: string; userAgent: string };

/**
 * Counts who opened the details of an item: each visitor once a day (docs/product.md, "Views"). A visitor is known by a
 * hash of address and browser with a secret that only this process has and that changes every day, so no visitor can
 * be recognized tomorrow, nor from what is stored: numbers for each item and day.
 */
export class Views {
  #day = '';
  #secret = randomBytes(32);
  /** In the order in which they came. */
  readonly #seen = new Set<string>();
  readonly #waiting = new Map<string, CountedViews>();

  /** @param pass where several processes serve the site, takes a view to the one that counts for all */
  constructor(
    readonly clock: () => Date,
    readonly pass: ((id: string, viewer: Viewer) => void) | null = null,
  ) {}

  count(id: string, viewer: Viewer): void {
    const { address, userAgent } = viewer;
    if (id.length > 64 || isProgram(userAgent) || this.#waiting.size >= maxWaiting) return;
    const day = dayOf(this.clock());
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
    if (this.pass) this.pass(id, viewer);
    else this.#add(id, day, 1);
  }

  /** What was counted since the last time, to be stored. */
  take(): CountedViews[] {
    const taken = [...this.#waiting.values()];
    this.#waiting.clear();
    return taken;
  }

  /** Counts again what could not be stored. */
  putBack(taken: readonly CountedViews[]): void {
    for (const { id, day, visitors } of taken) this.#add(id, day, visitors);
  }

  #add(id: string, day: string, visitors: number): void {
    const waiting = this.#waiting.get(`${day} ${id}`);
    if (waiting) waiting.visitors += visitors;
    else this.#waiting.set(`${day} ${id}`, { id, day, visitors });
  }
}

const reads = preparedOf((db) => ({
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

/** Adds counts to the stored ones, within a transaction. */
export function addViews(db: Database, counted: readonly CountedViews[]): void {
  for (const views of counted) reads(db).add.run(views);
}

const daysAgo = (now: Date, days: number): string => dayOf(new Date(now.getTime() - days * aDay));

/** Visitors of the last days by the ids of items; none of those that were not opened. */
export function recentViews(db: Database, ids: readonly string[], now: Date): ReadonlyMap<string, number> {
  if (ids.length === 0) return new Map();
  const rows = reads(db).recent.all({ ids: JSON.stringify(ids), since: daysAgo(now, daysOfViews) });
  return new Map(rows.map(({ id, visitors }) => [id, visitors]));
}

/** 'Seen by 34 people in the last 30 days' */
export function viewsText(visitors: number): string {
  if (visitors === 0) return `Not seen in the last ${daysOfViews} days`;
  const people = visitors === 1 ? '1 person' : `${visitors} people`;
  return `Seen by ${people} in the last ${daysOfViews} days`;
}

/** Deletes the figures of days that no screen shows any more. */
export const purgeViews = (db: Database, now: Date) =>
  db
    .delete(itemViews)
    .where(lt(itemViews.day, daysAgo(now, daysOfViews)))
    .run();

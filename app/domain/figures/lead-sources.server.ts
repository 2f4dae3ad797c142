import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { leadSources } from '~db/schema/conversations';
import { sourceCounts } from '~db/schema/engagement';
import { memoizePrepared } from '~db/statements';
import type { CommandContext } from '../shared/command.server';
import { addDays, toDay, toWeek } from '../shared/dates';
import { isPersonal } from '../shared/text';
import type { DayCount } from '../shared/visitor-counts.server';

const maxLength = 40;
/** Different sources that are kept of a week, and those named of a period: a client can make links up. */
export const maxSources = 100;
const weeksKept = 52;

/** What is too long, personal, or beyond the different ones that are kept. */
export const otherSources = 'other sources';

/** The name under which a source is counted and stored; null for none. */
export function toSource(text: string): string | null {
  const name = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, ' ')
    .trim();
  if (name === '') return null;
  return name.length > maxLength || isPersonal(text) ? otherSources : name;
}

export type SourceRow = { source: string; visitors: number; leads: number };

const queries = memoizePrepared((db) => ({
  // Raw: an insert from a query.
  add: db.$client.prepare<[SourceRow & { week: string; most: number; others: string }]>(
    `INSERT INTO source_counts (week, source, visitors, leads)
     SELECT @week,
            CASE WHEN (SELECT count(*) FROM source_counts WHERE week = @week) < @most
                   OR EXISTS (SELECT 1 FROM source_counts WHERE week = @week AND source = @source)
                 THEN @source ELSE @others END,
            @visitors, @leads
      WHERE true
     ON CONFLICT (week, source) DO UPDATE
       SET visitors = visitors + excluded.visitors, leads = leads + excluded.leads`,
  ),
  record: db
    .insert(leadSources)
    .values({ conversationId: sql.placeholder('id'), source: sql.placeholder('source') })
    .onConflictDoNothing()
    .prepare(),
  one: db
    .select({ source: leadSources.source })
    .from(leadSources)
    .where(eq(leadSources.conversationId, sql.placeholder('id')))
    .prepare(),
  all: db
    .select({
      source: sourceCounts.source,
      visitors: sql<number>`sum(${sourceCounts.visitors})`,
      leads: sql<number>`sum(${sourceCounts.leads})`,
    })
    .from(sourceCounts)
    .where(sql`${sourceCounts.week} >= ${sql.placeholder('week')}`)
    .groupBy(sourceCounts.source)
    .orderBy(sql`3 DESC`, sql`2 DESC`, sourceCounts.source)
    .prepare(),
}));

const add = (db: Database, day: string, row: SourceRow): void => {
  queries(db).add.run({ ...row, week: toWeek(day), most: maxSources, others: otherSources });
};

export function addSourceVisitors(db: Database, counts: readonly DayCount[]): void {
  for (const { name: source, day, visitors } of counts) add(db, day, { source, visitors, leads: 0 });
}

/** Within the transaction that began a conversation; the first source of a conversation stays. */
export function recordLeadSource({ db, now, source }: CommandContext, conversationId: string): void {
  if (!source) return;
  const { changes } = queries(db).record.run({ id: conversationId, source });
  if (changes > 0) add(db, toDay(now), { source, visitors: 0, leads: 1 });
}

export const findLeadSource = (db: Database, conversationId: string): string | null =>
  queries(db).one.get({ id: conversationId })?.source ?? null;

/** Most leads first, with those beyond `maxSources` as one row at the end. @param week Monday of the first week */
export function findSources(db: Database, week: string): SourceRow[] {
  const rows = queries(db).all.all({ week });
  const top = rows.filter(({ source }) => source !== otherSources).slice(0, maxSources);
  const sum = (of: 'visitors' | 'leads', among: readonly SourceRow[]): number =>
    among.reduce((total, row) => total + row[of], 0);
  const rest = {
    source: otherSources,
    visitors: sum('visitors', rows) - sum('visitors', top),
    leads: sum('leads', rows) - sum('leads', top),
  };
  return rest.visitors + rest.leads > 0 ? [...top, rest] : top;
}

export const purgeSourceCounts = (db: Database, now: Date): number =>
  db
    .delete(sourceCounts)
    .where(sql`${sourceCounts.week} < ${addDays(toWeek(toDay(now)), -7 * weeksKept)}`)
    .run().changes;

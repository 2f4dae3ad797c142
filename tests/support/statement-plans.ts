import { type Database, openDatabase, type Sqlite } from '~db/connection';
import { migrate } from '~db/migrate';

/** Tables whose size only operators and new versions of the site change: reading one as a whole is cheap. */
const smallTables = new Set([
  ...['brands', 'brand_logos', 'branches', 'branch_hours', 'branch_slots', 'closed_days', 'places', 'saved_replies'],
  ...['road_tax_rates', 'road_tax_bands', 'setting_versions', 'seeds', 'site_keys', 'migrations', 'content_revision'],
  ...['contact_counters', 'listing_counters', 'sqlite_schema', 'setting_drafts', 'shop_logos'],
]);

/** Statements that read few rows in the order of an index or of row numbers, or count requests, which people write. */
const accepted: readonly RegExp[] = [
  // Operators are few.
  /from \(SELECT id FROM users INDEXED BY users_team WHERE role <> 'user'\) operator cross join/,
  /from "desk_requests" (?:left join "users" on "users"."id" = "desk_requests"."assignee_id" )?where/,
  // The newest ones, by row number.
  /from "desk_requests" left join "users" on .* left join "desk_follow_ups" on .* order by "desk_requests"."seq" desc limit/s,
  // An import compares its lines with the whole stock of the business, and its file is read by row numbers, both in a
  // process of their own.
  /from "vehicles" where \("vehicles"."owner_user_id" is null and "vehicles"."retired_at" is null\)$/,
  /from "vehicles" where .* and "vehicles"."seq" > \? order by "vehicles"."seq" limit/i,
  // SQLite looks for rows that refer to a new branch only while a reference is broken, and the branches are few.
  /^insert into "branches" /,
  /from "audit_events" order by "audit_events"."id" desc limit/,
  /^delete from "removal_notices" where \("removal_notices"."id" in \(select "id" from "removal_notices" order by/,
  /from "listings" NOT INDEXED where .* order by "listings"."seq" desc limit/,
];

/** What SQLite's planner knows of the sizes of tables: nothing yet, those of a new site, or those of a large one. */
const statisticsStates = ['absent', 'small', 'large'] as const;
type StatisticsState = (typeof statisticsStates)[number];
const rows: Record<Exclude<StatisticsState, 'absent'>, number> = { small: 12, large: 100_000 };

type Index = { table: string; name: string; columns: string; isUnique: 0 | 1 };

/** Whether few rows have the same value, however large the table. */
const isId = (column: string): boolean => /(?:^|_)(?:id|hash|email|key|address|rowid|seq)$/.test(column);

/** Values of a column in a table of some rows. */
const countValues = (column: string, size: number): number =>
  isId(column) || column.endsWith('_at') ? Math.ceil(size / 5) : 20;

/** Replaces the statistics of a connection by those of tables of that size. */
function setStatistics({ $client: sqlite }: Pick<Database, '$client'>, state: StatisticsState): void {
  sqlite.exec('ANALYZE; DELETE FROM sqlite_stat1; DELETE FROM sqlite_stat4');
  if (state !== 'absent') {
    const indexes = sqlite
      .prepare<[], Index>(
        `SELECT t.name AS "table", i.name, i."unique" AS isUnique, (SELECT group_concat(coalesce(name, 'key')) FROM pragma_index_info(i.name)) AS columns
           FROM pragma_table_list t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND t.schema = 'main'`,
      )
      .all();
    const insert = sqlite.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)');
    for (const { table, name, columns, isUnique } of indexes) {
      const size = smallTables.has(table) ? rows.small : rows[state];
      let left = size;
      const perKey = columns.split(',').map((column, at, all) => {
        left = isUnique && at === all.length - 1 ? 1 : Math.max(1, Math.round(left / countValues(column, size)));
        return left;
      });
      insert.run(table, name, [size, ...perKey].join(' '));
    }
  }
  // Makes the planner read them.
  sqlite.exec('ANALYZE sqlite_schema');
}

let references: Map<StatisticsState, Database> | undefined;

/** An empty database with the current schema for each state of the statistics. */
function getReferences(): Map<StatisticsState, Database> {
  references ??= new Map(
    statisticsStates.map((state) => {
      const db = openDatabase(':memory:');
      migrate(db);
      setStatistics(db, state);
      return [state, db];
    }),
  );
  return references;
}

/** Strings and quoted names, in which nothing is a parameter, and parameters. */
const tokens = /'(?:[^']|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|\?(\d*)|[@:$]([A-Za-z_]\w*)/g;

function readPlan(sqlite: Sqlite, text: string): string[] {
  const named: Record<string, string> = {};
  const places: string[] = [];
  for (const [token, , name] of text.matchAll(tokens)) {
    if (name) named[name] = '1';
    else if (token.startsWith('?')) places.push('1');
  }
  const explain = sqlite.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`);
  return explain.all(...places, ...(Object.keys(named).length > 0 ? [named] : [])).map(({ detail }) => detail);
}

/** The table that a name in a plan stands for; undefined for a subquery, a virtual table or a list. */
function findTable(tables: ReadonlySet<string>, text: string, name: string): string | undefined {
  if (tables.has(name)) return name;
  for (const [, table = ''] of text.matchAll(new RegExp(`\\b(\\w+)["\`]?\\s+(?:as\\s+)?["\`]?${name}\\b`, 'gi')))
    if (tables.has(table)) return table;
  return undefined;
}

/** Tables of the current schema that grow with use. */
function getGrowingTables(sqlite: Sqlite): Set<string> {
  const names = sqlite
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'")
    .pluck()
    .all();
  return new Set(names.filter((name) => !smallTables.has(name) && !name.startsWith('sqlite_stat')));
}

let growing: Set<string> | undefined;

/**
 * What makes a statement depend on luck: a growing table that is read as a whole, an index made for one execution, or a
 * plan that the statistics change.
 *
 * @returns descriptions; none if the statement is fine or not one of the current schema
 */
export function findPlanFailures(text: string): string[] {
  const plans: [StatisticsState, string[]][] = [];
  for (const [state, { $client }] of getReferences()) {
    growing ??= getGrowingTables($client);
    try {
      plans.push([state, readPlan($client, text)]);
    } catch {
      // A statement of an older schema, or about a temporary table.
      return [];
    }
  }
  const tables = growing ?? new Set();
  if (accepted.some((pattern) => pattern.test(text))) return [];
  const isCount = /\bcount\(\*\)/i.test(text);
  const isLimited = /\blimit\b/i.test(text);
  const failures = new Set<string>();
  /** What each state reads of growing tables other than by ids, and what it sorts then. */
  const reads = plans.map(([state, plan]) => {
    const bounds = plan.flatMap((step) => {
      const [, kind, name = '', how = ''] = /^(SCAN|SEARCH) (\S+) ?(.*)$/.exec(step) ?? [];
      const table = findTable(tables, text, name);
      if (!kind || table === undefined || how.startsWith('VIRTUAL')) return [];
      const isInOrder = /^USING (?:COVERING )?INDEX /.test(how) && isLimited;
      const isCounted = isCount && (how.startsWith('USING COVERING') || text.includes('INDEXED BY'));
      if (how.includes('AUTOMATIC') || (kind === 'SCAN' && !isInOrder && !isCounted)) failures.add(`${state}: ${step}`);
      const [, column = ''] = /\((\w+)=\?/.exec(how) ?? [];
      if (isId(column)) return [];
      // Which of several indexes is used does not matter if they are searched for the same values.
      const searched = (/\(.*\)/.exec(how)?.[0] ?? '').replaceAll(/\bseq\b/g, 'rowid');
      return `${kind} ${table} ${kind === 'SCAN' ? how : searched}`;
    });
    const sorted = bounds.length > 0 ? plan.filter((step) => step.startsWith('USE TEMP B-TREE')) : [];
    return [state, [...bounds, ...sorted].sort().join('; ')] as const;
  });
  const [, first] = reads[0] ?? [];
  for (const [state, bounds] of reads) if (bounds !== first) failures.add(`${state}: ${bounds}\n  otherwise: ${first}`);
  return [...failures];
}

import type { Database } from '~db/connection';
import type { imports } from '~db/schema/stock';
import { formatReason, type Reason } from '../shared/result';
import type { Columns, Mapping } from './columns';
import { type CsvFile, type CsvRow, separatorNames } from './csv-file';

export type ImportReport = NonNullable<(typeof imports.$inferSelect)['report']>;

export type ImportFile = {
  file: CsvFile;
  mapping: Mapping;
  now: Date;
  onProgress?: (lines: number) => void;
};

/** `batch`: by which what one press or import writes is undone together. */
export type ImportContext = { operator: { id: string; name: string }; batch: string; now: Date };

/**
 * What a file would change; nothing is locked or written by a plan.
 *
 * - `prepare`: before the lock is taken
 * - `write`: in a transaction of the caller; false if something was changed since the plan
 */
export type ImportPlan = { report: ImportReport; prepare: (context: ImportContext) => { write: () => boolean } };
export type PlanImport = (db: Database, file: ImportFile) => ImportPlan;

/**
 * - `skipped`: number of rows that were changed again, which stay
 * - `write`: in a transaction of the caller; the number of rows undone, or null if one was changed since the plan
 */
export type PlanUndo = (
  db: Database,
  batch: string,
) => { skipped: number; write: (context: ImportContext) => number | null };

/**
 * In one transaction, whose lock is held only for writing.
 *
 * @param confirm runs first in the transaction; what it throws is rethrown, with nothing written
 * @returns false if something was changed since the plan; nothing is written then
 */
export function applyImportPlan(
  db: Database,
  context: ImportContext,
  plan: ImportPlan,
  confirm: () => void = () => undefined,
): boolean {
  const isOutdated = Symbol('outdated');
  const { write } = plan.prepare(context);
  try {
    db.$client
      .transaction(() => {
        confirm();
        if (!write()) throw isOutdated;
      })
      .immediate();
    return true;
  } catch (error) {
    if (error === isOutdated) return false;
    throw error;
  }
}

export type LineProblem = { field: string; reason: Reason };
type ReportedChange = Omit<ImportReport['changes'][number], 'line'>;
/** Without a change, the line is as it is. */
export type PlannedLine = { problems: LineProblem[] } | { isAdded: true } | { changes: ReportedChange[] };

const maxListed = 500;
const progressStep = 500;

/** What becomes of the lines, one after the other. */
export function reportLines(
  columns: Columns,
  { file, mapping, onProgress = () => undefined }: ImportFile,
  plan: (row: CsvRow) => PlannedLine,
): ImportReport {
  const headers = new Map(mapping.flatMap((name, at) => (name === null ? [] : [[name, file.header[at] ?? name]])));
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
  const problems: ImportReport['problems'] = [];
  const changes: ImportReport['changes'] = [];
  for (const [at, row] of file.rows.entries()) {
    if (at % progressStep === 0) onProgress(at);
    const planned = plan(row);
    if ('problems' in planned) {
      counts.refused += 1;
      for (const { field, reason } of planned.problems.slice(0, maxListed - problems.length))
        problems.push({
          line: row.line,
          column: headers.get(field) ?? columns[field]?.field.label ?? field,
          text: formatReason(reason),
        });
    } else if ('isAdded' in planned) counts.added += 1;
    else if (planned.changes.length === 0) counts.unchanged += 1;
    else {
      counts.changed += 1;
      for (const change of planned.changes.slice(0, maxListed - changes.length))
        changes.push({ line: row.line, ...change });
    }
  }
  return {
    encoding: file.encoding,
    separator: separatorNames[file.separator],
    header: [...file.header],
    example: file.header.map((_, at) => file.rows[0]?.cells[at] ?? ''),
    mapping: [...mapping],
    lines: file.rows.length,
    counts,
    problems,
    changes,
  };
}

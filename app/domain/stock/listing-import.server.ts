import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import type { ListingType } from '~db/enums';
import { listings } from '~db/schema/listings';
import { type Columns, readChanges, readRow } from '../import/columns';
import type { CsvRow } from '../import/csv-file';
import {
  type ImportPlan,
  type LineProblem,
  type PlannedLine,
  type PlanImport,
  reportLines,
} from '../import/import-plan.server';
import { planListingChange } from '../listings/listing.commands.server';
import { getListingChangeSchema } from '../listings/listing.schema.server';
import { listingColumnNames, listingColumns } from '../listings/listing-columns';
import { getMeasure } from '../shared/field-table';
import { decodeReason } from '../shared/result';
import { formatFigure } from '../shared/typed-numbers';
import { changeListingOfRider, type ListingRow } from './stock-writes.server';

/** Samples are part of the site. */
const findListings = (db: Database, ids: readonly string[]): Map<string, ListingRow> =>
  new Map(
    db
      .select({ listing: listings })
      .from(sql`json_each(${JSON.stringify(ids)}) listed`)
      .crossJoin(listings)
      .where(sql`${listings.id} = listed.value AND ${eq(listings.isSample, false)}`)
      .all()
      .map(({ listing }) => [listing.id, listing]),
  );

const readId = (row: CsvRow, mapping: readonly (string | null)[]): string => {
  const { id } = readRow(row, mapping, { id: listingColumns.id });
  return typeof id === 'string' ? id : '';
};

const columns: Columns = listingColumns;

const formatValue = (name: string, value: unknown): string => {
  const field = columns[name]?.field;
  const measure = field ? getMeasure(field) : null;
  if (typeof value === 'number' && measure) return formatFigure(value, measure);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === undefined ? '' : String(value);
};

function listChanges(before: ListingRow, changed: Readonly<Record<string, unknown>>) {
  const stored = new Map<string, unknown>(Object.entries(before));
  return listingColumnNames.flatMap((name) => {
    if (!(name in changed)) return [];
    const [was, becomes] = [formatValue(name, stored.get(name)), formatValue(name, changed[name])];
    return { subjectId: before.id, title: before.name, column: listingColumns[name].field.label, was, becomes };
  });
}

/** What only the other type of vehicle has. */
function findTypeProblems(typed: Readonly<Record<string, unknown>>, type: ListingType): LineProblem[] {
  const field = type === 'Electric' ? 'engineCapacity' : 'batteryCapacity';
  if (typed[field] === undefined || typed[field] === null) return [];
  const { label } = listingColumns[field].field;
  return [
    {
      field,
      reason: type === 'Electric' ? { code: 'not_for_electric', values: { label } } : { code: 'battery_of_petrol' },
    },
  ];
}

/** By the id of an exported file. A listing is never added: its seller publishes it, and answers for it. */
export const planListingImport: PlanImport = (db, file) => {
  const { mapping, now } = file;
  const rows = findListings(
    db,
    file.file.rows.map((row) => readId(row, mapping)),
  );
  const schema = getListingChangeSchema(now);
  const lineOf = new Map<string, number>();
  const changes: { before: ListingRow; changed: Record<string, unknown> }[] = [];

  const plan = (row: CsvRow): PlannedLine => {
    const id = readId(row, mapping);
    const { label } = listingColumns.id.field;
    const reject = (reason: LineProblem['reason']) => ({ problems: [{ field: 'id', reason }] });
    if (id === '') return reject({ code: 'required', values: { label } });
    const before = rows.get(id);
    if (!before) return reject({ code: 'listing_not_found' });
    const line = lineOf.get(id);
    if (line !== undefined) return reject({ code: 'twice_in_file', values: { label, text: id, line } });
    lineOf.set(id, row.line);
    const { id: _id, ...typed } = readChanges(row, mapping, columns, { ...before });
    const input = schema.safeParse({ ...typed, id, kind: before.kind });
    if (!input.success) {
      const problems = input.error.issues.map(({ path, message }) => ({
        field: String(path[0] ?? ''),
        reason: decodeReason(message),
      }));
      return { problems };
    }
    const problems = findTypeProblems(typed, input.data.type ?? before.type);
    if (problems.length > 0) return { problems };
    const stored = new Map<string, unknown>(Object.entries(before));
    if (Object.entries(input.data).every(([name, value]) => !(name in typed) || value === stored.get(name)))
      return { changes: [] };
    const changed = planListingChange(before, input.data, now);
    changes.push({ before, changed });
    return { changes: listChanges(before, changed) };
  };

  const report = reportLines(columns, file, plan);
  const prepare: ImportPlan['prepare'] = (context) => ({
    write: () =>
      changes.every(({ before, changed }) => changeListingOfRider(db, context, before, { action: 'changed', changed })),
  });
  return { report, prepare };
};

import { randomBytes } from 'node:crypto';
import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { vehicles } from '~db/schema/vehicles';
import { foldForSearch } from '~db/search-fold';
import { memoizePrepared } from '~db/statements';
import { findChangedColumns, type VehicleRow } from '../catalogue/stored-vehicle.server';
import { formatHeader, formatRow, readRow } from '../import/columns';
import type { CsvRow } from '../import/csv-file';
import {
  type ImportPlan,
  type LineProblem,
  type PlannedLine,
  type PlanImport,
  reportLines,
} from '../import/import-plan.server';
import { formatCsv, formatCsvLine } from '../shared/csv';
import { getMeasure } from '../shared/field-table';
import { decodeReason } from '../shared/result';
import { formatFigure } from '../shared/typed-numbers';
import { type StockField, stockColumns, stockFieldNames } from './stock-columns';
import {
  completeRow,
  createDefaults,
  findElectricProblem,
  getRowSchema,
  type StockValues,
  toColumns,
  toFullName,
  toValues,
  withConsequences,
} from './stock-rows.server';
import { addToStock, changeVehicleOfStock, type NewVehicleRow, prepareAddition } from './stock-writes.server';

const toPlateKey = (plate: string): string => plate.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
const toModelKey = ({ brand, name, variant }: { brand: string; name: string; variant?: string | null | undefined }) =>
  foldForSearch(`${toFullName(brand, name)}|${variant ?? ''}`);

/** The stock by all that identifies a vehicle. A row of the file that was read is found by the rows below it. */
class StockIndex {
  readonly byId = new Map<string, VehicleRow>();
  readonly byExternalId = new Map<string, VehicleRow>();
  readonly byPlate = new Map<string, VehicleRow>();
  readonly byModel = new Map<string, VehicleRow>();

  constructor(rows: readonly VehicleRow[]) {
    for (const row of rows) {
      this.byId.set(row.id, row);
      if (row.externalId !== null) this.byExternalId.set(row.externalId, row);
      if (row.numberPlate !== null && row.soldAt === null) this.byPlate.set(toPlateKey(row.numberPlate), row);
      if (row.stock !== 'used') this.byModel.set(toModelKey(row), row);
    }
  }
}

type Lookup = { row: VehicleRow | null } | LineProblem;

/** The stock number decides which vehicle a line is; without one its id, its plate, or a new one's model. */
function findVehicle(values: StockValues, index: StockIndex): Lookup {
  const { id, externalId, numberPlate, stock, name, brand, variant } = values;
  const holder = numberPlate ? index.byPlate.get(toPlateKey(numberPlate)) : undefined;
  if (id) {
    const row = index.byId.get(id);
    if (!row) return { field: 'id', reason: { code: 'vehicle_not_found' } };
    return { row };
  }
  if (externalId) {
    const row = index.byExternalId.get(externalId) ?? null;
    if (holder && holder !== row && numberPlate) {
      const { label } = stockColumns.numberPlate.field;
      return {
        field: 'numberPlate',
        reason: { code: 'already_in_stock', values: { label, text: numberPlate, name: holder.name } },
      };
    }
    return { row };
  }
  if (holder) return { row: holder };
  if (stock === 'used' || !name || !brand) return { row: null };
  return { row: index.byModel.get(toModelKey({ name, brand, variant })) ?? null };
}

const formatValue = (name: StockField, value: unknown): string => {
  const { field } = stockColumns[name];
  const measure = getMeasure(field);
  if (typeof value === 'number' && measure) return formatFigure(value, measure);
  return value === null || value === undefined ? '' : String(value);
};

const requiredNames = ['brand', 'name', 'type', 'fuel', 'priceRupees'] as const;

const isComplete = (row: Partial<VehicleRow>): row is NewVehicleRow =>
  [...requiredNames, 'stock' as const].every((name) => row[name] !== undefined && row[name] !== null);

type Change = { before: VehicleRow; changed: Partial<VehicleRow> };
type LinePlan = { problems: LineProblem[] } | { addition: NewVehicleRow } | Change;

/** By what a vehicle is recognized that stands in a file twice. */
function findKey(
  { externalId, id, numberPlate, name }: StockValues,
  before: VehicleRow | null,
): { id: string; field: StockField; text: string } | null {
  if (externalId) return { id: before?.id ?? externalId, field: 'externalId', text: externalId };
  if (before && id) return { id, field: 'id', text: id };
  if (numberPlate) return { id: before?.id ?? toPlateKey(numberPlate), field: 'numberPlate', text: numberPlate };
  return before && { id: before.id, field: 'name', text: name ?? before.name };
}

function listChanges({ before, changed }: Change) {
  const was = toValues(before);
  const becomes = toValues({ ...before, ...changed });
  return stockFieldNames.flatMap((name) => {
    const [from, to] = [formatValue(name, was[name]), formatValue(name, becomes[name])];
    if (from === to) return [];
    const { label } = stockColumns[name].field;
    return [{ subjectId: before.id, title: before.name, column: label, was: from, becomes: to }];
  });
}

const pickNamed = <Values extends object>(values: Values, names: object): Partial<Values> => {
  const picked: Partial<Values> = { ...values };
  for (const name in values) if (!(name in names)) delete picked[name];
  return picked;
};

export const planStockImport: PlanImport = (db, file) => {
  const { mapping, now } = file;
  const schema = getRowSchema(now);
  const index = new StockIndex(
    db
      .select()
      .from(vehicles)
      .where(and(isNull(vehicles.ownerUserId), isNull(vehicles.retiredAt)))
      .all(),
  );
  const lineOf = new Map<string, number>();
  const additions: NewVehicleRow[] = [];
  const changes: Change[] = [];

  const plan = (row: CsvRow): LinePlan => {
    const typed = readRow(row, mapping, stockColumns);
    const parsed = schema.safeParse(completeRow(typed));
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => ({
        field: String(path[0] ?? ''),
        reason: decodeReason(message),
      }));
      return { problems };
    }
    const match = findVehicle(parsed.data, index);
    if ('reason' in match) return { problems: [match] };
    const before = match.row;
    const key = findKey(parsed.data, before);
    const earlier = key ? lineOf.get(key.id) : undefined;
    if (key && earlier !== undefined) {
      const values = { label: stockColumns[key.field].field.label, text: key.text, line: earlier };
      return { problems: [{ field: key.field, reason: { code: 'twice_in_file', values } }] };
    }
    if (key) lineOf.set(key.id, row.line);
    // What was derived for a new vehicle does not overwrite what one has.
    const columns = toColumns(before ? pickNamed(parsed.data, typed) : parsed.data, before);
    const electric = findElectricProblem(columns, before);
    if (electric !== null) {
      const { label } = stockColumns[electric].field;
      return { problems: [{ field: electric, reason: { code: 'not_for_electric', values: { label } } }] };
    }
    if (before) return { before, changed: findChangedColumns(before, withConsequences(columns, before)) };
    if (isComplete(columns)) {
      const id = randomBytes(12).toString('hex');
      return { addition: { ...createDefaults(columns, id, now), ...columns } };
    }
    const problems = requiredNames
      .filter((name) => columns[name] === undefined || columns[name] === null)
      .map((field): LineProblem => {
        const { label } = stockColumns[field].field;
        return { field, reason: { code: 'required', values: { label } } };
      });
    return { problems };
  };

  const report = reportLines(stockColumns, file, (row): PlannedLine => {
    const planned = plan(row);
    if ('problems' in planned) return planned;
    if ('addition' in planned) {
      additions.push(planned.addition);
      return { isAdded: true };
    }
    if (Object.keys(planned.changed).length === 0) return { changes: [] };
    changes.push(planned);
    return { changes: listChanges(planned) };
  });
  const prepare: ImportPlan['prepare'] = (context) => {
    const prepared = additions.map((row) => prepareAddition(context, row));
    return {
      write() {
        for (const addition of prepared) addToStock(db, addition);
        return changes.every(({ before, changed }) =>
          changeVehicleOfStock(db, context, before, { action: 'changed', changed }),
        );
      },
    };
  };
  return { report, prepare };
};

/** A row of the exported file. */
export const formatStockRow = (row: VehicleRow): string[] => formatRow(toValues(row), stockColumns);

const rowsAtOnce = 100;

const pages = memoizePrepared((db) =>
  db
    .select()
    .from(vehicles)
    .where(
      sql`${vehicles.ownerUserId} IS NULL AND ${vehicles.retiredAt} IS NULL AND ${vehicles.seq} > ${sql.placeholder('after')}`,
    )
    .orderBy(vehicles.seq)
    .limit(rowsAtOnce)
    .prepare(),
);

/** The stock as CSV, read a hundred rows at a time as the client takes them. */
export function createStockFile(db: Database): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(formatCsv([formatHeader(stockColumns)]))),
    pull(controller) {
      const rows = pages(db).all({ after });
      const last = rows.at(-1);
      if (!last) return controller.close();
      after = last.seq;
      controller.enqueue(encoder.encode(rows.map((row) => formatCsvLine(formatStockRow(row))).join('')));
    },
  });
}

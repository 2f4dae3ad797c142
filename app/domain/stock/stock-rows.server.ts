import { foldForSearch } from '~db/search-fold';
import { z } from 'zod';
import type { VehicleRow } from '../catalogue/stored-vehicle.server';
import { formatBrakeField } from '../catalogue/vehicle-labels';
import { findModel } from '../listings/models.server';
import { usedVehicleFields } from '../listings/offer-fields';
import { createDrawing } from '../photos/drawing';
import { findLocation } from '../places/places.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import { toDay } from '../shared/dates';
import { createRules } from '../shared/field-rules.server';
import { failNumber, failWith } from '../shared/fields.server';
import { memoizeBy } from '../shared/memoize';
import { toPlateText } from '../shared/plate';
import { encodeReason } from '../shared/result';
import { stockColumns, stockFieldNames, type StockField } from './stock-columns';

const firstModelYear = 1900;

const fields = Object.fromEntries(stockFieldNames.map((name) => [name, stockColumns[name].field]));
type Fields = { [Name in StockField]: (typeof stockColumns)[Name]['field'] };
const isFieldTable = (table: object): table is Fields => stockFieldNames.every((name) => name in table);
if (!isFieldTable(fields)) throw new Error('A column of the stock has no field.');

const createYearRule = (label: string, last: number) =>
  z
    .int(failNumber(label, 'year'))
    .refine(
      (year) => year >= firstModelYear && year <= last,
      failWith({ code: 'out_of_range', values: { label, least: firstModelYear, most: last } }),
    )
    .nullish()
    .transform((year) => year ?? null);

const brakePattern = /^(disc|drum)(?:\s*(\d{2,3})(?:\s*mm)?)?$/i;

type Brake = { type: 'disc' | 'drum'; mm: number | null };

/** The reverse of `formatBrakeField`, in any case. */
function parseBrake(text: string): Brake | null {
  const [, type, mm] = brakePattern.exec(text.trim()) ?? [];
  return type ? { type: type.toLowerCase() === 'disc' ? 'disc' : 'drum', mm: mm ? Number(mm) : null } : null;
}

const brakeRule = (rule: z.ZodType<string | null>, label: string) =>
  rule.superRefine((text, context) => {
    if (text === null || parseBrake(text)) return;
    context.addIssue({ code: 'custom', message: encodeReason({ code: 'brake_invalid', values: { label } }) });
  });

const assistNames: Readonly<Record<string, string>> = { single: 'single-channel ABS', dual: 'dual-channel ABS' };

function createRowRules(lastYear: number) {
  const rules = createRules(fields as Fields);
  return {
    ...rules,
    brand: rules.brand.transform(toCanonicalBrand),
    numberPlate: rules.numberPlate.transform((plate) => (plate === null ? null : toPlateText(plate) || null)),
    modelYear: createYearRule(stockColumns.modelYear.field.label, lastYear),
    onSaleSince: createYearRule(stockColumns.onSaleSince.field.label, lastYear),
    frontBrake: brakeRule(rules.frontBrake, stockColumns.frontBrake.field.label),
    rearBrake: brakeRule(rules.rearBrake, stockColumns.rearBrake.field.label),
    brakeAssist: rules.brakeAssist.transform((text) =>
      text === null ? null : (assistNames[text.toLowerCase()] ?? text),
    ),
  };
}

const createRowSchema = (lastYear: number) => z.object(createRowRules(lastYear)).partial();
/** The values that a file states; absent are those that it has no column for. */
export const getRowSchema = memoizeBy((now: Date) => Number(toDay(now).slice(0, 4)) + 1, createRowSchema);
export type StockValues = z.infer<ReturnType<typeof createRowSchema>>;

/** The names of the catalogue begin with the brand. */
export const toFullName = (brand: string, name: string): string =>
  foldForSearch(name).startsWith(foldForSearch(brand)) ? name : `${brand} ${name}`;

const isUsedVehicle = ({ numberPlate, kilometresDriven, owners }: Readonly<Record<string, unknown>>): boolean =>
  [numberPlate, kilometresDriven, owners].some((value) => value !== null && value !== undefined && value !== '');

/** What a list of prices or of a dealer leaves out, because the model says it. @param values as they were typed */
export function completeRow(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { name, brand } = values;
  if (typeof name !== 'string') return { ...values };
  const typedBrand = typeof brand === 'string' ? toCanonicalBrand(brand) : null;
  const model = findModel(name, typedBrand);
  const derived = {
    ...(model && { brand: model.brand, type: model.kind === 'bike' ? 'Bike' : 'Scooter', fuel: model.type }),
    stock: isUsedVehicle(values) ? 'used' : 'new',
  };
  const stated = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== null || !(field in derived)),
  );
  return { ...derived, ...stated };
}

const { yearsUsed, insuranceUntil, hasRc, hasPuc, hasNoc, isLoanCleared, hideNumberDigits } = usedVehicleFields;

/** What an API client may state in addition to the fields of the desk. */
export const paperSchema = z
  .object(createRules({ yearsUsed, insuranceUntil, hasRc, hasPuc, hasNoc, isLoanCleared, hideNumberDigits }))
  .partial();
export type StatedPapers = z.infer<typeof paperSchema>;

/** A flag that was cleared is false. */
const toFlag = (flag: boolean | null | undefined): boolean | undefined =>
  flag === undefined ? undefined : flag === true;

export const toPaperColumns = (papers: StatedPapers, now: Date): Partial<VehicleRow> =>
  withoutUndefined({
    yearsUsed: papers.yearsUsed,
    yearsUsedAsOf: papers.yearsUsed === undefined ? undefined : toDay(now),
    insuranceUntil: papers.insuranceUntil,
    hasRc: toFlag(papers.hasRc),
    hasPuc: toFlag(papers.hasPuc),
    hasNoc: toFlag(papers.hasNoc),
    isLoanCleared: toFlag(papers.isLoanCleared),
    hideNumberDigits: toFlag(papers.hideNumberDigits),
  });

type BrakeParts = Pick<StockValues, 'frontBrake' | 'rearBrake' | 'brakeAssist'>;

/** @param before the brakes of the vehicle; undefined if the file says nothing of brakes, null without both of them */
function combineBrakes(parts: BrakeParts, before: VehicleRow['brakes'] | null): VehicleRow['brakes'] | undefined {
  const { frontBrake, rearBrake, brakeAssist } = parts;
  if (frontBrake === undefined && rearBrake === undefined && brakeAssist === undefined) return undefined;
  const read = (text: string | null | undefined, old: Brake | undefined): Brake | null =>
    text === undefined ? (old ?? null) : text === null ? null : parseBrake(text);
  const front = read(frontBrake, before?.front);
  const rear = read(rearBrake, before?.rear);
  const assist = brakeAssist === undefined ? before?.assist : brakeAssist;
  return front && rear ? { front, rear, assist: assist ?? '' } : null;
}

/** The columns that the values of a file set. @param before null for a new vehicle */
export function toColumns(values: StockValues, before: VehicleRow | null): Partial<VehicleRow> {
  const { id: _id, frontBrake, rearBrake, brakeAssist, name, city, state, condition, ...same } = values;
  const brand = values.brand ?? before?.brand ?? '';
  const fullName = name === undefined ? undefined : toFullName(brand, name);
  const isMoved = city !== undefined || state !== undefined;
  const located =
    isMoved && (city !== before?.city || state !== before?.state)
      ? findLocation({ city: city ?? before?.city ?? null, state: state ?? before?.state ?? null })
      : {};
  const brakes = combineBrakes({ frontBrake, rearBrake, brakeAssist }, before?.brakes ?? null);
  return withoutUndefined({
    ...same,
    ...located,
    stock: same.stock ?? undefined,
    condition: condition ?? undefined,
    name: name === before?.name ? name : fullName,
    brakes,
    searchBrand: values.brand === undefined ? undefined : foldForSearch(brand),
  });
}

const combustionFigures = ['mileageKmpl', 'engineCc'] as const;

/** @returns a figure of an engine that is stated for an electric vehicle */
export function findElectricProblem(columns: Partial<VehicleRow>, before: VehicleRow | null): StockField | null {
  if ((columns.fuel ?? before?.fuel) !== 'Electric') return null;
  return combustionFigures.find((name) => columns[name] !== undefined && columns[name] !== null) ?? null;
}

/**
 * With what constraints of the table demand of a change: upcoming vehicles, and only they, have the category, and no
 * sample of a rating; electric ones have no figures of an engine.
 */
export function withConsequences(columns: Partial<VehicleRow>, before: VehicleRow): Partial<VehicleRow> {
  const isUpcoming = columns.stock === 'upcoming';
  const changesCategory = columns.stock !== undefined && isUpcoming !== (before.stock === 'upcoming');
  return {
    ...columns,
    ...(changesCategory && { category: isUpcoming ? 'upcoming' : null }),
    ...(changesCategory && isUpcoming && { sampleRating: null, sampleReviewCount: 0 }),
    ...(columns.fuel === 'Electric' && before.fuel !== 'Electric' && { mileageKmpl: null, engineCc: null }),
  };
}

function withoutUndefined<Row extends object>(row: Row): Partial<Row> {
  const kept: Partial<Row> = { ...row };
  for (const name in row) if (row[name] === undefined) delete kept[name];
  return kept;
}

/** Values of a file from the columns of a vehicle: the reverse of `toColumns`. */
export function toValues(row: VehicleRow): Record<StockField, unknown> {
  return {
    ...row,
    frontBrake: row.brakes && formatBrakeField(row.brakes.front),
    rearBrake: row.brakes && formatBrakeField(row.brakes.rear),
    brakeAssist: row.brakes?.assist || null,
  };
}

type Named = Pick<VehicleRow, 'name' | 'brand' | 'type' | 'fuel' | 'stock'>;

/** Columns of a new vehicle of the business that no file states. */
export function createDefaults({ name, brand, type, fuel, stock }: Named, id: string, now: Date) {
  const timestamp = now.toISOString();
  const described = {
    kind: type === 'Bike' ? 'bike' : 'scooter',
    type: fuel === 'Electric' ? 'Electric' : 'Petrol',
    name,
    brand,
  } as const;
  return {
    id,
    bodyStyle: findModel(name, brand)?.bodyStyle ?? createDrawing(described, id).bodyStyle,
    category: stock === 'upcoming' ? ('upcoming' as const) : null,
    condition: stock === 'used' ? ('Good' as const) : ('Brand New' as const),
    checkedAt: timestamp,
    editedAt: timestamp,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
}

import type { Measure } from './typed-numbers';

/** What a field holds. `most` is the number of characters, or the highest value: more is certainly a typing error. */
type FieldKind =
  | { kind: 'line'; most: number }
  | { kind: 'lines'; most: number }
  | { kind: 'rupees'; most: number }
  /** A whole number from 0; decimals are cut off. `unit` follows it where it is shown. */
  | { kind: 'count'; most: number; measure: Measure; unit?: string }
  /** A number from 0. */
  | { kind: 'decimal'; most: number; measure: Measure; unit?: string }
  /** 1 for the first. */
  | { kind: 'ordinal'; most: number; measure: Measure }
  | { kind: 'year' }
  /** A day from 2000 on. */
  | { kind: 'date' }
  | { kind: 'choice'; options: readonly string[]; areButtons?: true }
  /** A checkbox; what is not ticked was not stated. `statement` is its label for buyers, if it differs. */
  | { kind: 'flag'; statement?: string };

export type Field = FieldKind & {
  label: string;
  required?: true;
};

type StatedValue<Row> = Row extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : Row extends { kind: 'flag' }
    ? boolean
    : Row extends { kind: 'line' | 'lines' | 'date' }
      ? string
      : number;
/** The value of each field of a table once it is validated: rupees, days as `YYYY-MM-DD`, null for what was left out. */
export type FieldValues<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { required: true }
    ? StatedValue<Fields[Name]>
    : StatedValue<Fields[Name]> | null;
};

export function getMeasure(field: FieldKind): Measure | null {
  if (field.kind === 'rupees' || field.kind === 'year') return field.kind;
  return 'measure' in field ? field.measure : null;
}

export const getMeasures = (fields: Readonly<Record<string, Field>>): Readonly<Record<string, Measure>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const measure = getMeasure(field);
      return measure ? [[name, measure]] : [];
    }),
  );

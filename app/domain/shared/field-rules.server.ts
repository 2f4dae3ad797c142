import { z } from 'zod';
import { type Field, type FieldValues, getMeasure } from './field-table';
import { emptyableText, failNumber, failType, failWith, requiredText, yesOrNo } from './fields.server';
import { joinWithOr, toLines } from './text';
import { parseTypedDay } from './typed-days';
import { formatFigure, type Measure, parseTypedNumber } from './typed-numbers';

/** Text that may be left out: empty text counts as absent, and absent text is null. */
export const optionalText = (label: string, most: number, clean?: (text: string) => string) =>
  emptyableText(label, most, clean)
    .nullish()
    .transform((text) => text ?? null);

type FigureField = { label: string; most: number; measure: Measure };

/** A number from 0. */
const figure = ({ label, most, measure }: FigureField) =>
  z
    .number(failNumber(label, measure))
    .refine((value) => value >= 0, { ...failWith({ code: 'negative', values: { label } }), abort: true })
    .refine(
      (value) => value <= most,
      failWith({ code: 'too_high', values: { label, most: formatFigure(most, measure) } }),
    )
    .meta({ minimum: 0, maximum: most });

/** Rejects fractions rather than rounding them: forms round their values before validation. */
const wholeFigure = (field: FigureField) =>
  figure(field)
    .refine(Number.isInteger, failWith({ code: 'not_whole', values: { label: field.label } }))
    .meta({ type: 'integer', minimum: 0, maximum: field.most });

/** An amount; rejects paise as `wholeFigure` rejects fractions. */
const rupeeFigure = (field: FigureField) =>
  figure(field)
    .refine(Number.isInteger, failWith({ code: 'not_whole_rupees', values: { label: field.label } }))
    .meta({ type: 'integer', minimum: 0, maximum: field.most });

const requiredOption = <const Options extends readonly string[]>(label: string, options: Options) =>
  z.enum(options, failType(label, { code: 'not_an_option', values: { label, options: joinWithOr(options) } }));

function createOrdinalRule({ label, most, measure }: FigureField) {
  const outside = failWith({ code: 'out_of_range', values: { label, least: 1, most } });
  return z.number(failNumber(label, measure)).int(outside).min(1, outside).max(most, outside);
}

function createDateRule(label: string) {
  const invalid = failWith({ code: 'date_invalid', values: { label } });
  return z
    .string(invalid)
    .transform((text) => text.trim() || null)
    .pipe(z.iso.date(invalid).regex(/^20/, invalid).nullable());
}

function createValueRule(field: Exclude<Field, { kind: 'line' | 'lines' }>): z.ZodType {
  switch (field.kind) {
    case 'rupees':
      return rupeeFigure({ ...field, measure: 'rupees' });
    case 'count':
      return wholeFigure(field);
    case 'decimal':
      return figure(field);
    case 'ordinal':
      return createOrdinalRule(field);
    case 'year':
      return z.number(failNumber(field.label, 'year'));
    case 'date':
      return createDateRule(field.label);
    case 'choice':
      return requiredOption(field.label, field.options);
    case 'flag':
      return yesOrNo(field.label);
  }
}

function createRule(field: Field): z.ZodType {
  if (field.kind === 'line' || field.kind === 'lines') {
    const clean = field.kind === 'lines' ? toLines : undefined;
    return (field.required ? requiredText : optionalText)(field.label, field.most, clean);
  }
  const rule = createValueRule(field);
  return field.required ? rule : rule.nullish().transform((value) => value ?? null);
}

type Rules<Fields> = { [Name in keyof Fields]: z.ZodType<FieldValues<Fields>[Name]> };

export function createRules<Fields extends Readonly<Record<string, Field>>>(fields: Fields): Rules<Fields> {
  const rules = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createRule(field)]));
  // A rule of the table has the value of its field: `FieldValues` says the same of each kind.
  const areComplete = (created: Readonly<Record<string, z.ZodType>>): created is Rules<Fields> =>
    Object.keys(fields).every((name) => created[name] !== undefined);
  if (!areComplete(rules)) throw new Error('A field has no rule.');
  return rules;
}

/** Money is rounded to whole rupees (docs/product.md, "Listings"); decimals of whole numbers are cut off. */
const roundings: Partial<Readonly<Record<Field['kind'], (value: number) => number>>> = {
  rupees: Math.round,
  count: Math.trunc,
  year: Math.trunc,
};

export function decodeField(field: Field, text: string): string | number {
  if (field.kind === 'date') return parseTypedDay(text) ?? text;
  const measure = getMeasure(field);
  const number = measure ? parseTypedNumber(text, measure) : null;
  return number === null ? text : (roundings[field.kind]?.(number) ?? number);
}

import { z } from 'zod';
import { countText, rupeesText } from './money';
import { eitherOf, oneLine } from './text';

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

type Names<Field extends string, Text extends Field, Figure extends Field> = {
  /** Label of each field beside its input and in messages about it. */
  labels: Readonly<Record<Field, string>>;
  /** Maximum length of each text field, in characters. */
  longest: Readonly<Record<Text, number>>;
  /** Maximum value of each numeric field. */
  largest: Readonly<Record<Figure, number>>;
};

/**
 * Validation rules of single fields, with the messages of docs/product.md, "Money, dates and figures", for a form whose
 * fields have these names and bounds. A required field that is missing is reported as '{Label} is required'.
 */
export function fieldRules<Field extends string, Text extends Field, Figure extends Field>({
  labels,
  longest,
  largest,
}: Names<Field, Text, Figure>) {
  /** The message for a value of the wrong type: the field is missing, or it has another type. */
  const requiredOr =
    (field: Field, otherwise: string) =>
    ({ input }: { input?: unknown }): string =>
      isMissing(input) ? `${labels[field]} is required` : otherwise;

  const line = (field: Text) =>
    z
      .string({ error: requiredOr(field, `${labels[field]} must be text`) })
      .transform(oneLine)
      .refine((text) => [...text].length <= longest[field], {
        error: `${labels[field]} must be at most ${longest[field]} characters`,
      })
      .meta({ maxLength: longest[field] });

  const requiredLine = (field: Text) =>
    line(field)
      .refine((text) => text.length > 0, { error: `${labels[field]} is required` })
      .meta({ minLength: 1 });

  /** Empty text counts as absent. */
  const optionalLine = (field: Text) =>
    line(field)
      .transform((text) => text || null)
      .nullish()
      .transform((text) => text ?? null);

  const numberUpTo = (field: Figure, most: string) =>
    z
      .number({ error: requiredOr(field, `${labels[field]} must be a number`) })
      .refine((value) => value >= 0, { error: `${labels[field]} must be 0 or more`, abort: true })
      .refine((value) => value <= largest[field], { error: `${labels[field]} must be at most ${most}` })
      .meta({ minimum: 0, maximum: largest[field] });

  const numberIn = (field: Figure) => numberUpTo(field, countText(largest[field]));
  /** Rejects fractions rather than rounding them: forms round their values before validation. */
  const wholeNumber = (field: Figure) =>
    numberIn(field)
      .refine(Number.isInteger, { error: `${labels[field]} must be a whole number` })
      .meta({ type: 'integer', minimum: 0, maximum: largest[field] });
  const rupees = (field: Figure) =>
    numberUpTo(field, rupeesText(largest[field]))
      .refine(Number.isInteger, { error: `${labels[field]} must be in whole rupees` })
      .meta({ type: 'integer', minimum: 0, maximum: largest[field] });

  const option = <const Options extends readonly string[]>(field: Field, options: Options) =>
    z.enum(options, { error: requiredOr(field, `${labels[field]} must be ${eitherOf(options)}`) });

  return { requiredOr, requiredLine, optionalLine, numberIn, wholeNumber, rupees, option };
}

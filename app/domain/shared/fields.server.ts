import { z } from 'zod';
import { countText, rupeesText } from './money';
import { eitherOf, oneLine } from './text';

/*
 * Validation rules of single fields, with the messages of docs/product.md, "Money, dates and figures". Every schema of
 * the domain is built from these.
 */

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

type WrongType = (issue: { input?: unknown }) => string;

/** The message for a value of the wrong type: the field is missing, or it has another type. */
export const requiredOr =
  (label: string, otherwise: string): WrongType =>
  ({ input }) =>
    isMissing(input) ? `${label} is required` : otherwise;

const lengthOf = (text: string): number => [...text].length;

/**
 * Text of at most so many characters, normalised by `clean`.
 *
 * @param label name of the field in messages about it
 */
const textUpTo = (label: string, most: number, clean: (text: string) => string) =>
  z
    .string({ error: requiredOr(label, `${label} must be text`) })
    .transform(clean)
    .refine((text) => lengthOf(text) <= most, { error: `${label} must be at most ${most} characters` })
    .meta({ maxLength: most });

/** Text that must not be empty. */
export const requiredText = (label: string, most: number, clean: (text: string) => string = oneLine) =>
  textUpTo(label, most, clean)
    .refine((text) => text.length > 0, { error: `${label} is required` })
    .meta({ minLength: 1 });

/** Text that may be empty, which is stored as null; the caller says whether it may be absent or null as well. */
export const emptyableText = (label: string, most: number, clean: (text: string) => string = oneLine) =>
  textUpTo(label, most, clean).transform((text) => text || null);

/** Validates a text that is normalised already: the error, or null when it is valid. */
export type TextRule = (text: string) => string | null;

/**
 * Text under the rule by which its form validates in the browser too, normalised by `clean` before. A missing text has
 * the error of an empty one.
 *
 * @param label name of the field in the message for a value that is no text; absent: that has the error of an empty text
 */
export const ruledText = (
  rule: TextRule,
  { label, clean = oneLine }: { label?: string; clean?: (text: string) => string } = {},
) =>
  z
    .string({
      error: ({ input }) =>
        (label === undefined || input === undefined || input === null ? rule('') : `${label} must be text`) ??
        undefined,
    })
    .transform(clean)
    .superRefine((text, context) => {
      const message = rule(text);
      if (message !== null) context.addIssue({ code: 'custom', message });
    });

/** One of several options. */
export const oneOf = <const Options extends readonly string[]>(label: string, options: Options) =>
  z.enum(options, { error: `${label} must be ${eitherOf(options)}` });

export const yesOrNo = (label: string) => z.boolean({ error: `${label}: yes or no` });

/**
 * The version that the client has seen: the change is rejected when the current version differs. Absent: the change
 * applies to the current version, whichever it is.
 */
export const seenVersion = z.int({ error: 'Version must be a whole number' }).optional();

type Names<Field extends string, Text extends Field, Figure extends Field> = {
  /** Label of each field beside its input and in messages about it. */
  labels: Readonly<Record<Field, string>>;
  /** Maximum length of each text field, in characters. */
  longest: Readonly<Record<Text, number>>;
  /** Maximum value of each numeric field. */
  largest: Readonly<Record<Figure, number>>;
};

/**
 * Validation rules of a form whose fields have these names and bounds. A required field that is missing is reported as
 * '{Label} is required'.
 */
export function fieldRules<Field extends string, Text extends Field, Figure extends Field>({
  labels,
  longest,
  largest,
}: Names<Field, Text, Figure>) {
  const requiredLine = (field: Text) => requiredText(labels[field], longest[field]);

  /** Empty text counts as absent. */
  const optionalLine = (field: Text) =>
    emptyableText(labels[field], longest[field])
      .nullish()
      .transform((text) => text ?? null);

  const numberUpTo = (field: Figure, most: string) =>
    z
      .number({ error: requiredOr(labels[field], `${labels[field]} must be a number`) })
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
    z.enum(options, { error: requiredOr(labels[field], `${labels[field]} must be ${eitherOf(options)}`) });

  return { requiredLine, optionalLine, numberIn, wholeNumber, rupees, option };
}

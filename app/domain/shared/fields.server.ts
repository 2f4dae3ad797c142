import { z } from 'zod';
import { encodeReason, type Reason } from './result';
import { site } from './site';
import { createVisualSkeleton, joinWithOr, toOneLine, validateMaxLength } from './text';
import { findTypedError, type Measure } from './typed-numbers';

/* docs/product.md, "Money, dates and figures". The message of a rule is a reason, encoded as text. */

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

type WrongType = (issue: { input?: unknown }) => string;

type WrongNumberType = (issue: { input?: unknown }) => string | undefined;

export const failWith = (reason: Reason): { error: string } => ({ error: encodeReason(reason) });

/** Options of a validation rule, for a value of the wrong type: the field is missing, or has another type. */
export const failType = (label: string, otherwise: Reason): { error: WrongType } => ({
  error: ({ input }) => encodeReason(isMissing(input) ? { code: 'required', values: { label } } : otherwise),
});

export const failNumber = (label: string, measure: Measure): { error: WrongType } => ({
  error: ({ input }) =>
    encodeReason(
      isMissing(input)
        ? { code: 'required', values: { label } }
        : findTypedError(label, typeof input === 'string' ? input : '', measure),
    ),
});

/** A number that was sent as text is another mistake than a number that is not allowed. */
export const failNumberType = (label: string, otherwise?: Reason): { error: WrongNumberType } => ({
  error: ({ input }) => {
    const isText = typeof input === 'string' && input !== '';
    const reason: Reason | undefined = isText ? { code: 'not_a_number', values: { label } } : otherwise;
    return reason && encodeReason(reason);
  },
});

/** Validates normalized text. @returns why it is invalid, or null */
export type TextRule = (text: string) => Reason | null;

export const checkText =
  (rule: TextRule) =>
  (text: string, context: z.core.$RefinementCtx): void => {
    const reason = rule(text);
    if (reason !== null) context.addIssue({ code: 'custom', message: encodeReason(reason) });
  };

/** @param label name of the field in sentences */
export const textUpTo = (label: string, most: number, clean: (text: string) => string = toOneLine) =>
  z
    .string(failType(label, { code: 'not_text', values: { label } }))
    .transform(clean)
    .superRefine(checkText((text) => validateMaxLength(label, text, most)))
    .meta({ maxLength: most });

export const requiredText = (label: string, most: number, clean: (text: string) => string = toOneLine) =>
  textUpTo(label, most, clean)
    .refine((text) => text.length > 0, failWith({ code: 'required', values: { label } }))
    .meta({ minLength: 1 });

/** Text that may be empty, which is stored as null. The caller defines whether it may also be absent or null. */
export const emptyableText = (label: string, most: number, clean: (text: string) => string = toOneLine) =>
  textUpTo(label, most, clean).transform((text) => text || null);

/** @param label name of the field in sentences; if absent, a value that is not text has the error of an empty one */
export const ruledText = (
  rule: TextRule,
  { label, clean = toOneLine }: { label?: string; clean?: (text: string) => string } = {},
) =>
  z
    .string({
      error: ({ input }) => {
        const isEmpty = label === undefined || input === undefined || input === null;
        const reason: Reason | null = isEmpty ? rule('') : { code: 'not_text', values: { label } };
        return reason ? encodeReason(reason) : undefined;
      },
    })
    .transform(clean)
    .superRefine(checkText(rule));

export const oneOf = <const Options extends readonly string[]>(label: string, options: Options) =>
  z.enum(options, failWith({ code: 'not_an_option', values: { label, options: joinWithOr(options) } }));

export const yesOrNo = (label: string) => z.boolean(failWith({ code: 'not_yes_or_no', values: { label } }));

/** If absent, the change applies to any version. */
export const seenVersion = z
  .int(failNumberType('Version', { code: 'not_whole', values: { label: 'Version' } }))
  .optional();

const siteNames = [site.name, site.nameInHindi].map(createVisualSkeleton);

/** Words that no name may begin or end with: 'Support Team', 'Honda Official'. */
const officialTerms = [
  'support',
  'admin',
  'administrator',
  'operator',
  'moderator',
  'official',
  'helpdesk',
  'helpline',
  'customercare',
  'customerservice',
].map(createVisualSkeleton);

/** Names that are reserved only as a whole: as a part of a longer name they occur in names of people. */
const officialNames = new Set(
  ['system', 'team', 'staff', 'root', 'help', 'security', 'webmaster'].map(createVisualSkeleton),
);

/** Also if written with look-alike letters, or with spaces or special characters between them. */
export function isOfficialName(name: string): boolean {
  const seen = createVisualSkeleton(name);
  return (
    siteNames.some((own) => seen.includes(own)) ||
    officialNames.has(seen) ||
    officialTerms.some((word) => seen.startsWith(word) || seen.endsWith(word))
  );
}

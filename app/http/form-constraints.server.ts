import { dayOf } from '~/domain/shared/dates';
import { type Command, checkInput } from '~/domain/shared/command.server';
import { memoizeBy } from '~/domain/shared/memoize';

/** Attributes of a control that the browser checks before its form is sent, and the sentence for each. */
export type FieldConstraints = {
  required?: boolean;
  minLength?: number;
  pattern?: string;
  min?: string;
  'data-error-required'?: string;
  'data-error-minlength'?: string;
  'data-error-pattern'?: string;
  'data-error-min'?: string;
};

/** The constraints of all fields of a form. */
export type FormConstraints = {
  /** Sentence above the form when a field is invalid. */
  message: string;
  fields: Readonly<Record<string, FieldConstraints>>;
};

type ConstrainedForm<Field extends string> = {
  /** The command of the form, or what else its input is checked against. */
  command: Pick<Command<unknown, unknown>, 'schema' | 'invalidMessage'>;
  /** Decodes form values as the form's action does. */
  decode: (values: Record<string, string>) => unknown;
  fields: readonly Field[];
  /** Patterns of the fields with one. Their schemas are stricter or equal. */
  patterns?: Readonly<Partial<Record<Field, string>>>;
  /** Fields that take a day, from today on. */
  fromToday?: readonly Field[];
  /** The form's own sentences for fields that are a choice there, in place of those of the command. */
  messages?: Readonly<Partial<Record<Field, string>>>;
};

/** A text longer than the minimum length of any field, and one that no pattern matches. */
const longProbe = 'x'.repeat(12);

/**
 * Asks the schema of a form, field by field, what it says to an empty text, to short ones, to one that no pattern
 * matches and to a day long ago: the browser then says the same before anything is sent. Whatever it does not know, the
 * server checks.
 */
export function formConstraints<Field extends string>(form: ConstrainedForm<Field>) {
  const { command, decode, fields, patterns, fromToday = [], messages } = form;
  return memoizeBy(dayOf, (today): FormConstraints => {
    const check = (values: Record<string, string>) => {
      const input = checkInput(command, decode(values), new Date(`${today}T12:00:00+05:30`));
      return input.ok || input.error.kind !== 'invalid' ? null : input.error;
    };
    const constraintsOf = (field: Field): FieldConstraints => {
      const errorFor = (text: string) => check({ [field]: text })?.errors[field];
      const constraints: FieldConstraints = {};
      const missing = errorFor('');
      if (missing) {
        constraints.required = true;
        constraints['data-error-required'] = messages?.[field] ?? missing;
      }
      // It stands for a choice, whatever the command takes it for.
      if (messages?.[field]) return constraints;
      const pattern: string | undefined = patterns?.[field];
      const mismatch = errorFor(longProbe);
      if (fromToday.includes(field)) {
        constraints.min = today;
        constraints['data-error-min'] = errorFor('2000-01-01') ?? '';
      } else if (pattern !== undefined) {
        constraints.pattern = pattern;
        constraints['data-error-pattern'] = mismatch ?? '';
      } else if (!mismatch) {
        const short = errorFor('x');
        let minLength = 1;
        while (errorFor('x'.repeat(minLength))) minLength += 1;
        if (short) {
          constraints.minLength = minLength;
          constraints['data-error-minlength'] = short;
        }
      }
      return constraints;
    };
    return {
      message: check({})?.message ?? '',
      fields: Object.fromEntries(fields.map((field) => [field, constraintsOf(field)])),
    };
  });
}

import { toDay } from '~/domain/shared/dates';
import type { Command } from '~/domain/shared/command.server';
import { checkInput } from '~/domain/shared/run-command.server';
import type { FieldConstraints, FormConstraints } from '~/domain/shared/constraints';
import { formatFieldErrors, formatReason } from '~/domain/shared/result';
import { memoizeBy } from '~/domain/shared/memoize';

type ConstrainedForm<Field extends string> = {
  command: Pick<Command<unknown, unknown>, 'schema' | 'invalidCode'>;
  decode: (values: Record<string, string>) => unknown;
  fields: readonly Field[];
  patterns?: Readonly<Partial<Record<Field, string>>>;
  fromToday?: readonly Field[];
  messages?: Readonly<Partial<Record<Field, string>>>;
};

/** Longer than any minimum length, and matched by no pattern. */
const longProbe = 'x'.repeat(12);

/**
 * By probing the schema with an empty text, short texts, one that no pattern matches and a past date, so that the
 * browser shows the same messages before submitting.
 */
export function createFormConstraints<Field extends string>(form: ConstrainedForm<Field>) {
  const { command, decode, fields, patterns, fromToday = [], messages } = form;
  return memoizeBy(toDay, (today): FormConstraints => {
    const check = (values: Record<string, string>) => {
      const input = checkInput(command, decode(values), new Date(`${today}T12:00:00+05:30`));
      return input.ok || input.error.kind !== 'invalid' ? null : input.error;
    };
    const createConstraints = (field: Field): FieldConstraints => {
      const findError = (text: string) => {
        const errors = check({ [field]: text })?.errors;
        return errors && formatFieldErrors(errors)[field];
      };
      const constraints: FieldConstraints = {};
      const missing = findError('');
      if (missing) {
        constraints.required = true;
        constraints['data-error-required'] = messages?.[field] ?? missing;
      }
      if (messages?.[field]) return constraints;
      const pattern: string | undefined = patterns?.[field];
      const mismatch = findError(longProbe);
      if (fromToday.includes(field)) {
        constraints.min = today;
        constraints['data-error-min'] = findError('2000-01-01') ?? '';
      } else if (pattern !== undefined) {
        constraints.pattern = pattern;
        constraints['data-error-pattern'] = mismatch ?? '';
      } else if (!mismatch) {
        const short = findError('x');
        let minLength = 1;
        while (findError('x'.repeat(minLength))) minLength += 1;
        if (short) {
          constraints.minLength = minLength;
          constraints['data-error-minlength'] = short;
        }
      }
      return constraints;
    };
    const empty = check({});
    return {
      message: empty ? formatReason(empty) : '',
      fields: Object.fromEntries(fields.map((field) => [field, createConstraints(field)])),
    };
  });
}

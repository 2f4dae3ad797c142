import { type ComponentPropsWithoutRef, Fragment, type ReactNode } from 'react';
import type { FieldConstraints } from '~/domain/shared/constraints';
import { formatCount } from '~/domain/shared/money';
import { countCharacters, readingPrefix } from '~/domain/shared/text';
import type { Reading } from '~/domain/shared/typed-numbers';
import { PlainButton, PlainButtonLink } from '../primitives/button';
import { alertShape } from '../primitives/icon-shapes';
import { ShapeIcon } from '../primitives/icon';

export type FieldText = {
  name: string;
  label: string;
  help?: string;
  error?: string;
  constraints?: FieldConstraints;
  /** The numbers that a rejected text can mean. */
  readings?: readonly Reading[] | undefined;
};

const getHelpId = (name: string): string => `${name}-help`;
const getErrorId = (name: string): string => `${name}-error`;

/** Attributes that associate a control with its label, help and error. The control's id is its name. */
export function getControlProps({ name, help, error, constraints }: FieldText) {
  const described = [error && getErrorId(name), help && getHelpId(name)].filter(Boolean).join(' ');
  return {
    ...constraints,
    id: name,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;
}

type ReadingChoicesProps = { name: string; readings: readonly Reading[] };

/**
 * The button that Enter in a field presses, which is the first of a form: with it, Enter chooses no number where a form
 * has readings.
 */
export const DefaultButton = () => <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />;

const ReadingChoices = ({ name, readings }: ReadingChoicesProps) => (
  <p className="row">
    {readings.map(({ value, label, href }) =>
      href ? (
        <PlainButtonLink href={href} key={value}>
          {label}
        </PlainButtonLink>
      ) : (
        <PlainButton name={readingPrefix + name} value={value} key={value} formNoValidate>
          {label}
        </PlainButton>
      ),
    )}
  </p>
);

export function FieldNotes({ name, help, error, readings }: Omit<FieldText, 'label'> & { label?: string }) {
  return (
    <>
      {error && (
        // A new element for another text: a translation may have replaced the text itself.
        <p className="field-error" id={getErrorId(name)} key={error}>
          <ShapeIcon shape={alertShape} />
          {error}
        </p>
      )}
      {error && readings && <ReadingChoices name={name} readings={readings} />}
      {help && (
        <p className="note" id={getHelpId(name)}>
          {help}
        </p>
      )}
    </>
  );
}

type FieldProps = FieldText & { children: ReactNode };

function Field({ children, ...text }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={text.name}>{text.label}</label> {children}
      <FieldNotes {...text} />
    </div>
  );
}

type TextFieldProps = FieldText & { value?: string } & Pick<
    ComponentPropsWithoutRef<'input'>,
    'required' | 'autoComplete' | 'minLength' | 'placeholder' | 'list' | 'min' | 'max' | 'spellCheck'
  > & { type?: 'text' | 'email' | 'tel' | 'password' | 'date' | 'url' };

/** Single-line text field. Uncontrolled, so that input from before the script loads is kept. */
export function TextField({ name, label, help, error, constraints, value, type = 'text', ...rest }: TextFieldProps) {
  const text = { name, label, help, error, constraints };
  return (
    <Field {...text}>
      <input type={type} defaultValue={value} {...rest} {...getControlProps(text)} />
    </Field>
  );
}

type NumberFieldProps = FieldText & {
  value?: string;
  required?: boolean;
  placeholder?: string;
  /** Whole numbers get a keyboard without a decimal point. */
  allowsDecimals?: boolean;
  /**
   * Step of the arrow keys, which only a native number field has. A field whose value a native one could not show stays
   * a text field. Set it only in forms with `noValidate`, where browsers do not reject values between two steps.
   */
  step?: number;
};

/** Whether a native number field can show the value; for any other text it would be empty. */
const isShownAsNumber = (value: string): boolean => /^-?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i.test(value);

/**
 * Number field. By default a text field with a numeric keyboard: invalid input is redisplayed exactly, which a native
 * number field would lose.
 */
export function NumberField({
  name,
  label,
  help,
  error,
  constraints,
  value,
  allowsDecimals = false,
  step,
  required,
  placeholder,
  readings,
}: NumberFieldProps) {
  const text = { name, label, help, error, constraints, readings };
  const arrows = step !== undefined && isShownAsNumber(value ?? '0') && { type: 'number', step };
  return (
    <Field {...text}>
      <input
        {...arrows}
        // Uncontrolled: a new element shows the number that was chosen by a button.
        key={readings?.find(({ href }) => !href)?.value}
        inputMode={allowsDecimals ? 'decimal' : 'numeric'}
        defaultValue={value}
        required={required}
        placeholder={placeholder}
        {...getControlProps(text)}
      />
    </Field>
  );
}

/** '12/2000'; `limit` is the maximum, and text after it: the `data-counter` of the control. */
export const formatTextCounter = (text: string | null | undefined, limit: string | number): string =>
  `${countCharacters(text ?? '')}/${limit}`;

export const formatMaxLength = (most: number): string => `up to ${formatCount(most)} characters`;

type TextAreaFieldProps = FieldText & {
  value?: string;
  required?: boolean;
  minLength?: number;
  rows?: number;
  placeholder?: string;
  /**
   * Maximum or target length, shown before the help with the present one: '12/2000'. The script of `CheckedForm` keeps
   * the count up to date; in other forms the help names the maximum.
   */
  counter?: number;
};

export function TextAreaField({ name, label, error, constraints, value, counter, ...rest }: TextAreaFieldProps) {
  const { help, ...attributes } = rest;
  const limit = counter && [counter, help].filter(Boolean).join(' · ');
  const text = { name, label, help: limit ? formatTextCounter(value, limit) : help, error, constraints };
  return (
    <Field {...text}>
      <textarea defaultValue={value} data-counter={limit} {...attributes} {...getControlProps(text)} />
    </Field>
  );
}

/** `note`: what it means, below its label. */
export type Choice = { value: string; label: string; note?: string | undefined };

export const createChoices = (words: readonly string[], notes: Readonly<Record<string, string>> = {}): Choice[] =>
  words.map((word) => ({ value: word, label: word, note: notes[word] }));

type SelectFieldProps = FieldText & {
  choices: readonly Choice[];
  value?: string;
  required?: boolean;
  /** The first option, selected by default: 'Choose one'. Null omits it. */
  emptyText?: string | null;
};

export function SelectField({
  name,
  label,
  help,
  error,
  constraints,
  choices,
  value,
  required,
  emptyText = 'Choose one',
}: SelectFieldProps) {
  const text = { name, label, help, error, constraints };
  return (
    <Field {...text}>
      <select defaultValue={value ?? ''} required={required} {...getControlProps(text)}>
        {emptyText !== null && <option value="">{emptyText}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

type RadioGroupProps = FieldText & { choices: readonly Choice[]; value?: string; required?: boolean };

/** Radio buttons. A link of the error summary leads to the first. */
export function RadioGroup({ choices, value, required, ...text }: RadioGroupProps) {
  const { id, name, 'aria-invalid': invalid, 'aria-describedby': describedBy } = getControlProps(text);
  return (
    <div className="field" role="radiogroup" aria-labelledby={`${name}-label`} aria-describedby={describedBy}>
      <span className="field-label" id={`${name}-label`}>
        {text.label}
      </span>
      <div className="row">
        {choices.map((choice, position) => (
          <Fragment key={choice.value}>
            <label className={choice.note ? 'option option-noted' : 'option'}>
              <input
                {...(position === 0 && { id, ...text.constraints })}
                type="radio"
                name={name}
                value={choice.value}
                defaultChecked={choice.value === value}
                required={required || text.constraints?.required}
                aria-invalid={invalid}
              />
              {choice.note ? (
                <span>
                  <b>{choice.label}</b> <small>{choice.note}</small>
                </span>
              ) : (
                ` ${choice.label}`
              )}
            </label>{' '}
          </Fragment>
        ))}
      </div>
      <FieldNotes {...text} />
    </div>
  );
}

type CheckFieldProps = FieldText & { isChecked?: boolean };

/** Checkbox. Sends `on` when checked, nothing otherwise. */
export function CheckField({ isChecked = false, ...text }: CheckFieldProps) {
  return (
    <div className="field">
      <label className="option">
        <input type="checkbox" defaultChecked={isChecked} {...getControlProps(text)} /> {text.label}
      </label>
      <FieldNotes {...text} />
    </div>
  );
}

/** Query parameters by name; a list is a repeated parameter. */
export type HiddenValues = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

export function HiddenFields({ fields }: { fields: HiddenValues }) {
  return (
    <>
      {Object.entries(fields).flatMap(([name, entry]) =>
        (typeof entry === 'object' && entry !== null ? entry : [entry]).map(
          (value) =>
            value !== null &&
            value !== false && <input key={`${name}=${value}`} type="hidden" name={name} value={String(value)} />,
        ),
      )}
    </>
  );
}

/** The idempotency key of a form that is shown again, so that it is sent only once; nothing for a new form. */
export function KeyField({ values }: { values: Readonly<Record<string, string>> | undefined }) {
  return values?.idempotencyKey && <input type="hidden" name="idempotencyKey" value={values.idempotencyKey} />;
}

/** The label of a stored value: `in-progress` is 'In progress'. */
export const formatLabel = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

export const createLabelledChoices = (words: readonly string[]): Choice[] =>
  words.map((word) => ({ value: word, label: formatLabel(word) }));

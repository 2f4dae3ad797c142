import { type ComponentPropsWithoutRef, Fragment, type ReactNode } from 'react';
import { trapName } from '~/domain/messages/message';
import { ratings } from '~/domain/shared/rating';
import { Icon } from '../primitives/icon';

/** What every field has, whatever control it holds. */
export type FieldText = {
  name: string;
  label: string;
  /** One line under the control. */
  help?: string;
  /** What is wrong with it, as one sentence. */
  error?: string;
};

const helpId = (name: string): string => `${name}-help`;
const errorId = (name: string): string => `${name}-error`;

/** The attributes that tie a control to its label, its help and its error. The control's id is its name. */
export function controlProps({ name, help, error }: FieldText) {
  const described = [error && errorId(name), help && helpId(name)].filter(Boolean).join(' ');
  return {
    id: name,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  } as const;
}

/** A field's error and help, under its control. */
export function FieldNotes({ name, help, error }: FieldText) {
  return (
    <>
      {error && (
        <p className="field-error" id={errorId(name)}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {help && (
        <p className="note" id={helpId(name)}>
          {help}
        </p>
      )}
    </>
  );
}

/** Label above, control, error and help below. `children` is the control, with `controlProps` on it. */
function Field({ children, ...text }: FieldText & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={text.name}>{text.label}</label> {children}
      <FieldNotes {...text} />
    </div>
  );
}

type TextFieldProps = FieldText & { value?: string } & Pick<
    ComponentPropsWithoutRef<'input'>,
    'required' | 'autoComplete' | 'maxLength' | 'minLength' | 'placeholder' | 'list' | 'min' | 'max' | 'spellCheck'
  > & { type?: 'text' | 'email' | 'tel' | 'password' | 'date' | 'url' };

/** One line of text. Uncontrolled: what is typed before a script arrives stays. */
export function TextField({ name, label, help, error, value, type = 'text', ...rest }: TextFieldProps) {
  const text = { name, label, help, error };
  return (
    <Field {...text}>
      <input type={type} defaultValue={value} {...rest} {...controlProps(text)} />
    </Field>
  );
}

type NumberFieldProps = FieldText & {
  value?: string;
  required?: boolean;
  placeholder?: string;
  /** Whole numbers get the keyboard without a decimal point. */
  allowsDecimals?: boolean;
  /**
   * How far the arrow keys go: this makes it a browser's own number field, in a form that validates nothing itself,
   * unless its value is none that such a field can show.
   */
  step?: number;
};

/** What a browser's own number field shows; anything else it leaves empty. */
const isShownAsNumber = (value: string): boolean => /^-?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i.test(value);

/**
 * A number. A text field with a number pad: what was typed comes back exactly as it was, also when it was no number,
 * which a browser's own number field would lose.
 */
export function NumberField({
  name,
  label,
  help,
  error,
  value,
  allowsDecimals = false,
  step,
  required,
  placeholder,
}: NumberFieldProps) {
  const text = { name, label, help, error };
  const arrows = step !== undefined && isShownAsNumber(value ?? '0') && { type: 'number', step };
  return (
    <Field {...text}>
      <input
        {...arrows}
        inputMode={allowsDecimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        defaultValue={value}
        required={required}
        placeholder={placeholder}
        {...controlProps(text)}
      />
    </Field>
  );
}

type TextAreaFieldProps = FieldText & {
  value?: string;
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  rows?: number;
};

/** Several lines of text. */
export function TextAreaField({ name, label, help, error, value, ...rest }: TextAreaFieldProps) {
  const text = { name, label, help, error };
  return (
    <Field {...text}>
      <textarea defaultValue={value} {...rest} {...controlProps(text)} />
    </Field>
  );
}

export type Choice = { value: string; label: string };

/** Options whose labels are their values. */
export const choicesOf = (words: readonly string[]): Choice[] => words.map((word) => ({ value: word, label: word }));

type SelectFieldProps = FieldText & {
  choices: readonly Choice[];
  value?: string;
  required?: boolean;
  /** The first option, chosen while nothing is: 'Choose one'. Null leaves it out. */
  emptyText?: string | null;
};

/** One of many. */
export function SelectField({
  name,
  label,
  help,
  error,
  choices,
  value,
  required,
  emptyText = 'Choose one',
}: SelectFieldProps) {
  const text = { name, label, help, error };
  return (
    <Field {...text}>
      <select defaultValue={value ?? ''} required={required} {...controlProps(text)}>
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

type PicksProps = FieldText & { choices: readonly Choice[]; value?: string; required?: boolean };

/** One of a few, all in view. An error summary's link lands on the first. */
export function Picks({ choices, value, required, ...text }: PicksProps) {
  const { id, name, 'aria-invalid': invalid, 'aria-describedby': describedBy } = controlProps(text);
  return (
    <div className="field" role="radiogroup" aria-labelledby={`${name}-label`} aria-describedby={describedBy}>
      <span className="field-label" id={`${name}-label`}>
        {text.label}
      </span>
      <div className="row">
        {choices.map((choice, position) => (
          <Fragment key={choice.value}>
            <label className="option">
              <input
                id={position === 0 ? id : undefined}
                type="radio"
                name={name}
                value={choice.value}
                defaultChecked={choice.value === value}
                required={required}
                aria-invalid={invalid}
              />
              {` ${choice.label}`}
            </label>{' '}
          </Fragment>
        ))}
      </div>
      <FieldNotes {...text} />
    </div>
  );
}

type CheckFieldProps = FieldText & { isChecked?: boolean };

/** Yes or no. Sends `on` when checked, nothing when not. */
export function CheckField({ isChecked = false, ...text }: CheckFieldProps) {
  return (
    <div className="field">
      <label className="option">
        <input type="checkbox" defaultChecked={isChecked} {...controlProps(text)} /> {text.label}
      </label>
      <FieldNotes {...text} />
    </div>
  );
}

const choices = ratings.map((stars) => ({ value: String(stars), label: stars === 1 ? '1 star' : `${stars} stars` }));

/** One to five stars, all in view, none chosen beforehand. */
export const RatingField = (field: FieldText & { value?: string }) => <Picks {...field} choices={choices} required />;

/**
 * A field that no person sees and machines fill in. Who fills it in all the same, in a text browser or by a browser's
 * own help, loses nothing: what they send is only set apart.
 */
export function TrapField() {
  return (
    <p className="visually-hidden" aria-hidden="true">
      <label>
        Please leave this field empty <input name={trapName} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

/** What an address holds besides the fields that are shown, so that sending a form of the list keeps it. */
export function HiddenFields({ fields }: { fields: Readonly<Record<string, string | number | null>> }) {
  return (
    <>
      {Object.entries(fields).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}

/** The label of a stored value: `in-progress` is 'In progress'. */
export const label = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

/** Options whose labels follow from their stored values. */
export const labelledChoices = (words: readonly string[]): Choice[] =>
  words.map((word) => ({ value: word, label: label(word) }));

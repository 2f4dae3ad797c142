import { Fragment } from 'react';
import { controlProps, Field, FieldNotes, type FieldText } from './field';

export type Choice = { value: string; label: string };

/** Options whose words are their values. */
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
    <div className="f" role="radiogroup" aria-labelledby={`${name}-label`} aria-describedby={describedBy}>
      <span className="l" id={`${name}-label`}>
        {text.label}
      </span>
      <div className="row">
        {choices.map((choice, position) => (
          <Fragment key={choice.value}>
            <label className="pick">
              <input
                id={position === 0 ? id : undefined}
                type="radio"
                name={name}
                value={choice.value}
                defaultChecked={choice.value === value}
                required={required}
                aria-invalid={invalid}
              />{' '}
              {choice.label}
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
    <div className="f">
      <label className="pick">
        <input type="checkbox" defaultChecked={isChecked} {...controlProps(text)} /> {text.label}
      </label>
      <FieldNotes {...text} />
    </div>
  );
}

import type { ComponentPropsWithoutRef } from 'react';
import { controlProps, Field, type FieldText } from './field';

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

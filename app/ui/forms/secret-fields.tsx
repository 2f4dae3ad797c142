import type { FieldConstraints } from '~/domain/shared/constraints';
import { TextField } from './field';

type CurrentPasswordFieldProps = { name?: string; label?: string; error: string | undefined };

export function CurrentPasswordField({ name = 'password', label = 'Your password', error }: CurrentPasswordFieldProps) {
  return <TextField name={name} label={label} type="password" autoComplete="current-password" error={error} required />;
}

type NewPasswordFieldProps = {
  name?: string;
  shortest: number;
  consequence?: string;
  error: string | undefined;
  constraints?: FieldConstraints | undefined;
};

export function NewPasswordField({
  name = 'password',
  shortest,
  consequence,
  error,
  constraints,
}: NewPasswordFieldProps) {
  const rule = `${shortest} or more characters, at least one special character`;
  return (
    <TextField
      name={name}
      label="New password"
      type="password"
      autoComplete="new-password"
      minLength={shortest}
      help={consequence ? `${rule}. ${consequence}` : rule}
      error={error}
      constraints={constraints}
      required
    />
  );
}

type SecretCodeFieldProps = {
  label: string;
  value: string | undefined;
  error: string | undefined;
  constraints?: FieldConstraints | undefined;
};

export function SecretCodeField({ label, value, error, constraints }: SecretCodeFieldProps) {
  return (
    <TextField
      name="code"
      label={label}
      help="Eight groups of four letters and numbers. Capitals, spaces and dashes do not matter."
      autoComplete="off"
      spellCheck={false}
      value={value}
      error={error}
      constraints={constraints}
      required
    />
  );
}

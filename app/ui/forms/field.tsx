import type { ReactNode } from 'react';
import { Icon } from '~/ui/icons/icon';

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
        <p className="e" id={errorId(name)}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {help && (
        <p className="s" id={helpId(name)}>
          {help}
        </p>
      )}
    </>
  );
}

/** Label above, control, error and help below. `children` is the control, with `controlProps` on it. */
export function Field({ children, ...text }: FieldText & { children: ReactNode }) {
  return (
    <div className="f">
      <label htmlFor={text.name}>{text.label}</label> {children}
      <FieldNotes {...text} />
    </div>
  );
}

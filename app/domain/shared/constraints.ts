/** Validation attributes of a control, each with its error message. */
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

/** Constraints of all fields of a form. */
export type FormConstraints = {
  /** Message above the form when a field is invalid. */
  message: string;
  fields: Readonly<Record<string, FieldConstraints>>;
};

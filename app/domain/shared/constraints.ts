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

export type FormConstraints = {
  message: string;
  fields: Readonly<Record<string, FieldConstraints>>;
};

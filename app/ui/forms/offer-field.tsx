import type { OfferField } from '~/domain/listings/offer-fields';
import type { FieldReadings } from '~/domain/shared/typed-numbers';
import { CheckField, createChoices, NumberField, RadioGroup, SelectField, TextAreaField, TextField } from './field';

/** `list` and `buttons` choose one of several. */
type Control = 'line' | 'lines' | 'number' | 'decimal' | 'date' | 'list' | 'buttons' | 'check';

/** A field of a second-hand vehicle on a form. */
export type FormField = Pick<OfferField, 'part' | 'label' | 'help' | 'placeholder' | 'onlyFor' | 'emptyText'> & {
  name: string;
  required?: boolean;
  control: Control;
  choices?: readonly string[];
  notes?: Readonly<Record<string, string>> | undefined;
  list?: string;
  autoComplete?: string;
  spellCheck?: boolean;
};

const controls = {
  line: 'line',
  lines: 'lines',
  rupees: 'decimal',
  decimal: 'decimal',
  count: 'number',
  ordinal: 'number',
  year: 'number',
  date: 'date',
  choice: 'list',
  flag: 'check',
} as const satisfies Record<OfferField['kind'], Control>;

function toFormField(name: string, field: OfferField): FormField {
  const { kind, label, part, required, help, placeholder, onlyFor, emptyText } = field;
  const choice = kind === 'choice' && {
    control: field.areButtons ? ('buttons' as const) : ('list' as const),
    choices: field.options,
  };
  return { control: controls[kind], name, part, label, required, help, placeholder, onlyFor, emptyText, ...choice };
}

/** @param states the choices of the state; the server alone knows them */
export function createFormFields<Name extends string>(
  names: readonly Name[],
  getField: (name: Name) => OfferField,
  states: readonly { name: string }[],
  additions: Readonly<Record<string, Partial<FormField>>> = {},
): FormField[] {
  const ofPlace: Readonly<Record<string, Partial<FormField>>> = {
    city: { list: 'cities', autoComplete: 'address-level2' },
    state: { control: 'list', choices: states.map(({ name }) => name), emptyText: 'Same as city' },
  };
  return names.map((name) => ({ ...toFormField(name, getField(name)), ...ofPlace[name], ...additions[name] }));
}

type Texts = Readonly<Record<string, string | undefined>>;

export type FieldContent = { values: Texts; errors: Texts; readings: FieldReadings | undefined };

export function OfferFieldControl({ field, values, errors, readings }: FieldContent & { field: FormField }) {
  const { name, control, part: _part, onlyFor: _onlyFor, choices = [], notes, emptyText, ...attributes } = field;
  const error = errors[name];
  const text = { ...attributes, name, value: values[name], error };
  switch (control) {
    case 'check':
      return <CheckField name={name} label={field.label} isChecked={values[name] === 'on'} error={error} />;
    case 'lines':
      return <TextAreaField {...text} rows={4} />;
    case 'number':
    case 'decimal':
      return <NumberField {...text} readings={readings?.[name]} allowsDecimals={control === 'decimal'} />;
    case 'list':
      return <SelectField {...text} choices={createChoices(choices)} emptyText={emptyText} />;
    case 'buttons':
      return <RadioGroup {...text} choices={createChoices(choices, notes)} />;
    default:
      return <TextField {...text} type={control === 'date' ? 'date' : undefined} />;
  }
}

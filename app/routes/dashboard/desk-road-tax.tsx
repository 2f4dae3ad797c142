import { bandMeasures, mostBands, roadTaxLabels } from '~/domain/on-road/on-road';
import { paths } from '~/paths';
import { CheckField, NumberField, SelectField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { ActionLink, Button } from '~/ui/primitives/button';
import { type DeskActionData, WhatWasDone, choices, type ShownAuditEvent } from './desk-parts';

/** A state in the list: its rates in words, and where they come from. */
export type RoadTaxLine = { id: string; state: string; text: string; source: string };

export function RoadTaxList({ lines }: { lines: readonly RoadTaxLine[] }) {
  return (
    <>
      <p>
        Estimates of on-road prices follow from these rates. Where none is known, the middle of the other states is
        taken.
      </p>
      <ul className="entry-list">
        {lines.map(({ id, state, text, source }) => (
          <li key={id}>
            <div>
              <h3>
                <a href={paths.desk({ show: 'road-tax', open: id })}>{state}</a>
              </h3>
              <p>{text}</p>
              <p className="note">{source}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

export type OpenRoadTax = {
  id: string;
  state: string;
  source: string;
  version: number;
  /** Stored values as a form sends them. */
  values: Readonly<Record<string, string>>;
  actions: readonly ShownAuditEvent[];
};

type RoadTaxFormProps = { tax: OpenRoadTax; actionData: DeskActionData | undefined };

/** The rates of one state, and what operators changed. */
export function RoadTaxForm({ tax, actionData }: RoadTaxFormProps) {
  const { id, state, source, version, actions } = tax;
  const values: Readonly<Record<string, string>> = actionData?.values ?? tax.values;
  const field = (name: Exclude<keyof typeof roadTaxLabels, 'upTo' | 'percent'>) => ({
    name,
    label: roadTaxLabels[name],
    value: values[name],
    error: actionData?.errors[name],
  });
  const bandField = (row: number, name: 'upTo' | 'percent') => ({
    name: `bands.${row}.${name}`,
    label: `${roadTaxLabels[name]}, row ${row + 1}`,
    value: values[`bands.${row}.${name}`],
    error: actionData?.errors[`bands.${row}.${name}`],
  });
  return (
    <>
      {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
      <p>
        <ActionLink href={paths.desk({ show: 'road-tax' })} icon="back">
          Back to the list
        </ActionLink>
      </p>
      <h3>{state}</h3>
      <p className="note">{source}</p>
      <form method="post" action={paths.desk({ show: 'road-tax', open: id })} className="stack">
        <input type="hidden" name="version" value={values.version ?? version} />
        <div className="inline-form">
          <SelectField {...field('bandsBy')} choices={choices(bandMeasures)} emptyText={null} />
          <TextField {...field('asOf')} maxLength={7} />
        </div>
        {Array.from({ length: mostBands }, (_, row) => `bands.${row}`).map((name, row) => (
          <div key={name} className="inline-form">
            <NumberField {...bandField(row, 'upTo')} allowsDecimals />
            <NumberField {...bandField(row, 'percent')} allowsDecimals />
          </div>
        ))}
        <p className="note">
          The first row holds whose maximum, in rupees or cc, is not exceeded; the last has none. Without rows the rate
          is not known.
        </p>
        <NumberField
          {...field('electricPercent')}
          help="0 for those that pay none; empty where they pay as others do"
          allowsDecimals
        />
        <div className="inline-form">
          <NumberField {...field('surchargePercent')} allowsDecimals />
          <NumberField {...field('minTaxRupees')} />
        </div>
        <TextField {...field('note')} help="One sentence without its full stop" maxLength={200} />
        <CheckField name="isRough" label={roadTaxLabels.isRough} isChecked={values.isRough === 'on'} />
        <p>
          <Button kind="primary">Save</Button>
        </p>
      </form>
      <WhatWasDone actions={actions} />
    </>
  );
}

import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { bandMeasures, maxBands, roadTaxLabels } from '~/domain/on-road/on-road';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import {
  CheckField,
  DefaultButton,
  formatLabel,
  KeyField,
  NumberField,
  SelectField,
  TextField,
} from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { AuditTrail, FieldCell } from '../../parts';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Road tax', 'Rates of the states.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Rates of road tax by state (docs/product.md, "On-road price"). */
export default function RoadTax() {
  const { tax, lines, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  if (tax) {
    return (
      <DeskPage title={tax.state} back={{ text: 'Road tax', href: deskPaths.roadTax() }}>
        <div className="stack">
          <RoadTaxForm tax={tax} rejected={rejected} />
        </div>
      </DeskPage>
    );
  }
  return (
    <DeskPage title="Road tax" back={{ text: 'Shop', href: deskPaths.shop() }}>
      <div className="stack">
        <p>
          Estimates of on-road prices are calculated from these rates. For a state without a known rate, a typical rate
          of the other states is used.
        </p>
        <table className="entry-table">
          <thead>
            <tr>
              <th>State</th>
              <th>Rates</th>
              <th>Source</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, state, text, source }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={deskPaths.roadTax(id)}>{state}</a>
                </th>
                <td>{text}</td>
                <td className="note">{source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DeskPage>
  );
}

type RoadTaxFormProps = { tax: NonNullable<Data['tax']>; rejected: RejectedForm | undefined };

function RoadTaxForm({ tax, rejected }: RoadTaxFormProps) {
  const { id, source, version, actions } = tax;
  const values: Readonly<Record<string, string>> = rejected?.values ?? tax.values;
  const field = (name: Exclude<keyof typeof roadTaxLabels, 'upTo' | 'percent'>) => ({
    name,
    label: roadTaxLabels[name],
    value: values[name],
    error: rejected?.errors[name],
    readings: rejected?.readings?.[name],
  });
  const bandField = (row: number, name: 'upTo' | 'percent') => ({
    name: `bands.${row}.${name}`,
    label: `${roadTaxLabels[name]}, row ${row + 1}`,
    value: values[`bands.${row}.${name}`],
    error: rejected?.errors[`bands.${row}.${name}`],
    readings: rejected?.readings?.[`bands.${row}.${name}`],
  });
  return (
    <>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <p className="note">{source}</p>
      <form method="post" action={deskPaths.roadTax(id)} className="stack">
        {rejected?.readings && <DefaultButton />}
        <input type="hidden" name="version" value={values.version ?? version} />
        <KeyField values={values} />
        <div className="inline-form">
          <SelectField
            {...field('bandsBy')}
            choices={bandMeasures.map((measure) => ({ value: measure, label: formatLabel(measure) }))}
            emptyText={null}
          />
          <TextField {...field('asOf')} />
        </div>
        <table className="times">
          <thead>
            <tr>
              <th scope="col">{roadTaxLabels.upTo}</th>
              <th scope="col">{roadTaxLabels.percent}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: maxBands }, (_, row) => `bands.${row}`).map((name, row) => (
              <tr key={name}>
                <FieldCell {...bandField(row, 'upTo')} inputMode="decimal" />
                <FieldCell {...bandField(row, 'percent')} inputMode="decimal" />
              </tr>
            ))}
          </tbody>
        </table>
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
        <TextField {...field('note')} help="One sentence without its full stop" />
        <CheckField name="isRough" label={roadTaxLabels.isRough} isChecked={values.isRough === 'on'} />
        <p>
          <Button kind="primary">Save</Button>
        </p>
      </form>
      <AuditTrail actions={actions} />
    </>
  );
}

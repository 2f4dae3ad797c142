import type { Brand } from '~/domain/catalogue/vehicle';
import { bandMeasures, maxBands, roadTaxLabels } from '~/domain/on-road/on-road';
import { photoTypes } from '~/domain/photos/photo';
import { paths } from '~/paths';
import {
  CheckField,
  DefaultButton,
  FieldNotes,
  KeyField,
  getControlProps,
  NumberField,
  SelectField,
  TextField,
} from '~/ui/forms/field';
import { Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { BrandLogo } from '~/ui/primitives/link-list';
import {
  AuditTrail,
  createStatusChoices,
  type DeskActionData,
  FieldCell,
  LinkedEntry,
  OpenItemHead,
} from './desk-parts';
import type { OpenBrand, OpenRoadTax, RoadTaxLine } from './desk-sections.loader.server';

export function DeskBrands({ lines }: { lines: readonly Brand[] }) {
  return (
    <>
      <p>A brand is shown as its monogram until you upload a logo that you may use.</p>
      <ul className="entry-list">
        {lines.map((brand) => (
          <LinkedEntry
            key={brand.id}
            title={brand.name}
            href={paths.desk({ show: 'brands', open: brand.id })}
            aside={<BrandLogo {...brand} />}
          >
            <p className="note">{brand.logo ? 'Logo uploaded by an operator' : 'Monogram'}</p>
          </LinkedEntry>
        ))}
      </ul>
    </>
  );
}

export function LogoForm({
  brand: { actions, ...brand },
  actionData,
}: {
  brand: OpenBrand;
  actionData: DeskActionData | undefined;
}) {
  const action = paths.desk({ show: 'brands', open: brand.id });
  const text = {
    name: 'logo',
    label: 'Picture of the logo',
    help: 'JPEG, PNG, WebP or AVIF of at most 8 MB. It is made small, on white.',
    error: actionData?.errors.logo,
  };
  return (
    <>
      <OpenItemHead title={brand.name} listHref={paths.desk({ show: 'brands' })} actionData={actionData} />
      <p className="row">
        <BrandLogo {...brand} />
        <span className="note">{brand.logo ? 'This logo is shown to everyone.' : 'The monogram is shown.'}</span>
      </p>
      <form method="post" action={action} encType="multipart/form-data" className="stack">
        <div className="field">
          <ul className="photo-tiles">
            <li>
              <label>
                <Icon name="camera" />
                {text.label}
                <input type="file" accept={photoTypes.join(',')} {...getControlProps(text)} />
              </label>
            </li>
          </ul>
          <FieldNotes {...text} />
        </div>
        <p>
          <Button kind="primary">{brand.logo ? 'Replace the logo' : 'Give this logo'}</Button>
        </p>
      </form>
      {brand.logo && (
        <form method="post" action={action}>
          <p>
            <Button name="intent" value="remove-logo">
              Remove the logo
            </Button>
          </p>
        </form>
      )}
      <AuditTrail actions={actions} />
    </>
  );
}

export function RoadTaxList({ lines }: { lines: readonly RoadTaxLine[] }) {
  return (
    <>
      <p>
        Estimates of on-road prices are calculated from these rates. For a state without a known rate, a typical rate of
        the other states is used.
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
                <a href={paths.desk({ show: 'road-tax', open: id })}>{state}</a>
              </th>
              <td>{text}</td>
              <td className="note">{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type RoadTaxFormProps = { tax: OpenRoadTax; actionData: DeskActionData | undefined };

export function RoadTaxForm({ tax, actionData }: RoadTaxFormProps) {
  const { id, state, source, version, actions } = tax;
  const values: Readonly<Record<string, string>> = actionData?.values ?? tax.values;
  const field = (name: Exclude<keyof typeof roadTaxLabels, 'upTo' | 'percent'>) => ({
    name,
    label: roadTaxLabels[name],
    value: values[name],
    error: actionData?.errors[name],
    readings: actionData?.readings?.[name],
  });
  const bandField = (row: number, name: 'upTo' | 'percent') => ({
    name: `bands.${row}.${name}`,
    label: `${roadTaxLabels[name]}, row ${row + 1}`,
    value: values[`bands.${row}.${name}`],
    error: actionData?.errors[`bands.${row}.${name}`],
    readings: actionData?.readings?.[`bands.${row}.${name}`],
  });
  return (
    <>
      <OpenItemHead title={state} listHref={paths.desk({ show: 'road-tax' })} actionData={actionData} />
      <p className="note">{source}</p>
      <form method="post" action={paths.desk({ show: 'road-tax', open: id })} className="stack">
        {actionData?.readings && <DefaultButton />}
        <input type="hidden" name="version" value={values.version ?? version} />
        <KeyField values={values} />
        <div className="inline-form">
          <SelectField {...field('bandsBy')} choices={createStatusChoices(bandMeasures)} emptyText={null} />
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

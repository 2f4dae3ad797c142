import photoScript from 'virtual:photo-script';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { maxPhotos } from '~/domain/photos/photo';
import { getMeasure } from '~/domain/shared/field-table';
import { type StockField, stockColumns, stockMarkNames, stockMarks } from '~/domain/stock/stock-columns';
import { deskPaths, paths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { useDocument } from '~/ui/document';
import { DeskPage } from '~/ui/desk/desk-frame';
import { FieldGrid, Fold, SaveBar, Thumb, WholeLine } from '~/ui/desk/folds';
import {
  CheckField,
  createChoices,
  formatMaxLength,
  NumberField,
  FieldNotes,
  type FieldText,
  getControlProps,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { type ChosenPhoto, PhotoChooser } from '~/ui/forms/photo-chooser';
import { FactList } from '~/ui/page/text-blocks';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { ConditionChip } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import type { ScreenHandle } from '~/ui/screen-kind';
import { PhotoUpload } from '../photos/photo-upload';
import { Facts } from '~/ui/vehicles/card-parts';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'A vehicle of the stock', 'Its facts, its price and its changes.');

const parts: readonly { title: string; names: readonly StockField[]; isFold?: true }[] = [
  { title: 'Vehicle', names: ['stock', 'brand', 'name', 'variant', 'type', 'fuel', 'externalId'] },
  { title: 'Price', names: ['priceRupees', 'originalPriceRupees', 'bankOfferRupees', 'offers'] },
  {
    title: 'Second-hand',
    names: [
      'modelYear',
      'kilometresDriven',
      'owners',
      'condition',
      'numberPlate',
      'registration',
      'city',
      'state',
      'upkeep',
    ],
  },
  { title: 'What a buyer should know', names: ['description'] },
  { title: 'Launch', names: ['launchDay', 'onSaleSince'], isFold: true },
  {
    title: 'Engine and power',
    names: [
      ...(['engineCc', 'cylinders', 'cooling', 'motorPeakKw', 'powerPs', 'powerRpm', 'torqueNm', 'torqueRpm'] as const),
      ...(['transmission', 'gears', 'topSpeedKmph', 'acceleration0to60s', 'mileageKmpl', 'tankLitres'] as const),
      ...(['batteryKwh', 'rangeKm', 'chargeHours'] as const),
    ],
    isFold: true,
  },
  { title: 'Brakes', names: ['frontBrake', 'rearBrake', 'brakeAssist'], isFold: true },
  {
    title: 'Size and weight',
    names: [
      'kerbWeightKg',
      'seatHeightMm',
      'lengthMm',
      'widthMm',
      'heightMm',
      'wheelbaseMm',
      'groundClearanceMm',
      'seating',
    ],
    isFold: true,
  },
  { title: 'Comfort', names: ['segment', 'comfort', 'compatibility'], isFold: true },
];

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Texts = Readonly<Record<string, string>>;
type FormState = { values: Texts; errors: Texts; readings: RejectedForm['readings'] };

/** One vehicle of the stock, new or second-hand (docs/product.md, "Stock"). */
export default function Vehicle() {
  const data = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm & { photos: ChosenPhoto[]; filled?: string }>();
  const rejected = actionData ?? data.unfinished;
  const { id, title, version } = data;
  const { savesData } = useDocument();
  if (id !== null && !data.mayEdit) return <SellersView {...data} id={id} />;
  const photos = actionData?.photos ?? data.photos;
  const addPhotos = (
    <p className="photo-submit">
      <Button name="intent" value="add-photos" formNoValidate>
        Add these photos
      </Button>
    </p>
  );
  const state: FormState = {
    values: rejected?.values ?? data.values,
    errors: rejected?.errors ?? {},
    readings: rejected?.readings,
  };
  return (
    <DeskPage title={title} back={{ text: 'Stock', href: deskPaths.stock() }}>
      {rejected?.message && <ErrorSummary message={rejected.message} errors={state.errors} />}
      <div className="vehicle-edit">
        <form method="post" encType="multipart/form-data">
          {/* Enter in a field presses the form's first button: this one, not one that removes a photo. */}
          <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" name="intent" value="save" />
          <input type="hidden" name="idempotencyKey" value={rejected?.values.idempotencyKey ?? data.idempotencyKey} />
          <input type="hidden" name="hasPhotos" value="1" />
          {version !== null && <input type="hidden" name="version" value={version} />}
          <fieldset>
            <legend>Photos</legend>
            <PhotoChooser
              photos={photos}
              help="Up to 10, 8 MB each. The first one is the cover."
              error={state.errors.images}
            />
            {savesData ? addPhotos : <noscript>{addPhotos}</noscript>}
          </fieldset>
          {parts.map(({ title: part, names, isFold }) =>
            isFold ? (
              <Fold
                key={part}
                title={part}
                note={`${names.filter((name) => state.values[name]).length} of ${names.length}`}
                isOpen={names.some((name) => state.errors[name])}
              >
                <Fields names={names} {...state} />
              </Fold>
            ) : (
              <fieldset key={part}>
                <legend>{part}</legend>
                <Fields names={names} {...state} />
                {names.includes('name') && <FillButton message={actionData?.filled} />}
              </fieldset>
            ),
          )}
          <Colours {...state} bodyStyle={data.bodyStyle} most={data.most.colourways} />
          <Variants {...state} most={data.most.variants} />
          <DatedOffers {...state} most={data.most.datedOffers} />
          <Fold title="Where it stands" note={`${stockMarkNames.filter((name) => state.values[name]).length} chosen`}>
            {stockMarkNames.map((name) => (
              <CheckField
                key={name}
                name={name}
                label={stockMarks[name]}
                isChecked={state.values[name] !== undefined}
              />
            ))}
          </Fold>
          <datalist id="models">
            {data.models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
          <SaveBar>
            <Button name="intent" value="preview">
              Look at it first
            </Button>
            {id === null && (
              <Button name="intent" value="draft">
                Save as a draft
              </Button>
            )}
            {data.isDraft && (
              <Button name="intent" value="publish">
                Publish
              </Button>
            )}
            <Button kind="primary" name="intent" value="save" busyText="Saving…">
              Save
            </Button>
          </SaveBar>
        </form>
        {id !== null && <Side {...data} id={id} />}
        {!savesData && <script type="module" async src={photoScript} />}
      </div>
    </DeskPage>
  );
}

const allFields = parts.flatMap(({ names }) => names);

/** For those who sell, and add photos, but change nothing else. */
function SellersView(data: Data & { id: string }) {
  const { id, title, photos, values, isRetired } = data;
  const facts: Texts = values;
  return (
    <DeskPage title={title} back={{ text: 'Stock', href: deskPaths.stock() }}>
      <div className="vehicle-edit">
        <div>
          <h2>Photos</h2>
          {photos.length === 0 ? (
            <p className="note">None yet.</p>
          ) : (
            <p className="row">
              {photos.map(({ hash, src }, at) => (
                <Thumb key={hash} src={src} alt={`${at + 1} of ${photos.length}`} />
              ))}
            </p>
          )}
          {!isRetired && photos.length < maxPhotos && <PhotoUpload vehicle={id} rejected={undefined} />}
          <h2>Facts</h2>
          <FactList
            facts={allFields.map((name) => ({ name: stockColumns[name].field.label, value: facts[name] || null }))}
          />
        </div>
        <Side {...data} />
      </div>
    </DeskPage>
  );
}

const Fields = ({ names, ...state }: FormState & { names: readonly StockField[] }) => (
  <FieldGrid>
    {names.map((name) => (
      <StockInput key={name} name={name} {...state} />
    ))}
  </FieldGrid>
);

/** Nothing typed is replaced. */
const FillButton = ({ message }: { message: string | undefined }) => (
  <div className="row fill-model">
    <Button name="intent" value="fill" formNoValidate>
      Fill in from the model
    </Button>
    <p className="note" role="status">
      {message}
    </p>
  </div>
);

const ColourField = ({ value, ...text }: FieldText & { value: string }) => (
  <>
    <label>
      {text.label} <input type="color" defaultValue={value} {...getControlProps(text)} />
    </label>
    <FieldNotes {...text} />
  </>
);

type ColoursProps = FormState & { bodyStyle: Data['bodyStyle']; most: number };

function Colours({ values, errors, bodyStyle, most }: ColoursProps) {
  const rows = Array.from({ length: most }, (_, at) => `colourways.${at}.`).filter(
    (prefix) => values[`${prefix}body`] !== undefined,
  );
  return (
    <fieldset>
      <legend>Colours</legend>
      <ul className="rows colour-rows">
        {rows.map((prefix, at) => {
          const body = values[`${prefix}body`] ?? '';
          const accent = values[`${prefix}accent`] ?? '';
          return (
            <li key={prefix} className="row">
              <Drawing of={bodyStyle} colours={{ body, accent }} />
              <TextField
                name={`${prefix}name`}
                label={`Colour ${at + 1}`}
                value={values[`${prefix}name`] ?? ''}
                error={errors[`${prefix}name`]}
              />
              <ColourField name={`${prefix}body`} label="Body" value={body} error={errors[`${prefix}body`]} />
              <ColourField name={`${prefix}accent`} label="Lines" value={accent} error={errors[`${prefix}accent`]} />
              <button
                type="submit"
                className="icon-button"
                name="dropRow"
                value={`colourways.${at}`}
                formNoValidate
                aria-label={`Remove colour ${at + 1}`}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
      {rows.length < most && (
        <Button name="intent" value="add colourways" formNoValidate>
          + Colour
        </Button>
      )}
    </fieldset>
  );
}

type RowsProps = FormState & { most: number };

/** Places of the rows that the form has, of which each has this field. */
const findRows = (values: Texts, group: string, field: string, most: number): string[] =>
  Array.from({ length: most }, (_, at) => `${group}.${at}`).filter((row) => values[`${row}.${field}`] !== undefined);

const DropRow = ({ row, label }: { row: string; label: string }) => (
  <button type="submit" className="icon-button" name="dropRow" value={row} formNoValidate aria-label={label}>
    ×
  </button>
);

function Variants({ values, errors, most }: RowsProps) {
  const rows = findRows(values, 'variants', 'name', most);
  return (
    <Fold title="Variants" note={rows.length === 0 ? 'none' : String(rows.length)} isOpen={rows.length > 0}>
      <p className="note">Beside the one above, whose price is the lowest.</p>
      <ul className="rows field-rows">
        {rows.map((row, at) => (
          <li key={row}>
            <TextField
              name={`${row}.name`}
              label={`Variant ${at + 1}`}
              value={values[`${row}.name`] ?? ''}
              error={errors[`${row}.name`]}
            />
            <NumberField
              name={`${row}.priceRupees`}
              label="Price"
              value={values[`${row}.priceRupees`] ?? ''}
              error={errors[`${row}.priceRupees`]}
            />
            <DropRow row={row} label={`Remove variant ${at + 1}`} />
          </li>
        ))}
      </ul>
      {rows.length < most && (
        <Button name="intent" value="add variants" formNoValidate>
          + Variant
        </Button>
      )}
    </Fold>
  );
}

function DatedOffers({ values, errors, most }: RowsProps) {
  const rows = findRows(values, 'datedOffers', 'title', most);
  return (
    <Fold title="Offers with dates" note={rows.length === 0 ? 'none' : String(rows.length)} isOpen={rows.length > 0}>
      <p className="note">
        Buyers see each from its first to its last day, in India. Without a day it has no end there.
      </p>
      <ul className="rows field-rows">
        {rows.map((row, at) => (
          <li key={row}>
            <TextField
              name={`${row}.title`}
              label={`Offer ${at + 1}`}
              value={values[`${row}.title`] ?? ''}
              error={errors[`${row}.title`]}
            />
            <NumberField
              name={`${row}.amountRupees`}
              label="Amount, if any"
              value={values[`${row}.amountRupees`] ?? ''}
              error={errors[`${row}.amountRupees`]}
            />
            <TextField
              name={`${row}.from`}
              label="First day"
              type="date"
              value={values[`${row}.from`] ?? ''}
              error={errors[`${row}.from`]}
            />
            <TextField
              name={`${row}.until`}
              label="Last day"
              type="date"
              value={values[`${row}.until`] ?? ''}
              error={errors[`${row}.until`]}
            />
            <DropRow row={row} label={`Remove offer ${at + 1}`} />
          </li>
        ))}
      </ul>
      {rows.length < most && (
        <Button name="intent" value="add datedOffers" formNoValidate>
          + Offer
        </Button>
      )}
    </Fold>
  );
}

function StockInput({ name, values, errors, readings }: FormState & { name: StockField }) {
  const field: (typeof stockColumns)[StockField]['field'] = stockColumns[name].field;
  const isRequired = 'required' in field && field.required;
  const common = {
    name,
    label: field.label,
    error: errors[name],
    value: values[name] ?? '',
    readings: readings?.[name],
  };
  if (field.kind === 'choice') {
    const { readings: _readings, ...text } = common;
    return <SelectField {...text} choices={createChoices(field.options)} required={isRequired} />;
  }
  if (field.kind === 'lines') {
    const { readings: _readings, ...text } = common;
    return (
      <WholeLine>
        <TextAreaField {...text} help={formatMaxLength(field.most)} rows={3} />
      </WholeLine>
    );
  }
  if (field.kind === 'date') return <TextField {...common} type="date" />;
  if (getMeasure(field)) return <NumberField {...common} required={isRequired} />;
  if (name === 'name') {
    return (
      <WholeLine>
        <TextField {...common} required={isRequired} list="models" />
      </WholeLine>
    );
  }
  return <TextField {...common} required={isRequired} />;
}

type Card = NonNullable<Data['card']>;

/** A link to its page. */
function AsBuyersSeeIt({ card, href }: { card: Card; href: string }) {
  const { name, cover, bodyStyle, colours, price, condition, facts } = card;
  return (
    <section aria-labelledby="stock-card">
      <h2 id="stock-card">As buyers see it</h2>
      <div className="stock-card">
        {cover === null ? (
          <Drawing of={bodyStyle} colours={colours} />
        ) : (
          <img src={cover} width={4} height={3} alt="" />
        )}
        <div>
          <p className="price">{price}</p>
          <a className="row-link" href={href}>
            {name}
          </a>
          <Facts facts={facts} />
          {condition && <ConditionChip condition={condition} />}
        </div>
      </div>
    </section>
  );
}

function Side({ id, card, mayEdit, isPublic, isSold, isRetired, isDraft, changes }: Data & { id: string }) {
  return (
    <aside className="vehicle-side">
      {card && !isRetired && <AsBuyersSeeIt card={card} href={paths.vehicle(id, isPublic ? {} : { preview: '1' })} />}
      {!isRetired && (
        <form method="post" action={deskPaths.stock()} className="state-buttons">
          <Button name={isSold ? 'unsold' : 'sold'} value={id}>
            {isSold ? 'Not sold' : 'Sold'}
          </Button>
          {mayEdit && (
            <>
              <Button name={isPublic ? 'hide' : 'show'} value={id}>
                {isPublic ? 'Hide' : isDraft ? 'Publish' : 'Show'}
              </Button>
              <Button name="duplicate" value={id}>
                Duplicate
              </Button>
              <Button kind="danger" name="retire" value={id}>
                Retire
              </Button>
            </>
          )}
        </form>
      )}
      <h2>Changes</h2>
      {changes.length === 0 ? (
        <p className="note">None in the last 30 days.</p>
      ) : (
        <ol className="rows vehicle-changes">
          {changes.map(({ change, batch, action, columns, by, isUndone }) => (
            <li key={change}>
              <div>
                {columns.length === 0 ? (
                  <p>{action}</p>
                ) : (
                  columns.map(({ label, was, becomes }) => (
                    <p key={label}>
                      {label} <s>{was || 'none'}</s> → <b>{becomes || 'none'}</b>
                    </p>
                  ))
                )}
                <small>{by}</small>
              </div>
              {isUndone && <small>Undone</small>}
              {!isUndone && mayEdit && (
                <form method="post" action={deskPaths.stock()}>
                  <input type="hidden" name="batch" value={batch} />
                  <input type="hidden" name="change" value={change} />
                  <input type="hidden" name="next" value={deskPaths.stockItem(id)} />
                  <Button name="intent" value="undo" icon="undo">
                    Undo
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ol>
      )}
      <small>
        Each can be undone for 30 days{mayEdit ? '' : ' by managers'}. The log keeps what was done for good.
      </small>
    </aside>
  );
}

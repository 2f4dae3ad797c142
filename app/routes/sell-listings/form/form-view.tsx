import { Fragment, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  type ListingField,
  type ListingFlag,
  listingFlags,
  listingLabels,
  maxLengths,
  paperFlagNames,
} from '~/domain/listings/listing';
import type { FieldReadings } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';
import { suggestModels, suggestPlaces } from '~/ui/enhance/suggestions';
import {
  CheckField,
  createChoices,
  formatMaxLength,
  NumberField,
  RadioGroup,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary, FormActions, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { type ChosenPhoto, PhotoChooser } from '~/ui/forms/photo-chooser';
import { enhancePhotoChooser } from '~/ui/enhance/photo-chooser';
import { useLiveForm, useRejection } from '~/ui/forms/use-live-form';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { listingConditions, listingTypes } from '~db/enums';
import { fillInState, type SellForm, type SellFormActionData, sellFormParts, sendingLabel } from './sell-form';
import { sellLabels } from '../sell-screens';

type PhotoPartProps = {
  /** Null when the response does not contain them: the photos on the screen stay. */
  photos: readonly ChosenPhoto[] | null;
  error: string | undefined;
};

/**
 * The form's photos. Without scripts they are sent with the form, or before it by *Add these photos*. The script
 * changes this element directly, so React re-renders it only for other photos.
 */
function PhotoPart({ photos, error }: PhotoPartProps) {
  const [known, setKnown] = useState(photos ?? []);
  if (photos && photos !== known) setKnown(photos);
  return (
    <>
      <EnhancedPhotoChooser key={known.map(({ hash }) => hash).join()} photos={known} error={error} />
      <noscript>
        <p className="photo-submit">
          <Button name="intent" value="add-photos" formNoValidate>
            Add these photos
          </Button>
        </p>
      </noscript>
    </>
  );
}

function EnhancedPhotoChooser({ photos, error }: { photos: readonly ChosenPhoto[]; error: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chooser = place.current?.querySelector<HTMLElement>('[data-photos]');
    return chooser ? enhancePhotoChooser(chooser) : undefined;
  }, []);
  return (
    <div ref={place}>
      <PhotoChooser
        photos={photos}
        help="Required: up to 10 photos, 8 MB each. The first one is shown in the list."
        error={error}
      />
    </div>
  );
}

const allLabels = { ...listingLabels, ...listingFlags };

type Texts = Readonly<Record<string, string | undefined>>;

/** The props that the fields of the form share: name, label, value, error and, of numbers, readings. */
const createFields = (values: Texts, errors: Texts, readings?: FieldReadings) => ({
  field: (name: ListingField) => ({
    name,
    label: listingLabels[name],
    value: values[name],
    error: errors[name],
    readings: readings?.[name],
  }),
  check: (name: ListingFlag) => ({
    name,
    label: listingFlags[name],
    isChecked: values[name] === 'on',
    error: errors[name],
  }),
});
type Fields = ReturnType<typeof createFields>;

type BasicsSectionProps = Pick<Fields, 'field'> & {
  labels: (typeof sellLabels)[SellForm['kind']];
  years: SellForm['years'];
  /** Summary of what was filled in from the model. */
  filled: string | undefined;
  /** Changes whenever fields are filled in. */
  filledKey: string;
};

function BasicsSection({ field, labels, years, filled, filledKey }: BasicsSectionProps) {
  return (
    <FormSection part={sellFormParts.basics} position={2}>
      <div className="model-choice">
        <TextField {...field('model')} help="Optional: one that we know, or any other" />
        <Button name="intent" value="fill">
          Fill in from the model
        </Button>
        <p className="note" role="status">
          {filled}
        </p>
      </div>
      <div className="auto-columns" key={filledKey}>
        <TextField {...field('name')} required placeholder={labels.exampleName} />
        <TextField {...field('brand')} required placeholder={labels.exampleBrand} />
        <NumberField {...field('year')} required help={`${years.first} to ${years.last}`} />
        <RadioGroup {...field('type')} choices={createChoices(listingTypes)} required />
      </div>
    </FormSection>
  );
}

function UsageSection({ field }: Pick<Fields, 'field'>) {
  return (
    <FormSection part={sellFormParts.usage} position={3}>
      <div className="auto-columns">
        <NumberField {...field('daysUsed')} required help="Days since it was new" />
        <SelectField {...field('condition')} choices={createChoices(listingConditions)} required />
        <NumberField
          {...field('mileage')}
          required
          allowsDecimals
          help="Kilometres per litre; for an electric one, kilometres per charge"
        />
        <NumberField {...field('topSpeed')} required allowsDecimals help="Kilometres per hour" />
        <NumberField {...field('kilometresDriven')} help="Optional" />
        <NumberField {...field('ownerNumber')} help="Optional: 1 for the first owner" />
      </div>
      <TextAreaField
        {...field('description')}
        rows={5}
        help={`Optional, in your own words: services, new parts, scratches, why you sell; ${formatMaxLength(maxLengths.description)}`}
      />
    </FormSection>
  );
}

function LegalSection({ field, check, cities, states }: Fields & Pick<SellForm, 'cities' | 'states'>) {
  return (
    <FormSection part={sellFormParts.legal} position={5}>
      <div className="auto-columns">
        <div className="stack">
          <TextField {...field('license')} required placeholder="MH 12 AB 1234" spellCheck={false} />
          <CheckField {...check('hideLicenseDigits')} />
          <div className="when-petrol">
            <TextField {...field('engineCapacity')} help="Optional, such as 349 cc" />
          </div>
          <div className="when-electric">
            <TextField {...field('batteryCapacity')} help="Optional, such as 3.7 kWh" />
          </div>
        </div>
        <div className="stack">
          <TextField
            {...field('city')}
            list="cities"
            help="Optional: in any script, such as Pune or पुणे"
            autoComplete="address-level2"
          />
          <datalist id="cities">
            {cities.map(({ city, state }) => (
              <option key={city} value={city} label={state} />
            ))}
          </datalist>
          <SelectField {...field('state')} choices={createChoices(states)} emptyText="As the city says" />
        </div>
      </div>
      <fieldset className="papers">
        <legend>Papers</legend>
        <p className="note">Optional: buyers see them as your statement.</p>
        <div className="paper-checkboxes">
          {paperFlagNames.map((name) => (
            <CheckField key={name} {...check(name)} />
          ))}
        </div>
        <TextField {...field('insuranceUntil')} type="date" />
      </fieldset>
    </FormSection>
  );
}

type SellFormViewProps = {
  form: SellForm;
  /** Response of the action, when the form was sent without a script; null before that. */
  rejected: SellFormActionData | null;
  /** Id of the route that takes the form. */
  routeId: string;
};

/** The sell form: a plain multipart form, enhanced by scripts (docs/product.md, "Listings"). */
export function SellFormView({ form, rejected, routeId }: SellFormViewProps) {
  const { kind, changing, years } = form;
  const labels = sellLabels[kind];
  const live = useLiveForm<SellFormActionData>(routeId, (message) => ({
    message: message ?? labels.submitFailure,
    errors: {},
    values: {},
    photos: null,
  }));
  const actionData = live.actionData ?? rejected;
  const isSending = live.sent !== null && live.sent !== 'fill';
  const [idempotencyKey] = useState(actionData?.values.idempotencyKey ?? form.idempotencyKey);
  const rejection = useRejection(actionData);
  const values = { ...form.values, ...actionData?.values };
  // Uncontrolled fields only show new values when they are mounted again.
  const filledKey = actionData?.filled ? `${values.model} ${actionData.filled}` : 'typed';

  const fields = createFields(values, rejection.errors, actionData?.readings);
  const { field } = fields;
  const suggest = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLInputElement) || target.role) return;
    if (target.name === 'city') suggestPlaces(target);
    // Suggestions only: without them any model can still be typed.
    if (target.name === 'model') suggestModels(target, `/api/${kind}s/meta/models`).catch(() => undefined);
  };
  const back = changing ? paths.listing(kind, changing.id) : paths.sellList(kind);

  return (
    <>
      <FormSteps parts={Object.values(sellFormParts)} />
      <form
        className="section"
        method="post"
        encType="multipart/form-data"
        action={changing ? paths.editListing(kind, changing.id) : paths.sellForm(kind)}
        // Native validation reports one invalid field at a time, the server all of them.
        noValidate
        onSubmit={live.send}
        onFocus={suggest}
        onInput={(event) => {
          suggest(event);
          rejection.forgive(event);
          fillInState(event, form.cities);
        }}
      >
        {/* Enter in a field presses the form's first button: this one, not one that removes a photo. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" name="intent" value="list" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
        {rejection.message && <ErrorSummary message={rejection.message} errors={rejection.errors} />}
        {actionData?.currentValues && (
          <ConflictNotice labels={allLabels} formValues={values} currentValues={actionData.currentValues} />
        )}
        <fieldset className="flush" disabled={isSending}>
          <FormSection part={sellFormParts.photos} position={1}>
            <PhotoPart photos={actionData ? actionData.photos : form.photos} error={rejection.errors.images} />
          </FormSection>
          <BasicsSection {...fields} labels={labels} years={years} filled={actionData?.filled} filledKey={filledKey} />
          <Fragment key={`${filledKey}!`}>
            <UsageSection {...fields} />
            <FormSection part={sellFormParts.pricing} position={4}>
              <div className="auto-columns">
                <NumberField {...field('presentPrice')} required allowsDecimals help="What you ask, in rupees" />
                <NumberField {...field('pastPrice')} required allowsDecimals help="What it cost when new, in rupees" />
              </div>
            </FormSection>
            <LegalSection {...fields} cities={form.cities} states={form.states} />
          </Fragment>
          <FormActions message={rejection.message}>
            <Button kind="theme" name="intent" value="list" isBusy={isSending} busyText={sendingLabel}>
              {isSending ? sendingLabel : changing ? 'Save changes' : labels.submit}
            </Button>{' '}
            <ButtonLink href={back}>Cancel</ButtonLink>
          </FormActions>
        </fieldset>
      </form>
    </>
  );
}

import { Fragment, type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { paths } from '~/paths';
import { suggestModels, suggestPlaces } from '~/ui/enhance/suggestions';
import { ConflictNotice, ErrorSummary, FormActions, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { type FormField, OfferFieldControl } from '~/ui/forms/offer-field';
import { type ChosenPhoto, PhotoChooser } from '~/ui/forms/photo-chooser';
import { enhancePhotoChooser } from '~/ui/enhance/photo-chooser';
import { useLiveForm, useRejection } from '~/ui/forms/use-live-form';
import { Button, ButtonLink } from '~/ui/primitives/button';
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
  const [previous, setKnown] = useState(photos ?? []);
  if (photos && photos !== previous) setKnown(photos);
  return (
    <>
      <EnhancedPhotoChooser key={previous.map(({ hash }) => hash).join()} photos={previous} error={error} />
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

const getLabels = (fields: readonly FormField[]) => Object.fromEntries(fields.map(({ name, label }) => [name, label]));

type ShowFields = (part: FormField['part']) => ReactElement[];

type BasicsSectionProps = {
  show: ShowFields;
  filled: string | undefined;
  /** Changes whenever fields are filled in. */
  filledKey: string;
};

function BasicsSection({ show, filled, filledKey }: BasicsSectionProps) {
  return (
    <FormSection part={sellFormParts.basics} position={2}>
      <div className="model-choice">
        {show('model')}
        <Button name="intent" value="fill">
          Fill in from the model
        </Button>
        <p className="note" role="status">
          {filled}
        </p>
      </div>
      <div className="auto-columns" key={filledKey}>
        {show('basics')}
      </div>
    </FormSection>
  );
}

function LegalSection({ show, cities }: { show: ShowFields; cities: SellForm['cities'] }) {
  const [city, ...afterCity] = show('place');
  return (
    <FormSection part={sellFormParts.legal} position={5}>
      <div className="auto-columns">
        <div className="stack">
          {show('plate')}
          {show('engine')}
        </div>
        <div className="stack">
          {city}
          <datalist id="cities">
            {cities.map(({ city, state }) => (
              <option key={city} value={city} label={state} />
            ))}
          </datalist>
          {afterCity}
        </div>
      </div>
      <fieldset className="form-part papers">
        <legend>Papers</legend>
        <p className="note">Optional: buyers see them as your statement.</p>
        <div className="paper-checkboxes">{show('papers')}</div>
        {show('insurance')}
      </fieldset>
    </FormSection>
  );
}

type SellFormViewProps = {
  form: SellForm;
  /** Response of the action, when the form was sent without a script; null before that. */
  rejected: SellFormActionData | null;
  routeId: string;
};

/** The sell form: a plain multipart form, enhanced by scripts (docs/product.md, "Listings"). */
export function SellFormView({ form, rejected, routeId }: SellFormViewProps) {
  const { kind, changing } = form;
  const labels = sellLabels[kind];
  const live = useLiveForm<SellFormActionData>(routeId, (message) => ({
    message: message ?? labels.submitFailure,
    errors: {},
    values: {},
    photos: null,
  }));
  const actionData = live.actionData ?? rejected;
  const isSending = live.sent !== null && !['fill', 'check-price'].includes(live.sent);
  const [idempotencyKey] = useState(actionData?.values.idempotencyKey ?? form.idempotencyKey);
  const rejection = useRejection(actionData);
  const values = { ...form.values, ...actionData?.values };
  // Uncontrolled fields only show new values when they are mounted again.
  const filledKey = actionData?.filled ? `${values.model} ${actionData.filled}` : 'typed';

  const show: ShowFields = (part) =>
    form.fields
      .filter((field) => field.part === part)
      .map((field) => {
        const control = (
          <OfferFieldControl
            key={field.name}
            field={field}
            values={values}
            errors={rejection.errors}
            readings={actionData?.readings}
          />
        );
        if (!field.onlyFor) return control;
        return (
          <div key={field.name} className={field.onlyFor === 'Petrol' ? 'when-petrol' : 'when-electric'}>
            {control}
          </div>
        );
      });
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
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" name="intent" value="list" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
        {rejection.message && <ErrorSummary message={rejection.message} errors={rejection.errors} />}
        {actionData?.currentValues && (
          <ConflictNotice
            labels={getLabels(form.fields)}
            formValues={values}
            currentValues={actionData.currentValues}
          />
        )}
        <fieldset className="form-part flush" disabled={isSending}>
          <FormSection part={sellFormParts.photos} position={1}>
            <PhotoPart photos={actionData ? actionData.photos : form.photos} error={rejection.errors.images} />
          </FormSection>
          <BasicsSection show={show} filled={actionData?.filled} filledKey={filledKey} />
          <Fragment key={`${filledKey}!`}>
            <FormSection part={sellFormParts.usage} position={3}>
              <div className="auto-columns">{show('usage')}</div>
              {show('words')}
            </FormSection>
            <FormSection part={sellFormParts.pricing} position={4}>
              <div className="stack">
                <div className="auto-columns">{show('pricing')}</div>
                <p>
                  <Button name="intent" value="check-price">
                    Check my price
                  </Button>
                </p>
                <p role="status">{actionData?.checkedPrice}</p>
              </div>
            </FormSection>
            <LegalSection show={show} cities={form.cities} />
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

import partsScript from 'virtual:sell-form-parts-script';
import { Fragment, type ReactElement, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { sellTexts } from '~/domain/shared/error-texts';
import { formatCount } from '~/domain/shared/money';
import { enhancePhotoChooser } from '~/ui/enhance/photo-chooser';
import { suggestModels, suggestPlaces } from '~/ui/enhance/suggestions';
import { ConflictNotice, ErrorSummary, FormActions, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { type FormField, OfferFieldControl } from '~/ui/forms/offer-field';
import { type ChosenPhoto, PhotoChooser } from '~/ui/forms/photo-chooser';
import { createDataUrl, useLiveForm, useRejection } from '~/ui/forms/use-live-form';
import { PlainButton, PlainButtonLink } from '~/ui/primitives/button';
import { ShapeIcon } from '~/ui/primitives/icon';
import { downShape } from '~/ui/primitives/icon-shapes';
import { PriceScale } from '~/ui/primitives/price-scale';
import { sellLabels } from '../sell-screens';
import {
  countDaysSinceMonth,
  fillInState,
  type SellForm,
  type SellFormActionData,
  sellFormParts,
  sendingLabel,
} from './sell-form';

type PhotoPartProps = {
  /** Null when the response does not contain them: the photos on the screen stay. */
  photos: readonly ChosenPhoto[] | null;
  error: string | undefined;
  isGuided: boolean;
};

/**
 * The form's photos. Without scripts they are sent with the form, or before it by *Add these photos*. The script
 * changes this element directly, so React re-renders it only for other photos.
 */
function PhotoPart({ photos, ...rest }: PhotoPartProps) {
  const [previous, setKnown] = useState(photos ?? []);
  if (photos && photos !== previous) setKnown(photos);
  return (
    <>
      <EnhancedPhotoChooser key={previous.map(({ hash }) => hash).join()} photos={previous} {...rest} />
      <noscript>
        <p className="photo-submit">
          <PlainButton name="intent" value="add-photos" formNoValidate>
            Add these photos
          </PlainButton>
        </p>
      </noscript>
    </>
  );
}

function EnhancedPhotoChooser(props: PhotoPartProps & { photos: readonly ChosenPhoto[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chooser = place.current?.querySelector<HTMLElement>('[data-photos]');
    return chooser ? enhancePhotoChooser(chooser) : undefined;
  }, []);
  return (
    <div ref={place}>
      <PhotoChooser help="Required: up to 10 photos, 8 MB each. The first one is the cover." {...props} />
    </div>
  );
}

const getLabels = (fields: readonly FormField[]) => Object.fromEntries(fields.map(({ name, label }) => [name, label]));

/** Shows fields by their names. */
type ShowFields = (...names: readonly string[]) => ReactElement[];

/** Fields with a place of their own. Any other stands at the end of its section. */
const placedFields: ReadonlySet<string> = new Set([
  ...['model', 'name', 'brand', 'year', 'month', 'type', 'daysUsed', 'condition', 'kilometresDriven', 'ownerNumber'],
  ...['mileage', 'topSpeed', 'description', 'presentPrice', 'pastPrice', 'license', 'hideLicenseDigits', 'city'],
  ...['state', 'engineCapacity', 'batteryCapacity', 'insuranceUntil', 'hasRc', 'hasPuc', 'hasNoc', 'isLoanCleared'],
]);

const getOtherFields = ({ fields }: SellForm, ...parts: FormField['part'][]): string[] =>
  fields.filter(({ name, part }) => parts.includes(part) && !placedFields.has(name)).map(({ name }) => name);

/** The model comes first: it fills in most of the form. */
function ModelChoice({ show, filled }: { show: ShowFields; filled: string | undefined }) {
  return (
    <div className="model-first">
      {show('model')}
      <PlainButton name="intent" value="fill">
        Fill in
      </PlainButton>
      <p className="note" role="status">
        {filled}
      </p>
    </div>
  );
}

type Values = Readonly<Record<string, string | undefined>>;

/** Counted from 1; 0 for none. */
const getPosition = (fields: readonly FormField[], month: string): number =>
  (fields.find(({ name }) => name === 'month')?.choices?.indexOf(month) ?? -1) + 1;

/** As they are in the fields now. */
const readValues = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** Days that are counted because the field is left empty; null if they cannot be. */
function countDays({ fields, today }: SellForm, { year = '', month = '', daysUsed = '' }: Values): number | null {
  return daysUsed === '' ? countDaysSinceMonth(year, getPosition(fields, month), today) : null;
}

type DaysUsedProps = { show: ShowFields; values: Values; days: number | null };

/** The field that is counted when it is left empty, with what is counted. */
const DaysUsed = ({ show, values: { year = '', month }, days }: DaysUsedProps) => (
  <div className="counted-field">
    {show('daysUsed')}
    <p className="note" role="status">
      {days !== null && `Counted from ${month} ${year.trim()}: ${formatCount(days)} days`}
    </p>
  </div>
);

function PricingSection({
  form,
  show,
  checked,
  saving,
}: {
  form: SellForm;
  show: ShowFields;
  checked: SellFormActionData['checkedPrice'];
  saving: string | null | undefined;
}) {
  return (
    <FormSection part={sellFormParts.pricing} position={4}>
      {show('presentPrice')}
      {checked?.judged && (
        <div className="price-check">
          <PriceScale judged={checked.judged} />
          <p className="note">Green is what the middle half of the similar ones ask.</p>
        </div>
      )}
      <p role="status">{checked?.message}</p>
      <p>
        <PlainButton name="intent" value="check-price">
          Check my price
        </PlainButton>
      </p>
      {show('pastPrice')}
      <p className="price-saving">{saving}</p>
      {show(...getOtherFields(form, 'pricing'))}
    </FormSection>
  );
}

function LegalSection({ show, form }: { show: ShowFields; form: SellForm }) {
  return (
    <FormSection part={sellFormParts.legal} position={5}>
      <div className="pair">
        <div className="license-plate">{show('license')}</div>
        {show('hideLicenseDigits')}
      </div>
      <div className="two-columns">
        {show('city', 'state')}
        <datalist id="cities">
          {form.cities.map(({ city, state }) => (
            <option key={city} value={city} label={state} />
          ))}
        </datalist>
      </div>
      <div className="two-columns">{show('engineCapacity', 'batteryCapacity', 'insuranceUntil')}</div>
      <fieldset className="papers">
        <legend>Papers</legend>
        <p className="note">Optional: buyers see them as your statement.</p>
        <div className="paper-checkboxes">{show('hasRc', 'hasPuc', 'hasNoc', 'isLoanCleared')}</div>
      </fieldset>
      {show(...getOtherFields(form, 'plate', 'place', 'engine', 'papers', 'insurance'))}
    </FormSection>
  );
}

/**
 * On a phone a script that loads apart from this one shows one part at a time; without a connection all stay in view.
 *
 * @param rejected the last response: the first part with an error is shown
 */
function useSteps(rejected: SellFormActionData | null): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    import(/* @vite-ignore */ partsScript).catch(() => undefined);
  }, []);
  useEffect(() => {
    form.current?.dispatchEvent(new CustomEvent('rejected', { detail: Object.keys(rejected?.errors ?? {}) }));
  }, [rejected]);
  return form;
}

type PriceFigures = Pick<SellFormActionData, 'checkedPrice' | 'saving'>;

const pauseBeforeCheck = 500;
const namesOfPrice = ['presentPrice', 'pastPrice', 'year', 'brand', 'name', 'model'];

/**
 * What the server says of the prices as they are typed: after a pause, as *Check my price* does. After an answer without
 * it, such as that a session has ended, only the button asks.
 */
function useFigures(
  form: RefObject<HTMLFormElement>,
  routeId: string,
  answered: PriceFigures,
  typed: Values,
): PriceFigures {
  const [figures, setFigures] = useState(answered);
  const isOff = useRef(false);
  const asked = namesOfPrice.map((name) => typed[name] ?? '').join('\n');
  useEffect(() => setFigures(answered), [answered]);
  useEffect(() => {
    const { current } = form;
    if (!current || asked.startsWith('\n') || isOff.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async (): Promise<void> => {
      const fields = new FormData(current);
      fields.set('intent', 'check-price');
      fields.delete('images');
      const response = await fetch(createDataUrl(current, routeId), { method: 'POST', body: fields, signal });
      isOff.current = !response.ok || response.headers.has('X-Remix-Redirect');
      if (!isOff.current) setFigures(await response.json());
    };
    const timer = setTimeout(() => ask().catch(() => undefined), pauseBeforeCheck);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, form, routeId]);
  return figures;
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
  const formElement = useSteps(actionData);
  const values = { ...form.values, ...actionData?.values };
  /** As typed since the last response. */
  const [typed, setTyped] = useState<Values>({});
  const current = { ...values, ...typed };
  const figures = useFigures(formElement, routeId, actionData ?? form, typed);
  const days = countDays(form, current);
  // Uncontrolled fields only show new values when they are mounted again.
  const filledKey = actionData?.filled ? `${values.model} ${actionData.filled.message}` : 'typed';

  const show: ShowFields = (...names) =>
    names
      .flatMap((name) => form.fields.filter((field) => field.name === name))
      .map((field) => {
        const isFilled = field.help && actionData?.filled?.fields.includes(field.name);
        const control = (
          <OfferFieldControl
            key={field.name}
            field={{
              ...field,
              ...(isFilled && { help: 'From the model' }),
              ...(days !== null && field.name === 'daysUsed' && { required: false }),
            }}
            values={values}
            errors={rejection.errors}
            readings={actionData?.readings}
          />
        );
        const marked = isFilled ? (
          <div key={field.name} className="from-model">
            {control}
          </div>
        ) : (
          control
        );
        if (!field.onlyFor) return marked;
        return (
          <div key={field.name} className={field.onlyFor === 'Petrol' ? 'when-petrol' : 'when-electric'}>
            {marked}
          </div>
        );
      });
  const suggest = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLInputElement) || target.role) return;
    if (target.name === 'city') suggestPlaces(target);
    // Suggestions only: without them any model can still be typed.
    if (target.name === 'model') suggestModels(target, `/api/${kind}s/meta/models`).catch(() => undefined);
  };

  return (
    <form
      ref={formElement}
      method="post"
      encType="multipart/form-data"
      action={form.action}
      // Native validation reports one invalid field at a time, the server all of them.
      noValidate
      onSubmit={live.send}
      // Of a field that is left out when one goes on to the next part.
      onInvalidCapture={({ target }) => {
        if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
        const { name } = target;
        const label = form.fields.find((field) => field.name === name)?.label ?? name;
        rejection.reject(({ errors }) => ({
          message: sellTexts.required_fields,
          errors: { ...errors, [name]: sellTexts.required.replace('{label}', label) },
        }));
      }}
      onFocus={suggest}
      onInput={(event) => {
        suggest(event);
        rejection.forgive(event);
        fillInState(event, form.cities);
        setTyped(readValues(event.currentTarget));
      }}
    >
      {/* Enter in a field presses the form's first button: this one, not one that removes a photo. */}
      <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" name="intent" value="list" />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
      <ModelChoice show={show} filled={actionData?.filled?.message} />
      <FormSteps parts={Object.values(sellFormParts)} />
      <div className="form-cards">
        {rejection.message && <ErrorSummary message={rejection.message} errors={rejection.errors} />}
        {actionData?.currentValues && (
          <ConflictNotice
            labels={getLabels(form.fields)}
            formValues={values}
            currentValues={actionData.currentValues}
          />
        )}
        <fieldset className="flush" disabled={isSending}>
          <FormSection part={sellFormParts.photos} position={1}>
            <PhotoPart
              photos={actionData ? actionData.photos : form.photos}
              error={rejection.errors.images}
              isGuided={!changing}
            />
          </FormSection>
          <Fragment key={filledKey}>
            <FormSection part={sellFormParts.basics} position={2}>
              <div className="pair">{show('name', 'brand')}</div>
              <div className="two-columns">{show('year', 'month')}</div>
              {show('type', ...getOtherFields(form, 'model', 'basics'))}
            </FormSection>
            <FormSection part={sellFormParts.usage} position={3}>
              <DaysUsed show={show} values={current} days={days} />
              {show('condition')}
              <div className="two-columns">{show('kilometresDriven', 'ownerNumber')}</div>
              <div className="two-columns">{show('mileage', 'topSpeed')}</div>
              {show(...getOtherFields(form, 'usage', 'words'))}
              <details className="form-fold" open={Boolean(values.description || rejection.errors.description)}>
                <summary>
                  In your own words <small>optional</small>
                  <ShapeIcon shape={downShape} />
                </summary>
                {show('description')}
              </details>
            </FormSection>
            <PricingSection form={form} show={show} checked={figures.checkedPrice} saving={figures.saving} />
            <LegalSection show={show} form={form} />
          </Fragment>
          <FormActions message={rejection.message}>
            <PlainButton kind="theme" name="intent" value="list" isBusy={isSending} busyText={sendingLabel}>
              {isSending ? sendingLabel : changing ? 'Save changes' : labels.submit}
            </PlainButton>{' '}
            <PlainButtonLink href={form.back}>Cancel</PlainButtonLink>
          </FormActions>
        </fieldset>
      </div>
    </form>
  );
}

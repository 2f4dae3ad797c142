import photoScript from 'virtual:photo-script';
import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { SaleChange } from '~/domain/listings/listing';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { useDocument } from '~/ui/document';
import { ConflictNotice, ErrorSummary, FormActions, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { type FieldContent, type FormField, OfferFieldControl } from '~/ui/forms/offer-field';
import { PhotoChooser } from '~/ui/forms/photo-chooser';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { loadVehicleForm, type VehicleForm, type VehicleFormActionData, vehicleAction } from './own-vehicle.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  unlisted: true,
};
export const headers = rejectionHeaders;

const formatTitle = (changing: { name: string } | null): string =>
  changing ? `Edit ${changing.name}` : 'Offer a Used Vehicle';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, formatTitle(data?.changing ?? null), 'Your used vehicle, as buyers see it.');

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadVehicleForm(request, context.runtime));

export const action = vehicleAction;

/** A user's own used vehicle, listed among those of the catalogue (docs/product.md, "Used vehicles"). */
export default function OwnVehicle() {
  const form = useLoaderData<typeof loader>();
  const actionData = useActionData<VehicleFormActionData>();
  const { changing } = form;
  return (
    <>
      <PageHead
        title={formatTitle(changing)}
        subtitle="Listed among the second-hand ones, after the showroom’s."
        back={{ text: 'My Listings', href: paths.profileView('listings') }}
      />
      {changing && form.isDeleting ? (
        <DeletionView {...changing} />
      ) : (
        <VehicleFormView form={form} actionData={actionData} />
      )}
    </>
  );
}

const parts = {
  photos: { id: 'part-photos', title: 'Photos' },
  basics: { id: 'part-basics', title: 'Basic Information' },
  usage: { id: 'part-usage', title: 'Usage & Condition' },
  pricing: { id: 'part-pricing', title: 'Pricing' },
  papers: { id: 'part-papers', title: 'Papers & Description' },
} as const;

type Part = FormField['part'];

function FactSections({ form, content }: { form: VehicleForm; content: FieldContent }) {
  const show = (...names: readonly Part[]) =>
    form.fields
      .filter(({ part }) => names.includes(part))
      .map((field) => <OfferFieldControl key={field.name} field={field} {...content} />);
  return (
    <>
      <FormSection part={parts.basics} position={2}>
        <div className="auto-columns">{show('basics')}</div>
      </FormSection>
      <FormSection part={parts.usage} position={3}>
        <div className="auto-columns">{show('usage')}</div>
      </FormSection>
      <FormSection part={parts.pricing} position={4}>
        <div className="auto-columns">{show('pricing')}</div>
      </FormSection>
      <FormSection part={parts.papers} position={5}>
        <div className="auto-columns">{show('plate', 'place')}</div>
        <datalist id="cities">
          {form.cities.map(({ city, state }) => (
            <option key={city} value={city} label={state} />
          ))}
        </datalist>
        <fieldset className="papers">
          <legend>Papers</legend>
          <p className="note">Optional: buyers see them as your statement.</p>
          <div className="paper-checkboxes">{show('papers')}</div>
          {show('insurance')}
        </fieldset>
        {show('words')}
      </FormSection>
    </>
  );
}

type VehicleFormViewProps = { form: VehicleForm; actionData: VehicleFormActionData | undefined };

function VehicleFormView({ form, actionData }: VehicleFormViewProps) {
  const { changing } = form;
  const { savesData } = useDocument();
  const values = { ...form.values, ...actionData?.values };
  const photos = actionData?.photos ?? form.photos;
  const content = { values, errors: actionData?.errors ?? {}, readings: actionData?.readings };
  const addPhotos = (
    <p className="photo-submit">
      <Button name="intent" value="add-photos" formNoValidate>
        Add these photos
      </Button>
    </p>
  );
  return (
    <div className="form-layout">
      <FormSteps parts={Object.values(parts)} />
      <form
        className="form-cards"
        method="post"
        encType="multipart/form-data"
        action={paths.ownVehicle({ vehicle: changing?.id })}
        noValidate
      >
        {/* Enter in a field presses the form's first button: this one, not one that removes a photo. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" name="intent" value="save" />
        <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? form.idempotencyKey} />
        {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
        {actionData?.message && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
        {actionData && (
          <ConflictNotice
            labels={Object.fromEntries(form.fields.map(({ name, label }) => [name, label]))}
            formValues={actionData.values}
            currentValues={actionData.currentValues}
          />
        )}
        <fieldset className="flush">
          <FormSection part={parts.photos} position={1}>
            <PhotoChooser
              photos={photos}
              help="Required: up to 10 photos, 8 MB each. The first one is the cover."
              isGuided
              error={actionData?.errors.images}
            />
            {savesData ? addPhotos : <noscript>{addPhotos}</noscript>}
          </FormSection>
          <FactSections form={form} content={content} />
          <FormActions message={actionData?.message}>
            <Button kind="primary" name="intent" value="save" busyText="Saving...">
              {changing ? 'Save changes' : 'Offer this vehicle'}
            </Button>{' '}
            <ButtonLink href={changing ? paths.vehicle(changing.id) : paths.profileView('listings')}>Cancel</ButtonLink>
            {changing && (
              <>
                {' '}
                <ButtonLink href={paths.ownVehicle({ vehicle: changing.id, confirm: 'delete' })}>Delete</ButtonLink>
              </>
            )}
          </FormActions>
        </fieldset>
      </form>
      {changing?.sale && <SaleForm id={changing.id} change={changing.sale} />}
      {!savesData && <script type="module" async src={photoScript} />}
    </div>
  );
}

function SaleForm({ id, change }: { id: string; change: SaleChange }) {
  return (
    <form method="post" action={paths.ownVehicle({ vehicle: id })} className="section stack">
      <p>
        {change === 'sold'
          ? 'Sold? Buyers no longer find it in lists, and its page says so.'
          : 'Marked as sold by mistake? For 24 hours it can be offered again.'}
      </p>
      <Button name="intent" value={change}>
        {change === 'sold' ? 'Mark as sold' : 'Offer it again'}
      </Button>
    </form>
  );
}

function DeletionView({ id, name }: { id: string; name: string }) {
  return (
    <form method="post" action={paths.ownVehicle({ vehicle: id })} className="section stack">
      <p>
        <b>Delete {name}?</b> It is removed for everyone, with its photos.
      </p>
      <p className="row">
        <Button kind="danger" name="intent" value="delete">
          Delete this vehicle
        </Button>{' '}
        <ButtonLink href={paths.vehicle(id)}>Keep it</ButtonLink>
      </p>
    </form>
  );
}

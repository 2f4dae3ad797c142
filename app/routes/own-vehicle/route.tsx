import photoScript from 'virtual:photo-script';
import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { usedVehicleFields, type VehicleField, vehicleFieldNames } from '~/domain/used-vehicles/used-vehicle';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { useDocument } from '~/ui/document';
import {
  createChoices,
  type FieldText,
  formatMaxLength,
  NumberField,
  RadioGroup,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ConflictNotice, ErrorSummary, FormActions, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { PhotoChooser } from '~/ui/forms/photo-chooser';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { fuelTypes, usedConditions, vehicleTypes } from '~db/enums';
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
        subtitle="It stands among Second Hand Bikes or Second Hand Scooters, after those of the showroom."
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

type GetFieldProps = (name: VehicleField) => FieldText & { value: string | undefined };

function FactSections({ field }: { field: GetFieldProps }) {
  return (
    <>
      <FormSection part={parts.basics} position={2}>
        <div className="auto-columns">
          <TextField {...field('name')} required placeholder="Honda Activa 6G" />
          <TextField {...field('brand')} required placeholder="Honda" />
          <RadioGroup {...field('type')} choices={createChoices(vehicleTypes)} required />
          <RadioGroup {...field('fuelType')} choices={createChoices(fuelTypes)} required />
        </div>
      </FormSection>
      <FormSection part={parts.usage} position={3}>
        <div className="auto-columns">
          <SelectField
            {...field('condition')}
            choices={createChoices(usedConditions)}
            emptyText="Good, if nothing is said"
          />
          <NumberField {...field('usedKms')} help="Optional: kilometres it has been driven" />
          <NumberField {...field('yearsUsed')} allowsDecimals help="Optional" />
          <NumberField
            {...field('mileage')}
            allowsDecimals
            help="Optional: kilometres per litre; for an electric one, kilometres per charge"
          />
          <NumberField {...field('engine')} allowsDecimals help="Optional, in cc" />
        </div>
      </FormSection>
      <FormSection part={parts.pricing} position={4}>
        <div className="auto-columns">
          <NumberField {...field('price')} required allowsDecimals help="What you ask, in rupees" />
          <NumberField {...field('originalPrice')} allowsDecimals help="Optional: what it cost when new, in rupees" />
        </div>
      </FormSection>
      <FormSection part={parts.papers} position={5}>
        <div className="auto-columns">
          <TextField {...field('registration')} help="Optional, such as Approved" />
          <TextField
            {...field('numberPlate')}
            placeholder="MH 12 AB 1234"
            spellCheck={false}
            help="Optional: shown to everyone"
          />
        </div>
        <TextAreaField
          {...field('description')}
          help={`Optional, ${formatMaxLength(usedVehicleFields.description.most)}`}
        />
      </FormSection>
    </>
  );
}

const labels = Object.fromEntries(vehicleFieldNames.map((name) => [name, usedVehicleFields[name].label]));

type VehicleFormViewProps = { form: VehicleForm; actionData: VehicleFormActionData | undefined };

function VehicleFormView({ form, actionData }: VehicleFormViewProps) {
  const { changing } = form;
  const { savesData } = useDocument();
  const values = { ...form.values, ...actionData?.values };
  const photos = actionData?.photos ?? form.photos;
  const field: GetFieldProps = (name) => ({
    name,
    label: usedVehicleFields[name].label,
    value: values[name],
    error: actionData?.errors[name],
    readings: actionData?.readings?.[name],
  });
  const addPhotos = (
    <p className="photo-submit">
      <Button name="intent" value="add-photos" formNoValidate>
        Add these photos
      </Button>
    </p>
  );
  return (
    <div className="columns form-layout">
      <FormSteps parts={Object.values(parts)} />
      <form
        className="section"
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
          <ConflictNotice labels={labels} formValues={actionData.values} currentValues={actionData.currentValues} />
        )}
        <fieldset className="form-part flush">
          <FormSection part={parts.photos} position={1}>
            <PhotoChooser
              photos={photos}
              help="Required: up to 10 photos, 8 MB each. The first one is shown in lists."
              error={actionData?.errors.images}
            />
            {savesData ? addPhotos : <noscript>{addPhotos}</noscript>}
          </FormSection>
          <FactSections field={field} />
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
      {!savesData && <script type="module" async src={photoScript} />}
    </div>
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

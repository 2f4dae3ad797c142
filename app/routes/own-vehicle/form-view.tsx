import { fuelTypes, vehicleTypes } from '~/domain/catalogue/bands';
import { photosMaximum } from '~/domain/photos/limits';
import { longestText, usedConditions, type VehicleField, vehicleLabels } from '~/domain/used-vehicles/limits';
import { paths } from '~/paths';
import { AsItStands } from '~/ui/forms/as-it-stands';
import { choicesOf, Picks, SelectField } from '~/ui/forms/choice-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { FormRoad, FormSection } from '~/ui/forms/form-road';
import { PhotoChooser } from '~/ui/forms/photo-chooser';
import { NumberField, TextAreaField, TextField } from '~/ui/forms/text-field';
import { Button, ButtonLink } from '~/ui/signs/button';
import type { VehicleForm, VehicleFormAnswer } from './vehicle-form';

const parts = {
  photos: { id: 'part-photos', title: 'Photos' },
  basics: { id: 'part-basics', title: 'Basic Information' },
  usage: { id: 'part-usage', title: 'Usage & Condition' },
  pricing: { id: 'part-pricing', title: 'Pricing' },
  papers: { id: 'part-papers', title: 'Papers & Description' },
} as const;

type VehicleFormViewProps = { form: VehicleForm; answer: VehicleFormAnswer | undefined };

/** The form of a used vehicle: a plain multipart form. Its photos go with it, or ahead of it by *Add these photos*. */
export function VehicleFormView({ form, answer }: VehicleFormViewProps) {
  const { changing } = form;
  const values = { ...form.values, ...answer?.values };
  const photos = answer?.photos ?? form.photos;
  const field = (name: VehicleField) => ({
    name,
    label: vehicleLabels[name],
    value: values[name],
    error: answer?.errors[name],
  });
  return (
    <div className="cols ride">
      <FormRoad parts={Object.values(parts)} />
      <form
        className="sec"
        method="post"
        encType="multipart/form-data"
        action={paths.ownVehicle({ vehicle: changing?.id })}
        noValidate={answer !== undefined}
      >
        {/* Enter in a field presses a form's first button: it must be this one, not the removal of a photo. */}
        <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" name="intent" value="save" />
        <input type="hidden" name="submissionId" value={values.submissionId ?? form.submissionId} />
        {changing && <input type="hidden" name="version" value={answer?.version || changing.version} />}
        {photos.map(({ hash }) => (
          <input key={hash} type="hidden" name="photos" value={hash} />
        ))}
        {answer?.message && <ErrorSummary message={answer.message} errors={answer.errors} />}
        {answer && <AsItStands labels={vehicleLabels} typed={answer.values} stands={answer.stands} />}
        <fieldset className="flush">
          <FormSection part={parts.photos} position={1}>
            <PhotoChooser
              photos={photos}
              maximum={photosMaximum}
              help="Up to 10 photos, 8 MB each. The first one is shown in lists."
              error={answer?.errors.images}
            />
            <p className="more">
              <Button name="intent" value="add-photos" formNoValidate>
                Add these photos
              </Button>
            </p>
          </FormSection>
          <FormSection part={parts.basics} position={2}>
            <div className="two">
              <TextField {...field('name')} required maxLength={longestText.name} placeholder="Honda Activa 6G" />
              <TextField {...field('brand')} required maxLength={longestText.brand} placeholder="Honda" />
              <Picks {...field('type')} choices={choicesOf(vehicleTypes)} required />
              <Picks {...field('fuelType')} choices={choicesOf(fuelTypes)} required />
            </div>
          </FormSection>
          <FormSection part={parts.usage} position={3}>
            <div className="two">
              <SelectField
                {...field('condition')}
                choices={choicesOf(usedConditions)}
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
            <div className="two">
              <NumberField {...field('price')} required allowsDecimals help="What you ask, in rupees" />
              <NumberField
                {...field('originalPrice')}
                allowsDecimals
                help="Optional: what it cost when new, in rupees"
              />
            </div>
          </FormSection>
          <FormSection part={parts.papers} position={5}>
            <div className="two">
              <TextField
                {...field('registration')}
                maxLength={longestText.registration}
                help="Optional, such as Approved"
              />
              <TextField
                {...field('numberPlate')}
                maxLength={longestText.numberPlate}
                placeholder="MH 12 AB 1234"
                spellCheck={false}
                help="Optional: everybody sees it"
              />
            </div>
            <TextAreaField {...field('description')} maxLength={longestText.description} help="Optional" />
          </FormSection>
          <p className="row">
            <Button kind="go" name="intent" value="save" busyText="Saving...">
              {changing ? 'Save changes' : 'Offer this vehicle'}
            </Button>{' '}
            <ButtonLink href={changing ? paths.vehicle(changing.id) : paths.profile({ show: 'listings' })}>
              Cancel
            </ButtonLink>
            {changing && (
              <>
                {' '}
                <ButtonLink href={paths.ownVehicle({ vehicle: changing.id, confirm: 'delete' })}>Delete</ButtonLink>
              </>
            )}
          </p>
        </fieldset>
      </form>
    </div>
  );
}

/** Asked once more, without a script. */
export function DeletionView({ id, name }: { id: string; name: string }) {
  return (
    <form method="post" action={paths.ownVehicle({ vehicle: id })} className="sec stack">
      <p>
        <b>Delete {name}?</b> It disappears for everybody, with its photos.
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

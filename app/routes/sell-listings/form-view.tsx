import { listingConditions, listingTypes } from '~db/enums';
import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { type ListingField, listingLabels, longestText, requiredMessage } from '~/domain/listings/listing';
import { paths } from '~/paths';
import { ConflictNotice, ErrorSummary, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { CheckField, choicesOf, NumberField, Picks, SelectField, TextField } from '~/ui/forms/field';
import { useIsHydrated, useRejection } from '~/ui/forms/use-live-form';
import { PageHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { missingFields, type SellForm, type SellFormActionData, sellFormParts, sellLabels, sending } from './sell-form';
import { PhotoPart } from './photo-part';

const hideDigits = 'Hide the last digits from the public';
const flagLabels = { ...listingLabels, hideLicenseDigits: hideDigits };

type SellFormViewProps = { form: SellForm; actionData: SellFormActionData | undefined };

/** The sell form: a plain multipart form, enhanced by scripts (docs/product.md, "Listings"). */
export function SellFormView({ form, actionData }: SellFormViewProps) {
  const { kind, changing, years } = form;
  const words = sellLabels[kind];
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const [idempotencyKey] = useState(actionData?.values.idempotencyKey ?? form.idempotencyKey);
  const rejection = useRejection(actionData);
  const values = { ...form.values, ...actionData?.values };
  const isHydrated = useIsHydrated();

  const field = (name: ListingField) => ({
    name,
    label: listingLabels[name],
    value: values[name],
    error: rejection.errors[name],
  });
  const back = changing ? paths.listing(kind, changing.id) : paths.sellList(kind);

  return (
    <>
      <PageHead
        title={changing ? `Edit Your ${kind === 'bike' ? 'Bike' : 'Scooter'}` : words.formTitle}
        subtitle={words.formSubtitle}
        back={{ text: 'Back to listings', href: paths.sellList(kind) }}
      />
      <div className="columns form-layout">
        <FormSteps parts={Object.values(sellFormParts)} />
        <Form
          className="section"
          method="post"
          encType="multipart/form-data"
          action={changing ? paths.editListing(kind, changing.id) : paths.sellForm(kind)}
          // Our own messages are beside the fields; without scripts the browser reports missing values.
          noValidate={isHydrated}
          onSubmit={(event) => {
            const errors = missingFields(event.currentTarget);
            if (Object.keys(errors).length === 0) return;
            event.preventDefault();
            rejection.reject({ message: requiredMessage, errors });
          }}
          onInput={rejection.forgive}
        >
          {/* Enter in a field presses a form's first button: it must be this one, not the removal of a photo. */}
          <button
            type="submit"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
            name="intent"
            value="list"
          />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
          {rejection.message && <ErrorSummary message={rejection.message} errors={rejection.errors} />}
          {actionData?.currentValues && (
            <ConflictNotice labels={flagLabels} formValues={values} currentValues={actionData.currentValues} />
          )}
          <fieldset className="flush" disabled={isSending}>
            <FormSection part={sellFormParts.photos} position={1}>
              <PhotoPart
                photos={actionData?.photos ?? form.photos}
                error={rejection.errors.images}
                idempotencyKey={idempotencyKey}
              />
            </FormSection>
            <FormSection part={sellFormParts.basics} position={2}>
              <div className="auto-columns">
                <TextField {...field('name')} required maxLength={longestText.name} placeholder={words.exampleName} />
                <TextField
                  {...field('brand')}
                  required
                  maxLength={longestText.brand}
                  placeholder={words.exampleBrand}
                />
                <NumberField {...field('year')} required help={`${years.first} to ${years.last}`} />
                <Picks {...field('type')} choices={choicesOf(listingTypes)} required />
              </div>
            </FormSection>
            <FormSection part={sellFormParts.usage} position={3}>
              <div className="auto-columns">
                <NumberField {...field('daysUsed')} required help="Days since it was new" />
                <SelectField {...field('condition')} choices={choicesOf(listingConditions)} required />
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
            </FormSection>
            <FormSection part={sellFormParts.pricing} position={4}>
              <div className="auto-columns">
                <NumberField {...field('presentPrice')} required allowsDecimals help="What you ask, in rupees" />
                <NumberField {...field('pastPrice')} required allowsDecimals help="What it cost when new, in rupees" />
              </div>
            </FormSection>
            <FormSection part={sellFormParts.legal} position={5}>
              <div className="auto-columns">
                <div className="stack">
                  <TextField
                    {...field('license')}
                    required
                    maxLength={longestText.license}
                    placeholder="MH 12 AB 1234"
                    spellCheck={false}
                  />
                  <CheckField
                    name="hideLicenseDigits"
                    label={hideDigits}
                    isChecked={values.hideLicenseDigits === 'on'}
                  />
                </div>
                <div className="when-petrol">
                  <TextField
                    {...field('engineCapacity')}
                    maxLength={longestText.engineCapacity}
                    help="Optional, such as 349 cc"
                  />
                </div>
                <div className="when-electric">
                  <TextField
                    {...field('batteryCapacity')}
                    maxLength={longestText.batteryCapacity}
                    help="Optional, such as 3.7 kWh"
                  />
                </div>
                <TextField
                  {...field('city')}
                  maxLength={longestText.city}
                  help="Optional"
                  autoComplete="address-level2"
                />
              </div>
            </FormSection>
            <p className="row">
              <Button kind="theme" name="intent" value="list">
                {isSending ? sending : changing ? 'Save changes' : words.submit}
              </Button>{' '}
              <ButtonLink href={back}>Cancel</ButtonLink>
            </p>
          </fieldset>
        </Form>
      </div>
    </>
  );
}

import { rideLabels as labels, partNames, partsOfDay, type RideField } from '~/domain/appointments/appointment';
import { errorTexts } from '~/domain/shared/error-texts';
import { privateSeller } from '~/domain/listings/listing';
import type { RejectedForm } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { FieldNotes, RadioGroup, TextAreaField, TextField } from '~/ui/forms/field';
import { FormActions, FormSection } from '~/ui/forms/form-messages';
import { HoneypotField } from '~/ui/forms/honeypot-field';
import { FraudAdvice } from '~/ui/page/text-blocks';
import { PageHead } from '~/ui/page/page-head';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { Ride } from './route.server';

const parts = { when: { id: 'when', title: 'When?' }, who: { id: 'who', title: 'Who?' } } as const;
const partChoices = partsOfDay.map((part) => ({ value: part, label: partNames[part] }));

type RideFormProps = { ride: Ride; rejected: RejectedForm | undefined };

/** The form for a ride on a vehicle that its seller has: a day and a part of it (docs/product.md, "Appointments"). */
export function RideForm({ ride, rejected }: RideFormProps) {
  const { id, name, seller, advice, action, constraints, idempotencyKey } = ride;
  const errors: RejectedForm['errors'] = rejected?.errors ?? {};
  const values: Record<string, string | undefined> = { ...ride.values, ...rejected?.values };
  const field = (of: RideField) => ({
    name: of,
    label: labels[of],
    value: values[of],
    error: errors[of],
    constraints: constraints.fields[of],
  });
  return (
    <>
      <PageHead
        title="Book a test ride"
        subtitle={
          seller === null
            ? 'We read your request and answer it here.'
            : `${seller === privateSeller ? 'The seller' : seller} reads your request and answers it here.`
        }
      />
      <CheckedForm
        action={action}
        className="columns section visit-form"
        constraints={constraints}
        failure={errorTexts.ride_failed}
      >
        <div>
          <input type="hidden" name="intent" value="ride" />
          <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? idempotencyKey} />
          <input type="hidden" name="vehicle" value={id} />
          <FormErrors message={rejected?.message} errors={errors} />
          <FormSection part={parts.when} position={1}>
            <div className="stack">
              <div id="vehicle" tabIndex={-1}>
                {name !== null && (
                  <p>
                    On <a href={paths.vehicle(id)}>{name}</a>
                  </p>
                )}
                <FieldNotes name="vehicle" error={errors.vehicle} />
              </div>
              <TextField {...field('day')} type="date" required help="The seller says at what hour, and where." />
              <RadioGroup {...field('part')} choices={partChoices} required />
            </div>
          </FormSection>
          <FormSection part={parts.who} position={2}>
            <div className="stack">
              <TextField {...field('name')} autoComplete="name" required />
              <TextField {...field('phone')} type="tel" autoComplete="tel" help="Shown to the seller" required />
              <TextField
                {...field('email')}
                type="email"
                autoComplete="email"
                help="Shown to the seller only once you share it"
                required
              />
              <TextAreaField {...field('note')} help="Optional" />
              <HoneypotField />
              <FormActions message={rejected?.message}>
                <Button kind="primary" busyText="Sending...">
                  Request test ride
                </Button>
              </FormActions>
            </div>
          </FormSection>
        </div>
        <FraudAdvice advice={advice} />
      </CheckedForm>
    </>
  );
}

export function NoRidePage({ id, obstacle }: Ride) {
  return (
    <PageHead title="Book a test ride" subtitle={obstacle ?? ''}>
      <p className="row">
        <ButtonLink href={paths.vehicle(id)}>See it</ButtonLink>
      </p>
    </PageHead>
  );
}

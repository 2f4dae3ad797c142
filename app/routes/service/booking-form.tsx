import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { fixErrors } from '~/domain/fix-errors';
import {
  longestText,
  type ServiceField,
  serviceLabels,
  serviceUrgencies,
  serviceVehicleTypes,
} from '~/domain/services/limits';
import { ruledServiceFields, serviceFault } from '~/domain/services/service-rules';
import { paths } from '~/paths';
import { AsItStands } from '~/ui/forms/as-it-stands';
import { Picks, SelectField } from '~/ui/forms/choice-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { FormRoad, FormSection } from '~/ui/forms/form-road';
import { spokenChoices } from '~/ui/forms/spoken';
import { NumberField, TextAreaField, TextField } from '~/ui/forms/text-field';
import { useLiveForm } from '~/ui/forms/use-live-form';
import { Button, ButtonLink } from '~/ui/signs/button';
import type { Service } from './load-service.server';

/** What the action answers a refused form with. */
export type ServiceAnswer = {
  message: string;
  errors: Readonly<Record<string, string>>;
  values: Record<string, string>;
  version?: string;
  /** How the request stands now, when somebody changed it in the meantime. */
  stands?: Record<string, string>;
};

type BookingFormProps = Pick<Service, 'services' | 'submissionId' | 'changing' | 'values' | 'today'> & {
  answer: ServiceAnswer | undefined;
};

const parts = {
  you: { id: 'part-you', title: 'You' },
  vehicle: { id: 'part-vehicle', title: 'Vehicle' },
  service: { id: 'part-service', title: 'Service' },
} as const;

const times = ['Morning', 'Afternoon', 'Evening'];

/** The booking form in three parts (docs/product.md, "Services"): a plain form, which scripts check while it is filled in. */
export function BookingForm({
  services,
  submissionId: freshId,
  changing,
  values: start,
  today,
  answer,
}: BookingFormProps) {
  const navigation = useNavigation();
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
  const { message, errors, formProps } = useLiveForm({
    answer,
    fields: ruledServiceFields,
    faultOf: (field, text) => serviceFault(field, text, today),
    summary: fixErrors,
  });
  const values: Record<string, string | undefined> = { ...start, ...answer?.values };
  const [submissionId] = useState(values.submissionId ?? freshId);
  const field = (name: ServiceField) => ({
    name,
    label: serviceLabels[name],
    value: values[name],
    error: errors[name],
  });
  const time = values['serviceDetails.preferredTime'];
  return (
    <div className="cols ride" id="book">
      <FormRoad parts={Object.values(parts)} />
      <Form
        className="sec"
        method="post"
        action={changing ? paths.service({ request: changing.id }) : paths.service()}
        {...formProps}
      >
        <h2>{changing ? 'Change your booking' : 'Book a Service'}</h2>
        <input type="hidden" name="submissionId" value={submissionId} />
        {changing && <input type="hidden" name="version" value={answer?.version || changing.version} />}
        {message && <ErrorSummary message={message} errors={errors} />}
        {answer?.stands && <AsItStands labels={serviceLabels} typed={answer.values} stands={answer.stands} />}
        <fieldset className="flush" disabled={isSending}>
          <FormSection part={parts.you} position={1}>
            <div className="two">
              <TextField {...field('contactInfo.name')} required maxLength={longestText.name} autoComplete="name" />
              <TextField
                {...field('contactInfo.phone')}
                type="tel"
                required
                maxLength={longestText.phone}
                autoComplete="tel"
              />
              <TextField {...field('contactInfo.email')} type="email" required autoComplete="email" />
            </div>
          </FormSection>
          <FormSection part={parts.vehicle} position={2}>
            <div className="two">
              <SelectField
                {...field('vehicleDetails.type')}
                choices={spokenChoices(serviceVehicleTypes)}
                emptyText="Optional"
              />
              <TextField {...field('vehicleDetails.brand')} maxLength={longestText.brand} help="Optional" />
              <TextField {...field('vehicleDetails.model')} maxLength={longestText.model} help="Optional" />
              <NumberField {...field('vehicleDetails.year')} help="Optional" />
              <TextField
                {...field('vehicleDetails.registrationNumber')}
                maxLength={longestText.registrationNumber}
                placeholder="MH 12 AB 1234"
                help="Optional"
                spellCheck={false}
              />
            </div>
          </FormSection>
          <FormSection part={parts.service} position={3}>
            <div className="stack">
              <Picks
                {...field('serviceType')}
                choices={services.map(({ id, name }) => ({ value: id, label: name }))}
                required
              />
              <TextAreaField {...field('serviceDetails.description')} help="Optional" />
              <div className="two">
                <TextField {...field('serviceDetails.preferredDate')} type="date" min={today} help="Optional" />
                <SelectField
                  {...field('serviceDetails.preferredTime')}
                  choices={spokenChoices(time && !times.includes(time) ? [...times, time] : times)}
                  emptyText="Any time"
                />
                <SelectField
                  {...field('serviceDetails.urgency')}
                  value={values['serviceDetails.urgency'] || 'medium'}
                  choices={spokenChoices(serviceUrgencies)}
                  emptyText={null}
                />
              </div>
            </div>
          </FormSection>
          <p className="row">
            <Button kind="go">{isSending ? 'Sending...' : changing ? 'Save changes' : 'Book Service'}</Button>{' '}
            {changing && <ButtonLink href={paths.service()}>Cancel</ButtonLink>}
          </p>
        </fieldset>
      </Form>
    </div>
  );
}

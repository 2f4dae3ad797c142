import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { type ServiceField, serviceLabels } from '~/domain/services/service-request';
import { errorTexts } from '~/domain/shared/error-texts';
import { formatRupees } from '~/domain/shared/money';
import { createPhoneHref } from '~/domain/shared/phone';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import {
  createLabelledChoices,
  DefaultButton,
  NumberField,
  RadioGroup,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ConflictNotice, FormActions, FormSection, FormSteps } from '~/ui/forms/form-messages';
import { ServiceRequestList } from '~/ui/lists/account-lists';
import { FlashMessage } from '~/ui/page/flash-message';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { serviceUrgencies, serviceVehicleTypes } from '~db/enums';
import type { loader, Service } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  openFormParameters: ['type', 'about'],
};
export const headers = rejectionHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Services',
    'Maintenance and repair, extended warranty, quick service and premium care: book a day, and follow your request.',
  );

/** Four services, the booking form, and the user's own requests (docs/product.md, "Services"). */
export default function ServiceScreen() {
  const { services, hours, contact, own, isGone, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<ServiceActionData>();
  const booking = <BookingForm {...form} services={services} actionData={actionData} />;
  return (
    <>
      <PageHead
        title="Services"
        subtitle={`Open ${hours}. Book here, call or write.`}
        action={
          form.changing ? undefined : (
            <ButtonLink kind="primary" href="#book">
              Book a Service
            </ButtonLink>
          )
        }
      />
      <div className="section service-ways">
        {isGone && (
          <div role="status">
            <FlashMessage kind="error" text="This vehicle is no longer listed. You can still book a service." />
          </div>
        )}
        <p className="row">
          <ActionLink href={createPhoneHref(contact.phone)} icon="phone">
            {contact.phone}
          </ActionLink>{' '}
          <ActionLink href={`mailto:${contact.email}`} icon="mail">
            {contact.email}
          </ActionLink>{' '}
          <ActionLink href={paths.newAppointment({ kind: 'service' })} icon="calendar">
            Choose a day and a time
          </ActionLink>
        </p>
      </div>
      {!form.changing && (
        <section aria-labelledby="services">
          <h2 id="services">What we do</h2>
          <ul className="service-offers">
            {services.map(({ id, name, description, includes, startsAtRupees, duration }) => (
              <li key={id} className="panel">
                <div className="stack">
                  <h3>{name}</h3>
                  <p>{description}</p>
                  <ul className="checklist">
                    {includes.map((part) => (
                      <li key={part}>
                        <Icon name="check" /> {part}
                      </li>
                    ))}
                  </ul>
                  <p>
                    <span className="note">from</span> <span className="price">{formatRupees(startsAtRupees)}</span>{' '}
                    <span className="note">{duration}</span>
                  </p>
                  <p>
                    <ButtonLink href={`${paths.service({ type: id })}#book`}>
                      Book<span className="unseen"> {name}</span>
                    </ButtonLink>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {booking}
      {own && !form.changing && <OwnRequests own={own} />}
    </>
  );
}

function OwnRequests({ own }: { own: NonNullable<Service['own']> }) {
  return (
    <section aria-labelledby="yours">
      <h2 id="yours">Your service requests</h2>
      {own.requests.length === 0 && <p>You have not booked a service yet.</p>}
      <ServiceRequestList requests={own.requests} />
      <Pager page={own.page} pages={own.pages} getHref={(page) => paths.service({ page })} />
    </section>
  );
}

type ServiceActionData = RejectedForm & {
  version?: string;
  currentValues?: Record<string, string>;
};

type BookingFormProps = Pick<
  Service,
  'services' | 'idempotencyKey' | 'changing' | 'values' | 'constraints' | 'needsSignIn'
> & {
  actionData: ServiceActionData | undefined;
};

const parts = {
  service: { id: 'part-service', title: 'Service' },
  vehicle: { id: 'part-vehicle', title: 'Vehicle' },
  you: { id: 'part-you', title: 'You' },
} as const;

const times = ['Morning', 'Afternoon', 'Evening'];

function BookingForm(props: BookingFormProps) {
  const { services, idempotencyKey, changing, values: start, constraints, needsSignIn, actionData } = props;
  const { message, errors = {} } = actionData ?? {};
  const values: Record<string, string | undefined> = { ...start, ...actionData?.values };
  const field = (name: ServiceField) => ({
    name,
    label: serviceLabels[name],
    value: values[name],
    error: errors[name],
    constraints: constraints.fields[name],
    readings: actionData?.readings?.[name],
  });
  const time = values['serviceDetails.preferredTime'];
  return (
    <div className="form-layout service-form" id="book">
      <FormSteps parts={Object.values(parts)} />
      <CheckedForm
        className="form-cards"
        action={changing ? paths.service({ request: changing.id }) : paths.service()}
        constraints={constraints}
        failure={errorTexts.service_request_failed}
      >
        {actionData?.readings && <DefaultButton />}
        <h2>{changing ? 'Change your booking' : 'Book a Service'}</h2>
        <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? idempotencyKey} />
        {changing && <input type="hidden" name="version" value={actionData?.version || changing.version} />}
        <div className="stack">
          {needsSignIn && (
            <p>
              Booking needs an account. <a href={paths.login({ redirectTo: paths.service() })}>Sign in first</a>, or
              after filling in the form: it stays as you left it.
            </p>
          )}
          <FormErrors message={message} errors={errors} />
        </div>
        {actionData?.currentValues && (
          <ConflictNotice
            labels={serviceLabels}
            formValues={actionData.values}
            currentValues={actionData.currentValues}
          />
        )}
        <FormSection part={parts.service} position={1}>
          <div className="stack">
            <RadioGroup
              {...field('serviceType')}
              choices={services.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <TextAreaField {...field('serviceDetails.description')} help="Optional" />
            <div className="auto-columns">
              <TextField {...field('serviceDetails.preferredDate')} type="date" help="Optional" />
              <SelectField
                {...field('serviceDetails.preferredTime')}
                choices={createLabelledChoices(time && !times.includes(time) ? [...times, time] : times)}
                emptyText="Any time"
              />
              <SelectField
                {...field('serviceDetails.urgency')}
                value={values['serviceDetails.urgency'] || 'medium'}
                choices={createLabelledChoices(serviceUrgencies)}
                emptyText={null}
              />
            </div>
          </div>
        </FormSection>
        <FormSection part={parts.vehicle} position={2}>
          <div className="auto-columns">
            <SelectField
              {...field('vehicleDetails.type')}
              choices={createLabelledChoices(serviceVehicleTypes)}
              emptyText="Optional"
            />
            <TextField {...field('vehicleDetails.brand')} help="Optional" />
            <TextField {...field('vehicleDetails.model')} help="Optional" />
            <NumberField {...field('vehicleDetails.year')} help="Optional" />
            <TextField
              {...field('vehicleDetails.registrationNumber')}
              placeholder="MH 12 AB 1234"
              help="Optional"
              spellCheck={false}
            />
          </div>
        </FormSection>
        <FormSection part={parts.you} position={3}>
          <div className="auto-columns">
            <TextField {...field('contactInfo.name')} autoComplete="name" />
            <TextField {...field('contactInfo.phone')} type="tel" autoComplete="tel" />
            <TextField {...field('contactInfo.email')} type="email" autoComplete="email" />
          </div>
        </FormSection>
        <FormActions message={message}>
          <Button kind="primary" busyText="Sending...">
            {changing ? 'Save changes' : 'Book Service'}
          </Button>{' '}
          {changing && <ButtonLink href={paths.service()}>Cancel</ButtonLink>}
        </FormActions>
      </CheckedForm>
    </div>
  );
}

import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  type AppointmentField,
  bringTexts,
  appointmentLabels as labels,
  visitFailed,
} from '~/domain/appointments/appointment';
import type { RejectedForm } from '~/submit/form-response.server';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { useIsOpen } from '~/ui/document';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { DayAndTime } from '~/ui/forms/day-and-time';
import { HoneypotField } from '~/ui/forms/honeypot-field';
import { FieldNotes, type FieldText, SelectField, TextField } from '~/ui/forms/field';
import { FormActions, FormSection } from '~/ui/forms/form-messages';
import { getGoneTitle, GoneOfferPage } from '~/ui/page/gone-offer';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader, NewAppointment } from './route.server';
import { NoRidePage, RideForm } from './ride-form';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  openFormParameters: ['kind', 'branch', 'vehicle'],
  changesWithAnyWrite: true,
  canonical: paths.newAppointment(),
};
export const headers = rejectionHeaders;
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.gone
    ? pageMeta(matches, getGoneTitle(data.gone))
    : pageMeta(
        matches,
        'Book a visit',
        'Choose a day and a time for a test ride, a service, or to buy or book a vehicle.',
      );

type LinkedOption = NewAppointment['branches'][number] | NewAppointment['kinds'][number];
/** `isRide`: of the form for a ride with a seller. */
type RejectedVisit = RejectedForm & { isRide?: boolean };

/** A choice that determines the rest of the form, so each option links to a page. */
function LinkedOptions({ options }: { options: readonly LinkedOption[] }) {
  return (
    <ul className="choices">
      {options.map((option) => (
        <li key={option.href}>
          <a className="option" href={option.href} aria-current={option.isChosen ? 'true' : undefined}>
            <span>
              <b>{option.name}</b> <small>{'note' in option ? option.note : option.address}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const parts = {
  kind: { id: 'kind', title: 'What do you need?' },
  branch: { id: 'branch', title: 'Where?' },
  when: { id: 'when', title: 'When?' },
  who: { id: 'who', title: 'Your details' },
} as const;

type GetFieldProps = (name: AppointmentField) => FieldText & { value: string | undefined };
type VisitorFieldsProps = Pick<NewAppointment, 'kind' | 'vehicles' | 'asksEmail'> & { field: GetFieldProps };

function VisitorFields({ kind, vehicles, asksEmail, field }: VisitorFieldsProps) {
  return (
    <>
      {kind === 'service' ? (
        <>
          <TextField {...field('ownVehicle')} placeholder="Brand and model" help="Optional" />
          <TextField {...field('registrationNumber')} placeholder="MH 12 AB 1234" help="Optional" spellCheck={false} />
        </>
      ) : (
        <SelectField
          {...field('vehicle')}
          choices={vehicles.map(({ id, name }) => ({ value: id, label: name }))}
          emptyText="Not decided yet"
        />
      )}
      <TextField {...field('name')} autoComplete="name" required />
      <TextField
        {...field('phone')}
        type="tel"
        autoComplete="tel"
        help="We confirm by phone, or on the page that follows."
        required
      />
      {asksEmail && (
        <TextField
          {...field('email')}
          type="email"
          autoComplete="email"
          help="Optional: we mail there when we confirm, move or cancel it."
        />
      )}
    </>
  );
}

/** The form for a test ride, a service, or a visit to buy or book (docs/product.md, "Appointments"). */
export default function NewAppointmentScreen() {
  const { kind, kinds, branch, branches, days, vehicles, gone, ride, choices, ...page } =
    useLoaderData<typeof loader>();
  const { action: path, ...form } = page;
  const rejected = useActionData<RejectedVisit>();
  const isOpen = useIsOpen();
  // What was typed stays when the vehicle is removed or sold in the meantime.
  if (gone && !rejected) return <GoneOfferPage {...gone} />;
  if (ride && (rejected ? rejected.isRide : true)) {
    return ride.obstacle !== null && !rejected ? (
      <NoRidePage {...ride} />
    ) : (
      <RideForm ride={ride} rejected={rejected} />
    );
  }
  if (choices.length > 0) {
    return (
      <>
        <PageHead title="Book a visit" subtitle="Which one would you like to ride?" />
        <section className="section">
          <LinkedOptions options={choices} />
        </section>
      </>
    );
  }
  const errors: RejectedForm['errors'] = rejected?.errors ?? {};
  const values: Record<string, string | undefined> = { ...form.values, ...rejected?.values };
  const field: GetFieldProps = (name) => ({
    name,
    label: labels[name],
    value: values[name],
    error: errors[name],
    constraints: form.constraints.fields[name],
  });
  if (!branch) {
    return (
      <PageHead title="Book a visit" subtitle="Visits cannot be booked here at the moment. Please call or write to us.">
        <p className="row">
          <ButtonLink href={paths.contact()}>Contact</ButtonLink>
        </p>
      </PageHead>
    );
  }
  return (
    <>
      <PageHead title="Book a visit" subtitle={`${branch.name}: open ${branch.hours}.`} />
      <CheckedForm
        action={path}
        className="columns section visit-form"
        constraints={form.constraints}
        failure={visitFailed}
      >
        <div>
          <input type="hidden" name="idempotencyKey" value={values.idempotencyKey ?? form.idempotencyKey} />
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="branch" value={branch.id} />
          <FormErrors message={rejected?.message} errors={errors} />
          <FormSection part={parts.kind} position={1}>
            <LinkedOptions options={kinds} />
          </FormSection>
          <FormSection part={parts.branch} position={2}>
            {branches.length > 1 ? (
              <LinkedOptions options={branches} />
            ) : (
              <p>
                <b>{branch.name}</b>, {branch.address}
              </p>
            )}
            <FieldNotes name="branch" label={labels.branch} error={errors.branch} />
          </FormSection>
          <FormSection part={parts.when} position={3}>
            <DayAndTime days={days} values={values} errors={errors} constraints={form.constraints.fields} />
          </FormSection>
        </div>
        <div>
          <FormSection part={parts.who} position={4}>
            <div className="stack">
              {form.needsSignIn && (
                <p>
                  A service needs an account. <a href={paths.login({ redirectTo: path })}>Sign in first</a>, or after
                  filling in the form: it stays as you left it.
                </p>
              )}
              <VisitorFields kind={kind} vehicles={vehicles} asksEmail={form.asksEmail} field={field} />
              <HoneypotField />
              <p className="note">{`Please bring: ${bringTexts[kind]}.`}</p>
              <FormActions message={rejected?.message}>
                <Button kind="primary" busyText="Sending...">
                  Request visit
                </Button>
              </FormActions>
              {kind === 'service' && isOpen('service') && (
                <p className="note">
                  What should we look at? <a href={`${paths.service()}#book`}>Book a Service</a> takes more words, and a
                  day without a time.
                </p>
              )}
            </div>
          </FormSection>
        </div>
      </CheckedForm>
    </>
  );
}

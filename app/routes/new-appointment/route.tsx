import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { placeholderPhone } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/accounts.server';
import {
  type AppointmentField,
  bringTexts,
  kindNames,
  kindNotes,
  appointmentLabels as labels,
  maxLengths,
  chooseDay,
  chooseTime,
  visitFailed,
} from '~/domain/appointments/appointment';
import { mayRequest, requestAppointment } from '~/domain/appointments/appointment.commands.server';
import { bookableBranches, freeSlots } from '~/domain/appointments/branches.server';
import { dayChoice, hoursText, readSlot, withDayMismatch } from '~/domain/appointments/slots';
import { vehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { isUpcoming } from '~/domain/catalogue/vehicle';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { honeypotName } from '~/domain/messages/message';
import { phonePattern } from '~/domain/shared/text';
import { formSenderHeaders, getActor, messagesCookie, messagesSecretOf } from '~/http/cookies.server';
import { formAction } from '~/http/form-action.server';
import { formConstraints } from '~/http/form-constraints.server';
import { newIdempotencyKey, type RejectedForm, rejectionHeaders, unfinishedFormOf } from '~/http/form-response.server';
import { type Runtime, runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { CheckedForm, FormErrors } from '~/ui/forms/checked-form';
import { DayAndTime } from '~/ui/forms/day-and-time';
import { FieldNotes, type FieldText, SelectField, TextField, HoneypotField } from '~/ui/forms/field';
import { FormActions, FormSection } from '~/ui/forms/form-messages';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { type AppointmentKind, appointmentKinds } from '~db/enums';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  stylesheets: ['step-number', 'field', 'day-and-time', 'new-appointment'],
  canonical: paths.newAppointment(),
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta('Book a visit', 'Choose a day and a time for a test ride, a service, or to buy or book a vehicle.');

const parseKind = (text: string | null): AppointmentKind =>
  appointmentKinds.find((kind) => kind === text) ?? 'test-ride';

/**
 * Vehicles available for a ride or purchase at a branch: those sold new, and the one from whose page the visitor came.
 */
function findChoices({ db }: Runtime, id: string | null, actor: ReturnType<typeof getActor>) {
  const choices = vehicleChoices(db);
  if (id === null || choices.some((choice) => choice.id === id)) return { choices, chosen: id };
  const offer = findOffer(db, id, actor);
  if (offer?.kind !== 'vehicle' || offer.vehicle.owner !== null || isUpcoming(offer.vehicle)) {
    return { choices, chosen: null };
  }
  return { choices: [{ id, name: offer.vehicle.name }, ...choices], chosen: id };
}

const getConstraints = formConstraints({
  command: requestAppointment,
  decode: (values) => ({ kind: 'test-ride', branch: '-', ...values, ...readSlot(values) }),
  fields: ['day', 'slot', 'name', 'phone'],
  patterns: { phone: phonePattern },
  messages: { day: chooseDay, slot: chooseTime },
});

/**
 * The form for a kind of visit and a branch, both in the URL: times depend on them, so they are right without a script.
 */
function loadNewAppointment(request: Request, runtime: Runtime) {
  const { db, clock } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const now = clock();
  const kind = parseKind(searchParams.get('kind'));
  const vehicle = searchParams.get('vehicle');
  const branches = bookableBranches(db, now);
  const wanted = searchParams.get('branch');
  const branch = branches.find(({ id }) => id === wanted) ?? branches[0] ?? null;
  const account = actor.user && findAccount(db, actor.user.id);
  const { choices, chosen } = findChoices(runtime, vehicle, actor);
  const phone = account?.phone === placeholderPhone ? null : account?.phone;
  return {
    kind,
    kinds: appointmentKinds.map((one) => ({
      name: kindNames[one],
      note: kindNotes[one],
      isChosen: one === kind,
      href: paths.newAppointment({ kind: one, branch: wanted, vehicle }),
    })),
    /** Null when no branch takes visits. */
    branch: branch && {
      id: branch.id,
      name: branch.name,
      address: branch.address,
      hours: hoursText(branch),
    },
    branches: branches.map(({ id, name, address }) => ({
      id,
      name,
      address,
      isChosen: id === branch?.id,
      href: paths.newAppointment({ kind, branch: id, vehicle }),
    })),
    days: branch ? freeSlots(db, branch, kind, now).map(dayChoice) : [],
    vehicles: choices,
    action: paths.newAppointment({ kind, branch: branch?.id ?? null, vehicle: chosen }),
    /** Whether the sender has to sign in before the request is stored. */
    needsSignIn: !mayRequest(kind, actor).ok,
    idempotencyKey: newIdempotencyKey(),
    constraints: getConstraints(now),
    values: unfinishedFormOf(request, runtime) ?? {
      vehicle: chosen ?? '',
      name: account?.name ?? '',
      phone: phone ?? '',
    },
  };
}

type NewAppointment = ReturnType<typeof loadNewAppointment>;

/** Sets a cookie for visitors, by which a form that is sent twice is recognised. */
const createHeaders = (request: Request, runtime: Runtime) => formSenderHeaders(request, getActor(request, runtime));

/** The form that requests an appointment. */
export const action = formAction({
  access: ({ fields, actor }) => mayRequest(fields.get('kind'), actor),
  signIn: {
    path: ({ fields }) =>
      paths.newAppointment({
        kind: parseKind(fields.get('kind')),
        branch: fields.get('branch'),
        vehicle: fields.get('vehicle'),
      }),
    isFormPublic: true,
  },
  command: requestAppointment,
  decode({ request, fields, values }) {
    return {
      ...values,
      ...readSlot(values),
      isSuspect: Boolean(fields.get(honeypotName)),
      visitorSecret: messagesSecretOf(request),
    };
  },
  onSuccess({ appointment, key, visitorSecret }, { request, actor }) {
    const cookies = visitorSecret ? [messagesCookie(request, visitorSecret)] : [];
    if (key !== null) return { to: paths.appointment({ key }), cookies };
    return actor.user
      ? { to: paths.appointment({ id: appointment.id }) }
      : { to: paths.newAppointment(), flash: 'appointment-requested-before' };
  },
  redisplay: () => ({}),
  adapt: ({ error, values }) => ({ error: withDayMismatch(error, values), values }),
});

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  return json(loadNewAppointment(request, runtime), { headers: createHeaders(request, runtime) });
}

type LinkedOption = NewAppointment['branches'][number] | NewAppointment['kinds'][number];

/** A choice that determines the available times, so each option links to a page. */
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
  kind: { id: 'kind', title: 'What for?' },
  branch: { id: 'branch', title: 'Where?' },
  when: { id: 'when', title: 'When?' },
  who: { id: 'who', title: 'Who, and on what?' },
} as const;

type GetFieldProps = (name: AppointmentField) => FieldText & { value: string | undefined };
type VisitorFieldsProps = Pick<NewAppointment, 'kind' | 'vehicles'> & { field: GetFieldProps };

/** The vehicle to be serviced or ridden, and the contact details. */
function VisitorFields({ kind, vehicles, field }: VisitorFieldsProps) {
  return (
    <>
      {kind === 'service' ? (
        <>
          <TextField
            {...field('ownVehicle')}
            maxLength={maxLengths.ownVehicle}
            placeholder="Brand and model"
            help="Optional"
          />
          <TextField
            {...field('registrationNumber')}
            maxLength={maxLengths.registrationNumber}
            placeholder="MH 12 AB 1234"
            help="Optional"
            spellCheck={false}
          />
        </>
      ) : (
        <SelectField
          {...field('vehicle')}
          choices={vehicles.map(({ id, name }) => ({ value: id, label: name }))}
          emptyText="Not decided yet"
        />
      )}
      <TextField {...field('name')} maxLength={maxLengths.name} autoComplete="name" required />
      <TextField
        {...field('phone')}
        type="tel"
        maxLength={maxLengths.phone}
        autoComplete="tel"
        help="We confirm by phone, or on the page that follows."
        required
      />
    </>
  );
}

/** The form for a test ride, a service, or a visit to buy or book (docs/product.md, "Appointments"). */
export default function NewAppointmentScreen() {
  const { kind, kinds, branch, branches, days, vehicles, action: path, ...form } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
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
              <VisitorFields kind={kind} vehicles={vehicles} field={field} />
              <HoneypotField />
              <p className="note">{`Please bring: ${bringTexts[kind]}.`}</p>
              <FormActions message={rejected?.message}>
                <Button kind="primary" busyText="Sending...">
                  Ask for this visit
                </Button>
              </FormActions>
              {kind === 'service' && (
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

import { findAccount } from '~/domain/accounts/accounts.server';
import { chooseDay, chooseTime, kindNames, kindNotes } from '~/domain/appointments/appointment';
import { requestAppointment, requireUserFor } from '~/domain/appointments/request-appointment.server';
import { findBookableBranches, findFreeSlots } from '~/domain/appointments/branches.server';
import { addDayMismatch, createDayChoice, formatHours, readSlot } from '~/domain/appointments/slots';
import { findVehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { isUpcoming } from '~/domain/catalogue/vehicle';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { honeypotName } from '~/domain/messages/message';
import { findTakenPhone, phonePattern } from '~/domain/shared/phone';
import { createMessagesCookie, getActor, readMessagesSecret } from '~/http/cookies.server';
import { createFormAction } from '~/http/form-action.server';
import { createFormConstraints } from '~/http/form-constraints.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/http/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type AppointmentKind, appointmentKinds } from '~db/enums';

const parseKind = (text: string | null): AppointmentKind =>
  appointmentKinds.find((kind) => kind === text) ?? 'test-ride';

/**
 * Vehicles available for a ride or purchase at a branch: those sold new, and the one from whose page the visitor came.
 */
function findChoices({ db }: Runtime, id: string | null, actor: ReturnType<typeof getActor>) {
  const choices = findVehicleChoices(db);
  if (id === null || choices.some((choice) => choice.id === id)) return { choices, chosen: id };
  const offer = findOffer(db, id, actor);
  if (offer?.kind !== 'vehicle' || offer.vehicle.owner !== null || isUpcoming(offer.vehicle)) {
    return { choices, chosen: null };
  }
  return { choices: [{ id, name: offer.vehicle.name }, ...choices], chosen: id };
}

const getConstraints = createFormConstraints({
  command: requestAppointment,
  decode: (values) => ({ kind: 'test-ride', branch: '-', ...values, ...readSlot(values) }),
  fields: ['day', 'slot', 'name', 'phone'],
  patterns: { phone: phonePattern },
  messages: { day: chooseDay, slot: chooseTime },
});

/**
 * The form for a kind of visit and a branch, both in the URL: times depend on them, so they are right without a script.
 */
export function loadNewAppointment(request: Request, runtime: Runtime) {
  const { db, clock } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const now = clock();
  const kind = parseKind(searchParams.get('kind'));
  const vehicle = searchParams.get('vehicle');
  const branches = findBookableBranches(db, now);
  const wanted = searchParams.get('branch');
  const branch = branches.find(({ id }) => id === wanted) ?? branches[0] ?? null;
  const account = actor.user && findAccount(db, actor.user.id);
  const { choices, chosen } = findChoices(runtime, vehicle, actor);
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
      hours: formatHours(branch),
    },
    branches: branches.map(({ id, name, address }) => ({
      id,
      name,
      address,
      isChosen: id === branch?.id,
      href: paths.newAppointment({ kind, branch: id, vehicle }),
    })),
    days: branch ? findFreeSlots(db, branch, kind, now).map(createDayChoice) : [],
    vehicles: choices,
    action: paths.newAppointment({ kind, branch: branch?.id ?? null, vehicle: chosen }),
    /** Whether the sender has to sign in before the request is stored. */
    needsSignIn: !requireUserFor(kind, actor).ok,
    idempotencyKey: generateIdempotencyKey(),
    constraints: getConstraints(now),
    values: readUnfinishedForm(request, runtime) ?? {
      vehicle: chosen ?? '',
      name: account?.name ?? '',
      phone: account?.phone ?? '',
    },
  };
}

export type NewAppointment = ReturnType<typeof loadNewAppointment>;

/** The form that requests an appointment. */
export const newAppointmentAction = createFormAction({
  access: ({ fields, actor }) => requireUserFor(fields.get('kind'), actor),
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
      visitorSecret: readMessagesSecret(request),
    };
  },
  onSuccess({ appointment, key, visitorSecret }, { request, actor, values }) {
    const takenPhone = findTakenPhone(values.phone);
    const cookies = visitorSecret ? [createMessagesCookie(request, visitorSecret)] : [];
    if (key !== null) return { to: paths.appointment({ key }), cookies, takenPhone };
    return actor.user
      ? { to: paths.appointment({ id: appointment.id }), takenPhone }
      : { to: paths.newAppointment(), flash: 'appointment-requested-before', takenPhone };
  },
  redisplay: () => ({}),
  adapt: ({ error, values }) => ({ error: addDayMismatch(error, values), values }),
});

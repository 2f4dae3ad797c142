import { placeholderPhone } from '~/domain/accounts/account';
import { findAccount } from '~/domain/accounts/accounts.server';
import { kindNames, kindNotes } from '~/domain/appointments/appointment';
import { mayRequest, requestAppointment } from '~/domain/appointments/appointment.commands.server';
import { bookableBranches, freeSlots } from '~/domain/appointments/branches.server';
import { dayChoice, hoursText, readSlot, withOtherDay } from '~/domain/appointments/slots';
import { isUpcoming } from '~/domain/catalogue/vehicle';
import { vehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { findOffer } from '~/domain/catalogue/vehicle.queries.server';
import { trapName } from '~/domain/messages/message';
import { getActor, messagesCookie, messagesSecretOf } from '~/http/actor.server';
import { formSenderHeaders } from '~/http/cookies.server';
import { formAction } from '~/http/form-action.server';
import { newIdempotencyKey, unfinishedFormOf } from '~/http/form-response.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type AppointmentKind, appointmentKinds } from '~db/enums';

const kindOf = (text: string | null): AppointmentKind => appointmentKinds.find((kind) => kind === text) ?? 'test-ride';

/** Vehicles that can be ridden or bought at a branch: those sold new, and the one that the visitor comes from. */
function choicesOf({ db }: Runtime, id: string | null, actor: ReturnType<typeof getActor>) {
  const choices = vehicleChoices(db);
  if (id === null || choices.some((choice) => choice.id === id)) return { choices, chosen: id };
  const offer = findOffer(db, id, actor);
  if (offer?.kind !== 'vehicle' || offer.vehicle.owner !== null || isUpcoming(offer.vehicle)) {
    return { choices, chosen: null };
  }
  return { choices: [{ id, name: offer.vehicle.name }, ...choices], chosen: id };
}

/**
 * The form for a kind of visit and a branch, both in the address: places are counted for each, and what can be taken is
 * then right without a script.
 */
export function loadNewAppointment(request: Request, runtime: Runtime) {
  const { db, clock } = runtime;
  const actor = getActor(request, runtime);
  const { searchParams } = new URL(request.url);
  const now = clock();
  const kind = kindOf(searchParams.get('kind'));
  const vehicle = searchParams.get('vehicle');
  const branches = bookableBranches(db, now);
  const wanted = searchParams.get('branch');
  const branch = branches.find(({ id }) => id === wanted) ?? branches[0] ?? null;
  const account = actor.user && findAccount(db, actor.user.id);
  const { choices, chosen } = choicesOf(runtime, vehicle, actor);
  const phone = account?.phone === placeholderPhone ? null : account?.phone;
  return {
    kind,
    kinds: appointmentKinds.map((one) => ({
      name: kindNames[one],
      note: kindNotes[one],
      isChosen: one === kind,
      href: paths.newAppointment({ kind: one, branch: wanted, vehicle }),
    })),
    /** Null where visits can be booked nowhere. */
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
    /** Whether the sender has to sign in before it is stored. */
    needsSignIn: !mayRequest(kind, actor).ok,
    idempotencyKey: newIdempotencyKey(),
    values: unfinishedFormOf(request, runtime) ?? {
      vehicle: chosen ?? '',
      name: account?.name ?? '',
      phone: phone ?? '',
    },
  };
}

export type NewAppointment = ReturnType<typeof loadNewAppointment>;

/** A visitor's browser gets the cookie by which a form that is sent twice is known to be its own. */
export const newAppointmentHeaders = (request: Request, runtime: Runtime) =>
  formSenderHeaders(request, getActor(request, runtime));

/** The form that asks for an appointment. */
export const newAppointmentAction = formAction({
  access: ({ fields, actor }) => mayRequest(fields.get('kind'), actor),
  signIn: {
    path: ({ fields }) =>
      paths.newAppointment({
        kind: kindOf(fields.get('kind')),
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
      isSuspect: Boolean(fields.get(trapName)),
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
  adapt: ({ error, values }) => ({ error: withOtherDay(error, values), values }),
});

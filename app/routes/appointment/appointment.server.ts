import {
  type Appointment,
  type AppointmentName,
  appointmentNotFound,
  bringTexts,
  isAhead,
  kindNames,
  whenText,
} from '~/domain/appointments/appointment';
import { changeAppointment } from '~/domain/appointments/appointment.commands.server';
import { appointmentOfKey, knownAppointment } from '~/domain/appointments/appointment.queries.server';
import { referenceOf } from '~/domain/messages/message';
import { dayOf, instantInIndia, timestampText } from '~/domain/shared/dates';
import { err, ok, type Result } from '~/domain/shared/result';
import { getActor } from '~/http/actor.server';
import { type FormPost, formAction } from '~/http/form-action.server';
import { redirectToSignIn } from '~/http/form-response.server';
import { publicOrigin, type Runtime } from '~/http/runtime.server';
import { appointmentNamed } from '~/http/search-params';
import { paths } from '~/paths';

type Actor = ReturnType<typeof getActor>;

/** The appointment of an address, for its customer or an operator. */
export function namedAppointment(
  name: AppointmentName | null,
  context: Pick<Runtime, 'db'> & { actor: Actor },
): Result<{ name: AppointmentName; appointment: Appointment }> {
  if (!name) return err(appointmentNotFound);
  if ('key' in name) {
    const appointment = appointmentOfKey(context.db, name.key);
    return appointment ? ok({ name, appointment }) : err(appointmentNotFound);
  }
  const known = knownAppointment(context, name);
  return known.ok ? ok({ name, appointment: known.value.appointment }) : known;
}

/** @throws the redirect to sign in and back for a visitor without a private link; 404 for every other else */
export function requireAppointment(request: Request, runtime: Runtime) {
  const name = appointmentNamed(new URL(request.url).searchParams);
  const found = namedAppointment(name, { db: runtime.db, actor: getActor(request, runtime) });
  if (found.ok) return found.value;
  if (name && found.error.kind === 'unauthenticated') throw redirectToSignIn(request, paths.appointment(name));
  throw new Response(null, { status: 404 });
}

/** Shows the end of a number only: the page may be open in a showroom. */
const masked = (phone: string): string => `••••• ${phone.replaceAll(/\D/g, '').slice(-4)}`;

const stepText = (timestamp: string | null): string => (timestamp === null ? '' : timestampText(new Date(timestamp)));

/** Data of the page of an appointment, as its customer follows it. */
export function loadAppointment(request: Request, runtime: Runtime) {
  const { name, appointment } = requireAppointment(request, runtime);
  const { id, kind, status, branch, day, starts, vehicleName, registrationNumber } = appointment;
  const now = runtime.clock();
  const actor = getActor(request, runtime);
  const when = whenText(appointment, dayOf(now));
  const link = publicOrigin(request, runtime) + paths.appointment(name);
  const isOver = instantInIndia(day, starts) <= now;
  return {
    reference: referenceOf(id),
    kind,
    status,
    requested: stepText(appointment.createdAt),
    confirmed: stepText(appointment.confirmedAt),
    done: stepText(appointment.status === 'done' ? appointment.endedAt : null),
    cancelled:
      status === 'cancelled'
        ? {
            at: stepText(appointment.endedAt),
            isByUs: appointment.cancelledBy === 'business',
            reason: appointment.cancelReason,
          }
        : null,
    when,
    facts: [
      { name: 'What', value: kindNames[kind] },
      ...(vehicleName ? [{ name: 'Vehicle', value: vehicleName }] : []),
      ...(registrationNumber ? [{ name: 'Registration number', value: registrationNumber }] : []),
      { name: 'When', value: `${when} (India)` },
      { name: 'Where', value: `${branch.name}, ${branch.address}` },
      { name: 'Name', value: `${appointment.name}, ${masked(appointment.phone)}` },
      { name: 'Bring', value: bringTexts[kind] },
    ],
    mapHref: `https://www.openstreetmap.org/search?query=${encodeURIComponent(branch.address)}`,
    calendarHref: paths.appointmentCalendar(name),
    action: paths.appointment(name),
    again: paths.newAppointment({ kind, branch: branch.id, vehicle: appointment.vehicleId }),
    version: appointment.version,
    canCancel: isAhead(status) && !isOver,
    /** The only way of a visitor to this page; null where there is another. */
    privateLink: 'key' in name ? link : null,
    back: actor.user && 'id' in name ? paths.profile({ show: 'bookings' }) : null,
  };
}

export type AppointmentScreen = ReturnType<typeof loadAppointment>;

const nameOf = ({ url }: Pick<FormPost, 'url'>) => appointmentNamed(url.searchParams);

/** The form with which a customer calls a visit off. */
export const appointmentAction = formAction({
  access: (post) => namedAppointment(nameOf(post), { db: post.runtime.db, actor: post.actor }),
  signIn: {
    path(post) {
      const name = nameOf(post);
      return name ? paths.appointment(name) : paths.home();
    },
  },
  command: changeAppointment,
  decode: ({ fields, values }, { name, appointment }) => ({
    id: appointment.id,
    key: 'key' in name ? name.key : null,
    status: 'cancelled',
    reason: values.reason ?? '',
    version: Number(fields.get('version') ?? appointment.version),
  }),
  onSuccess: (_appointment, _post, { name }) => ({ to: paths.appointment(name), flash: 'appointment-cancelled' }),
  redisplay: () => ({}),
});

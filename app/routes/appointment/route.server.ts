import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  type Appointment,
  type AppointmentName,
  appointmentNotFound,
  bringTexts,
  formatAppointmentTitle,
  formatWhen,
  isOpenStatus,
  kindNames,
  toNoBreakSpaces,
} from '~/domain/appointments/appointment';
import { changeAppointment, moveAppointment } from '~/domain/appointments/appointment.commands.server';
import {
  findAppointmentByKey,
  findKnownAppointment,
  findMoves,
} from '~/domain/appointments/appointment.queries.server';
import { findBookableBranches, findFreeSlots } from '~/domain/appointments/branches.server';
import { addDayMismatch, createDayChoice, readSlot } from '~/domain/appointments/slots';
import { findMessagesInConversation } from '~/domain/conversations/conversation.queries.server';
import { err, formatReason, ok, type Result } from '~/domain/shared/result';
import { toReference } from '~/domain/messages/message';
import { formatTimestamp, toDay, toInstant } from '~/domain/shared/dates';
import { readShop } from '~/domain/content/shop.server';
import { getActor } from '~/http/actor.server';
import { createFormAction, createFormActions, type FormPost } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { redirectToSignIn } from '~/http/responses.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { getPublicOrigin, type Runtime } from '~/http/runtime.server';
import { readAppointmentName } from '~/http/url-params';
import { deskPaths, paths } from '~/paths';
import { mayUse } from '~/domain/shared/permissions';

type Actor = ReturnType<typeof getActor>;

/** Finds the appointment that the URL names, for its customer or an operator. */
function findNamedAppointment(
  name: AppointmentName | null,
  context: Pick<Runtime, 'db'> & { actor: Actor },
): Result<{ name: AppointmentName; appointment: Appointment }> {
  if (!name) return err(appointmentNotFound);
  if ('key' in name) {
    const appointment = findAppointmentByKey(context.db, name.key);
    return appointment ? ok({ name, appointment }) : err(appointmentNotFound);
  }
  const known = findKnownAppointment(context, name);
  return known.ok ? ok({ name, appointment: known.value.appointment }) : known;
}

/** @throws a redirect to sign-in for a visitor without a private link; 404 for everyone else */
export function requireAppointment(request: Request, runtime: Runtime) {
  const name = readAppointmentName(new URL(request.url).searchParams);
  const lookup = findNamedAppointment(name, { db: runtime.db, actor: getActor(request, runtime) });
  if (lookup.ok) return lookup.value;
  if (name && lookup.error.kind === 'unauthenticated') throw redirectToSignIn(request, paths.appointment(name));
  throw new Response(null, { status: 404 });
}

/** Only shows the last digits: the page may be open on a screen in a showroom. */
const maskPhone = (phone: string): string => `••••• ${phone.replaceAll(/\D/g, '').slice(-4)}`;

const stepText = (timestamp: string | null): string => (timestamp === null ? '' : formatTimestamp(timestamp));

/** Days to which the visit can be moved; empty when its branch takes no visits. */
function findFreeDays(db: Runtime['db'], { branch, kind }: Appointment, now: Date) {
  const found = findBookableBranches(db, now).find(({ id }) => id === branch.id);
  return found ? findFreeSlots(db, found, kind, now).map(createDayChoice) : [];
}

/** The latest message of the business about a visit; null when the customer has replied since. */
function findAnswer(db: Runtime['db'], id: string): string | null {
  const [last] = findMessagesInConversation(db, id, 1, 1).items;
  return last?.side === 'seller' ? last.text : null;
}

function getBackLink(name: AppointmentName, visit: Appointment, reader: { isDesk: boolean; isUser: boolean }) {
  if (reader.isDesk) {
    return {
      customer: visit.name,
      back: { text: 'Visits', href: deskPaths.visits({ day: visit.day }) },
    };
  }
  const isOwn = reader.isUser && 'id' in name;
  return { customer: null, back: isOwn ? { text: 'My Bookings', href: paths.profileView('bookings') } : null };
}

const getMoveConstraints = createFormConstraints({
  command: moveAppointment,
  decode: (values) => ({ id: '-', version: 0, ...readSlot(values) }),
  fields: ['day', 'slot'],
  messages: { day: formatReason({ code: 'day_required' }), slot: formatReason({ code: 'time_required' }) },
});

function loadAppointment(request: Request, runtime: Runtime) {
  const { name, appointment } = requireAppointment(request, runtime);
  const { id, kind, status, branch, day, starts, vehicleName, registrationNumber } = appointment;
  const { db } = runtime;
  const now = runtime.clock();
  const actor = getActor(request, runtime);
  const isOperator = mayUse(actor.user, 'visits');
  const isDesk = isOperator && appointment.userId !== actor.user?.id;
  const movers = { business: readShop(db).name, customer: isDesk ? 'the customer' : 'you' };
  const when = formatWhen(appointment, toDay(now));
  const link = getPublicOrigin(request, runtime) + paths.appointment(name);
  const isOver = toInstant(day, starts) <= now;
  return {
    reference: toReference(id),
    kind,
    status,
    steps: [
      { name: 'Requested', note: stepText(appointment.createdAt) },
      { name: 'Confirmed', note: stepText(appointment.confirmedAt) || 'by phone or here' },
      {
        name: 'Done',
        note: status === 'done' ? stepText(appointment.endedAt) : toNoBreakSpaces(when.split(', ').slice(1).join(', ')),
      },
    ],
    passed: status === 'requested' ? 1 : status === 'confirmed' ? 2 : 3,
    cancelled:
      status === 'cancelled'
        ? {
            at: stepText(appointment.endedAt),
            isByUs: appointment.cancelledBy === 'business',
            reason: appointment.cancelReason,
          }
        : null,
    what: formatAppointmentTitle(appointment),
    facts: [
      { name: 'What', value: kindNames[kind] },
      ...(vehicleName ? [{ name: 'Vehicle', value: vehicleName }] : []),
      ...(registrationNumber ? [{ name: 'Registration number', value: registrationNumber }] : []),
      { name: 'When', value: toNoBreakSpaces(`${when} (India)`) },
      { name: 'Where', value: `${branch.name}, ${branch.address}` },
      { name: 'Name', value: `${appointment.name}, ${maskPhone(appointment.phone)}` },
      { name: 'Bring', value: bringTexts[kind] },
    ],
    mapHref: `https://www.openstreetmap.org/search?query=${encodeURIComponent(branch.address)}`,
    conversation: {
      href: isDesk ? deskPaths.customer(id) : paths.conversation(name),
      answer: findAnswer(db, id),
    },
    calendarHref: paths.appointmentCalendar(name),
    action: paths.appointment(name),
    again: paths.newAppointment({ kind, branch: branch.id, vehicle: appointment.vehicleId }),
    version: appointment.version,
    moves: findMoves(db, id).map(
      (move) => `Moved by ${movers[move.movedBy]} on ${stepText(move.movedAt)}, from ${formatWhen(move, toDay(now))}.`,
    ),
    /** Times to which it can be moved; null when it can no longer be changed. */
    days: isOpenStatus(status) && (!isOver || isOperator) ? findFreeDays(db, appointment, now) : null,
    moveConstraints: getMoveConstraints(now),
    unfinished: showUnfinishedForm(request, runtime),
    /** Private link to this page for a visitor; null when the page can be reached in another way. */
    privateLink: 'key' in name ? link : null,
    ...getBackLink(name, appointment, { isDesk, isUser: actor.user !== null }),
  };
}

export type AppointmentScreen = ReturnType<typeof loadAppointment>;

export const loader = ({ request, context }: LoaderFunctionArgs) => json(loadAppointment(request, context.runtime));

const getName = ({ url }: Pick<FormPost, 'url'>) => readAppointmentName(url.searchParams);

const commonFormOptions = {
  access: {
    check: (post: FormPost) => findNamedAppointment(getName(post), { db: post.runtime.db, actor: post.actor }),
    signIn(post: FormPost) {
      const name = getName(post);
      return name ? paths.appointment(name) : paths.home();
    },
  },
  redisplay: () => ({}),
};
type NamedAppointment = { name: AppointmentName; appointment: Appointment };

const getChange = ({ fields }: FormPost, { name, appointment }: NamedAppointment) => ({
  id: appointment.id,
  key: 'key' in name ? name.key : null,
  version: Number(fields.get('version') ?? appointment.version),
});

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'move' ? 'move' : 'call-off'), {
  move: createFormAction({
    ...commonFormOptions,
    command: moveAppointment,
    values: selectFields(['intent', 'day', 'slot']),
    decode: (post, named: NamedAppointment) => ({ ...getChange(post, named), ...readSlot(post.values) }),
    onSuccess: (_appointment, _post, { name }) => ({ to: paths.appointment(name), flash: 'appointment-moved' }),
    redisplay: ({ values }, error) => ({ error: addDayMismatch(error, values) }),
  }),
  'call-off': createFormAction({
    ...commonFormOptions,
    values: selectFields(['reason']),
    command: changeAppointment,
    decode: (post, named: NamedAppointment) => ({
      ...getChange(post, named),
      status: 'cancelled',
      reason: post.values.reason ?? '',
    }),
    onSuccess: (_appointment, _post, { name }) => ({ to: paths.appointment(name), flash: 'appointment-cancelled' }),
  }),
});

import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { appointmentLabels, kindNames, kindNotes, rideLabels } from '~/domain/appointments/appointment';
import { findBookableBranches, findFreeSlots } from '~/domain/appointments/branches.server';
import {
  findRideObstacle,
  isWithSeller,
  requestAppointment,
  requestRide,
  requireUserFor,
} from '~/domain/appointments/request-appointment.server';
import { addDayMismatch, createDayChoice, formatHours, readSlot } from '~/domain/appointments/slots';
import { findVehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { getOfferName, isUpcoming, type Offer } from '~/domain/catalogue/vehicle';
import { findOffer, findOffersById } from '~/domain/catalogue/vehicle.queries.server';
import { readSafetyAdvice } from '~/domain/content/support-content.server';
import { formatReason } from '~/domain/shared/result';
import { honeypotName, maxSubjects, splitAbout } from '~/domain/messages/message';
import { emailPattern } from '~/domain/shared/email';
import { findTakenPhone, phonePattern } from '~/domain/shared/phone';
import { parseTypedDay } from '~/domain/shared/typed-days';
import { getActor } from '~/http/actor.server';
import { createMessagesCookie, readMessagesSecret } from '~/http/cookies/visitor.server';
import { allowAnyone, createFormAction, createFormActions, describeException } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { createSentRedirect } from '~/submit/message-form.server';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';
import { type AppointmentKind, appointmentKinds } from '~db/enums';
import { getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';

const parseKind = (text: string | null): AppointmentKind =>
  appointmentKinds.find((kind) => kind === text) ?? 'test-ride';

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
  fields: ['day', 'slot', 'name', 'phone', 'email'],
  patterns: { phone: phonePattern, email: emailPattern },
  messages: { day: formatReason({ code: 'day_required' }), slot: formatReason({ code: 'time_required' }) },
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
  const branches = findBookableBranches(db, now);
  const wanted = searchParams.get('branch');
  const branch = branches.find(({ id }) => id === wanted) ?? branches[0] ?? null;
  const account = actor.user && findAccount(db, actor.user.id);
  const { choices, chosen } = findChoices(runtime, vehicle, actor);
  return {
    kind,
    kinds: appointmentKinds.map((value) => ({
      name: kindNames[value],
      note: kindNotes[value],
      isChosen: value === kind,
      href: paths.newAppointment({ kind: value, branch: wanted, vehicle }),
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
    /** An account has an email. */
    asksEmail: account === null && kind !== 'service',
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

/** Vehicles of a comparison that can be ridden, one of which the visitor chooses; empty unless the URL names several. */
function findRideChoices(request: Request, runtime: Runtime) {
  const ids = splitAbout(new URL(request.url).searchParams.get('vehicle') ?? '').slice(0, maxSubjects);
  if (ids.length < 2) return [];
  const offers = findOffersById(runtime.db, ids, getActor(request, runtime));
  return ids.flatMap((id) => {
    const offer = offers.get(id);
    if (!offer || (offer.kind === 'vehicle' && isUpcoming(offer.vehicle))) return [];
    return {
      name: getOfferName(offer),
      note: isWithSeller(offer) ? 'With its seller, on any day' : 'At a branch of ours',
      isChosen: false,
      href: paths.newAppointment({ vehicle: id }),
    };
  });
}

const getRideConstraints = createFormConstraints({
  command: requestRide,
  decode: (values) => ({ vehicle: '-', ...values }),
  fields: ['day', 'part', 'name', 'email', 'phone'],
  patterns: { email: emailPattern, phone: phonePattern },
  fromToday: ['day'],
  messages: { part: formatReason({ code: 'part_of_day_required' }) },
});

const getSellerName = (offer: Offer): string =>
  offer.kind === 'listing' ? offer.listing.seller.name : (offer.vehicle.owner?.name ?? '');

/** The form for a ride with the seller of a vehicle; null for one of the business, and without a vehicle. */
function loadRide(request: Request, runtime: Runtime) {
  const { db, clock } = runtime;
  const id = new URL(request.url).searchParams.get('vehicle');
  if (!id) return null;
  const actor = getActor(request, runtime);
  const offer = findOffer(db, id, actor);
  if (offer && !isWithSeller(offer)) return null;
  const obstacle = offer && findRideObstacle(offer, actor);
  const account = actor.user && findAccount(db, actor.user.id);
  return {
    id,
    /** Null once it is gone. */
    name: offer && getOfferName(offer),
    /** Null for a sample, about which the business answers. */
    seller: offer?.kind === 'listing' && offer.listing.isSample ? null : offer && getSellerName(offer),
    /** Why it cannot be ridden, such as once it is sold; null if it can. */
    obstacle: obstacle && formatReason(obstacle),
    advice: readSafetyAdvice(db),
    action: paths.newAppointment({ vehicle: id }),
    idempotencyKey: generateIdempotencyKey(),
    constraints: getRideConstraints(clock()),
    values: {
      name: account?.name ?? '',
      email: account?.email ?? '',
      phone: account?.phone ?? '',
    },
  };
}

export type Ride = NonNullable<ReturnType<typeof loadRide>>;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const id = new URL(request.url).searchParams.get('vehicle');
  const choices = findRideChoices(request, runtime);
  const [first, ...rest] = choices;
  if (first && rest.length === 0) throw redirect(first.href);
  const gone = id && !first ? loadGoneOffer(request, runtime, id) : null;
  const ride = first ? null : loadRide(request, runtime);
  return json(
    { ...loadNewAppointment(request, runtime), gone, ride, choices },
    { status: gone ? getGoneStatus(gone) : 200 },
  );
}

const rideAction = createFormAction({
  access: allowAnyone,
  values: selectFields(['vehicle', ...Object.keys(rideLabels)]),
  command: requestRide,
  decode: ({ request, fields, values }) => ({
    ...values,
    day: parseTypedDay(values.day ?? '') ?? values.day,
    isSuspect: Boolean(fields.get(honeypotName)),
    visitorSecret: readMessagesSecret(request),
  }),
  onSuccess: (sent, post) => createSentRedirect(sent, post, paths.contact),
  redisplay: (_post, error) => ({ isRide: true, error: describeException(error, 'ride_failed') }),
});

const branchAction = createFormAction({
  access: {
    check: ({ fields, actor }) => requireUserFor(fields.get('kind'), actor),
    signIn: ({ fields }) =>
      paths.newAppointment({
        kind: parseKind(fields.get('kind')),
        branch: fields.get('branch'),
        vehicle: fields.get('vehicle'),
      }),
    isFormPublic: true,
  },
  values: selectFields(Object.keys(appointmentLabels)),
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
  redisplay: ({ values }, error) => ({ error: addDayMismatch(error, values) }),
});

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'ride' ? 'ride' : 'branch'), {
  ride: rideAction,
  branch: branchAction,
});

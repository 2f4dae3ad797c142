import { z } from 'zod';
import { failWith } from '~/domain/shared/fields.server';
import {
  appointmentCancelled,
  appointmentMoved,
  appointmentRequested,
  appointmentsPerPage,
} from '~/domain/appointments/appointment';
import {
  addAppointment,
  appointmentChange,
  appointmentMove,
  changeAppointment,
  moveAppointment,
} from '~/domain/appointments/appointment.commands.server';
import {
  newAppointment,
  newRide,
  requestAppointment,
  requestRide,
} from '~/domain/appointments/request-appointment.server';
import { findAppointments, findKnownAppointment } from '~/domain/appointments/appointment.queries.server';
import { findBookableBranches, findFreeSlots } from '~/domain/appointments/branches.server';
import { isDay } from '~/domain/shared/dates';
import { readMessagesSecret } from '~/http/cookies/visitor.server';
import { paths } from '~/paths';
import { appointmentKinds } from '~db/enums';
import {
  anyone,
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  idParam,
  jsonBody,
  linkHolders,
  noInput,
  team,
  users,
} from '../define-endpoint.server';
import { recordBodyNotes } from '~/api/read-input.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { respondWithPage, pageParameters } from '../lists.server';
import { listExample, listShape, oneOf, shortText } from '../schemas.server';
import { rejectParameters, respondWithData, respondWithError, respondWithItem } from '../respond.server';
import {
  appointment,
  appointmentJson,
  branchSlots,
  daySoon,
  example,
  requested,
  showroom,
} from './appointment.shape.server';
import { respondWithSentMessage, sentMessage } from './conversation.shape.server';

const body = {
  kind: 'test-ride',
  branch: 'showroom',
  get day() {
    return daySoon();
  },
  slot: '11:00',
  vehicle: '1',
  name: 'Asha Rao',
  phone: '+91 98200 12345',
};
const secret = 'Rk3vZ0c1s9Yx7Qm2B4n6T8w0pLd';

function respondWithAppointments(context: EndpointContext, filters: Parameters<typeof findAppointments>[1]) {
  const { items, pagination } = findAppointments(context.runtime.db, filters);
  const appointments = items.map((one) => appointmentJson(one, context));
  return respondWithPage(context, pagination, { appointments, pagination });
}

const all = { ...noInput, subject: 'appointments' } as const;
const list = {
  status: 200,
  data: listShape('appointments', appointment),
  example: listExample('appointments', example),
} as const;
const dayParameter = z
  .string()
  .refine(isDay, failWith({ code: 'not_a_day', values: { label: 'day' } }))
  .meta({ format: 'date' });

export const appointmentEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listAppointmentSlots',
    method: 'GET',
    path: '/appointments/slots',
    summary: 'List the slots of the next fourteen days, with the places left',
    description: 'For all branches, or for one. Days and times are in Indian time. A slot that has begun is `over`.',
    access: anyone,
    query: z.object({
      kind: oneOf('kind', appointmentKinds).default('test-ride'),
      branch: shortText('branch', 60).optional().meta({ description: 'Id of a branch.' }),
    }),
    response: {
      status: 200,
      data: z.object({ branches: z.array(branchSlots) }),
      example: {
        branches: [
          {
            ...showroom,
            days: [{ day: daySoon(), slots: [{ starts: '11:00', ends: '13:00', state: 'free', left: 2 }] }],
          },
        ],
      },
    },
    handler({ runtime: { db }, now }, { query }) {
      const bookable = findBookableBranches(db, now);
      const chosen = bookable.filter(({ id }) => query.branch === undefined || id === query.branch);
      if (query.branch !== undefined && chosen.length === 0 && bookable.length > 0) {
        const options = bookable.map(({ id }) => id).join(', ');
        const reason = { code: 'not_one_of', values: { label: 'branch', options } } as const;
        return respondWithError(rejectParameters({ branch: reason }).error);
      }
      return respondWithData({
        branches: chosen.map((branch) => {
          const { id, name, address } = branch;
          return { id, name, address, days: findFreeSlots(db, branch, query.kind, now) };
        }),
      });
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'requestAppointment',
    method: 'POST',
    path: '/appointments',
    summary: 'Request an appointment',
    description:
      'At a branch: reserves a place until the business confirms the appointment, and starts a conversation with it ' +
      'under the same id. A full slot returns 409 with a message that names free slots. A service requires a bearer ' +
      'token. A test ride on a vehicle that a user or visitor offers has `part` and `email` instead of `branch` and ' +
      '`slot`, goes to its seller as a message, and returns that message; nothing is reserved.',
    access: anyone,
    body: jsonBody((now) => z.union([newAppointment, newRide(now)]), body),
    response: {
      status: 201,
      data: z.union([requested, sentMessage]),
      example: { ...example, key: secret, messagesKey: secret, url: `https://bikes.example/appointment?key=${secret}` },
      message: appointmentRequested,
    },
    async handler(context, { body: fields }) {
      // Only the form detects spam.
      const { isSuspect: _isSuspect, ...sent } = fields;
      const input = { ...sent, visitorSecret: readMessagesSecret(context.request) };
      // Decided by the fields, so that a repeated request is the same one when the vehicle is gone.
      const isRide = fields.part !== undefined;
      context.bodySchema = isRide ? newRide(context.now) : newAppointment;
      recordBodyNotes(context, fields);
      if (isRide) {
        const ride = await runEndpointCommand(context, requestRide, input, fields);
        return ride.ok ? respondWithSentMessage(context, ride.value) : respondWithError(ride.error);
      }
      const result = await runEndpointCommand(context, requestAppointment, input, fields);
      if (!result.ok) return respondWithError(result.error);
      const { appointment: stored, key, visitorSecret: messagesKey } = result.value;
      const name = key !== null ? { key } : stored.userId !== null ? { id: stored.id } : null;
      return respondWithData(
        {
          ...appointmentJson(stored, context),
          key,
          messagesKey,
          url: name && context.origin + paths.appointment(name),
        },
        {
          status: 201,
          message: appointmentRequested,
          headers: { Location: `/api/appointments/${stored.id}` },
        },
      );
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'listOwnAppointments',
    method: 'GET',
    path: '/appointments/my-appointments',
    summary: 'List your appointments, latest day first',
    access: users,
    query: z.object(pageParameters(appointmentsPerPage)),
    response: list,
    handler: (context, { query, user }) => respondWithAppointments(context, { ...query, userId: user.id }),
  }),
  defineEndpoint({
    ...all,
    operationId: 'listAppointments',
    method: 'GET',
    path: '/appointments',
    summary: 'List the appointments of all customers, latest day first',
    access: team('visits'),
    query: z.object({ ...pageParameters(appointmentsPerPage), day: dayParameter.optional() }),
    response: list,
    handler: (context, { query }) => respondWithAppointments(context, query),
  }),
  defineEndpoint({
    ...all,
    operationId: 'getAppointment',
    method: 'GET',
    path: '/appointments/{id}',
    params: idParam,
    summary: 'Retrieve an appointment',
    description: 'A visitor sends `key` instead; only the customer and operators can retrieve the appointment.',
    access: linkHolders,
    query: z.object({
      key: shortText('key', 60).optional().meta({ description: "Secret of a visitor's private link." }),
    }),
    response: { status: 200, data: appointment, example },
    rejections: { 404: ['appointment_not_found'] },
    handler(context, { params, query }) {
      const lookup = findKnownAppointment(
        { db: context.runtime.db, actor: context.actor },
        { id: params.id, key: query.key },
      );
      return respondWithItem(lookup, ({ appointment: stored }) => appointmentJson(stored, context));
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'changeAppointmentStatus',
    method: 'PATCH',
    path: '/appointments/{id}/status',
    params: idParam,
    summary: 'Confirm an appointment, mark it as done, or cancel it',
    description:
      'A visitor sends `key` instead. The customer can cancel the appointment until it begins; only operators can confirm it or mark it as done.',
    access: linkHolders,
    body: jsonBody(() => appointmentChange.omit({ id: true }), {
      status: 'cancelled',
      reason: 'I am ill.',
      version: 1,
    }),
    response: {
      status: 200,
      data: appointment,
      example: {
        ...example,
        status: 'cancelled',
        endedAt: '2026-11-23T04:00:00.000Z',
        cancelledBy: 'customer',
        cancelReason: 'I am ill.',
        updatedAt: '2026-11-23T04:00:00.000Z',
        version: 2,
      },
      message: appointmentCancelled,
    },
    rejections: {
      403: ['wrong_manage_key', 'operator_required'],
      404: ['appointment_not_found'],
      409: ['visit_begun', 'visit_transition_invalid', 'visit_completed_early', 'edit_conflict'],
    },
    async handler(context, { body: fields, params }) {
      const result = await runEndpointCommand(context, changeAppointment, { ...fields, ...params });
      const message = result.ok && result.value.status === 'cancelled' ? appointmentCancelled : undefined;
      return respondWithItem(
        result,
        (stored) => appointmentJson(stored, context),
        message === undefined ? {} : { message },
      );
    },
  }),
  defineEndpoint({
    ...all,
    operationId: 'moveAppointment',
    method: 'PATCH',
    path: '/appointments/{id}/time',
    params: idParam,
    summary: 'Move an appointment to another time at its branch',
    description:
      'A visitor sends `key` instead. The customer can move the appointment until it begins; it must then be confirmed ' +
      'again. If an operator moves it, it keeps its status. A full slot returns 409 with a message that names free slots.',
    access: linkHolders,
    body: jsonBody(() => appointmentMove.omit({ id: true }), {
      get day() {
        return daySoon();
      },
      slot: '14:00',
      version: 1,
    }),
    response: {
      status: 200,
      data: appointment,
      example: { ...example, starts: '14:00', ends: '16:00', updatedAt: '2026-11-23T04:00:00.000Z', version: 2 },
      message: appointmentMoved,
    },
    rejections: {
      403: ['wrong_manage_key'],
      404: ['appointment_not_found'],
      409: ['visit_begun', 'visit_not_movable', 'edit_conflict'],
    },
    async handler(context, { body: fields, params }) {
      const result = await runEndpointCommand(context, moveAppointment, { ...fields, ...params });
      return respondWithItem(result, (stored) => appointmentJson(stored, context), { message: appointmentMoved });
    },
  }),
];

/** docs/product.md, "Visits at the desk". */
export const deskAppointmentEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'addAppointment',
    method: 'POST',
    path: '/desk/appointments',
    summary: 'Add an appointment for a customer who called or came by',
    description: 'It is confirmed at once, and belongs to no account.',
    access: team('visits'),
    body: jsonBody(() => newAppointment, body),
    response: { status: 201, data: appointment, example: { ...example, status: 'confirmed' } },
    rejections: { 409: [] },
    async handler(context, { body: sent }) {
      const added = await runEndpointCommand(context, addAppointment, sent);
      if (!added.ok) return respondWithError(added.error);
      const headers = { Location: `/api/appointments/${added.value.id}` };
      return respondWithData(appointmentJson(added.value, context), { status: 201, headers });
    },
  }),
];

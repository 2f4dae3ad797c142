import { z } from 'zod';
import type { Appointment } from '~/domain/appointments/appointment';
import { toReference } from '~/domain/messages/message';
import { addDays, toDay } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { appointmentKinds, appointmentSides, appointmentStatuses } from '~db/enums';
import type { EndpointContext } from '../define-endpoint.server';
import { count, day, isoDateTime, nullableText, version } from '../schemas.server';
import { messagesKey } from './conversation.shape.server';

/** Day that can be booked. Read through a getter, so that the example of a request works whenever it is copied. */
export const daySoon = (): string => addDays(toDay(new Date()), 5);

const time = z.string().meta({ description: '`HH:MM` in Indian time.' });
const branch = z.object({ id: z.string(), name: z.string(), address: z.string() }).meta({ id: 'Branch' });

export const appointment = z
  .object({
    _id: z.string(),
    id: z.string(),
    reference: z.string().meta({ description: 'Reference number that the customer can quote.' }),
    kind: z.enum(appointmentKinds),
    status: z.enum(appointmentStatuses),
    branch,
    day,
    starts: time,
    ends: time,
    vehicle: nullableText.meta({ description: 'Id of the vehicle to ride or buy.' }),
    vehicleName: nullableText,
    registrationNumber: nullableText,
    name: z.string(),
    phone: z.string(),
    email: nullableText.meta({ description: 'Of a customer without an account.' }),
    confirmedAt: isoDateTime.nullable(),
    endedAt: isoDateTime.nullable().meta({ description: 'Time at which it was completed or cancelled.' }),
    cancelledBy: z.enum(appointmentSides).nullable(),
    cancelReason: nullableText,
    calendar: z.url().nullable().meta({ description: 'URL of an iCalendar file, for a user; null for a visitor.' }),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
    version,
  })
  .meta({ id: 'Appointment' });

export const requested = appointment
  .extend({
    key: nullableText.meta({
      description:
        "Secret of a visitor's private link. Returned only once: null for a user, and in a repeated response.",
    }),
    messagesKey,
    url: z.url().nullable().meta({ description: 'Page of the appointment; for a visitor, the private link.' }),
  })
  .meta({ id: 'RequestedAppointment' });

const slot = z.object({
  starts: time,
  ends: time,
  state: z.enum(['free', 'full', 'over']),
  left: count.meta({ description: 'Places left.' }),
});
export const branchSlots = branch
  .extend({ days: z.array(z.object({ day, slots: z.array(slot).meta({ description: 'Empty if closed.' }) })) })
  .meta({ id: 'BranchWithSlots' });

export const showroom = {
  id: 'showroom',
  name: 'Showroom and workshop',
  address: '12 Station Road, Bengaluru 560001',
};
export const example = {
  _id: '0f6f2c1e-5a3b-4a1d-8b0e-6c5d4e3f2a1b',
  id: '0f6f2c1e-5a3b-4a1d-8b0e-6c5d4e3f2a1b',
  reference: toReference('0f6f2c1e-5a3b-4a1d-8b0e-6c5d4e3f2a1b'),
  kind: 'test-ride',
  status: 'requested',
  branch: showroom,
  day: daySoon(),
  starts: '11:00',
  ends: '13:00',
  vehicle: '1',
  vehicleName: 'Royal Enfield Classic 350',
  registrationNumber: null,
  name: 'Asha Rao',
  phone: '+91 98200 12345',
  email: null,
  confirmedAt: null,
  endedAt: null,
  cancelledBy: null,
  cancelReason: null,
  calendar: null,
  createdAt: '2026-11-22T10:35:00.000Z',
  updatedAt: '2026-11-22T10:35:00.000Z',
  version: 1,
};

export function appointmentJson(stored: Appointment, { origin }: Pick<EndpointContext, 'origin'>) {
  const {
    id,
    kind,
    status,
    day: on,
    starts,
    ends,
    vehicleId,
    vehicleName,
    registrationNumber,
    name,
    phone,
    email,
  } = stored;
  const { confirmedAt, endedAt, cancelledBy, cancelReason, createdAt, updatedAt } = stored;
  return {
    _id: id,
    id,
    reference: toReference(id),
    kind,
    status,
    branch: stored.branch,
    day: on,
    starts,
    ends,
    vehicle: vehicleId,
    vehicleName,
    registrationNumber,
    name,
    phone,
    email,
    confirmedAt,
    endedAt,
    cancelledBy,
    cancelReason,
    calendar: stored.userId === null ? null : origin + paths.appointmentCalendar({ id }),
    createdAt,
    updatedAt,
    version: stored.version,
  } satisfies z.infer<typeof appointment>;
}

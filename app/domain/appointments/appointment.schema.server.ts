import { z } from 'zod';
import { appointmentKinds } from '~db/enums';
import { isDay } from '../shared/dates';
import { emptyableText, requiredOr, requiredText, seenVersion } from '../shared/fields.server';
import { isPhoneNumber, notAPhoneNumber, oneLine } from '../shared/text';
import { appointmentLabels as labels, chooseDay, chooseTime, maxLengths } from './appointment';

const optional = (field: 'ownVehicle' | 'registrationNumber') =>
  emptyableText(labels[field], maxLengths[field])
    .nullish()
    .transform((text) => text ?? null);

const choose = 'Please choose a branch';

const privateKey = z.string().nullish().meta({ description: "Secret of a visitor's private link." });

/** A slot of a branch. Whether it has a free place is checked by the command. */
const place = {
  branch: z.string({ error: choose }).min(1, choose).max(60, choose).meta({ description: 'Id of a branch.' }),
  day: z
    .string({ error: chooseDay })
    .refine(isDay, { error: chooseDay })
    .meta({ format: 'date', description: 'In India, within fourteen days from today.' }),
  slot: z
    .string({ error: chooseTime })
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: chooseTime })
    .meta({ description: 'Start of the slot, in India: `11:00`.' }),
};

/** Validation rules of a new appointment (docs/product.md, "Appointments"). */
export const newAppointment = z.object({
  kind: z.enum(appointmentKinds, { error: 'Please choose what your visit is for' }),
  ...place,
  vehicle: z
    .string({ error: 'Vehicle must be the id of a vehicle' })
    .max(60, { error: 'Vehicle must be the id of a vehicle' })
    .nullish()
    .transform((id) => id || null)
    .meta({ description: 'Id of a vehicle to ride or buy.' }),
  ownVehicle: optional('ownVehicle').meta({ description: 'For a service: brand and model.' }),
  registrationNumber: optional('registrationNumber'),
  name: requiredText(labels.name, maxLengths.name),
  phone: z
    .string({ error: requiredOr(labels.phone, notAPhoneNumber) })
    .transform(oneLine)
    .refine((text) => text !== '', { error: `${labels.phone} is required`, abort: true })
    .refine((text) => text.length <= maxLengths.phone && isPhoneNumber(text), { error: notAPhoneNumber })
    .meta({ minLength: 1, maxLength: maxLengths.phone }),
});

/** Spam signals and the secret of a visitor's browser are set by the form handler, never taken from the fields. */
export const appointmentRequest = newAppointment.extend({
  isSuspect: z.boolean().default(false),
  visitorSecret: z.string().nullable().default(null),
});
export type AppointmentRequest = z.infer<typeof appointmentRequest>;

/** Validation rules of a new time for an appointment, at the same branch. */
export const appointmentMove = z.object({
  id: z.string(),
  key: privateKey,
  day: place.day,
  slot: place.slot,
  version: seenVersion,
});
export type AppointmentMove = z.infer<typeof appointmentMove>;

/** Validation rules of a change of the status. Customers can only cancel. */
export const appointmentChange = z.object({
  id: z.string(),
  key: privateKey,
  status: z.enum(['confirmed', 'done', 'cancelled'], { error: 'Status must be confirmed, done or cancelled' }),
  reason: emptyableText('Reason', maxLengths.reason)
    .nullish()
    .transform((text) => text ?? null)
    .meta({ description: 'Reason for the cancellation, for the other side.' }),
  version: seenVersion,
});
export type AppointmentChange = z.infer<typeof appointmentChange>;

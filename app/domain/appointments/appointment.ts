import type { AppointmentKind, AppointmentSide, AppointmentStatus } from '~db/enums';
import { formatLongDay, formatTime } from '../shared/dates';
import type { AppError } from '../shared/result';

export const kindNames: Readonly<Record<AppointmentKind, string>> = {
  'test-ride': 'Test ride',
  service: 'Service',
  purchase: 'Buy or book',
};

export const kindNotes: Readonly<Record<AppointmentKind, string>> = {
  'test-ride': '20 minutes, free',
  service: 'For your own vehicle',
  purchase: 'Papers, price and delivery',
};

export const bringTexts: Readonly<Record<AppointmentKind, string>> = {
  'test-ride': 'Driving licence',
  service: 'The vehicle, its key and its papers',
  purchase: 'Proof of identity and of address',
};

export const statusNames: Readonly<Record<AppointmentStatus, string>> = {
  requested: 'Requested',
  confirmed: 'Confirmed',
  done: 'Done',
  cancelled: 'Cancelled',
};

/** Allowed changes of the status; done and cancelled are final. */
export const nextStatuses: Readonly<Record<AppointmentStatus, readonly AppointmentStatus[]>> = {
  requested: ['confirmed', 'cancelled'],
  confirmed: ['done', 'cancelled'],
  done: [],
  cancelled: [],
};

export const isOpenStatus = (status: AppointmentStatus): boolean => status === 'requested' || status === 'confirmed';

export const bookableDays = 14;
export const maxLengths = { name: 80, ownVehicle: 80, registrationNumber: 20, reason: 300 } as const;
export const appointmentsPerPage = 10;

export const appointmentLabels = {
  kind: 'What for',
  branch: 'Branch',
  day: 'Day',
  slot: 'Time',
  vehicle: 'Vehicle',
  ownVehicle: 'Your vehicle',
  registrationNumber: 'Registration number',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
} as const;
export type AppointmentField = keyof typeof appointmentLabels;

/** Identifies an appointment for its customer: by its id for a user, by the secret of a private link for a visitor. */
export type AppointmentName = { id: string } | { key: string };

/** An appointment as stored, with its branch. Personal data: for its customer and operators only. */
export type Appointment = {
  id: string;
  kind: AppointmentKind;
  status: AppointmentStatus;
  branch: { id: string; name: string; address: string };
  /** `YYYY-MM-DD` of Asia/Kolkata. */
  day: string;
  /** `HH:MM` of Asia/Kolkata. */
  starts: string;
  ends: string;
  /** The vehicle to ride or buy, or the customer's own; `vehicleId` only for a vehicle that is offered here. */
  vehicleId: string | null;
  vehicleName: string | null;
  registrationNumber: string | null;
  name: string;
  phone: string;
  email: string | null;
  /** Null for a visitor. */
  userId: string | null;
  isSuspect: boolean;
  confirmedAt: string | null;
  endedAt: string | null;
  cancelledBy: AppointmentSide | null;
  cancelReason: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

export type AppointmentMoved = Pick<Appointment, 'day' | 'starts' | 'ends'> & {
  movedBy: AppointmentSide;
  movedAt: string;
};

type Times = Pick<Appointment, 'starts' | 'ends'>;

/** '11 am to 1 pm' */
export const formatSlot = ({ starts, ends }: Times): string => `${formatTime(starts)} to ${formatTime(ends)}`;

/** 'Saturday, 28 November, 11 am to 1 pm' */
export const formatWhen = ({ day, ...times }: Times & Pick<Appointment, 'day'>, today?: string): string =>
  `${formatLongDay(day, today)}, ${formatSlot(times)}`;

export const toNoBreakSpaces = (text: string): string => text.replaceAll(/ (?=[ap]m\b)/g, '\u00A0');

/** 'Test ride: Royal Enfield Classic 350' */
export const formatAppointmentTitle = ({ kind, vehicleName }: Pick<Appointment, 'kind' | 'vehicleName'>): string =>
  vehicleName ? `${kindNames[kind]}: ${vehicleName}` : kindNames[kind];

export const appointmentRequested = 'We have your request. We confirm it by phone or here.';
/** For a repeated request of a client without proof that it sent the first one. */
export const appointmentRequestedBefore =
  'This was requested before. Its private link was shown then, and is shown only once.';
export const appointmentCancelled = 'Your visit is cancelled. Its place is free for others.';
export const appointmentMoved = 'Your visit is moved. We confirm the new time by phone or here.';
export const appointmentNotFound: AppError = { kind: 'not-found', code: 'appointment_not_found' };

export const visitFailed = 'Failed to request this visit. Please try again.';
export const moveFailed = 'Failed to move this visit. Please try again.';

/** An appointment in its user's lists. @param today `YYYY-MM-DD`; a day in another year is shown with its year */
export const toListedAppointment = (appointment: Appointment, today: string) => ({
  id: appointment.id,
  title: formatAppointmentTitle(appointment),
  when: formatWhen(appointment, today),
  branch: appointment.branch.name,
  status: appointment.status,
});
export type ListedAppointment = ReturnType<typeof toListedAppointment>;

/** Parts of a day, for a ride that is agreed with a seller, and when they end in India. */
export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];
export const partNames: Readonly<Record<PartOfDay, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
};
export const partEnds: Readonly<Record<PartOfDay, string>> = { morning: '12:00', afternoon: '17:00', evening: '22:00' };

export const rideLabels = {
  day: appointmentLabels.day,
  part: 'Part of the day',
  name: appointmentLabels.name,
  email: 'Email',
  phone: appointmentLabels.phone,
  note: 'Note',
} as const;
export type RideField = keyof typeof rideLabels;

/** Days ahead for which a ride with a seller can be requested. */
export const maxRideDays = 365;

import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { appointmentKinds, appointmentSides, appointmentStatuses } from '../enums';
import { users } from './accounts';
import { createdAt, isDay, isNotBlank, isOneOf, isTimestamp, updatedAt, version, yesOrNo } from './columns';
import { vehicles } from './vehicles';

/** `09:30`, in India. */
const isTime = (column: AnySQLiteColumn) =>
  sql`${column} glob '[01][0-9]:[0-5][0-9]' or ${column} glob '2[0-3]:[0-5][0-9]'`;
const arePlaces = (column: AnySQLiteColumn) => sql`${column} between 0 and 99`;

/** Initially from `db/seed/branches.json`, then edited by operators. */
export const branches = sqliteTable(
  'branches',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    position: integer('position').notNull(),
    isBookable: yesOrNo('is_bookable'),
    editedAt: text('edited_at'),
    version: version(),
  },
  (t) => [
    check('branches_name', isNotBlank(t.name)),
    check('branches_address', isNotBlank(t.address)),
    check('branches_bookable', sql`${t.isBookable} in (0, 1)`),
    check('branches_edited', isTimestamp(t.editedAt)),
  ],
);

export const branchHours = sqliteTable(
  'branch_hours',
  {
    branchId: text('branch_id')
      .notNull()
      .references(() => branches.id, { onDelete: 'cascade' }),
    /** From 1 for Monday to 7 for Sunday. */
    weekday: integer('weekday').notNull(),
    opens: text('opens').notNull(),
    closes: text('closes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.branchId, t.weekday] }),
    check('branch_hours_weekday', sql`${t.weekday} between 1 and 7`),
    check('branch_hours_opens', isTime(t.opens)),
    check('branch_hours_closes', isTime(t.closes)),
    check('branch_hours_order', sql`${t.opens} < ${t.closes}`),
  ],
);

export const branchSlots = sqliteTable(
  'branch_slots',
  {
    branchId: text('branch_id')
      .notNull()
      .references(() => branches.id, { onDelete: 'cascade' }),
    starts: text('starts').notNull(),
    ends: text('ends').notNull(),
    testRidePlaces: integer('test_ride_places').notNull(),
    servicePlaces: integer('service_places').notNull(),
    purchasePlaces: integer('purchase_places').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.branchId, t.starts] }),
    check('branch_slots_starts', isTime(t.starts)),
    check('branch_slots_ends', isTime(t.ends)),
    check('branch_slots_order', sql`${t.starts} < ${t.ends}`),
    check('branch_slots_test_rides', arePlaces(t.testRidePlaces)),
    check('branch_slots_services', arePlaces(t.servicePlaces)),
    check('branch_slots_purchases', arePlaces(t.purchasePlaces)),
  ],
);

export const closedDays = sqliteTable(
  'closed_days',
  {
    branchId: text('branch_id')
      .notNull()
      .references(() => branches.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.branchId, t.day] }), check('closed_days_day', isDay(t.day))],
);

/**
 * An appointment. Its customer is a user, or has the secret of a private link. Its times, in India, are a copy of those
 * of the slot: a changed slot does not move existing appointments.
 */
export const appointments = sqliteTable(
  'appointments',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: appointmentKinds }).notNull(),
    status: text('status', { enum: appointmentStatuses }).notNull().default('requested'),
    branchId: text('branch_id')
      .notNull()
      .references(() => branches.id),
    day: text('day').notNull(),
    starts: text('starts').notNull(),
    ends: text('ends').notNull(),
    /** From 1; a unique index prevents two appointments with the same. */
    seat: integer('seat').notNull(),
    vehicleId: text('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    vehicleName: text('vehicle_name'),
    registrationNumber: text('registration_number'),
    name: text('name').notNull(),
    phone: text('phone').notNull(),
    /** Where a customer without an account hears of changes. */
    email: text('email'),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in a visitor's private link. */
    keyHash: text('key_hash'),
    isSuspect: yesOrNo('is_suspect'),
    confirmedAt: text('confirmed_at'),
    endedAt: text('ended_at'),
    cancelledBy: text('cancelled_by', { enum: appointmentSides }),
    cancelReason: text('cancel_reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('appointments_seat').on(t.branchId, t.kind, t.day, t.starts, t.seat).where(sql`status <> 'cancelled'`),
    uniqueIndex('appointments_key').on(t.keyHash),
    index('appointments_day').on(t.day, t.starts),
    index('appointments_requested').on(t.day, t.starts).where(sql`status = 'requested'`),
    index('appointments_user').on(t.userId, t.day, t.starts).where(sql`user_id is not null`),
    index('appointments_vehicle').on(t.vehicleId).where(sql`vehicle_id is not null`),
    index('appointments_created').on(t.createdAt),
    index('appointments_about').on(t.createdAt, t.vehicleId).where(sql`vehicle_id is not null`),
    index('appointments_phone').on(t.phone),
    index('appointments_email').on(sql`lower(email)`).where(sql`email is not null`),
    check('appointments_kind', isOneOf(t.kind, appointmentKinds)),
    check('appointments_status', isOneOf(t.status, appointmentStatuses)),
    check('appointments_day_valid', isDay(t.day)),
    check('appointments_starts', isTime(t.starts)),
    check('appointments_ends', isTime(t.ends)),
    check('appointments_order', sql`${t.starts} < ${t.ends}`),
    check('appointments_seat_number', sql`${t.seat} between 1 and 99`),
    check('appointments_vehicle_name', isNotBlank(t.vehicleName)),
    check('appointments_registration', isNotBlank(t.registrationNumber)),
    check('appointments_name', isNotBlank(t.name)),
    check('appointments_phone', isNotBlank(t.phone)),
    check('appointments_email', isNotBlank(t.email)),
    check('appointments_one_customer', sql`(${t.userId} is null) <> (${t.keyHash} is null)`),
    check('appointments_key_hash', sql`length(${t.keyHash}) = 64`),
    check('appointments_suspect', sql`${t.isSuspect} in (0, 1)`),
    check('appointments_confirmed', sql`${t.confirmedAt} is not null or ${t.status} in ('requested', 'cancelled')`),
    check('appointments_unconfirmed', sql`${t.confirmedAt} is null or ${t.status} <> 'requested'`),
    check('appointments_ended', sql`(${t.endedAt} is not null) = (${t.status} in ('done', 'cancelled'))`),
    check('appointments_cancelled', sql`(${t.cancelledBy} is not null) = (${t.status} = 'cancelled')`),
    check('appointments_cancelled_by', isOneOf(t.cancelledBy, appointmentSides)),
    check('appointments_cancel_reason', sql`${t.cancelReason} is null or ${t.status} = 'cancelled'`),
    check('appointments_confirmed_at', isTimestamp(t.confirmedAt)),
    check('appointments_ended_at', isTimestamp(t.endedAt)),
    check('appointments_created_at', isTimestamp(t.createdAt)),
    check('appointments_updated_at', isTimestamp(t.updatedAt)),
  ],
);

export const appointmentMoves = sqliteTable(
  'appointment_moves',
  {
    id: integer('id').primaryKey(),
    appointmentId: text('appointment_id')
      .notNull()
      .references(() => appointments.id, { onDelete: 'cascade' }),
    movedBy: text('moved_by', { enum: appointmentSides }).notNull(),
    movedAt: text('moved_at').notNull(),
    day: text('day').notNull(),
    starts: text('starts').notNull(),
    ends: text('ends').notNull(),
  },
  (t) => [
    index('appointment_moves_of').on(t.appointmentId, t.id),
    check('appointment_moves_by', isOneOf(t.movedBy, appointmentSides)),
    check('appointment_moves_at', isTimestamp(t.movedAt)),
    check('appointment_moves_day', isDay(t.day)),
    check('appointment_moves_starts', isTime(t.starts)),
    check('appointment_moves_ends', isTime(t.ends)),
  ],
);

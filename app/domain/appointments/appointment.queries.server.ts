import { and, asc, between, count, desc, eq, getTableColumns, gte, inArray, ne, or, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { appointmentMoves, appointments, branches } from '~db/schema/appointments';
import { mails } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { type Actor, signInRequired } from '../shared/actor';
import { sha256 } from '../shared/secrets.server';
import { toDay } from '../shared/dates';
import { countRows, type Page, type Pagination, readPage } from '../shared/pagination.server';
import { err, ok, type Result } from '../shared/result';
import {
  type Appointment,
  type AppointmentMoved,
  appointmentNotFound,
  appointmentsPerPage,
  formatAppointmentTitle,
  formatWhen,
} from './appointment';
import { mayUse } from '../shared/permissions';

const { branchId: _branchId, seat: _seat, keyHash: _keyHash, ...columns } = getTableColumns(appointments);

const selected = { ...columns, branch: { id: branches.id, name: branches.name, address: branches.address } };

const select = (db: Database) =>
  db.select(selected).from(appointments).innerJoin(branches, eq(branches.id, appointments.branchId));

const maxPerDay = 500;
const maxWaiting = 20;
const maxMoves = 10;
const maxUpcoming = 3;

const isOpenAppointment = inArray(appointments.status, ['requested', 'confirmed']);

const reads = memoizePrepared((db) => {
  const placeholder = sql.placeholder;
  return {
    byId: select(db)
      .where(eq(appointments.id, placeholder('id')))
      .prepare(),
    byKey: select(db)
      .where(
        or(
          eq(appointments.keyHash, placeholder('keyHash')),
          // Each mail to a visitor has a link of its own.
          eq(
            appointments.id,
            sql`(SELECT ${mails.aboutId} FROM ${mails} WHERE ${mails.linkHash} = ${placeholder('keyHash')} AND ${mails.kind} = 'appointment')`,
          ),
        ),
      )
      .prepare(),
    moves: db
      .select({
        ...{ day: appointmentMoves.day, starts: appointmentMoves.starts, ends: appointmentMoves.ends },
        ...{ movedBy: appointmentMoves.movedBy, movedAt: appointmentMoves.movedAt },
      })
      .from(appointmentMoves)
      .where(eq(appointmentMoves.appointmentId, placeholder('id')))
      .orderBy(desc(appointmentMoves.id))
      .limit(maxMoves)
      .prepare(),
    firstTime: db
      .select({ day: appointmentMoves.day, starts: appointmentMoves.starts, ends: appointmentMoves.ends })
      .from(appointmentMoves)
      .where(eq(appointmentMoves.appointmentId, placeholder('id')))
      .orderBy(asc(appointmentMoves.id))
      .limit(1)
      .prepare(),
    ofDay: select(db)
      .where(eq(appointments.day, placeholder('day')))
      .orderBy(asc(appointments.starts), asc(branches.position), asc(appointments.id))
      .limit(maxPerDay)
      .prepare(),
    // Raw: the planner may read all appointments instead of the index of requested ones.
    waiting: db
      .select(selected)
      .from(
        sql`(SELECT id FROM appointments INDEXED BY appointments_requested WHERE status = 'requested'
              ORDER BY day, starts, id LIMIT ${sql.raw(`${maxWaiting}`)}) waiting`,
      )
      .crossJoin(appointments)
      .crossJoin(branches)
      .where(and(eq(appointments.id, sql`waiting.id`), eq(branches.id, appointments.branchId)))
      .orderBy(asc(appointments.day), asc(appointments.starts), asc(appointments.id))
      .prepare(),
    upcoming: select(db)
      .where(
        and(
          eq(appointments.userId, placeholder('user')),
          gte(appointments.day, placeholder('today')),
          isOpenAppointment,
        ),
      )
      .orderBy(asc(appointments.day), asc(appointments.starts))
      .limit(maxUpcoming)
      .prepare(),
  };
});

/** @returns null when the appointment does not exist; the caller checks access */
export const findStoredAppointment = (db: Database, id: string): Appointment | null =>
  reads(db).byId.get({ id }) ?? null;

export const findMoves = (db: Database, id: string): AppointmentMoved[] => reads(db).moves.all({ id });

/** The request as text, as the first message of the conversation about a visit; null when it does not exist. */
export function findRequestOfAppointment(db: Database, id: string): string | null {
  const appointment = findStoredAppointment(db, id);
  if (!appointment) return null;
  const time = reads(db).firstTime.get({ id }) ?? appointment;
  return `${formatAppointmentTitle(appointment)}. ${formatWhen(time)}, ${appointment.branch.name}.`;
}

export const findAppointmentByKey = (db: Database, key: string): Appointment | null =>
  reads(db).byKey.get({ keyHash: sha256(key) }) ?? null;

/** @returns not-found for every other actor; unauthenticated for a visitor without a key */
export function findKnownAppointment(
  { db, actor }: { db: Database; actor: Actor },
  { id, key }: { id: string; key?: string | null | undefined },
): Result<{ appointment: Appointment; isCustomer: boolean }> {
  const appointment = findStoredAppointment(db, id);
  const isCustomer =
    appointment !== null &&
    (key
      ? findAppointmentByKey(db, key)?.id === id
      : appointment.userId !== null && appointment.userId === actor.user?.id);
  if (appointment && (isCustomer || mayUse(actor.user, 'visits'))) return ok({ appointment, isCustomer });
  return err(actor.user || key ? appointmentNotFound : signInRequired);
}

export const findAppointmentsOfDay = (db: Database, day: string): Appointment[] => reads(db).ofDay.all({ day });

/** Number of visits that were not cancelled, by day. @param first `YYYY-MM-DD` */
export const countAppointmentsByDay = (db: Database, first: string, last: string): Map<string, number> =>
  new Map(
    db
      .select({ day: appointments.day, visits: count() })
      .from(appointments)
      .where(and(between(appointments.day, first, last), ne(appointments.status, 'cancelled')))
      .groupBy(appointments.day)
      .all()
      .map(({ day, visits }) => [day, visits]),
  );

export const findWaitingAppointments = (db: Database): Appointment[] => reads(db).waiting.all();

export const findUpcomingAppointments = (db: Database, userId: string, now: Date): Appointment[] =>
  reads(db).upcoming.all({ user: userId, today: toDay(now) });

export function findAppointments(
  db: Database,
  {
    userId,
    day,
    page,
    limit = appointmentsPerPage,
  }: { userId?: string | undefined; day?: string | undefined; page: number } & Partial<Pick<Pagination, 'limit'>>,
): Page<Appointment> {
  const where = and(
    userId === undefined ? undefined : eq(appointments.userId, userId),
    day === undefined ? undefined : eq(appointments.day, day),
  );
  const rows = select(db).where(where).orderBy(desc(appointments.day), desc(appointments.starts), asc(appointments.id));
  return readPage(rows, countRows(db, appointments, where), { page, limit });
}

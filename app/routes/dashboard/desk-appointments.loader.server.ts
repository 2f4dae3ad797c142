import {
  type Appointment,
  nextStatuses,
  slotText,
  titleOf,
  unbroken,
  whenText,
} from '~/domain/appointments/appointment';
import { appointmentsOfDay, waitingAppointments } from '~/domain/appointments/appointment.queries.server';
import { referenceOf } from '~/domain/messages/message';
import { addDays, calendarParts, dayOf, isDay, longDayText } from '~/domain/shared/dates';
import { phoneHref, whatsappHref } from '~/domain/shared/text';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** An appointment as the desk shows it. */
export function shownAppointment(appointment: Appointment, today: string) {
  const { id, status, branch, day, name, phone, registrationNumber, isSuspect, version, cancelReason } = appointment;
  return {
    id,
    version,
    status,
    reference: referenceOf(id),
    name,
    phone,
    phoneHref: phoneHref(phone),
    chatHref: whatsappHref(phone),
    what: [titleOf(appointment), registrationNumber].filter(Boolean).join(', '),
    branch: branch.name,
    time: unbroken(slotText(appointment)),
    starts: appointment.starts,
    when: whenText(appointment, today),
    /** Its conversation with the customer. */
    href: paths.desk({ show: 'appointment', open: id }),
    dayHref: `${paths.desk({ show: 'appointments', day })}#visit-${id}`,
    isSuspect,
    cancelReason,
    next: nextStatuses[status].filter((one) => one !== 'done' || day <= today),
  };
}

export type DeskAppointment = ReturnType<typeof shownAppointment>;

/** 'Mon 23' */
function shortDay(day: string) {
  const { weekday, date } = calendarParts(day);
  return { day, text: `${weekday} ${date}` };
}

/** The agenda of a day, today unless the address names another, and the requests that wait for an operator. */
export function loadAppointments({ db, clock }: Runtime, named: string | undefined) {
  const today = dayOf(clock());
  const day = named !== undefined && isDay(named) ? named : today;
  const ofDay = appointmentsOfDay(db, day);
  const branches = [...new Set(ofDay.map(({ branch }) => branch.name))].sort();
  return {
    day,
    title: day === today ? `Today, ${longDayText(day)}` : longDayText(day, today),
    isToday: day === today,
    before: shortDay(addDays(day, -1)),
    after: shortDay(addDays(day, 1)),
    waiting: waitingAppointments(db).map((one) => shownAppointment(one, today)),
    branches: branches.map((name) => ({
      name,
      appointments: ofDay.filter(({ branch }) => branch.name === name).map((one) => shownAppointment(one, today)),
    })),
  };
}

export type DeskAgenda = ReturnType<typeof loadAppointments>;

import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  findAppointmentsOfDay,
  countAppointmentsByDay,
  findWaitingAppointments,
} from '~/domain/appointments/appointment.queries.server';
import { findBranches, findFreeSlots } from '~/domain/appointments/branches.server';
import { addDays, formatLongDay, getWeekdayName, getWeekday, toHourOfDay, toDay } from '~/domain/shared/dates';
import { parseTypedDay } from '~/domain/shared/typed-days';
import { deskPaths } from '~/paths';
import { requireDesk } from '../../access.server';
import { toAgendaRow } from '../../agenda.server';

export { visitAction as action } from '../../agenda.server';

const daysShown = 7;

/** The visits of a day by branch, with the days around it, and those that wait for a confirmation. */
export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route);
  const { db, clock } = runtime;
  const now = clock();
  const today = toDay(now);
  const { searchParams } = new URL(route.request.url);
  const day = parseTypedDay(searchParams.get('day') ?? '') ?? today;
  const branch = searchParams.get('branch');
  const week = Array.from({ length: daysShown }, (_, index) => addDays(day, index - (day < today ? 0 : 1)));
  const counts = countAppointmentsByDay(db, week[0] ?? day, week.at(-1) ?? day);
  const branches = findBranches(db, now);
  const visits = findAppointmentsOfDay(db, day).filter((visit) => branch === null || visit.branch.id === branch);
  const names = [...new Set(visits.map((visit) => visit.branch.name))].sort();
  return json({
    day,
    branch,
    title: day === today ? `Today, ${formatLongDay(day)}` : formatLongDay(day, today),
    now: day === today ? toHourOfDay(now) : null,
    week: week.map((date) => ({
      day: date,
      weekday: getWeekdayName(getWeekday(date)).slice(0, 3),
      date: Number(date.slice(8)),
      visits: counts.get(date) ?? 0,
      href: deskPaths.visits({ day: date, branch }),
    })),
    before: deskPaths.visits({ day: addDays(day, -daysShown), branch }),
    after: deskPaths.visits({ day: addDays(day, daysShown), branch }),
    branches: branches.map(({ id, name }) => ({ id, name })),
    free: branches
      .filter(({ id, isBookable }) => isBookable && (branch === null || id === branch))
      .map((branch) => ({
        id: branch.id,
        name: branch.name,
        hours: (findFreeSlots(db, branch, 'test-ride', now).find((days) => days.day === day)?.slots ?? [])
          .filter(({ state }) => state === 'free')
          .map(({ starts }) => ({ starts, href: deskPaths.newVisit({ branch: branch.id, day, slot: starts }) })),
      }))
      .filter(({ hours }) => hours.length > 0),
    add: deskPaths.newVisit({ branch, day }),
    calendars: {
      day: deskPaths.visitsCalendar({ day, branch }),
      week: deskPaths.visitsCalendar({ day, branch, days: 7 }),
    },
    visits: visits.map((visit) => toAgendaRow(visit, now)),
    groups: names.map((name) => ({
      name,
      visits: visits.filter((visit) => visit.branch.name === name).map((visit) => toAgendaRow(visit, now)),
    })),
    waiting: findWaitingAppointments(db)
      .filter((visit) => visit.day !== day)
      .map((visit) => ({ ...toAgendaRow(visit, now), when: formatLongDay(visit.day, today) })),
  });
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { findAppointmentsOfDay } from '~/domain/appointments/appointment.queries.server';
import { renderAgendaFile } from '~/domain/appointments/calendar';
import { readShop } from '~/domain/content/shop.server';
import { toReference } from '~/domain/messages/message';
import { addDays, toDay } from '~/domain/shared/dates';
import { parseTypedDay } from '~/domain/shared/typed-days';
import { getPublicOrigin } from '~/http/runtime.server';
import { deskPaths } from '~/paths';
import { requireDesk } from '../../access.server';

const maxDays = 7;

/** The visits of a day or a week as a calendar, with the names of the customers: for signed-in operators. */
export function loader(route: LoaderFunctionArgs): Response {
  const { runtime } = requireDesk(route);
  const { db, clock } = runtime;
  const { searchParams } = new URL(route.request.url);
  const first = parseTypedDay(searchParams.get('day') ?? '') ?? toDay(clock());
  const branch = searchParams.get('branch');
  const days = Math.min(maxDays, Math.max(1, Number(searchParams.get('days')) || 1));
  const origin = getPublicOrigin(route.request, runtime);
  const visits = Array.from({ length: days }, (_, index) => findAppointmentsOfDay(db, addDays(first, index)))
    .flat()
    .filter((visit) => branch === null || visit.branch.id === branch)
    .map((visit) => ({ ...visit, reference: toReference(visit.id), url: origin + deskPaths.customer(visit.id) }));
  return new Response(renderAgendaFile(visits, readShop(db).name), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': 'attachment; filename="visits.ics"',
    },
  });
}

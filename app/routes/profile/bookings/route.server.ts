import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { toListedAppointment } from '~/domain/appointments/appointment';
import { findAppointments } from '~/domain/appointments/appointment.queries.server';
import { getServiceName } from '~/domain/content/service-types.server';
import { findOwnBookings } from '~/domain/messages/booking.commands.server';
import { requestsPerPage, toListedRequest } from '~/domain/services/service-request';
import { findServiceRequests } from '~/domain/services/service.commands.server';
import { toDay } from '~/domain/shared/dates';
import { readPageNumber } from '~/http/url-params';
import { requireAccount } from '../account.server';

const maxVisits = 20;

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { db, clock } = runtime;
  const { user } = requireAccount(request, runtime);
  const page = readPageNumber(new URL(request.url).searchParams);
  const { items, pagination } = findServiceRequests(db, { userId: user.id, page, limit: requestsPerPage });
  // Vehicles and visits are on the first page only, below and above the services.
  const visits = page === 1 ? findAppointments(db, { userId: user.id, page, limit: maxVisits }).items : [];
  return json({
    requests: items.map((one) => toListedRequest(one, getServiceName(db, one.serviceType))),
    page,
    pages: pagination.pages,
    booked: page === 1 ? findOwnBookings(db, user.id) : [],
    visits: visits.map((one) => toListedAppointment(one, toDay(clock()))),
  });
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { renderCalendarFile } from '~/domain/appointments/calendar';
import { readShop } from '~/domain/content/shop.server';
import { toReference } from '~/domain/messages/message';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { requireAppointment } from './route.server';

/** An appointment as a calendar event. Its UID is stable, so that importing it again updates the event. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const { name, appointment } = requireAppointment(request, runtime);
  const url = getPublicOrigin(request, runtime) + paths.appointment(name);
  const entry = { ...appointment, reference: toReference(appointment.id), url };
  const file = renderCalendarFile(entry, readShop(runtime.db).name);
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="visit-${appointment.day}.ics"`,
      'Referrer-Policy': 'same-origin',
    },
  });
}

import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findAppointmentsOfDay } from '~/domain/appointments/appointment.queries.server';
import { countDeskEntries, findDeskPage } from '~/domain/desk/desk.queries.server';
import { readDeskState } from '~/domain/desk/desk-state.server';
import { waitingView } from '~/domain/desk/request';
import { findRequests } from '~/domain/desk/request.queries.server';
import { findFirstPhotos } from '~/domain/moderation/public-item.server';
import { formatAge } from '~/domain/moderation/moderation';
import { getPhotoPath } from '~/domain/photos/photo';
import { formatLongDay, hourMs, toHourOfDay, toDay } from '~/domain/shared/dates';
import { requireDesk } from '../access.server';
import { toAgendaRow } from '../agenda.server';
import { createQueueRows } from '../queue.server';

export { visitAction as action } from '../agenda.server';

const rowsShown = 6;
const listingsShown = 4;

/** How long the oldest waits; null below an hour. */
const findLongest = (since: string | null, now: Date): string | null =>
  since === null || now.getTime() - Date.parse(since) < hourMs ? null : formatAge(since, now);

/** What waits, oldest first, who comes today, and what riders listed. */
export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { db, clock } = runtime;
  const now = clock();
  const today = toDay(now);
  const { items, pagination } = findRequests(db, { status: waitingView }, { page: 1, limit: rowsShown });
  const listings = findDeskPage(db, 'listing', { status: 'unchecked' }, 1).items.slice(0, listingsShown);
  const photos = findFirstPhotos(
    db,
    listings.map(({ id }) => id),
  );
  return json({
    title: formatLongDay(today),
    alarm: readDeskState(runtime, operator).alarm,
    total: pagination.total,
    longest: findLongest(items[0]?.waitingSince ?? null, now),
    queue: createQueueRows(runtime, items),
    now: toHourOfDay(now),
    visits: findAppointmentsOfDay(db, today)
      .filter(({ status }) => status !== 'cancelled')
      .map((visit) => toAgendaRow(visit, now)),
    listings: {
      total: countDeskEntries(db, 'listing', 'unchecked'),
      shown: listings.map(({ id, title }) => {
        const hash = photos.get(id);
        return { id, title, photo: hash === undefined ? null : getPhotoPath(hash, 320) };
      }),
    },
  });
}

import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { toReference } from '~/domain/messages/message';
import { formatDate } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { useIsOpen } from '~/ui/document';
import { formatLabel } from '~/ui/forms/field';
import { AppointmentList, ServiceRequestList } from '~/ui/lists/account-lists';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { profileHandle } from '../profile-handle';
import { type EmptyListText, noneStat, OwnList } from '../own-list';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle = profileHandle;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'My Bookings', 'Your visits, services and vehicles, each with its status.');

const emptyText: EmptyListText = {
  title: 'Nothing booked yet',
  hint: 'Your bookings appear here, with their status.',
  link: { text: 'Book a Service', href: paths.service() },
  picture: { drawing: 'scooter-classic', colours: { body: '#A9CDBB', accent: '#5E6469' }, stat: noneStat },
};

const visitLink = { text: 'Book a visit', href: paths.newAppointment() };

export default function Bookings() {
  const { requests, booked, visits, page, pages } = useLoaderData<typeof loader>();
  const isOpen = useIsOpen();
  return (
    <OwnList
      title="My Bookings"
      emptyText={isOpen('service') ? emptyText : { ...emptyText, link: visitLink }}
      isEmpty={requests.length + booked.length + visits.length === 0}
    >
      {visits.length > 0 && (
        <>
          <h2>Visits</h2>
          <AppointmentList appointments={visits} />
        </>
      )}
      {requests.length > 0 && (
        <>
          <h2>Services</h2>
          <ServiceRequestList requests={requests} />
          <Pager page={page} pages={pages} getHref={(other) => paths.profileView('bookings', { page: other })} />
        </>
      )}
      {booked.length > 0 && (
        <>
          <h2>Vehicles</h2>
          <ul className="own-items">
            {booked.map(({ id, vehicleId, subject, status, createdAt }) => (
              <li key={id}>
                <h3>{vehicleId ? <a href={paths.vehicle(vehicleId)}>{subject}</a> : subject}</h3>
                <span className="chip">{formatLabel(status)}</span>
                <p className="note">{`Asked on ${formatDate(createdAt)}, reference ${toReference(id)}`}</p>
                <a className="action-link" href={paths.conversation({ id })}>
                  Messages<span className="unseen"> about {subject}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </OwnList>
  );
}

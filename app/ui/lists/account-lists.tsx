import { type ListedAppointment, statusNames } from '~/domain/appointments/appointment';
import type { UnconfirmedListing } from '~/domain/listings/seller-notices.server';
import type { News } from '~/domain/moderation/moderation';
import type { ListedRequest } from '~/domain/services/service-request';
import { formatDate, formatDay } from '~/domain/shared/dates';
import { paths } from '~/paths';
import type { AppointmentStatus, ServiceStatus } from '~db/enums';
import { formatLabel } from '../forms/field';
import { Button, ButtonLink } from '../primitives/button';
import { Plate, StatusChip, type StatusTone } from '../primitives/chips';

type UnconfirmedListingsProps = {
  items: readonly UnconfirmedListing[];
  hasMore: boolean;
  back: string;
};

/**
 * Own listings whose seller is asked to confirm them (docs/product.md, "Current listings"); renders nothing when there
 * are none.
 */
export function UnconfirmedListings({ items, hasMore, back }: UnconfirmedListingsProps) {
  if (items.length === 0) return null;
  return (
    <section className="stack news" aria-labelledby="still-for-sale">
      <h2 id="still-for-sale">Still for sale?</h2>
      <ul className="own-items">
        {items.map(({ id, kind, name, question }) => (
          <li key={id}>
            <h3>
              <a href={paths.listing(kind, id)}>{name}</a>
            </h3>
            <form method="post" action={paths.sellList(kind)} className="own-question">
              <p>{question}</p>
              <input type="hidden" name="listing" value={id} />
              <input type="hidden" name="back" value={back} />
              <p className="row">
                <Button kind="primary" name="intent" value="confirm">
                  Still available<span className="unseen">: {name}</span>
                </Button>{' '}
                <Button name="intent" value="sold">
                  Mark as sold<span className="unseen">: {name}</span>
                </Button>
              </p>
            </form>
          </li>
        ))}
      </ul>
      {hasMore && <p className="note">There are more. They are asked about once these are answered.</p>}
    </section>
  );
}

const tones: Readonly<Record<ServiceStatus, StatusTone>> = {
  pending: 'waiting',
  confirmed: 'moving',
  'in-progress': 'moving',
  completed: 'done',
  cancelled: 'off',
};

export function ServiceRequestList({ requests }: { requests: readonly ListedRequest[] }) {
  return (
    <ul className="entry-list">
      {requests.map((request) => (
        <li key={request.id}>
          <div>
            <h3>{request.service}</h3>
            <p className="row">
              <StatusChip tone={tones[request.status]}>{formatLabel(request.status)}</StatusChip>{' '}
              {request.vehicle && <span>{request.vehicle}</span>}{' '}
              {request.registrationNumber && <Plate registration={request.registrationNumber} />}
            </p>
            <p className="note">
              Sent on {formatDay(request.sentOn)}
              {request.preferredDay && `, wished for ${formatDay(request.preferredDay)}`}
              {request.preferredTime && ` (${request.preferredTime.toLowerCase()})`}
            </p>
          </div>
          <form method="post" action={paths.service()} className="row">
            <input type="hidden" name="id" value={request.id} />
            <ButtonLink icon="chat" href={paths.conversation({ id: request.id })}>
              Messages<span className="unseen"> about {request.service}</span>
            </ButtonLink>{' '}
            {request.canChange && (
              <ButtonLink href={paths.service({ request: request.id })}>
                Change<span className="unseen"> {request.service}</span>
              </ButtonLink>
            )}{' '}
            {request.canCancel && (
              <Button kind="danger" name="intent" value="cancel">
                Cancel<span className="unseen"> {request.service}</span>
              </Button>
            )}
          </form>
        </li>
      ))}
    </ul>
  );
}

const appointmentTones: Readonly<Record<AppointmentStatus, StatusTone>> = {
  requested: 'waiting',
  confirmed: 'moving',
  done: 'done',
  cancelled: 'off',
};

const AppointmentStatusChip = ({ status }: { status: AppointmentStatus }) => (
  <StatusChip tone={appointmentTones[status]}>{statusNames[status]}</StatusChip>
);

export function AppointmentList({ appointments }: { appointments: readonly ListedAppointment[] }) {
  return (
    <ul className="own-items">
      {appointments.map(({ id, title, when, branch, status }) => (
        <li key={id}>
          <h3>
            <a href={paths.appointment({ id })}>{title}</a>
          </h3>
          <AppointmentStatusChip status={status} />
          <p className="note">{`${when} · ${branch}`}</p>
        </li>
      ))}
    </ul>
  );
}

const newsChips: Readonly<Record<News['action'], { className: string; text: string }>> = {
  hidden: { className: 'chip chip-poor', text: 'Hidden' },
  shown: { className: 'chip chip-excellent', text: 'Shown again' },
  deleted: { className: 'chip chip-poor', text: 'Deleted' },
};

/** 'We deleted it on 1 Jul 2026: Not a vehicle' */
function newsText({ action, reason, at }: News): string {
  const day = formatDate(at);
  if (action === 'shown') return `Visible to everyone again since ${day}.`;
  const reported = action === 'hidden' ? `We hid it on ${day}` : `We deleted it on ${day}`;
  return reason ? `${reported}: ${reason}` : `${reported}.`;
}

type NewsListProps = {
  news: readonly News[];
  of: 'listing' | 'review';
  level?: 'h2' | 'h3';
};

export function NewsList({ news, of, level: Heading = 'h3' }: NewsListProps) {
  if (news.length === 0) return null;
  return (
    <ul className="own-items" aria-label="What we did">
      {news.map((item) => {
        const { id, kind, name, action } = item;
        const { className, text } = newsChips[action];
        return (
          <li key={id}>
            <Heading>{action === 'shown' && kind ? <a href={paths.listing(kind, id)}>{name}</a> : name}</Heading>
            <span className={className}>{text}</span>
            <p>{newsText(item)}</p>
            {action !== 'shown' && (
              <p className="note">
                <a href={paths.contact({ subject: `My ${of}: ${name}`, category: 'complaint' })}>Write to us</a> if that
                is wrong{action === 'hidden' && ', or once it is mended'}.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

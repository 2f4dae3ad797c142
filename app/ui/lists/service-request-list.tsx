import type { ListedRequest } from '~/domain/services/service-request';
import { dayText } from '~/domain/shared/dates';
import { paths } from '~/paths';
import type { ServiceStatus } from '~db/enums';
import { label } from '../forms/field';
import { Button, ButtonLink } from '../primitives/button';
import { Plate, StatusChip, type StatusTone } from '../primitives/chips';

const tones: Readonly<Record<ServiceStatus, StatusTone>> = {
  pending: 'waiting',
  confirmed: 'moving',
  'in-progress': 'moving',
  completed: 'done',
  cancelled: 'off',
};

/** Booked services of one user, each with its status and its actions. */
export function ServiceRequestList({ requests }: { requests: readonly ListedRequest[] }) {
  return (
    <ul className="entry-list">
      {requests.map((request) => (
        <li key={request.id}>
          <div>
            <h3>{request.service}</h3>
            <p className="row">
              <StatusChip tone={tones[request.status]}>{label(request.status)}</StatusChip>{' '}
              {request.vehicle && <span>{request.vehicle}</span>}{' '}
              {request.registrationNumber && <Plate registration={request.registrationNumber} />}
            </p>
            <p className="note">
              Sent on {dayText(request.sentOn)}
              {request.preferredDay && `, wished for ${dayText(request.preferredDay)}`}
              {request.preferredTime && ` (${request.preferredTime.toLowerCase()})`}
            </p>
          </div>
          <form method="post" action={paths.service()} className="row">
            <input type="hidden" name="id" value={request.id} />
            {request.canChange && (
              <ButtonLink href={paths.service({ request: request.id })}>
                Change<span className="visually-hidden"> {request.service}</span>
              </ButtonLink>
            )}{' '}
            {request.canCancel && (
              <Button kind="danger" name="intent" value="cancel">
                Cancel<span className="visually-hidden"> {request.service}</span>
              </Button>
            )}
          </form>
        </li>
      ))}
    </ul>
  );
}

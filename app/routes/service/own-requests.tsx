import { dayText } from '~/domain/dates';
import type { ServiceStatus } from '~/domain/services/limits';
import { paths } from '~/paths';
import { spoken } from '~/ui/forms/spoken';
import { Pager } from '~/ui/page/pager';
import { Button, ButtonLink } from '~/ui/signs/button';
import { Plate } from '~/ui/signs/plate';
import { StatusChip, type StatusTone } from '~/ui/signs/status-chip';
import type { Service } from './load-service.server';

const tones: Readonly<Record<ServiceStatus, StatusTone>> = {
  pending: 'waiting',
  confirmed: 'moving',
  'in-progress': 'moving',
  completed: 'done',
  cancelled: 'off',
};

/** What the asker has booked, with its status, and what can still be done about it. */
export function OwnRequests({ own }: { own: NonNullable<Service['own']> }) {
  return (
    <section aria-labelledby="yours">
      <h2 id="yours">Your service requests</h2>
      {own.requests.length === 0 && <p>You have not booked a service yet.</p>}
      <ul className="sent">
        {own.requests.map((request) => (
          <li key={request.id}>
            <div>
              <h3>{request.service}</h3>
              <p className="row">
                <StatusChip tone={tones[request.status]}>{spoken(request.status)}</StatusChip>{' '}
                {request.vehicle && <span>{request.vehicle}</span>}{' '}
                {request.registrationNumber && <Plate registration={request.registrationNumber} />}
              </p>
              <p className="s">
                Sent on {dayText(request.sentOn)}
                {request.preferredDay && `, wished for ${dayText(request.preferredDay)}`}
                {request.preferredTime && ` (${request.preferredTime.toLowerCase()})`}
              </p>
            </div>
            <form method="post" action={paths.service()} className="row">
              <input type="hidden" name="id" value={request.id} />
              {request.canChange && (
                <ButtonLink href={paths.service({ request: request.id })}>
                  Change<span className="vh"> {request.service}</span>
                </ButtonLink>
              )}{' '}
              {request.canCancel && (
                <Button kind="danger" name="intent" value="cancel">
                  Cancel<span className="vh"> {request.service}</span>
                </Button>
              )}
            </form>
          </li>
        ))}
      </ul>
      <Pager page={own.page} pages={own.pages} hrefOf={(page) => paths.service({ page })} />
    </section>
  );
}

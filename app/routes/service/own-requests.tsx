import { paths } from '~/paths';
import { Pager } from '~/ui/page/pager';
import { ServiceRequestList } from '~/ui/services/service-request-list';
import type { Service } from './load-service.server';

/** What the asker has booked, below the form. */
export function OwnRequests({ own }: { own: NonNullable<Service['own']> }) {
  return (
    <section aria-labelledby="yours">
      <h2 id="yours">Your service requests</h2>
      {own.requests.length === 0 && <p>You have not booked a service yet.</p>}
      <ServiceRequestList requests={own.requests} />
      <Pager page={own.page} pages={own.pages} hrefOf={(page) => paths.service({ page })} />
    </section>
  );
}

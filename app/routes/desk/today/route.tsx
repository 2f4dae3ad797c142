import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Thumb } from '~/ui/desk/folds';
import { Alarm, DeskEmpty, Well } from '~/ui/desk/rows';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Agenda, DayRoad } from '../agenda';
import { Queue } from '../queue';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Today at the desk', 'What waits, and who comes today.');

/** What waits, oldest first (docs/product.md, "The desk"). */
export default function Today() {
  const { title, alarm, total, longest, queue, now, visits, listings } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  return (
    <DeskPage title={title}>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {alarm !== null && (
        <Alarm title={alarm} text="What was written since then is on this machine only.">
          <a href={deskPaths.team()}>What to do</a>
        </Alarm>
      )}
      <div className="today">
        <div>
          <section aria-labelledby="waits">
            {total === 0 ? (
              <DeskEmpty title="All answered">
                <ActionLink href={deskPaths.doneRequests()}>What was answered</ActionLink>
              </DeskEmpty>
            ) : (
              <>
                <div className="section-head">
                  <h2 id="waits">
                    {total === 1 ? '1 waits' : `${formatCount(total)} wait`}
                    {longest !== null && <small>{`${total === 1 ? '' : 'longest '}${longest}`}</small>}
                  </h2>
                  <ButtonLink kind="primary" href={deskPaths.nextCustomer()}>
                    Answer, oldest first
                    <Icon name="go" />
                  </ButtonLink>
                </div>
                <Queue rows={queue} />
                <ActionLink href={deskPaths.customers()}>
                  {`All ${formatCount(total)}`}
                  <Icon name="go" />
                </ActionLink>
              </>
            )}
          </section>
          {listings.total > 0 && (
            <section aria-labelledby="look">
              <div className="section-head">
                <h2 id="look">
                  {listings.total === 1 ? '1 listing' : `${formatCount(listings.total)} listings`} to review
                </h2>
                <ActionLink href={deskPaths.riders()}>
                  Review
                  <Icon name="go" />
                </ActionLink>
              </div>
              <ul className="strip">
                {listings.shown.map(({ id, title: name, photo }) => (
                  <li key={id}>
                    <a
                      href={deskPaths.publication('listing', id)}
                      className={photo === null ? 'strip-more' : undefined}
                    >
                      {photo === null ? <small>{name}</small> : <Thumb src={photo} alt={name} />}
                    </a>
                  </li>
                ))}
                {listings.total > listings.shown.length && (
                  <li>
                    <a className="strip-more" href={deskPaths.riders()}>
                      {`+${formatCount(listings.total - listings.shown.length)}`}
                    </a>
                  </li>
                )}
              </ul>
            </section>
          )}
        </div>
        <section aria-labelledby="visits">
          <div className="section-head">
            <h2 id="visits">
              {visits.length === 1 ? '1 visit today' : `${visits.length === 0 ? 'No' : visits.length} visits today`}
            </h2>
            <ActionLink href={deskPaths.visits()}>
              All days
              <Icon name="go" />
            </ActionLink>
          </div>
          {visits.length > 0 ? (
            <>
              <DayRoad visits={visits} now={now} />
              <Agenda visits={visits} action={deskPaths.today()} rejected={rejected} />
            </>
          ) : (
            <Well>Nobody is expected today.</Well>
          )}
        </section>
      </div>
    </DeskPage>
  );
}

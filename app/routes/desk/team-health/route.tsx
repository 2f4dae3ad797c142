import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { DayChart, loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Health', 'Emails that were not sent, and the load of the last 24 hours.');

/** What operators see of the machine (docs/operations.md, "Metrics"). */
export default function Health() {
  const { mails, push, charts, version, checks } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Health">
      <section aria-labelledby="machine">
        <div className="section-head">
          <h2 id="machine">This machine</h2>
        </div>
        <Checks checks={checks} />
      </section>
      <section aria-labelledby="mails">
        <div className="section-head">
          <h2 id="mails">Emails that were not sent</h2>
        </div>
        <UnsentMails {...mails} />
        <p>{push}</p>
      </section>
      <section aria-labelledby="day">
        <div className="section-head">
          <h2 id="day">The last 24 hours</h2>
        </div>
        <DayCharts charts={charts} />
      </section>
      <p className="note">Version {version}.</p>
    </DeskPage>
  );
}

const statusNames = { failure: 'Fails', warning: 'Warning', ok: 'Good' } as const;

/** The findings of `npm run doctor`, each with its remedy (docs/operations.md, "Doctor"). */
function Checks({ checks }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, 'checks'>) {
  return (
    <>
      {checks && <p>{checks.summary}</p>}
      {checks && (
        <ul className="entry-list">
          {checks.findings.map(({ check, status, message, remedy }) => (
            <li key={message}>
              <div>
                <h3>{`${statusNames[status]}: ${check}`}</h3>
                <p>{message}</p>
                {remedy && <p className="note">{remedy}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink href={deskPaths.teamHealthChecks()}>{checks ? 'Check again' : 'Check this machine'}</ButtonLink>
      <p className="note">Settings, disk, database, backups, photos, mail and the site’s own address; some seconds.</p>
    </>
  );
}

/** Mails that could not be sent, with the mail server's reason (docs/operations.md, "Mail"). */
function UnsentMails({ summary, mails, page, pages }: ReturnType<typeof useLoaderData<typeof loader>>['mails']) {
  return (
    <>
      <p>
        {summary} {mails.length === 0 && 'No mail has failed.'}
      </p>
      <ul className="entry-list">
        {mails.map(({ id, about, to, status, reason, when }) => (
          <li key={id}>
            <div>
              <h3>{to}</h3>
              <p>
                {about}. {status}.
              </p>
              {reason && <p>“{reason}”</p>}
              <p className="note">{when}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} getHref={(other) => deskPaths.teamHealth(other)} />
    </>
  );
}

const chartHeight = 60;
const barStep = 5;

/** All bars as one path: an element for each would make up most of the page. */
function drawBars(values: readonly (number | null)[]): string {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  return values
    .map((value, at) =>
      value ? `M${at * barStep + 2} ${chartHeight}v-${Math.max(1, Math.round((value / most) * chartHeight))}` : '',
    )
    .join('');
}

/** Activity of the last 24 hours, as bars from oldest to newest (docs/operations.md, "Metrics"). */
function DayCharts({ charts }: { charts: readonly DayChart[] }) {
  return (
    <>
      <p className="note">Each bar is ten minutes; the newest is on the right. A restart clears them.</p>
      {charts.map(({ title, note, summary, values }) => (
        <figure key={title} className="day-chart">
          <figcaption>
            <b>{title}</b>, {note}. {summary}.
          </figcaption>
          <svg
            viewBox={`0 0 ${values.length * barStep} ${chartHeight}`}
            width="320"
            height="80"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${title}: ${summary}`}
          >
            <path d={drawBars(values)} />
          </svg>
        </figure>
      ))}
    </>
  );
}

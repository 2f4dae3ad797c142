import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty, RowLink } from '~/ui/desk/rows';
import { HiddenFields } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Agenda, DayRoad } from '../../agenda';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Visits', 'Who comes on a day, by branch.');

export default function Visits() {
  const { day, branch, title, now, week, before, after, branches, visits, groups, waiting, free, add, calendars } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const here = deskPaths.visits({ day, branch });
  return (
    <DeskPage title="Visits" action={{ text: 'Add a visit', href: add }}>
      <nav className="week-days" aria-label="Days">
        {week.map(({ day: date, weekday, date: number, visits: count, href }) => (
          <a key={date} href={href} aria-current={date === day ? 'date' : undefined}>
            <span>
              {weekday}
              <b>{number}</b>
            </span>
            <i>
              {count}
              <span className="unseen">{count === 1 ? ' visit' : ' visits'}</span>
            </i>
          </a>
        ))}
      </nav>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <div className="section-head">
        <h2>{title}</h2>
        <span className="row">
          <ActionLink href={before} icon="back">
            Earlier
          </ActionLink>{' '}
          <ActionLink href={after}>Later</ActionLink>
        </span>
      </div>
      <form className="row" action={deskPaths.visits()}>
        <HiddenFields fields={{ day }} />
        <label className="unseen" htmlFor="branch">
          Branch
        </label>
        <select id="branch" name="branch" defaultValue={branch ?? ''}>
          <option value="">All branches</option>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <Button>Show</Button>
      </form>
      <DayRoad visits={visits} now={now} />
      {groups.length === 0 ? (
        <DeskEmpty title="No visits" text="Customers choose an hour on the site." />
      ) : (
        <div className="branch-columns">
          {groups.map(({ name, visits: ofBranch }) => (
            <section key={name} aria-label={name}>
              <div className="section-head">
                <h2>{name}</h2>
              </div>
              <Agenda visits={ofBranch} action={here} rejected={rejected} isComplete />
            </section>
          ))}
        </div>
      )}
      {free.map(({ id, name, hours }) => (
        <section key={id} aria-label={`Free hours, ${name}`}>
          <div className="section-head">
            <h2>{`Free, ${name}`}</h2>
            <small>book one for a customer</small>
          </div>
          <p className="row">
            {hours.map(({ starts, href }) => (
              <ButtonLink key={starts} href={href}>
                {starts}
              </ButtonLink>
            ))}
          </p>
        </section>
      ))}
      <p className="row">
        <ActionLink href={add}>Add a visit</ActionLink>{' '}
        <ActionLink href={calendars.day}>Calendar of the day</ActionLink>{' '}
        <ActionLink href={calendars.week}>Calendar of the week</ActionLink>
      </p>
      {waiting.length > 0 && (
        <section aria-labelledby="to-confirm">
          <div className="section-head">
            <h2 id="to-confirm">To be confirmed on other days</h2>
          </div>
          <ol className="rows day-agenda">
            {waiting.map(({ id, name, starts, what, branch: where, when, href }) => (
              <li key={id}>
                <b>{starts}</b>
                <div>
                  <RowLink href={href}>{name}</RowLink>
                  <p className="line one-line">{`${when} · ${what} · ${where}`}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
    </DeskPage>
  );
}

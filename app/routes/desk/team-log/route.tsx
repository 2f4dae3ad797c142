import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { createLabelledChoices, SelectField, TextField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { auditSubjects } from '~db/enums';
import type { loader } from './route.server';

export { loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'The log', 'What operators did.');

/** What operators did, by who, what and day; a clerk sees the own lines. */
export default function Log() {
  const { isOwn, operators, filter, isDayUnknown, lines, page, pages } = useLoaderData<typeof loader>();
  return (
    <DeskPage title={isOwn ? 'My log' : 'The log'}>
      <form action={deskPaths.teamLog()} className="inline-form log-filter">
        {!isOwn && <SelectField name="who" label="Who" choices={operators} value={filter.who} emptyText="All" />}
        <SelectField
          name="what"
          label="What"
          choices={createLabelledChoices(auditSubjects)}
          value={filter.what}
          emptyText="All"
        />
        <TextField
          name="day"
          label="Day"
          help="Such as 28 November"
          value={filter.day}
          error={isDayUnknown ? 'This is no day. Such as 28 November.' : undefined}
        />
        <p>
          <Button>Show</Button>
        </p>
      </form>
      {lines.length === 0 && <p>Nothing yet.</p>}
      <ol className="rows log-lines">
        {lines.map(({ id, who, title, action, reason, when }) => (
          <li key={id}>
            <time>{when}</time>
            <p>
              <b>{who}</b> {title}: {action}
              {reason && ` (“${reason}”)`}
            </p>
          </li>
        ))}
      </ol>
      <Pager page={page} pages={pages} getHref={(other) => deskPaths.teamLog({ ...filter, page: other })} />
    </DeskPage>
  );
}

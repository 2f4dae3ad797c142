import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty, KindLinks } from '~/ui/desk/rows';
import { HiddenFields } from '~/ui/forms/field';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';
import { PeopleForm } from './people-form';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Customers', 'What waits for an answer, the oldest first.');

const kindNames = { message: 'Messages', service: 'Service', appointment: 'Visits', feedback: 'Feedback' } as const;

export default function Customers() {
  const { filter, page, pages, total, counts, due, reported, operators, rows, unfinished } =
    useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  const here = deskPaths.customers({ ...filter, page });
  const next = { text: 'Answer, oldest first', href: deskPaths.nextCustomer(filter) };
  return (
    <DeskPage title="Customers" action={total > 0 ? next : null}>
      <KindLinks
        label="Kind"
        kinds={[
          ...(['message', 'service', 'appointment', 'feedback'] as const).map((kind) => ({
            text: kindNames[kind],
            count: counts[kind],
            href: deskPaths.customers({ ...filter, kind: filter.kind === kind ? undefined : kind }),
            isCurrent: filter.kind === kind,
          })),
          { text: 'Leads', count: due, href: deskPaths.leads(), isCurrent: false },
        ]}
      />
      {rows.length === 0 ? (
        <DeskEmpty title="All answered" text={filter.kind || filter.owner ? 'Nothing of this kind waits.' : undefined}>
          <ButtonLink kind="primary" href={deskPaths.visits()}>
            The day
          </ButtonLink>{' '}
          <ActionLink href={filter.kind || filter.owner ? deskPaths.customers() : deskPaths.doneRequests()}>
            {filter.kind || filter.owner ? 'Show all that wait' : 'What was answered'}
          </ActionLink>
        </DeskEmpty>
      ) : (
        <PeopleForm
          action={here}
          total={total}
          rows={rows}
          actionData={actionData}
          choices={[
            { value: 'done', label: 'Mark as done' },
            { value: 'spam', label: 'Spam: block the senders' },
            ...operators.map(({ value, label }) => ({ value: `to ${value}`, label: `Give to ${label}` })),
            { value: 'to none', label: 'Give to no operator' },
          ]}
        >
          <HiddenFields fields={{ ...(filter.kind && { kind: filter.kind }) }} />
          <label className="unseen" htmlFor="owner">
            Assigned to
          </label>
          <select id="owner" name="owner" defaultValue={filter.owner ?? ''}>
            <option value="">All owners</option>
            <option value="me">Mine</option>
            <option value="none">No owner</option>
            {operators.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Button formMethod="get" formAction={deskPaths.customers()}>
            Show
          </Button>
        </PeopleForm>
      )}
      <Pager page={page} pages={pages} getHref={(other) => deskPaths.customers({ ...filter, page: other })} />
      {reported > 0 && (
        <ActionLink href={deskPaths.reports()}>
          {`${formatCount(reported)} reported ${reported === 1 ? 'conversation' : 'conversations'}`}
        </ActionLink>
      )}
    </DeskPage>
  );
}

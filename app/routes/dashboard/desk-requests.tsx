import { allRequestStatuses, maxSearchResults } from '~/domain/desk/request';
import { formatCount } from '~/domain/shared/money';
import { paths } from '~/paths';
import { FieldNotes, HiddenFields, KeyField, SelectField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Pager } from '~/ui/page/pager';
import { Button, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { contactCategories, isRequestKind, type RequestKind } from '~db/enums';
import { type DeskActionData, type DeskQuery, createStatusChoices, PriorityLabel, statusText } from './desk-parts';
import type { RequestList, ShownRequest, Today } from './desk-requests.loader.server';

const kindNames: Readonly<Record<RequestKind, string>> = {
  message: 'Message',
  service: 'Service',
  feedback: 'Feedback',
  appointment: 'Visit',
};

export function RequestSearch({ q }: { q: string | undefined }) {
  return (
    <form action={paths.dashboard()} className="desk-search">
      <HiddenFields fields={{ tab: 'desk', show: 'requests' }} />
      <label className="unseen" htmlFor="q">
        Reference, name, phone, email or subject
      </label>
      <input id="q" name="q" type="search" defaultValue={q} placeholder="Reference, name or phone" />
      <Button icon="search">
        <span className="unseen">Find requests</span>
      </Button>
    </form>
  );
}

type RequestTableProps = {
  requests: readonly ShownRequest[];
  /** Ids of the selected requests; null for a list without selection. */
  chosen: readonly string[] | null;
};

function RequestTable({ requests, chosen }: RequestTableProps) {
  return (
    <table className="entry-table">
      <thead>
        <tr>
          {chosen && (
            <th>
              <span className="unseen">Chosen</span>
            </th>
          )}
          <th>About</th>
          <th>Priority</th>
          <th>Status</th>
          <th className="waiting-time">Waits</th>
        </tr>
      </thead>
      <tbody>
        {requests.map(
          ({ id, kind, subject, name, reference, createdAt, age, priority, status, wait, assignee }, row) => (
            <tr key={id}>
              {chosen && (
                <td className="select-cell">
                  <label>
                    <input
                      id={row === 0 ? 'chosen' : undefined}
                      type="checkbox"
                      name="chosen"
                      value={id}
                      defaultChecked={chosen.includes(id)}
                    />
                    <span className="unseen">{`Choose ${subject}`}</span>
                  </label>
                </td>
              )}
              <th scope="row">
                <a href={paths.desk({ show: kind, open: id })}>{subject}</a>{' '}
                <small>{`${name} · ${kindNames[kind]} ${reference}${assignee ? ` · ${assignee}` : ''}`}</small>
              </th>
              <td>{priority && <PriorityLabel priority={priority} />}</td>
              <td>{statusText(status)}</td>
              <td className="waiting-time" title={createdAt}>
                {wait ? <b>{wait}</b> : age}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

type RequestsProps = {
  show: string;
  list: RequestList;
  query: Partial<DeskQuery>;
  actionData: DeskActionData | undefined;
};

function StatusFilter({ show, list }: Pick<RequestsProps, 'show' | 'list'>) {
  const { views, priorities, operators, q } = list;
  const { status, category, priority, tag, assignee } = list.filters;
  return (
    <form action={paths.dashboard()} className="inline-form">
      <HiddenFields fields={{ tab: 'desk', show, ...(q && { q }) }} />
      <SelectField name="status" label="Status" choices={createStatusChoices(views)} value={status} emptyText={null} />
      {show === 'message' && (
        <SelectField
          name="category"
          label="Category"
          choices={createStatusChoices(contactCategories)}
          value={category}
          emptyText="Any"
        />
      )}
      {priorities.length > 0 && (
        <SelectField
          name="priority"
          label="Priority"
          choices={createStatusChoices(priorities)}
          value={priority}
          emptyText="Any"
        />
      )}
      {show === 'message' && <TextField name="tag" label="Tag" value={tag} />}
      <SelectField
        name="assignee"
        label="Taken care of by"
        choices={[{ value: 'none', label: 'No operator' }, ...operators]}
        value={assignee}
        emptyText="Any"
      />
      <p>
        <Button>Show</Button>
      </p>
    </form>
  );
}

export function Requests({ show, list, query, actionData }: RequestsProps) {
  const { requests, total, page, pages, operators, q, searchError, isUrgentFirst } = list;
  const values = actionData?.values ?? {};
  const statuses = isRequestKind(show) ? list.views.slice(1, -1) : allRequestStatuses;
  return (
    <>
      <StatusFilter show={show} list={list} />
      <p>
        {searchError !== null && `${searchError}. `}
        {total === 0 ? 'Nothing here.' : `${formatCount(total)} in all`}
        {total === maxSearchResults && q !== '' && ', the newest'}
        {pages > 1 && `, page ${page} of ${pages}`}
      </p>
      {isUrgentFirst && <h3>Urgent first</h3>}
      {requests.length > 0 && (
        <form method="post" action={paths.desk({ ...query, page })} className="bulk-form">
          {actionData && <ErrorSummary message={actionData.message} errors={actionData.errors} />}
          <KeyField values={actionData?.values} />
          <RequestTable requests={requests} chosen={(values.chosen ?? '').split(' ')} />
          <fieldset className="bulk-actions" aria-labelledby="ticked">
            <p id="ticked">
              <b>What is ticked</b>
            </p>
            <FieldNotes name="chosen" error={actionData?.errors.chosen} />
            <SelectField
              name="setStatus"
              label="Status"
              choices={createStatusChoices(statuses)}
              value={values.setStatus}
              emptyText="As it is"
              error={actionData?.errors.setStatus}
            />
            <SelectField
              name="setAssignee"
              label="Taken care of by"
              choices={[{ value: 'none', label: 'No operator' }, ...operators]}
              value={values.setAssignee}
              emptyText="As it is"
              error={actionData?.errors.setAssignee}
            />
            <p>
              <Button kind="primary" name="intent" value="apply">
                Apply
              </Button>
            </p>
          </fieldset>
        </form>
      )}
      <Pager page={page} pages={pages} getHref={(other) => paths.desk({ ...query, page: other })} />
    </>
  );
}

const waitingNames: Readonly<Record<RequestKind, string>> = {
  message: 'Messages',
  service: 'Services',
  feedback: 'Feedback',
  appointment: 'Visits',
};

type WaitingCountProps = { count: number; name: string; note: string; href: string; isUrgent?: boolean };

function WaitingCount({ count, name, note, href, isUrgent = false }: WaitingCountProps) {
  return (
    <li>
      <a href={href} className={isUrgent ? 'urgent-count' : undefined}>
        <b className="figure">{formatCount(count)}</b>{' '}
        <span>
          <b>{name}</b> <small>{note}</small>
        </span>
      </a>
    </li>
  );
}

export function DeskToday({ today: { requests, toLookAt, reported, oldest, urgent } }: { today: Today }) {
  const reports = reported.reduce((sum, { count }) => sum + count, 0);
  const maxReported = reported.find(({ count }) => count > 0)?.subject ?? 'listing';
  return (
    <>
      <ul className="waiting">
        {requests.map(({ kind, all, urgent: pressing }) => (
          <WaitingCount
            key={kind}
            count={all}
            name={waitingNames[kind]}
            note={pressing > 0 ? `${formatCount(pressing)} urgent` : 'waiting'}
            href={paths.desk({ show: kind })}
            isUrgent={pressing > 0}
          />
        ))}
        <WaitingCount count={toLookAt} name="To look at" note="published" href={paths.desk({ show: 'listing' })} />
        <WaitingCount
          count={reports}
          name="Reported"
          note="items"
          href={paths.desk({ show: maxReported, status: 'reported' })}
          isUrgent={reports > 0}
        />
      </ul>
      {oldest ? (
        <div className="longest-wait">
          <Icon name="alert" />
          <p>
            <b>{oldest.wait ?? 'Waits longest'}</b> {`${oldest.name}, “${oldest.subject}”`}{' '}
            <small>{`wrote ${oldest.age}`}</small>
          </p>
          <ButtonLink kind="primary" href={paths.desk({ show: oldest.kind, open: oldest.id })}>
            Answer
          </ButtonLink>
        </div>
      ) : (
        <p className="longest-wait all-answered">
          <Icon name="check" /> <b>All answered</b>
        </p>
      )}
      {urgent.length > 0 && (
        <>
          <div className="section-head">
            <h3>Urgent first</h3>
            <a className="action-link" href={paths.desk({ show: 'requests' })}>
              All requests
            </a>
          </div>
          <RequestTable requests={urgent} chosen={null} />
        </>
      )}
    </>
  );
}

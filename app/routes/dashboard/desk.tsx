import { deskPageSize, reportedStatus } from '~/domain/moderation/moderation';
import { formatCount } from '~/domain/shared/money';
import { mayUse } from '~/domain/shared/permissions';
import { paths } from '~/paths';
import { HiddenFields, SelectField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import type { DeskSubject, ReportedSubject } from '~db/enums';
import type { DeskList, DeskScreen } from './dashboard.loader.server';
import type { IssuedLostCode } from './desk.action.server';
import { DeskBrands, LogoForm, RoadTaxForm, RoadTaxList } from './desk-catalogue';
import { DeskEntryView } from './desk-entry';
import { LostCodeForm } from './desk-lost-code';
import { createStatusChoices, type DeskActionData, partPermissions, StatusLabel } from './desk-parts';
import { SavedReplies } from './desk-request';
import { BranchForm, BranchList } from './desk-visits';

const subjectNames: Readonly<Record<DeskSubject, string>> = {
  message: 'Messages',
  service: 'Services',
  feedback: 'Feedback',
  appointment: 'Visits',
  listing: 'Listings',
  vehicle: 'Used vehicles',
  review: 'Reviews',
  conversation: 'Conversations',
};

const pageNames = {
  ...subjectNames,
  today: 'Today',
  requests: 'Requests',
  'saved-replies': 'Saved replies',
  appointments: 'Agenda',
  branches: 'Branches',
  brands: 'Brands',
  log: 'What operators did',
  'road-tax': 'Road tax',
  mail: 'Mails that were not sent',
  figures: 'The last day',
  'recovery-code': 'Recovery codes',
  'manage-code': 'Codes of listings',
} as const;

const otherMenuItems = [
  { part: 'saved-replies', text: 'Saved replies' },
  { part: 'branches', text: 'Branches' },
  { part: 'brands', text: 'Brands' },
  { part: 'recovery-code', text: 'Recovery codes' },
  { part: 'manage-code', text: 'Codes of listings' },
  { part: 'road-tax', text: 'Road tax' },
] as const;

function StatusFilter({ subject, list }: { subject: ReportedSubject; list: DeskList }) {
  return (
    <form action={paths.dashboard()} className="inline-form">
      <HiddenFields fields={{ tab: 'desk', show: subject }} />
      <SelectField
        name="status"
        label="Status"
        choices={createStatusChoices(list.views)}
        value={list.status}
        emptyText={null}
      />
      <p>
        <Button>Show</Button>
      </p>
    </form>
  );
}

type EntriesProps = { subject: ReportedSubject; list: DeskList; query: DeskScreen['query'] };

function EntryTable({ entries, query }: { entries: DeskList['entries'] } & Pick<EntriesProps, 'query'>) {
  return (
    <table className="entry-table">
      <thead>
        <tr>
          <th>About</th>
          <th>Reports</th>
          <th>Status</th>
          <th className="waiting-time">Waits</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, title, from, status, changedAt, age, wait, reports }) => (
          <tr key={id}>
            <th scope="row">
              <a href={paths.desk({ ...query, open: id })}>{title}</a> {from && <small>{from}</small>}
            </th>
            <td>{reports}</td>
            <td>
              <StatusLabel status={status} wait={null} />
            </td>
            <td className="waiting-time" title={changedAt}>
              {wait ? <b>{wait}</b> : age}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Entries({ subject, list, query }: EntriesProps) {
  return (
    <>
      <StatusFilter subject={subject} list={list} />
      {list.reported.length > 0 && (
        <section aria-labelledby="reported">
          <h3 id="reported">Reported</h3>
          <EntryTable entries={list.reported} query={query} />
          {list.reported.length === deskPageSize && (
            <p>
              <a className="action-link" href={paths.desk({ show: subject, status: reportedStatus })}>
                All that were reported
              </a>
            </p>
          )}
        </section>
      )}
      <p>
        {list.total === 0
          ? `Nothing ${list.reported.length > 0 ? 'else ' : ''}here.`
          : `${formatCount(list.total)} in all`}
        {list.pages > 1 && `, page ${list.page} of ${list.pages}`}
      </p>
      {list.entries.length > 0 && <EntryTable entries={list.entries} query={query} />}
      <Pager page={list.page} pages={list.pages} getHref={(page) => paths.desk({ ...query, page })} />
    </>
  );
}

const formatNameWithCount = (name: string, count: number): string =>
  count > 0 ? `${name} ${formatCount(count)}` : name;

function DeskMenu({ desk: { show, waiting, role } }: { desk: DeskScreen }) {
  const parts: { part: DeskScreen['show']; text: string }[] = [
    ...waiting.map(({ subject, count }) => ({
      part: subject,
      text: formatNameWithCount(subjectNames[subject], count),
    })),
    ...otherMenuItems,
  ];
  return (
    <nav className="tabs desk-menu" aria-label="Desk, with how much waits">
      <ul>
        {parts
          .filter(({ part }) => mayUse({ role }, partPermissions[part]))
          .map(({ part, text }) => (
            <li key={part}>
              <a href={paths.desk({ show: part })} aria-current={show === part ? 'page' : undefined}>
                {text}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

export function Desk({
  desk,
  actionData,
}: {
  desk: DeskScreen;
  actionData: DeskActionData | IssuedLostCode | undefined;
}) {
  const rejected = actionData && 'message' in actionData ? actionData : undefined;
  const { show, query, backup } = desk;
  return (
    <>
      <DeskMenu desk={desk} />
      <section className="stack" aria-labelledby="desk">
        <div className="section-head">
          <h2 id="desk">{pageNames[show]}</h2>
        </div>
        {desk.view === 'list' && <Entries subject={desk.subject} list={desk.list} query={query} />}
        {desk.view === 'entry' && (
          <DeskEntryView entry={desk.entry} query={query} actionData={rejected} needsPassword={desk.needsPassword} />
        )}
        {desk.view === 'saved-replies' && <SavedReplies {...desk} actionData={rejected} />}
        {desk.view === 'branches' && <BranchList lines={desk.lines} />}
        {desk.view === 'branch' && <BranchForm branch={desk.branch} actionData={rejected} />}
        {desk.view === 'brands' && <DeskBrands lines={desk.lines} />}
        {desk.view === 'brand' && <LogoForm brand={desk.brand} actionData={rejected} />}
        {desk.view === 'road-taxes' && <RoadTaxList lines={desk.lines} />}
        {desk.view === 'road-tax' && <RoadTaxForm tax={desk.tax} actionData={rejected} />}
        {desk.view === 'lost-code' && (
          <LostCodeForm
            {...desk}
            rejected={rejected}
            issued={actionData && 'issued' in actionData ? actionData.issued : undefined}
          />
        )}
        <p className="note">{backup}</p>
      </section>
    </>
  );
}

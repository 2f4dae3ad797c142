import { formatCount } from '~/domain/shared/money';
import { mayUse } from '~/domain/shared/permissions';
import { paths } from '~/paths';
import { HiddenFields, SelectField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { Button } from '~/ui/primitives/button';
import type { DeskList, DeskScreen } from './dashboard.loader.server';
import type { IssuedLostCode } from './desk.action.server';
import { DeskBrands, LogoForm, RoadTaxForm, RoadTaxList } from './desk-catalogue';
import { DeskEntryView } from './desk-entry';
import { LostCodeForm } from './desk-lost-code';
import { createStatusChoices, type DeskActionData, partPermissions, StatusLabel } from './desk-parts';
import { SavedReplies } from './desk-request';
import { BranchForm, BranchList } from './desk-visits';

const pageNames = {
  message: 'Messages',
  service: 'Services',
  feedback: 'Feedback',
  appointment: 'Visits',
  listing: 'Listings',
  vehicle: 'Used vehicles',
  review: 'Reviews',
  conversation: 'Conversations',
  today: 'Today',
  requests: 'Requests',
  'saved-replies': 'Saved replies',
  appointments: 'Agenda',
  branches: 'Branches',
  brands: 'Brands',
  log: 'What operators did',
  'road-tax': 'Road tax',
  mail: 'Emails that were not sent',
  figures: 'The last 24 hours',
  'recovery-code': 'Recovery codes',
  'manage-code': 'Listing codes',
} as const;

const otherMenuItems = [
  { part: 'saved-replies', text: 'Saved replies' },
  { part: 'branches', text: 'Branches' },
  { part: 'brands', text: 'Brands' },
  { part: 'recovery-code', text: 'Recovery codes' },
  { part: 'manage-code', text: 'Listing codes' },
  { part: 'road-tax', text: 'Road tax' },
] as const;

function StatusFilter({ list }: { list: DeskList }) {
  return (
    <form action={paths.dashboard()} className="inline-form">
      <HiddenFields fields={{ tab: 'desk', show: 'conversation' }} />
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

type EntriesProps = { list: DeskList; query: DeskScreen['query'] };

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
        {entries.map(({ id, title, status, changedAt, age, wait, reports }) => (
          <tr key={id}>
            <th scope="row">
              <a href={paths.desk({ ...query, open: id })}>{title}</a>
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

function Entries({ list, query }: EntriesProps) {
  return (
    <>
      <StatusFilter list={list} />
      <p>
        {list.total === 0 ? 'Nothing here.' : `${formatCount(list.total)} in all`}
        {list.pages > 1 && `, page ${list.page} of ${list.pages}`}
      </p>
      {list.entries.length > 0 && <EntryTable entries={list.entries} query={query} />}
      <Pager page={list.page} pages={list.pages} getHref={(page) => paths.desk({ ...query, page })} />
    </>
  );
}

function DeskMenu({ desk: { show, reported, role } }: { desk: DeskScreen }) {
  const parts: { part: DeskScreen['show']; text: string }[] = [
    {
      part: 'conversation',
      text: reported > 0 ? `${pageNames.conversation} ${formatCount(reported)}` : pageNames.conversation,
    },
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
        {desk.view === 'list' && <Entries list={desk.list} query={query} />}
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

import { paths } from '~/paths';
import { FactList } from '~/ui/page/text-blocks';
import type { DeskScreen } from './dashboard.loader.server';
import { ConversationHistory, EntryForms } from './desk-entry-forms';
import type { OpenEntry } from './desk-entry.loader.server';
import { AuditTrail, StatusLabel, type DeskActionData, OpenItemHead } from './desk-parts';
import { findMovedSection } from './moved-sections';

function Reports({ reports }: Pick<Extract<OpenEntry, { reports: unknown }>, 'reports'>) {
  return (
    <>
      <h4>Reports</h4>
      <ul className="entry-list">
        {reports.map(({ id, reason, comment, author }) => (
          <li key={id}>
            <div>
              <p>
                <b>{reason}</b>
              </p>
              {comment && <p className="preserve-lines">{comment}</p>}
              <p className="note">{author}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Photos({ photos, title }: Pick<Extract<OpenEntry, { photos: unknown }>, 'photos' | 'title'>) {
  return (
    <ul className="desk-photos">
      {photos.map(({ small, whole }, position) => (
        <li key={small}>
          <a href={whole}>
            <img src={small} alt={`${title}, ${position + 1} of ${photos.length}`} width="320" height="240" />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Facts({ facts }: Pick<OpenEntry, 'facts'>) {
  return (
    <FactList
      facts={facts.map(({ name, value, href }) => ({
        name,
        value: value !== null && href ? <a href={href}>{value}</a> : value,
      }))}
    />
  );
}

type DeskEntryViewProps = {
  entry: OpenEntry;
  query: DeskScreen['query'];
  actionData: DeskActionData | undefined;
  needsPassword: boolean;
};

export function DeskEntryView({ entry, query, actionData, needsPassword }: DeskEntryViewProps) {
  const { id, title, status, wait, createdAt, facts, text, actions } = entry;
  const action = paths.desk({ ...query, open: id });
  const getHref = (page: number) => paths.desk({ ...query, open: id, page });
  return (
    <>
      <OpenItemHead
        title={title}
        listHref={findMovedSection({ ...query, page: 1 }) ?? paths.desk(query)}
        actionData={actionData}
      />
      <p className="row">
        <StatusLabel status={status} wait={wait} /> <span className="note">{createdAt}</span>{' '}
      </p>
      <div className="columns">
        <div className="stack">
          {text && <p className="preserve-lines">{text}</p>}
          {'photos' in entry && entry.photos.length > 0 && <Photos photos={entry.photos} title={title} />}
          <Facts facts={facts} />
          {'reports' in entry && entry.reports.length > 0 && <Reports reports={entry.reports} />}
          {entry.subject === 'conversation' && entry.history && (
            <ConversationHistory history={entry.history} getHref={getHref} />
          )}
        </div>
        <div className="stack">
          <EntryForms entry={entry} action={action} actionData={actionData} needsPassword={needsPassword} />
        </div>
      </div>
      <AuditTrail actions={actions} />
    </>
  );
}

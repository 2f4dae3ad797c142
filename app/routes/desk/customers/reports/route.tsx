import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readingMinutes } from '~/domain/moderation/moderation';
import { formatCount } from '~/domain/shared/money';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty } from '~/ui/desk/rows';
import { SelectField } from '~/ui/forms/field';
import { Pager } from '~/ui/page/pager';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { StatusLabel, statusText } from '../../parts';
import { DecisionForm, ReportedEntry } from '../../reported';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Reported conversations', 'Conversations of users that one of them reported.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Conversations that were reported, and one of them (docs/product.md, "Reports"). */
export default function Reports() {
  const { list, conversation, needsPassword, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  if (conversation) {
    return (
      <DeskPage title={conversation.title} back={{ text: 'Conversations', href: deskPaths.reports() }}>
        <Conversation conversation={conversation} needsPassword={needsPassword} rejected={rejected} />
      </DeskPage>
    );
  }
  return (
    <DeskPage title="Conversations" back={{ text: 'Customers', href: deskPaths.customers() }}>
      {list && <List {...list} />}
    </DeskPage>
  );
}

function List({ views, status, total, page, pages, rows }: NonNullable<Data['list']>) {
  return (
    <div className="stack">
      <form action={deskPaths.reports()} className="inline-form">
        <SelectField
          name="status"
          label="Status"
          choices={views.map((view) => ({ value: view, label: statusText(view) }))}
          value={status}
          emptyText={null}
        />
        <p>
          <Button>Show</Button>
        </p>
      </form>
      {total === 0 && <DeskEmpty title="No conversations" />}
      {pages > 1 && <p>{`${formatCount(total)}, page ${page} of ${pages}`}</p>}
      {rows.length > 0 && (
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
            {rows.map(({ id, title, status: state, changedAt, age, wait, reports }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={deskPaths.report(id)}>{title}</a>
                </th>
                <td>{reports}</td>
                <td>
                  <StatusLabel status={state} wait={null} />
                </td>
                <td className="waiting-time" title={changedAt}>
                  {wait ? <b>{wait}</b> : age}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager page={page} pages={pages} getHref={(to) => deskPaths.reports({ status, page: to })} />
    </div>
  );
}

type ConversationProps = {
  conversation: NonNullable<Data['conversation']>;
  needsPassword: boolean;
  rejected: RejectedForm | undefined;
};

/** Opening it to read its messages is recorded in the log. */
function Conversation({ conversation, needsPassword, rejected }: ConversationProps) {
  const { id, isEnded, reported, history } = conversation;
  const isOpen = history !== null;
  const mayRead = reported > 0 && !isOpen;
  return (
    <ReportedEntry {...conversation} rejected={rejected} after={history && <History history={history} id={id} />}>
      <DecisionForm
        action={deskPaths.report(id)}
        rejected={rejected}
        reported={reported}
        reasonHelp="Needed to open or end it, and logged. Both sides can read why it was ended."
        confirms={needsPassword && mayRead ? 'open it' : null}
        buttons={[
          ...(mayRead ? [{ intent: 'read', text: 'Open and read' }] : []),
          ...(reported > 0 ? [{ intent: 'dismiss', text: 'Dismiss reports' }] : []),
          isEnded
            ? { intent: 'reopen', text: 'Let it go on' }
            : { intent: 'end', text: 'End conversation', isDanger: true },
        ]}
      >
        <p>
          {isOpen
            ? `It is open to you for ${readingMinutes} minutes, or until you decide.`
            : 'Messages of users are private. Open them only if the reports require it: the log shows who opened them, and why.'}
        </p>
      </DecisionForm>
    </ReportedEntry>
  );
}

type HistoryProps = { history: NonNullable<ConversationProps['conversation']['history']>; id: string };

const History = ({ history: { messages, page, pages }, id }: HistoryProps) => (
  <section className="stack" aria-labelledby="messages">
    <h2 id="messages">What was written</h2>
    <ul className="entry-list">
      {messages.map(({ id: number, author, text }) => (
        <li key={number}>
          <div>
            <p className="note">{author}</p>
            <p className="preserve-lines">{text}</p>
          </div>
        </li>
      ))}
    </ul>
    <Pager page={page} pages={pages} getHref={(to) => deskPaths.report(id, to)} />
  </section>
);

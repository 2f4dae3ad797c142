import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { readingMinutes } from '~/domain/moderation/moderation';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { DeskEmpty, KindLinks, KindSign, RowLink } from '~/ui/desk/rows';
import { Pager } from '~/ui/page/pager';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { statusText } from '../../parts';
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

function List({ kinds, status, total, page, pages, rows }: NonNullable<Data['list']>) {
  return (
    <>
      <KindLinks
        label="Which conversations"
        kinds={kinds.map((kind) => ({
          text: statusText(kind.status),
          count: kind.count,
          href: deskPaths.reports({ status: kind.status }),
          isCurrent: kind.status === status,
        }))}
      />
      {total === 0 && <DeskEmpty title="No conversations" />}
      <ol className="rows queue">
        {rows.map(({ id, title, status: state, changedAt, age, wait, reports }) => (
          <li key={id}>
            <KindSign icon="flag" label="Conversation" />
            <RowLink href={deskPaths.report(id)}>{title}</RowLink>{' '}
            <span className={wait ? 'when late' : 'when'} title={changedAt}>
              {wait ?? age}
            </span>
            <p className="line one-line">{reports ?? statusText(state)}</p>
          </li>
        ))}
      </ol>
      <Pager page={page} pages={pages} getHref={(to) => deskPaths.reports({ status, page: to })} />
    </>
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

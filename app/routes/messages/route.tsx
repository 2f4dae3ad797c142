import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { InboxCounts, InboxFilter } from '~/domain/conversations/conversation';
import { rejectionHeaders } from '~/http/responses.server';
import { paths } from '~/paths';
import { useUnreadMessages } from '~/ui/layout/layout';
import { type InboxEntry, InboxRows } from '~/ui/lists/conversations';
import { EmptyState } from '~/ui/page/empty-state';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = {
  kind: 'plain',
  unlisted: true,
};
export const headers = rejectionHeaders;
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Messages', 'What buyers and sellers write to you, and you to them.');

const tabs: readonly { filter: InboxFilter; text: string }[] = [
  { filter: 'all', text: 'All' },
  { filter: 'new', text: 'New' },
  { filter: 'buying', text: 'I buy' },
  { filter: 'selling', text: 'I sell' },
];

const getHref = (filter: InboxFilter, page?: number): string =>
  paths.messages({ ...(filter !== 'all' && { show: filter }), ...(page !== undefined && page > 1 && { page }) });

function newMessagesText(unread: number, conversations: number): string {
  if (unread === 0) return 'Nothing new.';
  return `${unread} new in ${conversations} ${conversations === 1 ? 'conversation' : 'conversations'}`;
}

/** The inbox (docs/product.md, "Inbox"): conversations with buyers and sellers, newest first. */
export default function Messages() {
  const { view, isSignedIn, hasMessagesCookie, filter, page, browserGroup, idempotencyKey } =
    useLoaderData<typeof loader>();
  const hasBrowserGroup = browserGroup !== null && browserGroup.counts.all > 0;
  if (view.of === 'groups') return <VisitorsInbox {...view} hasMessagesCookie={hasMessagesCookie} />;
  const { entries, pages, counts } = view;
  return (
    <>
      <MessagesHead isSignedIn={isSignedIn} subtitle={counts.all > 0 ? <NewMessages counts={counts} /> : null} />
      {counts.all > 0 && <Tabs current={filter} counts={counts} />}
      {hasBrowserGroup && <BrowserConversations group={browserGroup} idempotencyKey={idempotencyKey} />}
      {(!hasBrowserGroup || counts.all > 0) && (
        <section aria-label="Conversations">
          {entries.length > 0 ? (
            <InboxRows entries={entries} level="h2" />
          ) : (
            <NoMessages isInboxEmpty={counts.all === 0} />
          )}
          <Pager page={page} pages={pages} getHref={(other) => getHref(filter, other)} />
        </section>
      )}
    </>
  );
}

/**
 * Conversations begun in this browser before signing in, possibly by another user of it: they are added to the account
 * only on request.
 */
function BrowserConversations({
  group: { entries, counts },
  idempotencyKey,
}: {
  group: InboxGroup;
  idempotencyKey: string;
}) {
  const rest = counts.all - entries.length;
  return (
    <section className="stack" aria-labelledby="apart">
      <h2 id="apart">Written in this browser</h2>
      <p>
        These began here without an account. If you wrote them, join them to yours: you then read them on every device,
        and their private links end.
      </p>
      <InboxRows entries={entries} />
      {rest > 0 && <p className="note">{`And ${rest} more.`}</p>}
      <form method="post" action={paths.messages()} className="row">
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <Button kind="primary" name="intent" value="join">
          Join them to my account
        </Button>{' '}
        <Button name="intent" value="forget">
          Forget on this device
        </Button>
      </form>
    </section>
  );
}

function MessagesHead({ isSignedIn, subtitle }: { isSignedIn: boolean; subtitle: ReactNode }) {
  return (
    <PageHead title="Messages" {...(isSignedIn && { back: { text: 'My Profile', href: paths.profile() } })}>
      {subtitle}
    </PageHead>
  );
}

function NewMessages({ counts }: { counts: InboxCounts }) {
  return <p>{newMessagesText(useUnreadMessages(), counts.new)}</p>;
}

function Tabs({ current, counts }: { current: InboxFilter; counts: InboxCounts }) {
  return (
    <nav className="tabs" aria-label="Which">
      <ul>
        {tabs.map(({ filter, text }) => (
          <li key={filter}>
            <a href={getHref(filter)} aria-current={filter === current ? 'page' : undefined}>
              {`${text} ${counts[filter]}`}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NoMessages({ isInboxEmpty }: { isInboxEmpty: boolean }) {
  return (
    <EmptyState
      level="h2"
      title={isInboxEmpty ? 'No messages yet' : 'Nothing under this tab'}
      hint={
        isInboxEmpty
          ? 'Write to a seller from any second-hand vehicle: your conversation appears here, and so do questions from buyers.'
          : 'The other tabs have the rest.'
      }
      picture={{
        drawing: 'scooter-classic',
        colours: { body: '#A9CDBB', accent: '#5E6469' },
        stat: { name: 'Messages', value: '0' },
      }}
    >
      <p className="row">
        <ButtonLink kind="primary" href={paths.browse({ kind: ['used', 'listing'] })}>
          See second-hand
        </ButtonLink>{' '}
        <ButtonLink href={paths.sell()}>Sell your vehicle</ButtonLink>
      </p>
    </EmptyState>
  );
}

type InboxGroup = { entries: InboxEntry[]; pages: number; counts: InboxCounts };

function VisitorsInbox({
  buying,
  selling,
  hasMessagesCookie,
}: {
  buying: InboxGroup;
  selling: InboxGroup;
  hasMessagesCookie: boolean;
}) {
  const [newest] = buying.entries;
  return (
    <>
      <MessagesHead isSignedIn={false} subtitle={<p>Your conversations on this device.</p>} />
      {buying.counts.all === 0 && (
        <section aria-label="Conversations">
          <NoMessages isInboxEmpty />
        </section>
      )}
      {newest && (
        <section className="stack" aria-labelledby="wrote">
          <h2 id="wrote">You wrote</h2>
          <div className="inbox-note">
            <p>
              Kept in this browser only. Send yourself the link of a conversation, and you can answer from any device.
            </p>
            <ButtonLink href={`${newest.href}#link`}>Send me the link</ButtonLink>
          </div>
          <InboxRows entries={buying.entries} />
          <GroupLink group={buying} filter="buying" />
        </section>
      )}
      {selling.entries.length > 0 && (
        <section className="stack" aria-labelledby="sells">
          <h2 id="sells">About what you sell</h2>
          <div className="inbox-note">
            <p>Opened with the manage code of your listings.</p>
            <ButtonLink href={paths.manage()}>Your listings</ButtonLink>
          </div>
          <InboxRows entries={selling.entries} />
          <GroupLink group={selling} filter="selling" />
        </section>
      )}
      <section className="stack divided" aria-labelledby="keep">
        <h2 id="keep">Keep your messages</h2>
        <p>With an account, what you write from then on and what you list follow you to every device.</p>
        <p>
          <ButtonLink href={paths.login({ mode: 'signup', redirectTo: paths.messages() })}>Sign up</ButtonLink>
        </p>
        <p>
          <ActionLink href={paths.manage()}>Enter a manage code</ActionLink>
          <br />
          <ActionLink href={paths.status()}>Find a request by its reference</ActionLink>
        </p>
        {hasMessagesCookie && (
          <form method="post" action={paths.messages()} className="stack">
            <p>On a shared device, let this browser forget what you wrote. Private links go on working.</p>
            <p>
              <Button>Forget on this device</Button>
            </p>
          </form>
        )}
      </section>
    </>
  );
}

function GroupLink({ group: { pages, counts }, filter }: { group: InboxGroup; filter: InboxFilter }) {
  return pages > 1 && <ActionLink href={getHref(filter)}>{`All ${counts[filter]}`}</ActionLink>;
}

import type { ConversationSummary } from '~/domain/conversations/conversation';
import { momentText } from '~/domain/dates';
import { paths } from '~/paths';

type ConversationListProps = { conversations: readonly ConversationSummary[]; level?: 'h2' | 'h3' };

/** What somebody and others wrote to each other, the last written in first. Style sheet `profile`. */
export function ConversationList({ conversations, level: Heading = 'h3' }: ConversationListProps) {
  return (
    <ul className="own">
      {conversations.map(({ id, side, listingName, otherName, unread, isSuspect, lastWords, lastWrittenAt }) => (
        <li key={id}>
          <Heading>
            <a href={paths.conversation({ id })}>{listingName}</a>
          </Heading>
          {unread > 0 && <span className="chip good">{`${unread} new`}</span>}
          {isSuspect && <span className="chip">Perhaps spam</span>}
          <p>{lastWords}</p>
          <p className="s">{`${side === 'buyer' ? 'Seller' : 'Buyer'}: ${otherName} · ${momentText(new Date(lastWrittenAt))}`}</p>
        </li>
      ))}
    </ul>
  );
}

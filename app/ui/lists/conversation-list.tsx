import type { ConversationSummary } from '~/domain/conversations/conversation';
import { timestampText } from '~/domain/shared/dates';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';

type ConversationListProps = { conversations: readonly ConversationSummary[]; level?: 'h2' | 'h3' };

/** The conversations of a user, the one with the newest message first. Stylesheet `profile`. */
export function ConversationList({ conversations, level: Heading = 'h3' }: ConversationListProps) {
  return (
    <ul className="own-items">
      {conversations.map(({ id, side, listingName, otherName, unread, isSuspect, lastMessage, lastWrittenAt }) => (
        <li key={id}>
          <Heading>
            <a href={paths.conversation({ id })}>{listingName}</a>
          </Heading>
          {unread > 0 && <span className="chip chip-good">{`${unread} new`}</span>}
          {isSuspect && <span className="chip">Perhaps spam</span>}
          <p>{lastMessage}</p>
          <p className="note">{`${side === 'buyer' ? 'Seller' : 'Buyer'}: ${otherName} · ${timestampText(new Date(lastWrittenAt))}`}</p>
        </li>
      ))}
    </ul>
  );
}

/**
 * Advice against common frauds, beside offers of other users and conversations. Stylesheet `safety-tips`.
 */
export function FraudAdvice({ advice }: { advice: readonly string[] }) {
  return (
    <section aria-labelledby="safe">
      <h2 id="safe">Stay safe</h2>
      <ul className="safety-tips">
        {advice.map((message) => (
          <li key={message}>
            <Icon name="shield" />
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

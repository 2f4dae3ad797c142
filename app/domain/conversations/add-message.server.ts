import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';
import type { ConversationSide } from './conversation';

type NewMessage = { conversationId: string; side: ConversationSide; text: string; now: string };

const statements = statementsOf((sqlite) => {
  /**
   * A reply marks the messages of the other side as read. A seller's reply also clears the spam flag, because it shows
   * that the seller takes the buyer for a person.
   */
  const standing = (side: ConversationSide, other: ConversationSide, rest = '') =>
    sqlite.prepare<[NewMessage]>(
      `UPDATE conversations SET ${other}_unread = ${other}_unread + 1, ${side}_unread = 0, last_written_at = @now${rest}
        WHERE id = @conversationId`,
    );
  return {
    add: sqlite.prepare<[NewMessage]>(
      `INSERT INTO conversation_messages (conversation_id, side, text, created_at)
       VALUES (@conversationId, @side, @text, @now)`,
    ),
    buyer: standing('buyer', 'seller'),
    seller: standing('seller', 'buyer', ', is_suspect = 0'),
  };
});

/** Adds a message of one side, unread by the other, within the transaction of the calling command. */
export function addMessage(db: Database, message: NewMessage): void {
  statements(db).add.run(message);
  statements(db)[message.side].run(message);
}

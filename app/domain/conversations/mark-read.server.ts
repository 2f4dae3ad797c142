import type { CommandContext } from '../command.server';
import { commitIfPossible } from '../group-commit.server';
import { statementsOf } from '../statements.server';
import type { Conversation, ConversationSide } from './conversation';

const statements = statementsOf((sqlite) => {
  const read = (side: ConversationSide) =>
    sqlite.prepare<[string]>(`UPDATE conversations SET ${side}_unread = 0 WHERE id = ? AND ${side}_unread > 0`);
  return { buyer: read('buyer'), seller: read('seller') };
});

/**
 * Marks a conversation as read by one side. Where the database cannot be written, the conversation is still shown, and
 * stays unread.
 */
export function markRead({ id, side }: Conversation, { db }: Pick<CommandContext, 'db'>): void {
  commitIfPossible(db, () => statements(db)[side].run(id));
}

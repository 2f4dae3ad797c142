import type { CommandContext } from '../command.server';
import { commitIfPossible } from '../group-commit.server';
import { statementsOf } from '../statements.server';
import type { Conversation, ConversationSide } from './conversation';

const statements = statementsOf((sqlite) => {
  const read = (side: ConversationSide) =>
    sqlite.prepare<[string]>(`UPDATE conversations SET ${side}_unread = 0 WHERE id = ? AND ${side}_unread > 0`);
  return { buyer: read('buyer'), seller: read('seller') };
});

/** One side has the conversation before its eyes. It is shown also when nothing can be written: then it stays unread. */
export function markRead({ id, side }: Conversation, { db }: Pick<CommandContext, 'db'>): void {
  commitIfPossible(db, () => statements(db)[side].run(id));
}

import { type CommandContext, runCommand } from '../command.server';
import { done } from '../outcome';
import { statementsOf } from '../statements.server';
import type { Conversation, ConversationSide } from './conversation';

const statements = statementsOf((sqlite) => {
  const read = (side: ConversationSide) =>
    sqlite.prepare<[string]>(`UPDATE conversations SET ${side}_unread = 0 WHERE id = ? AND ${side}_unread > 0`);
  return { buyer: read('buyer'), seller: read('seller') };
});

/** One side has the conversation before its eyes. A full disk is no reason not to show it: then it counts as unread. */
export function markRead({ id, side }: Conversation, context: CommandContext): void {
  runCommand({ run: () => done(statements(context.db)[side].run(id).changes) }, null, context);
}

import { z } from 'zod';
import { defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { done, refused } from '../outcome';
import { statementsOf } from '../statements.server';
import { type ContactKind, type ConversationName, type ConversationSide, contactKinds } from './conversation';
import { findConversation } from './conversation-queries.server';
import { conversationNotFound } from './conversation-sentences';
import { conversationName } from './write-message.server';

type Sharing = { conversation: ConversationName; contact: ContactKind; isShared: boolean };

const sharing = z.object({ conversation: conversationName, contact: z.enum(contactKinds), isShared: z.boolean() });

const statements = statementsOf((sqlite) => {
  const share = (side: ConversationSide, contact: ContactKind) =>
    sqlite.prepare<[number, string]>(`UPDATE conversations SET ${side}_shares_${contact} = ? WHERE id = ?`);
  const of = (side: ConversationSide) => ({ phone: share(side, 'phone'), email: share(side, 'email') });
  return { buyer: of('buyer'), seller: of('seller') };
});

/**
 * Shares the actor's phone or email with the other side of a conversation, or stops sharing it; idempotent. Once
 * shared, contact details may have been noted down, which cannot be undone; the page says so.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict where there is nothing to share,
 *   or where no one can see it any more
 */
export const shareContact = defineCommand<Sharing, { id: string }>({
  name: 'share-contact',
  schema: () => sharing,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name, contact, isShared }, { db, asker }) {
    const conversation = findConversation(db, name, asker);
    if (!conversation) return refused(conversationNotFound);
    const { id, side, own, closed } = conversation;
    if (isShared && closed) return refused({ kind: 'conflict', message: closed });
    if (isShared && own[contact].value === null) {
      return refused({ kind: 'conflict', message: `You have no ${contact} here that could be shared.` });
    }
    statements(db)[side][contact].run(isShared ? 1 : 0, id);
    return done({ id });
  },
});

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
 * Shows the other side of a conversation one's phone or email, or no longer; doing it twice is doing it once. What was
 * shown before may have been noted: nobody can undo that, and the screen says so.
 *
 * @returns not-found for whoever is neither side; a conflict where there is nothing to share, or nobody to see it any
 *   more
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

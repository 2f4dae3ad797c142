import { z } from 'zod';
import { defineCommand } from '../command.server';
import { fixErrors } from '../fix-errors';
import { done, refused } from '../outcome';
import { severalLines } from '../several-lines';
import { addMessage } from './add-message.server';
import type { ConversationName } from './conversation';
import { findConversation, whyNothingMore } from './conversation-queries.server';
import { answerRequired, answerTooLong, conversationNotFound } from './conversation-sentences';
import { longestAnswer } from './limits';

/** Identifies a conversation in forms. */
export const conversationName = z.union([z.object({ id: z.string() }), z.object({ key: z.string() })]);

type Answer = { conversation: ConversationName; text: string };

const answer = z.object({
  conversation: conversationName,
  text: z
    .string({ error: answerRequired })
    .transform(severalLines)
    .refine((text) => text !== '', { error: answerRequired })
    .refine((text) => [...text].length <= longestAnswer, { error: answerTooLong }),
});

/**
 * Adds a message to a conversation, from the actor's side.
 *
 * @returns not-found for an actor who is neither the buyer nor the seller; a conflict where the conversation is closed
 *   or full
 */
export const writeMessage = defineCommand<Answer, { id: string }>({
  name: 'write-message',
  schema: () => answer,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ conversation: name, text }, { db, asker, now }) {
    const conversation = findConversation(db, name, asker);
    if (!conversation) return refused(conversationNotFound);
    const problem = whyNothingMore(db, conversation);
    if (problem) return refused(problem);
    const { id, side } = conversation;
    addMessage(db, { conversationId: id, side, text, now: now.toISOString() });
    return done({ id });
  },
});

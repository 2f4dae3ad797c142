import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { conversationMessages } from '~db/schema';
import { aDay, timestampBefore } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { type Conversation, writtenBefore } from './conversation';
import { type AppError, fixErrors } from '../shared/result';

/** Words alone: with other capitals, spaces or signs they are still the same. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text;

/** Number of the latest messages that a new one is compared with. */
const mostCompared = 40;
/** Shorter words are said again in any conversation: only at once they are a repetition. */
const shortestRepetition = 20;

const latest = preparedOf((db) =>
  db
    .select({ side: conversationMessages.side, text: conversationMessages.text })
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, sql.placeholder('conversationId')))
    .orderBy(desc(conversationMessages.id))
    .limit(mostCompared)
    .prepare(),
);

/** Whether a message only repeats one that the same side wrote in this conversation. */
export function repeats(db: Database, { id, side }: Pick<Conversation, 'id' | 'side'>, text: string): boolean {
  const words = wordsOf(text);
  const messages = latest(db).all({ conversationId: id });
  const otherSideWrote = messages.findIndex((message) => message.side !== side);
  const isLong = [...words].length >= shortestRepetition;
  const compared = isLong || otherSideWrote < 0 ? messages : messages.slice(0, otherSideWrote);
  return compared.some((message) => message.side === side && wordsOf(message.text) === words);
}

/** Sellers to whom one may send the same words in a day. */
const mostSellers = 3;

type Sent = {
  since: string;
  email: string;
  user: string | null;
  visitor: string | null;
  message: string;
  most: number;
};

// Raw: the forced index keeps a day with many conversations from being read in full.
const sellersOfWords = preparedOf(({ $client }) =>
  $client
    .prepare<[Sent], number>(
      `SELECT count(*) FROM (
         SELECT id, buyer_user_id, buyer_visitor_hash, buyer_email FROM conversations INDEXED BY conversations_newest
          WHERE created_at > @since AND desk_request_id IS NULL ORDER BY created_at DESC LIMIT @most) c
        WHERE (buyer_user_id = @user OR buyer_visitor_hash = @visitor OR buyer_email = @email COLLATE NOCASE)
          AND EXISTS (SELECT 1 FROM conversation_messages m
                       WHERE m.conversation_id = c.id AND m.side = 'buyer' AND m.text = @message)`,
    )
    .pluck(),
);

type FirstWords = { email: string; userId: string | null; visitorHash: string | null; message: string; now: Date };

/** Whether a sender wrote these words to several sellers within a day. */
export function isSentToMany(db: Database, { email, userId, visitorHash, message, now }: FirstWords): boolean {
  const since = timestampBefore(now, aDay);
  const sent = { since, email, user: userId, visitor: visitorHash, message, most: 500 };
  return (sellersOfWords(db).get(sent) ?? 0) >= mostSellers;
}

export const repetitionOf = (field: 'message' | 'text'): AppError => ({
  kind: 'invalid',
  message: fixErrors,
  errors: { [field]: writtenBefore },
});

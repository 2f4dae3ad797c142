import { randomUUID } from 'node:crypto';
import { conversations } from '~db/schema';
import type { CommandContext } from '../command.server';
import { done, type Outcome, refused } from '../outcome';
import { newSecret, sha256 } from '../secrets.server';
import { statementsOf } from '../statements.server';
import { addMessage } from './add-message.server';
import type { ConversationName } from './conversation';
import { findConversation, whyNothingMore } from './conversation-queries.server';
import type { Seller } from './seller-to-reach.server';

type FirstMessage = {
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  isSuspect: boolean;
};

export type OpenedConversation = {
  id: string;
  /**
   * Identifies the conversation for its buyer: by its id for a user, by the secret of a private link for a visitor,
   * which is returned only this once.
   */
  name: ConversationName;
};

const known = statementsOf((sqlite) =>
  sqlite
    .prepare<[{ listing: string | null; vehicle: string | null; buyer: string }], string>(
      `SELECT id FROM conversations WHERE (listing_id = @listing OR vehicle_id = @vehicle) AND buyer_user_id = @buyer
        ORDER BY created_at DESC LIMIT 1`,
    )
    .pluck(),
);

/**
 * Sends a buyer's message to a seller, within the transaction of the sending command. A user who writes about the same
 * listing or vehicle again continues the existing conversation.
 *
 * @returns a conflict where that conversation is closed or full, as a new one would bypass its end
 */
export function openConversation(
  { db, asker, now }: CommandContext,
  seller: Seller,
  { name, email, phone, subject, message, isSuspect }: FirstMessage,
): Outcome<OpenedConversation> {
  const moment = now.toISOString();
  const userId = asker.user?.id ?? null;
  const { listingId, vehicleId } = seller;
  const knownId = userId && known(db).get({ listing: listingId, vehicle: vehicleId, buyer: userId });
  const before = knownId ? findConversation(db, { id: knownId }, asker) : null;
  const problem = before && whyNothingMore(db, before);
  if (problem) return refused(problem);
  const id = before?.id ?? randomUUID();
  const key = userId ? null : newSecret();
  if (!before) {
    db.insert(conversations)
      .values({
        id,
        listingId,
        vehicleId,
        listingName: seller.listingName,
        subject,
        sellerUserId: seller.userId,
        sellerKeyId: seller.keyId,
        buyerUserId: userId,
        buyerKeyHash: key && sha256(key),
        buyerName: name,
        buyerEmail: email,
        buyerPhone: phone,
        isSuspect,
        createdAt: moment,
        lastWrittenAt: moment,
      })
      .run();
  }
  addMessage(db, { conversationId: id, side: 'buyer', text: message, now: moment });
  return done({ id, name: key === null ? { id } : { key } });
}

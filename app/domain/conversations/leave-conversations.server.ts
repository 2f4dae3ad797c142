import type { Database } from '~db/connection';
import { statementsOf } from '../statements.server';

const statements = statementsOf((sqlite) => ({
  /** Deletes conversations without a remaining participant. */
  drop: sqlite.prepare<[{ user: string }]>(
    `DELETE FROM conversations WHERE id IN (
       SELECT id FROM conversations WHERE buyer_user_id = @user AND seller_key_id IS NULL
                                      AND (seller_user_id IS NULL OR seller_user_id = @user)
       UNION SELECT id FROM conversations WHERE seller_user_id = @user AND buyer_user_id IS NULL
                                            AND buyer_key_hash IS NULL)`,
  ),
  asBuyer: sqlite.prepare<[string]>(
    `UPDATE conversations SET buyer_user_id = NULL, buyer_name = NULL, buyer_email = NULL, buyer_phone = NULL,
            buyer_shares_phone = 0, buyer_shares_email = 0 WHERE buyer_user_id = ?`,
  ),
  asSeller: sqlite.prepare<[string]>(
    `UPDATE conversations SET seller_user_id = NULL, seller_shares_phone = 0, seller_shares_email = 0
      WHERE seller_user_id = ?`,
  ),
}));

/**
 * Anonymizes a deleted user's conversations: messages to others stay with their recipients, under 'Deleted account',
 * while the user's name, phone and email are removed. Within the transaction that deletes the account.
 */
export function leaveConversations(db: Database, userId: string): void {
  const { drop, asBuyer, asSeller } = statements(db);
  drop.run({ user: userId });
  asBuyer.run(userId);
  asSeller.run(userId);
}

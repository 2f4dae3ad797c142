import { eq } from 'drizzle-orm';
import { contactMessages, users } from '~db/schema';
import { runCommand } from '../command.server';
import { leaveConversations } from '../conversations/leave-conversations.server';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome } from '../outcome';
import { confirmPassword } from './confirm-password.server';
import type { GivingPassword } from './enter-account.server';

/**
 * Deletes the signed-in user's account with all its data: sessions, listings, vehicles, favourites, reviews, service
 * requests and feedback are deleted with the user, and so are the contact messages they sent, which name them. Messages
 * to sellers and buyers stay with the recipients, and reports stay with the operators, without a name. The audit log of
 * operators keeps the names of its operators, because it documents who is accountable.
 *
 * @param password the current password, from the form field `password`
 */
export async function deleteAccount(password: string, entering: GivingPassword): Promise<Outcome<null>> {
  const confirmed = await confirmPassword(password, 'password', entering);
  if (!confirmed.done) return confirmed;
  const { userId } = confirmed.value;
  const { db } = entering;
  const run = (): Outcome<null> => {
    leaveConversations(db, userId);
    db.delete(contactMessages).where(eq(contactMessages.userId, userId)).run();
    db.delete(users).where(eq(users.id, userId)).run();
    return done(null);
  };
  return commitWithOthers(db, () => runCommand({ run }, null, entering));
}

import { eq } from 'drizzle-orm';
import { contactMessages, users } from '~db/schema';
import { runCommand } from '../command.server';
import { leaveConversations } from '../conversations/leave-conversations.server';
import { commitWithOthers } from '../group-commit.server';
import { done, type Outcome } from '../outcome';
import { confirmPassword } from './confirm-password.server';
import type { GivingPassword } from './enter-account.server';

/**
 * Deletes the account of whoever asks, with everything of theirs: sessions, listings, vehicles, favourites, reviews,
 * service requests and feedback go with their user, and so do the messages they sent, which name them. What they wrote
 * to sellers and buyers stays with those, and what they reported with operators, without a name. The log of what
 * operators did keeps their names: it answers for them.
 *
 * @param password the current one, in the form's field `password`
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

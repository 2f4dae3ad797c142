import { eq } from 'drizzle-orm';
import { contactMessages, users } from '~db/schema';
import { confirmPassword, type GivingPassword } from '../accounts/account.commands.server';
import { leaveConversations } from '../conversations/conversation.commands.server';
import { runCommand } from '../shared/command.server';
import { commitWithOthers } from '../shared/group-commit.server';
import { ok, type Result } from '../shared/result';

/**
 * Deletes the signed-in user's account with all its data: sessions, listings, vehicles, favourites, reviews, service
 * requests and feedback are deleted with the user, and so are the contact messages they sent, which name them. Messages
 * to sellers and buyers stay with the recipients, and reports stay with the operators, without a name. The audit log of
 * operators keeps the names of its operators, because it documents who is accountable.
 *
 * @param password the current password, from the form field `password`
 */
export async function deleteAccount(password: string, signInContext: GivingPassword): Promise<Result<null>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { userId } = confirmed.value;
  const { db } = signInContext;
  const run = (): Result<null> => {
    leaveConversations(db, userId);
    db.delete(contactMessages).where(eq(contactMessages.userId, userId)).run();
    db.delete(users).where(eq(users.id, userId)).run();
    return ok(null);
  };
  return commitWithOthers(db, () => runCommand({ run }, null, signInContext), signInContext.patience);
}

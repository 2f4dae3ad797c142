import { removalNotices } from '~db/schema';
import type { CommandContext } from '../command.server';
import { aDay, momentBefore } from '../durations';
import { statementsOf } from '../statements.server';
import type { PublicSubject } from './limits';

/** How long whoever offered or wrote what was deleted is told so. */
export const removalToldDays = 90;

/** The moment (ISO 8601) before which nobody is told any more. */
export const removalToldSince = (now: Date): string => momentBefore(now, removalToldDays * aDay);

type Removed = {
  kind: PublicSubject;
  /** What it was called; of a review, what it was about. */
  name: string;
  /** As the operator gave it; null where none was asked for. */
  reason: string | null;
  /** Whose it was: a user's, or held by a manage key; neither of a sample's and the catalogue's. */
  userId: string | null;
  manageKeyId: string | null;
};

const forget = statementsOf((sqlite) => sqlite.prepare<[string]>('DELETE FROM removal_notices WHERE created_at <= ?'));

/**
 * Leaves word for whoever published something that an operator deletes it; before it goes, within the transaction that
 * deletes it. Whoever deletes their own knows.
 */
export function leaveRemovalNotice({ db, asker, now }: CommandContext, removed: Removed): void {
  const { userId, manageKeyId } = removed;
  const isOwn = userId !== null ? userId === asker.user?.id : asker.manageKeyIds.some((id) => id === manageKeyId);
  if ((userId === null && manageKeyId === null) || isOwn) return;
  forget(db).run(removalToldSince(now));
  db.insert(removalNotices)
    .values({ ...removed, createdAt: now.toISOString() })
    .run();
}

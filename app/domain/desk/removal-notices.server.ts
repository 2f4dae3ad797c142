import { removalNotices } from '~db/schema';
import type { CommandContext } from '../command.server';
import { aDay, momentBefore } from '../durations';
import { statementsOf } from '../statements.server';
import type { PublicSubject } from './limits';

/** Days for which owners see a notice that an operator deleted their item. */
export const removalToldDays = 90;

/** Oldest timestamp (ISO 8601) of notices that are still shown. */
export const removalToldSince = (now: Date): string => momentBefore(now, removalToldDays * aDay);

type Removed = {
  kind: PublicSubject;
  /** Name of the item; for a review, the name of what it reviewed. */
  name: string;
  /** The operator's reason; null where none was required. */
  reason: string | null;
  /** Owner of the item: a user or a manage key; both are null for samples and the catalogue. */
  userId: string | null;
  manageKeyId: string | null;
};

const forget = statementsOf((sqlite) => sqlite.prepare<[string]>('DELETE FROM removal_notices WHERE created_at <= ?'));

/**
 * Leaves a removal notice for the owner of an item that an operator deletes. Must run before the deletion, in the same
 * transaction. Owners who delete their own items get no notice.
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

import { eq, sql } from 'drizzle-orm';
import { users } from '~db/schema';
import { defineCommand } from '../command.server';
import { done, refused } from '../outcome';
import { isEmptyChange, isOutdated } from '../seen-version.server';
import type { Account } from './account';
import { accountInvalid, type ProfileChange, profileFields } from './account-fields.server';
import { findAccount } from './account-queries.server';
import { isOfficialName, officialName } from './official-names';
import { signedIn, signInRequired } from './signed-in';

/** Changes the given fields of the signed-in user's profile. */
export const changeProfile = defineCommand<ProfileChange, Account>({
  name: 'change-profile',
  changes: (_change, { user }) => ({ table: 'users', id: user?.id ?? '' }),
  schema: () => profileFields,
  invalidMessage: accountInvalid,
  limit: 'write',
  run({ version, ...change }, { db, asker, now }) {
    const user = signedIn(asker);
    if (!user.done) return user;
    const before = findAccount(db, user.value.id);
    if (!before) return refused(signInRequired);
    if (isOutdated(version, before)) {
      return refused({
        kind: 'conflict',
        message: 'Your profile was changed in the meantime. Please look at both before you save it.',
      });
    }
    if (isEmptyChange(change)) return done(before);
    // Operators may have official names, and an existing name may be kept.
    if (change.name !== undefined && change.name !== before.name && before.role !== 'operator') {
      if (isOfficialName(change.name)) {
        return refused({ kind: 'invalid', message: accountInvalid(), errors: { name: officialName } });
      }
    }
    db.update(users)
      .set({ ...change, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.id, before.id))
      .run();
    const account = findAccount(db, before.id);
    return account ? done(account) : refused(signInRequired);
  },
});

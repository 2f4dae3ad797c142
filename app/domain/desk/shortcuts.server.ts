import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { memoizePrepared } from '~db/statements';
import { defineCommand } from '../shared/command.server';
import { requirePermission } from '../shared/permissions';
import { ok } from '../shared/result';

const queries = memoizePrepared((db) => ({
  own: db
    .select({ withoutShortcuts: users.withoutShortcuts })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
}));

/** Whether the keyboard shortcuts of the desk are on for an account. */
export const hasShortcuts = (db: Database, id: string): boolean =>
  queries(db).own.get({ id })?.withoutShortcuts === false;

export const chooseShortcuts = defineCommand<{ isOn: boolean }, null>({
  name: 'choose-shortcuts',
  schema: () => z.strictObject({ isOn: z.boolean() }),
  limit: 'write',
  run({ isOn }, { db, actor }) {
    const member = requirePermission(actor, 'read');
    if (!member.ok) return member;
    db.update(users).set({ withoutShortcuts: !isOn }).where(eq(users.id, member.value.id)).run();
    return ok(null);
  },
});

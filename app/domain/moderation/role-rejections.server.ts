import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '~db/schema/accounts';
import { auditEvents } from '~db/schema/desk';
import type { CommandContext } from '../shared/command.server';
import { getTimestampBefore, hourMs } from '../shared/dates';
import { commitIfPossible } from '../shared/group-commit.server';
import { createRoleReason, isPermission, type Permission, permissions, rolesWith } from '../shared/permissions';
import type { AppError } from '../shared/result';
import { recordAuditEvent } from './audit-log.server';

const maxNames = 3;

function findNames({ db }: Pick<CommandContext, 'db'>, permission: Permission): string[] {
  const members = db
    .select({ name: sql<string>`name` })
    .from(sql`${users} INDEXED BY users_team`)
    .where(and(sql`role <> 'user'`, inArray(users.role, rolesWith(permission)), isNull(users.blockedAt)))
    .limit(maxNames + 1)
    .all();
  return members.length > maxNames ? [] : members.map(({ name }) => name);
}

/** Once an hour for each wish, so that a list that is reloaded does not fill the log. */
function recordWish(context: CommandContext, permission: Permission): void {
  const { db, actor, now } = context;
  if (!actor.user) return;
  const { id, name } = actor.user;
  const action = `refused: ${permissions[permission].text}`;
  const before = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subject, 'account'),
        eq(auditEvents.subjectId, id),
        eq(auditEvents.action, action),
        gt(auditEvents.createdAt, getTimestampBefore(now, hourMs)),
      ),
    )
    .limit(1)
    .get();
  if (before) return;
  commitIfPossible(db, () => recordAuditEvent(context, { subject: 'account', subjectId: id, title: name, action }));
}

/**
 * Logs what a member of the team asked for and may not do.
 *
 * @returns the error with the names of those who may; any other error as it is
 */
export function recordRoleRejection(context: CommandContext, error: AppError): AppError {
  if (error.kind !== 'forbidden' || !error.permission || !isPermission(error.permission)) return error;
  recordWish(context, error.permission);
  return { kind: 'forbidden', ...createRoleReason(error.permission, findNames(context, error.permission)) };
}

import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AuditSubject } from '~db/enums';
import { users } from '~db/schema/accounts';
import { auditEvents } from '~db/schema/desk';
import type { CommandContext } from '../shared/command.server';
import { getTimestampBefore, hourMs } from '../shared/dates';
import { commitIfPossible } from '../shared/group-commit.server';
import {
  createRoleReason,
  isPermission,
  isTeamRole,
  type Permission,
  permissions,
  rolesWith,
} from '../shared/permissions';
import type { AppError } from '../shared/result';
import { reportSecurityEvent } from '../shared/security-events.server';

export type AuditEvent = {
  subject: AuditSubject;
  subjectId: string;
  title: string;
  /** The action in words: 'hidden', 'status: resolved'. */
  action: string;
  reason?: string | null;
};

/** @param isOwn an operator's own item, as any user may change; such actions are not logged */
export function recordAuditEvent(
  { db, actor, now, isDryRun }: CommandContext,
  action: AuditEvent,
  { isOwn = false } = {},
): void {
  const { user: operator } = actor;
  if (!operator || !isTeamRole(operator.role) || isOwn) return;
  db.insert(auditEvents)
    .values({ ...action, operatorId: operator.id, operatorName: operator.name, createdAt: now.toISOString() })
    .run();
  if (!isDryRun) reportSecurityEvent(db, 'operator-action', { account: operator.id, about: action.subject });
}

/** The only title that an entry can get later; a trigger rejects every other change. */
const forgottenTitle = 'Forgotten person';

/** Removes the title and the reason of entries about an item of a forgotten person. */
export function forgetInAuditLog({ db }: Pick<CommandContext, 'db'>, subject: AuditSubject, subjectId: string): void {
  db.update(auditEvents)
    .set({ title: forgottenTitle, reason: null })
    .where(
      and(
        eq(auditEvents.subject, subject),
        eq(auditEvents.subjectId, subjectId),
        subject === 'account' ? undefined : isNotNull(auditEvents.reason),
      ),
    )
    .run();
}

/** @param summary '2 messages, 1 visit' */
export const recordForgetting = (context: CommandContext, summary: string): void =>
  recordAuditEvent(context, {
    subject: 'account',
    subjectId: 'forgotten',
    title: forgottenTitle,
    action: `forgot a person: ${summary}`,
  });

/** For files with personal data that an operator takes from the site. */
export const recordFile = (context: CommandContext, action: string): void =>
  commitIfPossible(context.db, () =>
    recordAuditEvent(context, { subject: 'account', subjectId: 'customers', title: 'Customers', action }),
  );

const commandLine = { operatorId: 'command-line', operatorName: 'Command line' };

/** In the transaction of that change. @param event in words: 'created as an operator' */
export function recordAccountAuditEvent(
  { db, now }: Pick<CommandContext, 'db' | 'now'>,
  account: { id: string; name: string },
  event: string,
): void {
  db.insert(auditEvents)
    .values({
      ...commandLine,
      subject: 'account',
      subjectId: account.id,
      title: account.name,
      action: event,
      createdAt: now.toISOString(),
    })
    .run();
}

/** Of fields that are not listed only the name is logged, because their values may be personal. */
export function formatAuditEvent(changes: Readonly<Record<string, unknown>>, reported: readonly string[]): string {
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (reported.includes(name) ? `${name}: ${value}` : `${name} changed`))
    .join(', ');
}

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

import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Role, roles } from '~db/enums';
import { authenticators, users } from '~db/schema/accounts';
import { deskRequests } from '~db/schema/desk';
import { recordAuditEvent } from '../moderation/audit-log.server';
import type { Actor, SignedInUser } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { oneOf, requiredText } from '../shared/fields.server';
import { getGrant, isTeamRole, type Permission, rejectRole, requirePermission } from '../shared/permissions';
import { type AppError, err, invalid, ok, type Result } from '../shared/result';
import { removeAuthenticator } from './authenticator.server';
import { hasFreshPassword, passwordRequired } from './fresh-password';
import { isLastOwner, lastOwner } from './operators.server';
import { tokenNotAllowed } from './passwords.server';
import { deleteRecoveryCodes } from './recovery-codes.server';
import { endSession, endSessions } from './sessions.server';
import { type AccountRow, findAccountRow } from './team.queries.server';

/* What members of the team do with accounts: roles, blocks, sessions of others. */

export const accountNotFound: AppError = { kind: 'not-found', code: 'no_such_account' };

type Target = { id: string; name: string; role: Role; blockedAt: string | null };

export function requireConfirmed(actor: Actor, permission: Permission, now: Date): Result<SignedInUser> {
  const member = requirePermission(actor, permission);
  if (!member.ok || getGrant(member.value.role, permission) !== 'password') return member;
  if (member.value.tokenScope) return err(tokenNotAllowed);
  return hasFreshPassword(member.value, now) ? member : err(passwordRequired);
}

/** A role that may do something for visitors may not do it with members of the team. */
function findTarget(id: string, permission: Permission, { db, actor, now }: CommandContext): Result<Target> {
  const member = requireConfirmed(actor, permission, now);
  if (!member.ok) return member;
  const target = db
    .select({ id: users.id, name: users.name, role: users.role, blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, id))
    .get();
  if (!target) return err(accountNotFound);
  const isForVisitors = getGrant(member.value.role, permission) === 'visitors';
  return isForVisitors && isTeamRole(target.role) ? rejectRole('team') : ok(target);
}

const logAction = ({ id, name }: Target, action: string, context: CommandContext, reason: string | null = null): void =>
  recordAuditEvent(context, { subject: 'account', subjectId: id, title: name, action, reason });

function reload({ db }: CommandContext, id: string): Result<AccountRow> {
  const account = findAccountRow(db, id);
  return account ? ok(account) : err(accountNotFound);
}

const idField = z.object({ id: z.string() });

/** Takes effect at once, and for access tokens too. Who becomes a user is signed out, without a second step. */
export const changeRole = defineCommand<{ id: string; role: Role }, AccountRow>({
  name: 'change-role',
  schema: () => idField.extend({ role: oneOf('Role', roles) }),
  limit: 'write',
  run({ id, role }, context) {
    const target = findTarget(id, 'team', context);
    if (!target.ok) return target;
    const { db, now } = context;
    if (target.value.role === role) return reload(context, id);
    // An account joins the team with a password by the rules of the team, which the command sets.
    if (!isTeamRole(target.value.role)) return invalid({ role: { code: 'not_of_the_team' } });
    if (role !== 'owner' && isLastOwner(db, id)) return err(lastOwner);
    db.update(users)
      .set({ role, updatedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(users.id, id))
      .run();
    if (!isTeamRole(role)) {
      db.delete(authenticators).where(eq(authenticators.userId, id)).run();
      db.update(deskRequests).set({ assigneeId: null }).where(eq(deskRequests.assigneeId, id)).run();
      endSessions(db, id);
    }
    logAction(target.value, `role: ${role}`, context);
    return reload(context, id);
  },
});

/** Ends sessions and access tokens, and gives requests back. The account stays as it is otherwise. */
export const blockAccount = defineCommand<{ id: string; reason: string }, AccountRow>({
  name: 'block-account',
  schema: () => idField.extend({ reason: requiredText('Reason', 300) }),
  limit: 'write',
  run({ id, reason }, context) {
    const target = findTarget(id, 'accounts', context);
    if (!target.ok) return target;
    const { db, actor, now } = context;
    if (target.value.blockedAt !== null) return reload(context, id);
    if (actor.user?.id === id) return err({ kind: 'conflict', code: 'own_account' });
    if (isLastOwner(db, id)) return err(lastOwner);
    db.update(users)
      .set({ blockedAt: now.toISOString(), blockedReason: reason, version: sql`version + 1` })
      .where(eq(users.id, id))
      .run();
    db.update(deskRequests).set({ assigneeId: null }).where(eq(deskRequests.assigneeId, id)).run();
    deleteRecoveryCodes(db, id);
    endSessions(db, id);
    logAction(target.value, 'blocked', context, reason);
    return reload(context, id);
  },
});

export const liftBlock = defineCommand<{ id: string }, AccountRow>({
  name: 'lift-block',
  schema: () => idField,
  limit: 'write',
  run({ id }, context) {
    const target = findTarget(id, 'accounts', context);
    if (!target.ok) return target;
    if (target.value.blockedAt === null) return reload(context, id);
    context.db
      .update(users)
      .set({ blockedAt: null, blockedReason: null, version: sql`version + 1` })
      .where(eq(users.id, id))
      .run();
    logAction(target.value, 'block lifted', context);
    return reload(context, id);
  },
});

type EndedSessions = AccountRow & { wasOpen: boolean };

/** @param session absent: all, and the access tokens */
export const endSessionsOfMember = defineCommand<{ id: string; session?: string | undefined }, EndedSessions>({
  name: 'end-sessions-of-member',
  schema: () => idField.extend({ session: z.string().optional() }),
  limit: 'write',
  run({ id, session }, context) {
    const target = findTarget(id, 'team', context);
    if (!target.ok) return target;
    const wasOpen = session === undefined || endSession(context.db, id, session);
    if (session === undefined) endSessions(context.db, id);
    logAction(target.value, session === undefined ? 'signed out everywhere' : 'signed out on a device', context);
    const account = reload(context, id);
    return account.ok ? ok({ ...account.value, wasOpen }) : account;
  },
});

/** The password stays; all sessions and access tokens end. */
export const removeSecondStep = defineCommand<{ id: string }, AccountRow>({
  name: 'remove-second-step',
  schema: () => idField,
  limit: 'write',
  run({ id }, context) {
    const target = findTarget(id, 'team', context);
    if (!target.ok) return target;
    const { db } = context;
    const owned = db
      .select({ id: authenticators.userId })
      .from(authenticators)
      .where(and(eq(authenticators.userId, id)));
    if (!owned.get()) return err({ kind: 'conflict', code: 'no_two_step' });
    removeAuthenticator(db, id);
    endSessions(db, id);
    logAction(target.value, 'two-step sign-in reset', context);
    return reload(context, id);
  },
});

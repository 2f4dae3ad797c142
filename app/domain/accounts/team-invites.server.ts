import { randomUUID } from 'node:crypto';
import { and, count, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type TeamRole, teamRoles } from '~db/enums';
import { teamInvites, users } from '~db/schema/accounts';
import { mails } from '~db/schema/site';
import { memoizePrepared } from '~db/statements';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { queueMail } from '../outbox/outbox.server';
import { signInRequired } from '../shared/actor';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { dayMs } from '../shared/dates';
import { oneOf } from '../shared/fields.server';
import { commitInGroup } from '../shared/group-commit.server';
import { isTeamRole, requirePermission } from '../shared/permissions';
import { type AppError, err, invalid, ok, type Result } from '../shared/result';
import { runCommand } from '../shared/run-command.server';
import { generateSecret, sha256 } from '../shared/secrets.server';
import { inviteDays } from './account';
import { accountEmail } from './account.schema.server';
import type { SignInContext } from './accounts.server';
import { validateChosenPassword } from './password-rules.server';
import { confirmPassword, findPasswordByUser } from './passwords.server';
import { endSessions, openSession } from './sessions.server';
import { requireConfirmed } from './team.server';

/* Invitations to the team by a link that works once (docs/product.md, "Operators"). */

const maxOpenInvites = 20;

export const inviteClosed: AppError = { kind: 'not-found', code: 'invite_closed' };
const alreadyInTeam: AppError = { kind: 'conflict', code: 'already_in_team' };

export type Invite = { id: string; role: TeamRole; email: string | null; inviter: string; expiresAt: string };

const open = {
  id: teamInvites.id,
  role: teamInvites.role,
  email: teamInvites.email,
  inviter: users.name,
  expiresAt: teamInvites.expiresAt,
};

/** Of a user who still is an owner. */
const isOfOwner = and(eq(users.id, teamInvites.invitedBy), eq(users.role, 'owner'), isNull(users.blockedAt));
const isOpen = gt(teamInvites.expiresAt, sql.placeholder('now'));

const reads = memoizePrepared((db) => ({
  byId: db
    .select(open)
    .from(teamInvites)
    .innerJoin(users, isOfOwner)
    .where(and(eq(teamInvites.id, sql.placeholder('id')), isOpen))
    .prepare(),
  byToken: db
    .select(open)
    .from(teamInvites)
    .innerJoin(users, isOfOwner)
    .where(
      and(
        or(
          eq(teamInvites.tokenHash, sql.placeholder('hash')),
          // The link of its mail has a secret of its own.
          eq(
            teamInvites.id,
            sql`(SELECT ${mails.aboutId} FROM ${mails} WHERE ${mails.linkHash} = ${sql.placeholder('hash')} AND ${mails.kind} = 'invite')`,
          ),
        ),
        isOpen,
      ),
    )
    .prepare(),
  all: db
    .select(open)
    .from(teamInvites)
    .innerJoin(users, isOfOwner)
    .where(isOpen)
    .orderBy(desc(teamInvites.createdAt))
    .limit(maxOpenInvites)
    .prepare(),
}));

export const findInvite = (db: Database, token: string, now: Date): Invite | null =>
  reads(db).byToken.get({ hash: sha256(token), now: now.toISOString() }) ?? null;

export const findInviteById = (db: Database, id: string, now: Date): Invite | null =>
  reads(db).byId.get({ id, now: now.toISOString() }) ?? null;

export const findOpenInvites = (db: Database, now: Date): Invite[] => reads(db).all.all({ now: now.toISOString() });

/** @returns number of deleted invitations */
export const purgeInvites = (db: Database, now: Date): number =>
  db.delete(teamInvites).where(lte(teamInvites.expiresAt, now.toISOString())).run().changes;

/** Those to the address of a forgotten person. */
export const forgetInvites = (db: Database, email: string): unknown =>
  db.delete(teamInvites).where(sql`email IN (${email}, ${email.toLowerCase()}) AND email IS NOT NULL`).run();

const recordInvite = (context: CommandContext, subjectId: string, action: string): void =>
  recordAuditEvent(context, { subject: 'account', subjectId, title: 'Invitation', action });

type NewInvite = Omit<Invite, 'inviter'> & { token: string | null };

/** @returns with the secret of its link, only this once */
export const inviteMember = defineCommand<{ role: TeamRole; email?: string | undefined }, NewInvite>({
  name: 'invite-member',
  schema: () => z.object({ role: oneOf('Role', teamRoles), email: accountEmail.optional() }),
  limit: 'write',
  secrets: { areOwned: () => true, remove: (invite) => ({ ...invite, token: null }) },
  run({ role, email }, context) {
    const { db, actor, now } = context;
    const owner = requireConfirmed(actor, 'team', now);
    if (!owner.ok) return owner;
    purgeInvites(db, now);
    const stored = db.select({ invites: count() }).from(teamInvites).get();
    if ((stored?.invites ?? 0) >= maxOpenInvites) {
      return err({ kind: 'conflict', code: 'too_many_invites' });
    }
    const id = randomUUID();
    const token = generateSecret();
    const expiresAt = new Date(now.getTime() + inviteDays * dayMs).toISOString();
    const invite = { id, role, email: email ?? null, expiresAt };
    db.insert(teamInvites)
      .values({ ...invite, tokenHash: sha256(token), invitedBy: owner.value.id, createdAt: now.toISOString() })
      .run();
    if (email !== undefined) queueMail(db, { kind: 'invite', aboutId: id, to: { address: email }, now });
    recordInvite(context, id, `made: ${role}`);
    return ok({ ...invite, token });
  },
});

/** Without the password, because it takes a right away. */
export const withdrawInvite = defineCommand<{ id: string }, { wasOpen: boolean }>({
  name: 'withdraw-invite',
  schema: () => z.object({ id: z.string() }),
  limit: 'write',
  run({ id }, context) {
    const owner = requirePermission(context.actor, 'team');
    if (!owner.ok) return owner;
    const { changes } = context.db.delete(teamInvites).where(eq(teamInvites.id, id)).run();
    if (changes > 0) recordInvite(context, id, 'withdrawn');
    return ok({ wasOpen: changes > 0 });
  },
});

/** Uses an invitation up and ends all sessions: what was opened before had no rights of the team. */
function enterTeam(token: string, userId: string, { db, now, kind, label }: SignInContext): Result<string> {
  const invite = findInvite(db, token, now);
  if (!invite) return err(inviteClosed);
  const account = db.select({ name: users.name, role: users.role }).from(users).where(eq(users.id, userId)).get();
  if (!account) return err(signInRequired);
  if (isTeamRole(account.role)) return err(alreadyInTeam);
  const { id, role } = invite;
  db.delete(teamInvites).where(eq(teamInvites.id, id)).run();
  db.update(users)
    .set({ role, updatedAt: now.toISOString(), version: sql`version + 1` })
    .where(eq(users.id, userId))
    .run();
  endSessions(db, userId);
  const member = { id: userId, name: account.name, role, sessionId: '' };
  recordAuditEvent(
    { db, now, actor: { user: member, manageKeyIds: [] } },
    { subject: 'account', subjectId: userId, title: account.name, action: `joined the team: ${role}` },
  );
  return ok(openSession(db, { userId, kind, label }, now));
}

/** For an account whose password has just been chosen by the rules of the team. @returns the token of its new session */
export const joinTeam = (token: string, userId: string, context: SignInContext): Promise<Result<string>> =>
  commitInGroup(
    context.db,
    () => runCommand({ run: () => enterTeam(token, userId, context) }, null, context),
    context.lockTimeout,
  );

/**
 * For the account that is signed in.
 *
 * @returns the token of its new session; invalid for a password that is wrong, or too short for a member of the team
 */
export async function acceptInvite(token: string, password: string, context: SignInContext): Promise<Result<string>> {
  const { db } = context;
  const invite = findInvite(db, token, context.now);
  if (!invite) return err(inviteClosed);
  if (password === '') return invalid({ password: { code: 'password_unconfirmed' } }, 'invalid_account_fields');
  const confirmed = await confirmPassword(password, 'password', context);
  if (!confirmed.ok) return confirmed;
  const { userId, name, email, role, passwordHash } = confirmed.value;
  if (isTeamRole(role)) return err(alreadyInTeam);
  const reason = validateChosenPassword(password, { name, email, role: invite.role });
  if (reason !== null) return invalid({ password: reason }, 'invalid_account_fields');
  const run = (): Result<string> =>
    // A concurrent change of the password also ended this session.
    findPasswordByUser(db, userId)?.passwordHash === passwordHash
      ? enterTeam(token, userId, context)
      : err(signInRequired);
  return commitInGroup(db, () => runCommand({ run }, null, context), context.lockTimeout);
}

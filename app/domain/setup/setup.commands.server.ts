import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { branches } from '~db/schema/appointments';
import { siteSetup } from '~db/schema/site';
import { checkTeamPassword, type TeamAccount, teamAccountFields } from '../accounts/account.schema.server';
import { type SignInContext, storeAccount } from '../accounts/accounts.server';
import { hashPassword } from '../accounts/passwords.server';
import { openSession } from '../accounts/sessions.server';
import { changeSetting, readSetting } from '../desk/shop-settings.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { type CommandContext, defineCommand } from '../shared/command.server';
import { failWith, requiredText } from '../shared/fields.server';
import { commitInGroup } from '../shared/group-commit.server';
import { requirePermission } from '../shared/permissions';
import { isPhoneNumber, normalizePhone } from '../shared/phone';
import { type AppError, err, ok, type Result } from '../shared/result';
import { checkInput, runCommand } from '../shared/run-command.server';
import { reportSecurityEvent } from '../shared/security-events.server';
import { findSetup, isSetupToken } from './setup-state.server';

export const setupClosed: AppError = { kind: 'not-found', code: 'setup_closed' };
export const setupLinkRequired: AppError = { kind: 'forbidden', code: 'setup_link_required' };

type Opening = TeamAccount & { shop: string; phone: string; city: string; isEmailPublic: boolean };

const opening: z.ZodType<Opening> = teamAccountFields
  .extend({
    shop: requiredText('Name of the shop', 40),
    phone: requiredText('Phone', 40)
      .transform(normalizePhone)
      .refine(isPhoneNumber, failWith({ code: 'phone_invalid' })),
    city: requiredText('City', 200),
    isEmailPublic: z.boolean(),
  })
  .superRefine(checkTeamPassword);

type NewOwner = Omit<Opening, 'password'> & { passwordHash: string };

/** The address of the first branch, whose hours stay as shipped. */
function storeCity({ db, now }: CommandContext, city: string): void {
  const first = db
    .select({ id: branches.id })
    .from(branches)
    .orderBy(asc(branches.position), asc(branches.id))
    .limit(1)
    .get();
  if (!first) return;
  db.update(branches)
    .set({ address: city, editedAt: now.toISOString(), version: sql`version + 1` })
    .where(eq(branches.id, first.id))
    .run();
}

/** Creates the first owner and the facts of the shop. @returns the token of the owner's session, only this once */
function storeOwner(token: string, owner: NewOwner, context: SignInContext): Result<string> {
  const { db, now, kind, label } = context;
  const { shop, city, isEmailPublic, ...account } = owner;
  const setup = findSetup(db);
  if (setup.kind !== 'open') return err(setupClosed);
  if (!isSetupToken(setup, token)) return err(setupLinkRequired);
  const stored = storeAccount({ ...account, gender: null, role: 'owner' }, context);
  if (!stored.ok) return stored;
  const id = stored.value;
  const user = { id, name: account.name, role: 'owner', sessionId: '' } as const;
  const asOwner: CommandContext = { db, now, actor: { user, manageKeyIds: [] } };
  const present = readSetting(db, 'shop').value;
  const facts = { name: shop, nameInHindi: '', phone: account.phone, ...(isEmailPublic && { email: account.email }) };
  const value = { ...(typeof present === 'object' ? present : null), ...facts };
  const saved = changeSetting.run({ name: 'shop', value }, asOwner);
  if (!saved.ok) return saved;
  storeCity(asOwner, city);
  db.update(siteSetup).set({ tokenHash: null, ownerId: id }).where(eq(siteSetup.id, 1)).run();
  recordAuditEvent(asOwner, { subject: 'account', subjectId: id, title: account.name, action: 'opened the shop' });
  return ok(openSession(db, { userId: id, kind, label }, now));
}

/** @returns the token of the owner's session; forbidden without the token of the link */
export async function openShop(token: string, fields: unknown, context: SignInContext): Promise<Result<string>> {
  const { db, now, address, lockTimeout } = context;
  const setup = findSetup(db);
  if (setup.kind !== 'open') return err(setupClosed);
  if (!isSetupToken(setup, token)) return err(setupLinkRequired);
  const input = checkInput({ schema: () => opening }, fields, now);
  if (!input.ok) return input;
  const { password, ...owner } = input.value;
  const hashed = await hashPassword(password, address);
  if (!hashed.ok) return hashed;
  const opened = await commitInGroup(
    db,
    () =>
      runCommand(
        { run: (newOwner: NewOwner) => storeOwner(token, newOwner, context) },
        { ...owner, passwordHash: hashed.value },
        context,
      ),
    lockTimeout,
  );
  if (opened.ok) reportSecurityEvent(db, 'signed-in', { address, about: 'setup' });
  return opened;
}

function requireOwner({ db, actor }: Pick<CommandContext, 'db' | 'actor'>): Result<string> {
  const owner = requirePermission(actor, 'shop');
  if (!owner.ok) return owner;
  const setup = findSetup(db);
  return setup.kind === 'begun' && setup.ownerId === owner.value.id ? ok(owner.value.id) : err(setupClosed);
}

/** Also for what was skipped: nothing but the page is gone. */
export const finishSetup = defineCommand<Record<string, never>, null>({
  name: 'finish-setup',
  schema: () => z.strictObject({}),
  limit: 'write',
  run(_input, context) {
    const owner = requireOwner(context);
    if (!owner.ok) return owner;
    context.db.delete(siteSetup).where(eq(siteSetup.ownerId, owner.value)).run();
    return ok(null);
  },
});

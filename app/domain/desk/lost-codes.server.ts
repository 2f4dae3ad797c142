import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { listings } from '~db/schema/listings';
import { accountEmail } from '../accounts/account.schema.server';
import { hasFreshPassword, passwordRequired } from '../accounts/fresh-password';
import { findAccountByEmail, recoveryCodeIssued } from '../accounts/operators.server';
import { tokenNotAllowed } from '../accounts/passwords.server';
import { issueRecoveryCode } from '../accounts/recovery-codes.server';
import { renewManageKey } from '../listings/manage-key.server';
import { recordAuditEvent } from '../moderation/audit-log.server';
import type { Actor, SignedInUser } from '../shared/actor';
import { defineCommand } from '../shared/command.server';
import { requiredText } from '../shared/fields.server';
import { isTeamRole, requirePermission } from '../shared/permissions';
import { err, invalid, ok, type Result } from '../shared/result';
import { reasonText, requireReason } from './moderate.server';

/* Operators never choose a password. Both actions need their own password and a reason, which is logged. */

function requireOperatorWithFreshPassword(actor: Actor, now: Date): Result<SignedInUser> {
  const operator = requirePermission(actor, 'accounts');
  if (!operator.ok) return operator;
  if (operator.value.tokenScope) return err(tokenNotAllowed);
  return hasFreshPassword(operator.value, now) ? operator : err(passwordRequired);
}

export type IssuedCode = { code: string; name: string };

type RecoveryRequest = { email: string; reason: string };
const recoveryRequest: z.ZodType<RecoveryRequest> = z
  .object({
    email: accountEmail,
    reason: reasonText,
  })
  .superRefine(({ reason }, context) => requireReason(true, reason, context));

/** Not for operators' accounts, so that none takes over another's: the command line issues those. */
export const issueAccountCode = defineCommand<RecoveryRequest, IssuedCode>({
  name: 'issue-recovery-code',
  schema: () => recoveryRequest,
  limit: 'write',
  run({ email, reason }, context) {
    const { db, actor, now } = context;
    const operator = requireOperatorWithFreshPassword(actor, now);
    if (!operator.ok) return operator;
    const account = findAccountByEmail(db, email);
    if (!account) return invalid({ email: { code: 'no_account_with_email' } });
    if (isTeamRole(account.role)) {
      return invalid({ email: { code: 'account_of_operator' } });
    }
    const code = issueRecoveryCode(db, account.id, now);
    const { id, name } = account;
    recordAuditEvent(context, { subject: 'account', subjectId: id, title: name, action: recoveryCodeIssued, reason });
    return ok({ code, name });
  },
});

type ManageCodeRequest = { listing: string; reason: string };

function parseListingId(text: string): string {
  const [, id] = /[?&](?:vehicle|listing|open)=([\w-]+)/.exec(text) ?? [];
  return id ?? text;
}

const manageCodeRequest: z.ZodType<ManageCodeRequest> = z
  .object({
    listing: requiredText('Listing', 300).transform(parseListingId),
    reason: reasonText,
  })
  .superRefine(({ reason }, context) => requireReason(true, reason, context));

/** @returns invalid for a listing that does not exist or belongs to an account */
export const replaceManageCode = defineCommand<ManageCodeRequest, IssuedCode>({
  name: 'replace-manage-code',
  schema: () => manageCodeRequest,
  limit: 'write',
  run({ listing: id, reason }, context) {
    const { db, actor, now } = context;
    const operator = requireOperatorWithFreshPassword(actor, now);
    if (!operator.ok) return operator;
    const listing = db
      .select({ name: listings.name, manageKeyId: listings.manageKeyId })
      .from(listings)
      .where(eq(listings.id, id))
      .get();
    if (!listing) return invalid({ listing: { code: 'no_such_listing' } });
    if (listing.manageKeyId === null) return invalid({ listing: { code: 'listing_without_code' } });
    const code = renewManageKey(db, listing.manageKeyId);
    const { name } = listing;
    recordAuditEvent(context, {
      subject: 'listing',
      subjectId: id,
      title: name,
      action: 'new manage code issued',
      reason,
    });
    return ok({ code, name });
  },
});

import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { appointments } from '~db/schema/appointments';
import { deskBlocks, deskRequests } from '~db/schema/desk';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
import type { CommandContext } from '../shared/command.server';
import { normalizeEmail } from '../shared/email';
import { toPhoneKey } from '../shared/phone';
import { err, ok, type Result } from '../shared/result';
import { sha256 } from '../shared/secrets.server';

/* Senders from whom the business takes nothing (docs/product.md, "The desk"). */

/** How a sender can be reached, and the account. */
export type SenderContact = {
  email?: string | null | undefined;
  phone?: string | null | undefined;
  userId?: string | null | undefined;
};

const hashSender = ({ email, phone, userId }: SenderContact): string[] => [
  ...(email ? [sha256(`email ${normalizeEmail(email).toLowerCase()}`)] : []),
  ...(phone ? [sha256(`phone ${toPhoneKey(phone)}`)] : []),
  ...(userId ? [sha256(`account ${userId}`)] : []),
];

/** @returns an error if the business takes nothing from this sender */
export function checkSenderNotBlocked({ db, now }: CommandContext, contact: SenderContact): Result<null> {
  const hashes = hashSender(contact);
  if (hashes.length === 0) return ok(null);
  const block = db
    .select({ name: deskBlocks.name })
    .from(deskBlocks)
    .where(
      and(
        inArray(deskBlocks.senderHash, hashes),
        or(isNull(deskBlocks.until), gt(deskBlocks.until, now.toISOString())),
      ),
    )
    .get();
  return block ? err({ kind: 'forbidden', code: 'sender_blocked' }) : ok(null);
}

/** A block stays, because it protects the business, but says no name any more. */
export function forgetBlocked(db: Database, contact: SenderContact): void {
  const hashes = hashSender(contact);
  if (hashes.length === 0) return;
  db.update(deskBlocks).set({ name: 'Forgotten person' }).where(inArray(deskBlocks.senderHash, hashes)).run();
}

/** Of a request at the desk; the author of anonymous feedback is not revealed, only compared. */
export const findSenderOfRequest = (db: Database, requestId: string) =>
  db
    .select({
      name: deskRequests.name,
      email: sql<
        string | null
      >`coalesce(${contactMessages.email}, ${serviceRequests.contactEmail}, ${appointments.email},
        CASE ${feedback.isAnonymous} WHEN 0 THEN ${users.email} END)`,
      phone: sql<string | null>`coalesce(${contactMessages.phone}, ${serviceRequests.contactPhone},
        ${appointments.phone}, CASE ${feedback.isAnonymous} WHEN 0 THEN ${users.phone} END)`,
      userId: sql<string | null>`coalesce(${contactMessages.userId}, ${serviceRequests.userId}, ${appointments.userId},
        ${feedback.userId})`,
    })
    .from(deskRequests)
    .leftJoin(contactMessages, eq(contactMessages.id, deskRequests.id))
    .leftJoin(serviceRequests, eq(serviceRequests.id, deskRequests.id))
    .leftJoin(appointments, eq(appointments.id, deskRequests.id))
    .leftJoin(feedback, eq(feedback.id, deskRequests.id))
    .leftJoin(users, eq(users.id, feedback.userId))
    .where(eq(deskRequests.id, requestId))
    .get() ?? null;

/** @param until ISO 8601; null: until an operator lifts it */
export function setSenderBlocked(
  { db, now }: CommandContext,
  requestId: string,
  { isBlocked, until }: { isBlocked: boolean; until: string | null },
): void {
  const sender = findSenderOfRequest(db, requestId);
  const hashes = sender ? hashSender(sender) : [];
  if (hashes.length === 0) return;
  if (!isBlocked) {
    db.delete(deskBlocks).where(inArray(deskBlocks.senderHash, hashes)).run();
    return;
  }
  const block = { name: sender?.name ?? 'Anonymous', createdAt: now.toISOString(), until };
  for (const senderHash of hashes) {
    db.insert(deskBlocks)
      .values({ ...block, senderHash })
      .onConflictDoUpdate({ target: deskBlocks.senderHash, set: { until } })
      .run();
  }
}

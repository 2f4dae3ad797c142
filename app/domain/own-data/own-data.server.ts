import { and, asc, eq, getTableColumns, gte, isNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '~db/connection';
import { users } from '~db/schema/accounts';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { deleteEach } from '~db/statements';
import { isLastOwner, lastOwner } from '../accounts/operators.server';
import { confirmPassword, type PasswordContext } from '../accounts/passwords.server';
import { anonymizeConversations } from '../conversations/conversation.commands.server';
import { type IdempotentRequest, runCommandOnce } from '../shared/run-command.server';
import { getTimestampBefore } from '../shared/dates';
import { commitInGroup } from '../shared/group-commit.server';
import { err, ok, type Result } from '../shared/result';
import { getColumn, ownedTables, type Retention, splitNames, storedData } from './stored-data.server';

/** Without password hash, hashes of tokens and what only serves the search. @returns null for no such user */
export function exportOwnData(db: Database, userId: string) {
  const exported: Record<string, unknown> = {};
  for (const { table, createOwnerCondition, exportAs, personal, impersonal } of ownedTables) {
    if (exportAs === undefined) continue;
    const names = new Set([...splitNames(personal), ...splitNames(impersonal)]);
    const columns = Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => names.has(name)));
    const rows = db.select(columns).from(table).where(createOwnerCondition(userId)).all();
    if (table === users && rows.length === 0) return null;
    exported[exportAs] = table === users ? rows[0] : rows;
  }
  return { ...exported, conversations: findOwnContributions(db, userId) };
}

/** Row numbers of a user's conversations: of either condition, the planner may prefer to read all conversations. */
const selectOwn = (userId: string): SQL => sql`(
  SELECT rowid AS row FROM conversations WHERE buyer_user_id = ${userId}
  UNION SELECT rowid FROM conversations WHERE seller_user_id = ${userId}) own`;
const isOwn = sql`${conversations}.rowid = own.row`;

type OwnMessage = { text: string; createdAt: string };

function findOwnMessages(db: Database, userId: string): Map<string, OwnMessage[]> {
  const ownSide = sql`case when ${conversations.buyerUserId} = ${userId} then 'buyer' else 'seller' end`;
  const rows = db
    .select({
      conversationId: conversationMessages.conversationId,
      text: conversationMessages.text,
      createdAt: conversationMessages.createdAt,
    })
    .from(selectOwn(userId))
    .crossJoin(conversations)
    .crossJoin(conversationMessages)
    .where(
      and(isOwn, eq(conversationMessages.conversationId, conversations.id), eq(conversationMessages.side, ownSide)),
    )
    .orderBy(asc(conversationMessages.id))
    .all();
  const written = new Map<string, OwnMessage[]>();
  for (const { conversationId, ...message } of rows) {
    const before = written.get(conversationId);
    if (before) before.push(message);
    else written.set(conversationId, [message]);
  }
  return written;
}

/** Messages of the other side are left out, as they belong to that side. */
export function findOwnContributions(db: Database, userId: string) {
  const messages = findOwnMessages(db, userId);
  return db
    .select(getTableColumns(conversations))
    .from(selectOwn(userId))
    .crossJoin(conversations)
    .where(isOwn)
    .all()
    .map((conversation) => {
      const { id, listingId, vehicleId, listingName, subject, createdAt, buyerUserId } = conversation;
      const side = buyerUserId === userId ? 'buyer' : 'seller';
      const formValues = side === 'buyer' && {
        name: conversation.buyerName,
        email: conversation.buyerEmail,
        phone: conversation.buyerPhone,
      };
      return {
        id,
        listingId,
        vehicleId,
        listingName,
        subject,
        createdAt,
        side,
        ...formValues,
        sharesPhone: side === 'buyer' ? conversation.buyerSharesPhone : conversation.sellerSharesPhone,
        sharesEmail: side === 'buyer' ? conversation.buyerSharesEmail : conversation.sellerSharesEmail,
        messages: messages.get(id) ?? [],
      };
    });
}

/** By which its response is found once more, when its account is gone. */
export const deleteAccountName = 'delete-account';

/** Messages and reports stay without a name. The audit log keeps operators' names: they are accountable. */
export async function deleteAccount(
  password: string,
  signInContext: PasswordContext,
  idempotentRequest: IdempotentRequest | null = null,
): Promise<Result<null>> {
  const confirmed = await confirmPassword(password, 'password', signInContext);
  if (!confirmed.ok) return confirmed;
  const { userId } = confirmed.value;
  const { db } = signInContext;
  const run = (): Result<null> => {
    if (isLastOwner(db, userId)) return err(lastOwner);
    anonymizeConversations(db, userId);
    // In reverse, the account last: its deletion cascades to rows that refer to it.
    for (const { table, owner, afterOwner, createOwnerCondition } of [...ownedTables].reverse()) {
      if (afterOwner === 'delete') db.delete(table).where(createOwnerCondition(userId)).run();
      else if (afterOwner === 'unlink' && owner)
        db.update(table)
          .set({ [owner]: null })
          .where(createOwnerCondition(userId))
          .run();
    }
    return ok(null);
  };
  return commitInGroup(
    db,
    () => runCommandOnce({ name: deleteAccountName, run }, null, signInContext, idempotentRequest),
    signInContext.lockTimeout,
  );
}

const isWrittenSince = (requestId: SQLiteColumn, since: string) =>
  and(eq(conversations.deskRequestId, requestId), gte(conversations.lastWrittenAt, since));

/** Rows deleted in one write. Each deletion cascades to other rows. */
const batch = 100;

/** A conversation with a newer message stays, and so does its request. @returns zero when none is left */
export function purgeOldMessages(db: Database, { messages }: Pick<Retention, 'messages'>, now: Date): number {
  if (messages === null) return 0;
  const before = getTimestampBefore(now, messages);
  let deleted = 0;
  for (const { table, ageBy } of storedData.flatMap(({ tables }) => tables)) {
    if (ageBy === undefined) continue;
    const age = lt(getColumn(table, ageBy), before);
    const id = getColumn(table, 'id');
    const isOld =
      table === conversations
        ? and(age, lt(conversations.lastWrittenAt, before), isNull(conversations.deskRequestId))
        : and(
            age,
            notExists(db.select({ id: conversations.id }).from(conversations).where(isWrittenSince(id, before))),
          );
    const old = db
      .select({ id: sql<string>`${id}` })
      .from(table)
      .where(isOld)
      .limit(batch)
      .all();
    deleted += deleteEach(db, table, id, old);
  }
  return deleted;
}

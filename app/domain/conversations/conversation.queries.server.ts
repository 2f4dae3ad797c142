import { and, count, desc, eq, getTableColumns, inArray, max, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ConversationSide, RequestKind } from '~db/enums';
import { users } from '~db/schema/accounts';
import { blockedSenders, conversationMessages, conversations } from '~db/schema/conversations';
import { deskRequests } from '~db/schema/desk';
import { listings } from '~db/schema/listings';
import { contactMessages } from '~db/schema/requests';
import { mails } from '~db/schema/site';
import { vehicles } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { toGivenPhone } from '../accounts/account';
import { readShop } from '../content/shop.server';
import { getServiceName } from '../content/service-types.server';
import type { AppError, Reason } from '../shared/result';
import { privateSeller } from '../listings/listing';
import type { Actor } from '../shared/actor';
import { requiredText } from '../shared/fields.server';
import { createPagination, type Page } from '../shared/pagination.server';
import { sha256 } from '../shared/secrets.server';
import { toLines } from '../shared/text';
import {
  type Conversation,
  type ConversationMessage,
  type ConversationName,
  deletedAccount,
  maxMessages,
  maxReplyLength,
  messagesPerPage,
} from './conversation';

export const conversationName = z.union([z.object({ id: z.string() }), z.object({ key: z.string() })]);

export const replyText = requiredText('Message', maxReplyLength, toLines);

const {
  vehicleId: _vehicleId,
  deskRequestId: _deskRequestId,
  buyerUnread: _buyerUnread,
  sellerUnread: _sellerUnread,
  isSuspect: _isSuspect,
  closedAt: _closedAt,
  lastWrittenAt: _lastWrittenAt,
  ...columns
} = getTableColumns(conversations);

/** Join conditions of the item that a conversation is about. A message to the business refers to its item itself. */
export const isAboutListing = sql`${listings.id} = coalesce(${conversations.listingId}, ${contactMessages.aboutListingId})`;
export const isAboutVehicle = sql`${vehicles.id} = coalesce(${conversations.vehicleId}, ${contactMessages.aboutVehicleId})`;
const itemId = sql`coalesce(${listings.id}, ${vehicles.id})`;
const itemHiddenAt = sql`coalesce(${listings.hiddenAt}, ${vehicles.hiddenAt})`;

export const itemAvailability = sql<Conversation['listing']['availability']>`
  CASE WHEN ${itemId} IS NULL THEN 'deleted' WHEN ${itemHiddenAt} IS NOT NULL THEN 'hidden'
       ELSE coalesce(${listings.availability}, iif(${vehicles.soldAt} IS NULL, 'available', 'sold')) END`;

const isBlockedBySeller = sql`EXISTS (SELECT 1 FROM ${blockedSenders}
  WHERE ${blockedSenders.userId} = ${conversations.sellerUserId} AND (
    ${blockedSenders.blockedUserId} = ${conversations.buyerUserId} OR
    ${blockedSenders.blockedVisitorHash} IN (${conversations.buyerVisitorHash}, ${conversations.buyerKeyHash})))`;
const isBlockedByBuyer = sql`EXISTS (SELECT 1 FROM ${blockedSenders}
  WHERE ${blockedSenders.userId} = ${conversations.buyerUserId} AND (
    ${blockedSenders.blockedUserId} = ${conversations.sellerUserId} OR
    ${blockedSenders.blockedKeyId} = ${conversations.sellerKeyId}))`;

const selectConversations = (db: Database) =>
  db
    .select({
      ...columns,
      listingId: sql<string | null>`${itemId}`,
      listingKind: listings.kind,
      availability: itemAvailability,
      isBlockedBySeller: isBlockedBySeller.mapWith(Boolean),
      isBlockedByBuyer: isBlockedByBuyer.mapWith(Boolean),
      sellerName: users.name,
      sellerEmail: users.email,
      sellerPhone: users.phone,
      requestKind: deskRequests.kind,
      requestStatus: deskRequests.status,
    })
    .from(conversations)
    .leftJoin(deskRequests, eq(deskRequests.id, conversations.deskRequestId))
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.deskRequestId))
    .leftJoin(listings, isAboutListing)
    .leftJoin(vehicles, isAboutVehicle)
    .leftJoin(users, eq(users.id, conversations.sellerUserId));

type Row = ReturnType<ReturnType<typeof selectConversations>['all']>[number];

/** The conversation whose mail contains the link with a secret. */
const selectLinkedConversations = (db: Database) =>
  db
    .select({ id: mails.aboutId })
    .from(mails)
    .where(
      and(eq(mails.linkHash, sql.placeholder('keyHash')), inArray(mails.kind, ['message', 'answer', 'appointment'])),
    )
    .limit(1);

const reads = memoizePrepared((db) => {
  const isInConversation = eq(conversationMessages.conversationId, sql.placeholder('id'));
  return {
    byId: selectConversations(db)
      .where(eq(conversations.id, sql.placeholder('id')))
      .prepare(),
    byKey: selectConversations(db)
      .where(
        or(
          eq(conversations.buyerKeyHash, sql.placeholder('keyHash')),
          // Each mail to a visitor has a different link.
          eq(conversations.id, selectLinkedConversations(db)),
        ),
      )
      .prepare(),
    messages: db
      .select({
        id: conversationMessages.id,
        side: conversationMessages.side,
        text: conversationMessages.text,
        operatorName: users.name,
        createdAt: conversationMessages.createdAt,
      })
      .from(conversationMessages)
      .leftJoin(users, eq(users.id, conversationMessages.operatorId))
      .where(isInConversation)
      .orderBy(desc(conversationMessages.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    lastMessage: db
      .select({ id: max(conversationMessages.id) })
      .from(conversationMessages)
      .where(isInConversation)
      .prepare(),
    messageCount: db.select({ messages: count() }).from(conversationMessages).where(isInConversation).prepare(),
  };
});

function findSide(
  row: Row,
  name: ConversationName,
  { user, manageKeyIds, messagesHash }: Actor,
): ConversationSide | null {
  if ('key' in name || (user && row.buyerUserId === user.id)) return 'buyer';
  if (messagesHash && row.buyerVisitorHash === messagesHash) return 'buyer';
  if (user && row.sellerUserId === user.id) return 'seller';
  return row.sellerKeyId !== null && manageKeyIds.includes(row.sellerKeyId) ? 'seller' : null;
}

/** A side without a name has deleted its account. */
function getSides(row: Row) {
  const of = (phone: string | null, email: string | null, sharesPhone: boolean, sharesEmail: boolean) => ({
    phone: { value: toGivenPhone(phone) || null, isShared: sharesPhone },
    email: { value: email, isShared: sharesEmail },
  });
  return {
    buyer: {
      name: row.buyerName,
      ...of(row.buyerPhone, row.buyerEmail, row.buyerSharesPhone, row.buyerSharesEmail),
    },
    seller: {
      name: row.sellerKeyId === null ? row.sellerName : privateSeller,
      ...of(row.sellerPhone, row.sellerEmail, row.sellerSharesPhone, row.sellerSharesEmail),
    },
  };
}

type Blocks = { own: boolean; other: boolean };

function getClosedReason(
  { availability, closedReason, requestKind }: Row,
  otherName: string | null,
  blocks: Blocks,
): Reason | null {
  if (closedReason !== null) return { code: 'conversation_ended', values: { reason: closedReason } };
  if (requestKind !== null) return null;
  if (availability === 'hidden') return { code: 'conversation_listing_hidden' };
  if (otherName === null) return { code: 'correspondent_deleted' };
  if (availability === 'deleted') return { code: 'conversation_listing_deleted' };
  if (blocks.own) return { code: 'correspondent_blocked', values: { name: otherName } };
  return blocks.other ? { code: 'messages_not_accepted' } : null;
}

export const formatSubject = (db: Database, kind: RequestKind | null, subject: string): string =>
  kind === 'service' ? getServiceName(db, subject) : subject;

function toConversation(db: Database, row: Row, side: ConversationSide): Conversation {
  const { [side]: own, [side === 'buyer' ? 'seller' : 'buyer']: partner } = getSides(row);
  const { requestKind: kind, requestStatus: status } = row;
  const { isBlockedBySeller: bySeller, isBlockedByBuyer: byBuyer } = row;
  const blocks = side === 'seller' ? { own: bySeller, other: byBuyer } : { own: byBuyer, other: bySeller };
  return {
    id: row.id,
    request: kind !== null && status !== null ? { kind, status } : null,
    subject: formatSubject(db, kind, row.subject),
    side,
    otherName: kind === null ? (partner.name ?? deletedAccount) : readShop(db).name,
    shared: {
      phone: partner.phone.isShared ? partner.phone.value : null,
      email: partner.email.isShared ? partner.email.value : null,
    },
    own: { phone: own.phone, email: own.email },
    listing: {
      id: row.listingId,
      kind: row.listingKind,
      name: formatSubject(db, kind, row.listingName),
      availability: row.availability,
    },
    closed: getClosedReason(row, partner.name, blocks),
    isBlocked: blocks.own,
    createdAt: row.createdAt,
  };
}

/** @returns null when the conversation does not exist, or the actor is neither its buyer nor its seller */
export function findConversation(db: Database, name: ConversationName, actor: Actor): Conversation | null {
  const { byId, byKey } = reads(db);
  const row = 'id' in name ? byId.get({ id: name.id }) : byKey.get({ keyHash: sha256(name.key) });
  const side = row ? findSide(row, name, actor) : null;
  return row && side ? toConversation(db, row, side) : null;
}

const countMessages = (db: Database, conversationId: string): number =>
  reads(db).messageCount.get({ id: conversationId })?.messages ?? 0;

/** Id of the last message of a conversation; 0 before the first. */
export const findLastMessage = (db: Database, conversationId: string): number =>
  reads(db).lastMessage.get({ id: conversationId })?.id ?? 0;

/** @returns a conflict when the conversation is full; null otherwise */
export const checkConversationNotFull = (db: Database, conversationId: string): AppError | null =>
  countMessages(db, conversationId) >= maxMessages
    ? { kind: 'conflict', code: 'conversation_full', values: { most: maxMessages } }
    : null;

/** @returns a conflict when the conversation accepts no more messages; null otherwise */
export function checkConversationOpen(db: Database, { id, closed }: Conversation): AppError | null {
  return closed === null ? checkConversationNotFull(db, id) : { kind: 'conflict', ...closed };
}

/** One page of a conversation, each in chronological order. @param page from 1, which is the newest */
export function findMessagesInConversation(
  db: Database,
  conversationId: string,
  page: number,
  limit = messagesPerPage,
): Page<ConversationMessage> {
  const total = countMessages(db, conversationId);
  const items = reads(db).messages.all({ id: conversationId, limit, offset: (page - 1) * limit });
  return { items: items.reverse(), pagination: createPagination({ page, limit }, total) };
}

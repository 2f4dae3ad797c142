import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { conversationSides } from '../enums';
import { manageKeys, users } from './accounts';
import { createdAt, isNotBlank, isOneOf, isTimestamp, yesOrNo } from './columns';
import { deskRequests } from './desk';
import { listings } from './listings';
import { vehicles } from './vehicles';

/**
 * A conversation between a buyer and a seller about a listing or a used vehicle. Each side is a user or has a secret: the
 * seller a manage key, the buyer the private link of this conversation. When a side deletes its account, its messages
 * stay but its identity is removed.
 *
 * A request to the business is a conversation too, with the same id: the customer is its buyer, and the desk, which has
 * neither account nor key, its seller. A trigger creates it with the request; the text of the request, the name and the
 * contact details are stored in the request.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text('id').primaryKey(),
    listingId: text('listing_id').references(() => listings.id, { onDelete: 'set null' }),
    vehicleId: text('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    deskRequestId: text('desk_request_id').references(() => deskRequests.id, { onDelete: 'cascade' }),
    /** At the time of the first message: the conversation outlives the listing or vehicle. */
    listingName: text('listing_name').notNull(),
    subject: text('subject').notNull(),
    sellerUserId: text('seller_user_id').references(() => users.id, { onDelete: 'set null' }),
    sellerKeyId: text('seller_key_id').references(() => manageKeys.id),
    buyerUserId: text('buyer_user_id').references(() => users.id, { onDelete: 'set null' }),
    /** SHA-256 of the secret in a visitor's private link. */
    buyerKeyHash: text('buyer_key_hash'),
    /** Null before the browser had one. */
    buyerVisitorHash: text('buyer_visitor_hash'),
    /** Contact details of the buyer's form; null once their account is deleted. */
    buyerName: text('buyer_name'),
    buyerEmail: text('buyer_email'),
    buyerPhone: text('buyer_phone'),
    buyerSharesPhone: yesOrNo('buyer_shares_phone'),
    buyerSharesEmail: yesOrNo('buyer_shares_email'),
    sellerSharesPhone: yesOrNo('seller_shares_phone'),
    sellerSharesEmail: yesOrNo('seller_shares_email'),
    buyerUnread: integer('buyer_unread').notNull().default(0),
    sellerUnread: integer('seller_unread').notNull().default(0),
    isSuspect: yesOrNo('is_suspect'),
    closedAt: text('closed_at'),
    closedReason: text('closed_reason'),
    createdAt: createdAt(),
    lastWrittenAt: text('last_written_at').notNull(),
  },
  (t) => [
    uniqueIndex('conversations_buyer_key').on(t.buyerKeyHash),
    uniqueIndex('conversations_desk_request').on(t.deskRequestId),
    index('conversations_newest').on(t.createdAt).where(sql`desk_request_id is null`),
    index('conversations_listing').on(t.listingId, t.buyerUserId),
    index('conversations_vehicle').on(t.vehicleId, t.buyerUserId).where(sql`vehicle_id is not null`),
    index('conversations_seller').on(t.sellerUserId, t.lastWrittenAt).where(sql`seller_user_id is not null`),
    index('conversations_seller_key').on(t.sellerKeyId, t.lastWrittenAt).where(sql`seller_key_id is not null`),
    index('conversations_buyer').on(t.buyerUserId, t.lastWrittenAt).where(sql`buyer_user_id is not null`),
    index('conversations_visitor').on(t.buyerVisitorHash, t.lastWrittenAt).where(sql`buyer_visitor_hash is not null`),
    index('conversations_email').on(sql`lower(buyer_email)`).where(sql`buyer_email is not null`),
    index('conversations_phone').on(t.buyerPhone).where(sql`buyer_phone is not null`),
    // Unread messages are counted for every page.
    index('conversations_seller_unread').on(t.sellerUserId).where(sql`seller_unread > 0`),
    index('conversations_seller_key_unread').on(t.sellerKeyId).where(sql`seller_unread > 0`),
    index('conversations_buyer_unread').on(t.buyerUserId).where(sql`buyer_unread > 0`),
    index('conversations_visitor_unread').on(t.buyerVisitorHash).where(sql`buyer_unread > 0`),
    check('conversations_listing_name', isNotBlank(t.listingName)),
    check('conversations_subject', isNotBlank(t.subject)),
    check('conversations_one_subject', sql`${t.listingId} is null or ${t.vehicleId} is null`),
    check('conversations_closed', isTimestamp(t.closedAt)),
    check('conversations_closed_reason', sql`(${t.closedAt} is null) = (${t.closedReason} is null)`),
    check('conversations_one_seller', sql`${t.sellerUserId} is null or ${t.sellerKeyId} is null`),
    check('conversations_one_buyer', sql`${t.buyerUserId} is null or ${t.buyerKeyHash} is null`),
    check('conversations_key_hash', sql`length(${t.buyerKeyHash}) = 64`),
    check('conversations_visitor_hash', sql`length(${t.buyerVisitorHash}) = 64`),
    check('conversations_unread', sql`${t.buyerUnread} >= 0 and ${t.sellerUnread} >= 0`),
    check('conversations_created', isTimestamp(t.createdAt)),
    check('conversations_written', isTimestamp(t.lastWrittenAt)),
  ],
);

/**
 * A sender whom a user has blocked: another user, a visitor by the secret of the browser (or, if it had none yet, of the
 * private link), or the owner of a manage key.
 */
export const blockedSenders = sqliteTable(
  'blocked_senders',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedUserId: text('blocked_user_id').references(() => users.id, { onDelete: 'cascade' }),
    blockedVisitorHash: text('blocked_visitor_hash'),
    blockedKeyId: text('blocked_key_id').references(() => manageKeys.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('blocked_senders_user').on(t.userId, t.blockedUserId).where(sql`blocked_user_id is not null`),
    uniqueIndex('blocked_senders_visitor')
      .on(t.userId, t.blockedVisitorHash)
      .where(sql`blocked_visitor_hash is not null`),
    uniqueIndex('blocked_senders_key').on(t.userId, t.blockedKeyId).where(sql`blocked_key_id is not null`),
    index('blocked_senders_newest').on(t.userId, t.createdAt),
    index('blocked_senders_of_user').on(t.blockedUserId).where(sql`blocked_user_id is not null`),
    index('blocked_senders_of_visitor').on(t.blockedVisitorHash).where(sql`blocked_visitor_hash is not null`),
    index('blocked_senders_of_key').on(t.blockedKeyId).where(sql`blocked_key_id is not null`),
    check(
      'blocked_senders_one',
      sql`(${t.blockedUserId} is not null) + (${t.blockedVisitorHash} is not null) + (${t.blockedKeyId} is not null) = 1`,
    ),
    check('blocked_senders_hash', sql`length(${t.blockedVisitorHash}) = 64`),
    check('blocked_senders_name', isNotBlank(t.name)),
    check('blocked_senders_created', isTimestamp(t.createdAt)),
  ],
);

/**
 * A reply by one press: its side can undo it until `sendAt`, when it becomes a message. The other side does not see it
 * before, and each side has at most one.
 */
export const heldReplies = sqliteTable(
  'held_replies',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    side: text('side', { enum: conversationSides }).notNull(),
    text: text('text').notNull(),
    sendAt: text('send_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.side] }),
    index('held_replies_due').on(t.sendAt),
    check('held_replies_side', isOneOf(t.side, conversationSides)),
    check('held_replies_text', isNotBlank(t.text)),
    check('held_replies_send_at', isTimestamp(t.sendAt)),
  ],
);

export const conversationMessages = sqliteTable(
  'conversation_messages',
  {
    id: integer('id').primaryKey(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    side: text('side', { enum: conversationSides }).notNull(),
    text: text('text').notNull(),
    /** Null once the account is deleted, and for all others. */
    operatorId: text('operator_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    index('conversation_messages_of').on(t.conversationId, t.id),
    index('conversation_messages_operator').on(t.operatorId).where(sql`operator_id is not null`),
    check('conversation_messages_side', isOneOf(t.side, conversationSides)),
    check('conversation_messages_text', isNotBlank(t.text)),
    check('conversation_messages_created', isTimestamp(t.createdAt)),
  ],
);

/** The source that the link named by which a customer came, by the conversation that the request began. */
export const leadSources = sqliteTable(
  'lead_sources',
  {
    conversationId: text('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    source: text('source').notNull(),
  },
  (t) => [
    check('lead_sources_source', isNotBlank(t.source)),
    check('lead_sources_length', sql`length(${t.source}) <= 40`),
  ],
);

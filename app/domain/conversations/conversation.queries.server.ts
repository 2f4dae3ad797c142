import type { Database } from '~db/connection';
import type { ConversationSide, ListingKind } from '~db/enums';
import { placeholderPhone } from '../accounts/account';
import { privateSeller } from '../listings/listing';
import type { Actor } from '../shared/actor';
import { sha256 } from '../shared/crypto.server';
import { statementsOf } from '../shared/memoize.server';
import { type PageOf, paginationOf } from '../shared/pagination';
import type { AppError } from '../shared/result';
import type { MessageSubject } from '../subjects/subject.queries.server';
import {
  type Conversation,
  type ConversationMessage,
  type ConversationName,
  type ConversationSummary,
  conversationFull,
  conversationsPerPage,
  deletedAccount,
  endedByUs,
  listingDeleted,
  listingHidden,
  messagesPerPage,
  mostMessages,
  otherSideGone,
} from './conversation';

type Row = {
  id: string;
  subject: string;
  listingName: string;
  /** Id of the listing or vehicle it is about. */
  listingId: string | null;
  listingKind: ListingKind | null;
  availability: Conversation['listing']['availability'];
  sellerUserId: string | null;
  sellerKeyId: string | null;
  sellerName: string | null;
  sellerEmail: string | null;
  sellerPhone: string | null;
  sellerSharesPhone: number;
  sellerSharesEmail: number;
  buyerUserId: string | null;
  buyerKeyHash: string | null;
  buyerName: string | null;
  buyerEmail: string | null;
  buyerPhone: string | null;
  buyerSharesPhone: number;
  buyerSharesEmail: number;
  closedReason: string | null;
  createdAt: string;
};

const columns = `
  c.id, c.subject, c.listing_name AS listingName, coalesce(l.id, v.id) AS listingId, l.kind AS listingKind,
  CASE WHEN coalesce(l.id, v.id) IS NULL THEN 'deleted' WHEN coalesce(l.hidden_at, v.hidden_at) IS NOT NULL THEN 'hidden'
       ELSE coalesce(l.availability, 'available') END AS availability,
  c.seller_user_id AS sellerUserId, c.seller_key_id AS sellerKeyId, s.name AS sellerName, s.email AS sellerEmail,
  s.phone AS sellerPhone, c.seller_shares_phone AS sellerSharesPhone, c.seller_shares_email AS sellerSharesEmail,
  c.buyer_user_id AS buyerUserId, c.buyer_key_hash AS buyerKeyHash, c.buyer_name AS buyerName,
  c.buyer_email AS buyerEmail, c.buyer_phone AS buyerPhone, c.buyer_shares_phone AS buyerSharesPhone,
  c.buyer_shares_email AS buyerSharesEmail, c.closed_reason AS closedReason, c.created_at AS createdAt`;

const source = `conversations c LEFT JOIN listings l ON l.id = c.listing_id
                LEFT JOIN vehicles v ON v.id = c.vehicle_id LEFT JOIN users s ON s.id = c.seller_user_id`;

/** Identities of the actor; `@keys` is a JSON array of manage key ids. */
type Own = { user: string | null; keys: string };

const ownIds = `
  SELECT id FROM conversations WHERE seller_user_id = @user
  UNION SELECT id FROM conversations WHERE seller_key_id IN (SELECT value FROM json_each(@keys))
  UNION SELECT id FROM conversations WHERE buyer_user_id = @user`;

const reads = statementsOf((sqlite) => ({
  byId: sqlite.prepare<[string], Row>(`SELECT ${columns} FROM ${source} WHERE c.id = ?`),
  byKey: sqlite.prepare<[string], Row>(`SELECT ${columns} FROM ${source} WHERE c.buyer_key_hash = ?`),
  messages: sqlite.prepare<[string, number, number], ConversationMessage>(
    `SELECT id, side, text, created_at AS createdAt FROM conversation_messages
      WHERE conversation_id = ? ORDER BY id DESC LIMIT ? OFFSET ?`,
  ),
  messageCount: sqlite
    .prepare<[string], number>('SELECT count(*) FROM conversation_messages WHERE conversation_id = ?')
    .pluck(),
  own: sqlite.prepare<
    [Own & { limit: number; offset: number }],
    Omit<ConversationSummary, 'isSuspect'> & { isSuspect: number }
  >(
    `SELECT c.id, CASE WHEN c.buyer_user_id = @user THEN 'buyer' ELSE 'seller' END AS side,
            c.listing_name AS listingName, c.last_written_at AS lastWrittenAt, c.is_suspect AS isSuspect,
            CASE WHEN c.buyer_user_id = @user THEN c.buyer_unread ELSE c.seller_unread END AS unread,
            coalesce(CASE WHEN c.buyer_user_id IS NULL OR c.buyer_user_id IS NOT @user THEN c.buyer_name
                          WHEN c.seller_key_id IS NOT NULL THEN '${privateSeller}' ELSE s.name END,
                     '${deletedAccount}') AS otherName,
            (SELECT CASE WHEN length(m.text) > 120 THEN substr(m.text, 1, 119) || '…' ELSE m.text END
               FROM conversation_messages m WHERE m.conversation_id = c.id ORDER BY m.id DESC LIMIT 1) AS lastMessage
       FROM conversations c LEFT JOIN users s ON s.id = c.seller_user_id
      WHERE c.id IN (${ownIds}) ORDER BY c.is_suspect, c.last_written_at DESC, c.id LIMIT @limit OFFSET @offset`,
  ),
  ownCount: sqlite.prepare<[Own], number>(`SELECT count(*) FROM (${ownIds})`).pluck(),
  unread: sqlite
    .prepare<[Own], number>(
      `SELECT coalesce(sum(CASE WHEN buyer_user_id = @user THEN buyer_unread WHEN is_suspect = 0 THEN seller_unread
                           ELSE 0 END), 0) FROM conversations WHERE id IN (${ownIds})`,
    )
    .pluck(),
}));

const ownOf = ({ user, manageKeyIds }: Actor): Own => ({
  user: user?.id ?? null,
  keys: JSON.stringify(manageKeyIds),
});

/** The actor's side of a conversation; null when the actor is neither. */
function sideOf(row: Row, name: ConversationName, { user, manageKeyIds }: Actor): ConversationSide | null {
  if ('key' in name || (user && row.buyerUserId === user.id)) return 'buyer';
  if (user && row.sellerUserId === user.id) return 'seller';
  return row.sellerKeyId !== null && manageKeyIds.includes(row.sellerKeyId) ? 'seller' : null;
}

/** Returns a phone number that the user entered; null for the placeholder of the sign-up form. */
const realPhone = (phone: string | null): string | null => (phone === placeholderPhone ? null : phone);

/**
 * Both sides, each with the contact details it can share and those it does share; a side without a name has deleted its
 * account.
 */
function sidesOf(row: Row) {
  const of = (phone: string | null, email: string | null, sharesPhone: number, sharesEmail: number) => ({
    phone: { value: realPhone(phone) || null, isShared: sharesPhone === 1 },
    email: { value: email, isShared: sharesEmail === 1 },
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

function closedBecause({ availability, closedReason }: Row, otherName: string | null): string | null {
  if (closedReason !== null) return endedByUs(closedReason);
  if (availability === 'hidden') return listingHidden;
  if (otherName === null) return otherSideGone;
  return availability === 'deleted' ? listingDeleted : null;
}

function toConversation(row: Row, side: ConversationSide): Conversation {
  const { [side]: own, [side === 'buyer' ? 'seller' : 'buyer']: other } = sidesOf(row);
  return {
    id: row.id,
    subject: row.subject,
    side,
    otherName: other.name ?? deletedAccount,
    shared: {
      phone: other.phone.isShared ? other.phone.value : null,
      email: other.email.isShared ? other.email.value : null,
    },
    own: { phone: own.phone, email: own.email },
    listing: { id: row.listingId, kind: row.listingKind, name: row.listingName, availability: row.availability },
    closed: closedBecause(row, other.name),
    createdAt: row.createdAt,
  };
}

/** @returns null when the conversation does not exist, or the actor is neither its buyer nor its seller */
export function findConversation(db: Database, name: ConversationName, actor: Actor): Conversation | null {
  const { byId, byKey } = reads(db);
  const row = 'id' in name ? byId.get(name.id) : byKey.get(sha256(name.key));
  const side = row ? sideOf(row, name, actor) : null;
  return row && side ? toConversation(row, side) : null;
}

/** Number of messages in a conversation. */
const countMessages = (db: Database, conversationId: string): number => reads(db).messageCount.get(conversationId) ?? 0;

/** @returns why a conversation accepts no more messages; null while it does */
export function whyNothingMore(db: Database, { id, closed }: Conversation): AppError | null {
  const message = closed ?? (countMessages(db, id) >= mostMessages ? conversationFull : null);
  return message === null ? null : { kind: 'conflict', message };
}

/** One page of a conversation, each in chronological order. @param page from 1, which is the newest */
export function findMessagesOf(db: Database, conversationId: string, page: number): PageOf<ConversationMessage> {
  const total = countMessages(db, conversationId);
  const items = reads(db).messages.all(conversationId, messagesPerPage, (page - 1) * messagesPerPage);
  return { items: items.reverse(), pagination: paginationOf({ page, limit: messagesPerPage }, total) };
}

/** The actor's conversations, most recently active first, suspected spam last. @param page from 1 */
export function conversationsOf(db: Database, actor: Actor, page: number): PageOf<ConversationSummary> {
  const own = ownOf(actor);
  const total = reads(db).ownCount.get(own) ?? 0;
  const limit = conversationsPerPage;
  const items = reads(db)
    .own.all({ ...own, limit, offset: (page - 1) * limit })
    .map(({ isSuspect, ...summary }) => ({ ...summary, isSuspect: isSuspect === 1 && summary.side === 'seller' }));
  return { items, pagination: paginationOf({ page, limit }, total) };
}

/** Number of the actor's unread messages, without suspected spam. */
export const unreadMessages = (db: Database, actor: Actor): number => reads(db).unread.get(ownOf(actor)) ?? 0;

/** The seller of one listing or used vehicle, with its owner: an account or a manage key. */
export type Seller = {
  /** Exactly one is set: a listing of the sell pages, or a vehicle that a user offers. */
  listingId: string | null;
  vehicleId: string | null;
  listingName: string;
  name: string;
  userId: string | null;
  keyId: string | null;
};

const holders = statementsOf((sqlite) =>
  sqlite.prepare<[string], { userId: string | null; keyId: string | null }>(
    'SELECT owner_user_id AS userId, manage_key_id AS keyId FROM listings WHERE id = ?',
  ),
);

/**
 * Returns the recipient of a message (docs/product.md, "Conversations"): a message about exactly one user's listing or
 * used vehicle goes to its seller. Messages about samples, the catalogue, several items or one's own item go to the
 * business.
 *
 * @param subjects the items of the message, as read for its sender
 * @returns null for the business
 */
export function sellerToReach(db: Database, subjects: readonly MessageSubject[], actor: Actor): Seller | null {
  const [subject, ...others] = subjects;
  if (!subject?.offer || others.length > 0) return null;
  if (subject.offer.kind === 'vehicle') {
    const { id, name, owner } = subject.offer.vehicle;
    if (owner === null || owner.id === actor.user?.id) return null;
    return { listingId: null, vehicleId: id, listingName: name, name: owner.name, userId: owner.id, keyId: null };
  }
  const { listing } = subject.offer;
  const owner = listing.isSample || listing.isMine ? undefined : holders(db).get(listing.id);
  if (!owner || (owner.userId === null && owner.keyId === null)) return null;
  return { listingId: listing.id, vehicleId: null, listingName: listing.name, name: listing.seller.name, ...owner };
}

import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type ConversationSide, conversationSides } from '~db/enums';
import { users } from '~db/schema/accounts';
import { conversationMessages, conversations } from '~db/schema/conversations';
import { deskRequests } from '~db/schema/desk';
import { listings } from '~db/schema/listings';
import { contactMessages, feedback, serviceRequests } from '~db/schema/requests';
import { vehicles } from '~db/schema/vehicles';
import { createJsonReader } from '~db/schema/columns';
import { memoizePrepared } from '~db/statements';
import type { Offer } from '../catalogue/vehicle';
import { findOffersById } from '../catalogue/vehicle.queries.server';
import { privateSeller } from '../listings/listing';
import { type Actor, anonymous } from '../shared/actor';
import { createPagination, type Page } from '../shared/pagination.server';
import { readShop } from '../content/shop.server';
import { type ConversationRow, deletedAccount, type InboxCounts, type InboxFilter, inboxPerPage } from './conversation';
import { formatSubject, isAboutListing, isAboutVehicle, itemAvailability } from './conversation.queries.server';

type Own = { user: string | null; keys: string; visitor: string | null };

const toParticipations = ({ user, manageKeyIds, messagesHash }: Actor): Own => ({
  user: user?.id ?? null,
  keys: JSON.stringify(manageKeyIds),
  visitor: messagesHash ?? null,
});

const user = sql.placeholder('user');
const visitor = sql.placeholder('visitor');
/** An actor who is both buyer and seller, after signing in, reads as the buyer. */
const isBuyer = sql`(ifnull(${conversations.buyerUserId} = ${user}, 0) OR ifnull(${conversations.buyerVisitorHash} = ${visitor}, 0))`;
const isNotBuyer = sql`NOT ${isBuyer}`;

type Participation = { side: ConversationSide; where: SQL; from?: SQL };

const participations = {
  buyerUser: { side: 'buyer', where: eq(conversations.buyerUserId, user) },
  buyerVisitor: { side: 'buyer', where: eq(conversations.buyerVisitorHash, visitor) },
  sellerUser: { side: 'seller', where: sql`${eq(conversations.sellerUserId, user)} AND ${isNotBuyer}` },
  // The keys first, regardless of how long the planner assumes their list to be.
  sellerKeys: {
    side: 'seller',
    from: sql`(SELECT DISTINCT value FROM json_each(${sql.placeholder('keys')})) own_key CROSS JOIN ${conversations}`,
    where: sql`${conversations.sellerKeyId} = own_key.value AND ${isNotBuyer}`,
  },
} as const satisfies Record<string, Participation>;

const sellerUnread = sql`iif(${conversations.isSuspect}, 0, ${conversations.sellerUnread})`;

const isSelling = sql`side = 'seller'`;
const chosenFilter = sql.placeholder('shown');

function prepareOwnConversations(db: Database) {
  const selectConversationsBy = ({ side, where, from = sql`${conversations}` }: Participation) =>
    db
      .select({
        kind: sql<ConversationRow['kind']>`'conversation'`.as('kind'),
        id: sql<string>`${conversations.id}`.as('id'),
        side: sql<ConversationSide>`${sql.raw(`'${side}'`)}`.as('side'),
        at: sql<string>`${conversations.lastWrittenAt}`.as('at'),
        unread: sql<number>`${side === 'seller' ? sellerUnread : conversations.buyerUnread}`.as('unread'),
        isLast: sql<number>`${side === 'seller' ? conversations.isSuspect : sql`0`}`.as('is_last'),
      })
      .from(from)
      .where(where);
  return selectConversationsBy(participations.buyerUser)
    .unionAll(selectConversationsBy(participations.buyerVisitor))
    .unionAll(selectConversationsBy(participations.sellerUser))
    .unionAll(selectConversationsBy(participations.sellerKeys))
    .as('own');
}

function prepareUnreadConversations(db: Database) {
  const selectUnreadBy = ({ side, where, from = sql`${conversations}` }: Participation) => {
    const unread = side === 'seller' ? conversations.sellerUnread : conversations.buyerUnread;
    return db
      .select({ unread: sql<number>`${unread}`.as('unread') })
      .from(from)
      .where(and(where, gt(unread, sql`0`), side === 'seller' ? sql`NOT ${conversations.isSuspect}` : undefined));
  };
  return selectUnreadBy(participations.buyerUser)
    .unionAll(selectUnreadBy(participations.buyerVisitor))
    .unionAll(selectUnreadBy(participations.sellerUser))
    .unionAll(selectUnreadBy(participations.sellerKeys));
}

const createMessageJson = (side: SQL, text: SQL): SQL =>
  sql`json_object('side', ${side}, 'text',
    CASE WHEN length(${text}) > 120 THEN substr(${text}, 1, 119) || '…' ELSE ${text} END)`;

function selectRows(db: Database) {
  const lastMessage = db
    .select({ json: createMessageJson(sql`${conversationMessages.side}`, sql`${conversationMessages.text}`) })
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, conversations.id))
    .orderBy(desc(conversationMessages.id))
    .limit(1);
  // Before the first reply, the row shows the text of the request.
  const requestText = sql`coalesce(${contactMessages.message}, ${feedback.message}, ${serviceRequests.description},
    ${conversations.subject})`;
  return db
    .select({
      id: conversations.id,
      listingId: sql<string | null>`coalesce(${listings.id}, ${vehicles.id})`,
      listingName: conversations.listingName,
      availability: itemAvailability,
      closedAt: conversations.closedAt,
      isSuspect: conversations.isSuspect,
      lastWrittenAt: conversations.lastWrittenAt,
      buyerName: conversations.buyerName,
      sellerName: sql<string | null>`iif(${conversations.sellerKeyId} IS NULL, ${users.name}, ${privateSeller})`,
      requestKind: deskRequests.kind,
      requestStatus: deskRequests.status,
      lastMessage: sql`coalesce(${lastMessage}, ${createMessageJson(sql`'buyer'`, requestText)})`.mapWith(
        createJsonReader(z.object({ side: z.enum(conversationSides), text: z.string() })),
      ),
    })
    .from(sql`json_each(${sql.placeholder('ids')}) listed`)
    .crossJoin(conversations)
    .leftJoin(contactMessages, eq(contactMessages.id, conversations.deskRequestId))
    .leftJoin(listings, isAboutListing)
    .leftJoin(vehicles, isAboutVehicle)
    .leftJoin(users, eq(users.id, conversations.sellerUserId))
    .leftJoin(deskRequests, eq(deskRequests.id, conversations.deskRequestId))
    .leftJoin(feedback, eq(feedback.id, conversations.deskRequestId))
    .leftJoin(serviceRequests, eq(serviceRequests.id, conversations.deskRequestId))
    .where(eq(conversations.id, sql`listed.value`))
    .prepare();
}

const reads = memoizePrepared((db) => {
  const own = prepareOwnConversations(db);
  return {
    page: db
      .select({ kind: own.kind, id: own.id, side: own.side, unread: own.unread })
      .from(own)
      .where(
        sql`CASE ${chosenFilter} WHEN 'new' THEN ${own.unread} > 0 WHEN 'buying' THEN NOT ${isSelling}
                 WHEN 'selling' THEN ${isSelling} ELSE 1 END`,
      )
      .orderBy(sql`is_last`, desc(own.at), sql`id`)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
    counts: db
      .select({
        all: sql<number>`count(*)`,
        new: sql<number>`count(*) FILTER (WHERE ${own.unread} > 0)`,
        buying: sql<number>`count(*) FILTER (WHERE NOT ${isSelling})`,
        selling: sql<number>`count(*) FILTER (WHERE ${isSelling})`,
      })
      .from(own)
      .prepare(),
    conversations: selectRows(db),
    unread: db
      .select({ messages: sql<number>`coalesce(sum(unread), 0)` })
      .from(prepareUnreadConversations(db).as('own'))
      .prepare(),
    hasUnread: db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.buyerVisitorHash, visitor), gt(conversations.buyerUnread, sql`0`)))
      .limit(1)
      .prepare(),
  };
});

type OwnRow = { kind: ConversationRow['kind']; id: string; side: ConversationSide; unread: number };

function readConversationRows(db: Database, own: readonly OwnRow[]): Map<string, ConversationRow> {
  const conversationRows = reads(db).conversations.all({ ids: JSON.stringify(own.map(({ id }) => id)) });
  const byId = new Map(conversationRows.map((row) => [row.id, row]));
  const rows = own.flatMap(({ id, side, unread }): ConversationRow[] => {
    const row = byId.get(id);
    if (!row) return [];
    const { listingId, listingName, availability, closedAt, isSuspect, lastMessage, lastWrittenAt } = row;
    const { requestKind, requestStatus } = row;
    const request = requestKind && requestStatus ? { kind: requestKind, status: requestStatus } : null;
    const otherName = (side === 'buyer' ? row.sellerName : row.buyerName) ?? deletedAccount;
    return [
      {
        kind: 'conversation',
        id,
        side,
        otherName: request ? readShop(db).name : otherName,
        request,
        listing: { id: listingId, name: formatSubject(db, requestKind, listingName), availability },
        isEnded: closedAt !== null,
        lastMessage: { text: lastMessage.text, isOwn: lastMessage.side === side },
        lastWrittenAt,
        unread,
        isSuspect: isSuspect && side === 'seller',
      },
    ];
  });
  return new Map(rows.map((row) => [row.id, row]));
}

export const countInbox = (db: Database, actor: Actor): InboxCounts =>
  reads(db).counts.get(toParticipations(actor)) ?? { all: 0, new: 0, buying: 0, selling: 0 };

/** docs/product.md, "Inbox": the newest message first, suspected spam last. @param page from 1 */
export function findInbox(
  db: Database,
  actor: Actor,
  { filter = 'all', page, limit = inboxPerPage }: { filter?: InboxFilter; page: number; limit?: number },
): Page<ConversationRow> & { counts: InboxCounts } {
  const counts = countInbox(db, actor);
  const own = reads(db).page.all({ ...toParticipations(actor), shown: filter, limit, offset: (page - 1) * limit });
  const rows = readConversationRows(db, own);
  return {
    items: own.flatMap(({ id }) => rows.get(id) ?? []),
    pagination: createPagination({ page, limit }, counts[filter]),
    counts,
  };
}

/** Number of the actor's unread messages, without suspected spam. Read by every page. */
export function countUnreadMessages(db: Database, actor: Actor): number {
  if (!actor.user && actor.manageKeyIds.length === 0 && !actor.messagesHash) return 0;
  return reads(db).unread.get(toParticipations(actor))?.messages ?? 0;
}

/** Reads a single entry of an index, because it runs before every cached page. */
export const hasUnreadMessages = (db: Database, messagesHash: string): boolean =>
  reads(db).hasUnread.get({ visitor: messagesHash }) !== undefined;

export function findOffersInInbox(db: Database, rows: readonly ConversationRow[]): Map<string, Offer> {
  const ids = rows.flatMap(({ listing: { id, availability } }) => (id === null || availability === 'hidden' ? [] : id));
  return findOffersById(db, [...new Set(ids)], anonymous);
}

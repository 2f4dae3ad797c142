import { and, desc, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import type { ContactCategory, ContactPriority, ContactStatus } from '~db/enums';
import { contactCounters, contactMessages, contactTags, listings } from '~db/schema';
import { jsonReader } from '~db/schema/columns';
import { type Offer, offerName } from '../catalogue/vehicle';
import { findOffersById } from '../catalogue/vehicle.queries.server';
import { accessoriesOf } from '../content/accessories.server';
import { insurancePlans } from '../content/finance-content.server';
import type { Seller } from '../conversations/add-message.server';
import type { Actor } from '../shared/actor';
import { countRows, isEqual, pageOfRows } from '../shared/filtered-page.server';
import { preparedOf } from '../shared/memoize.server';
import { rupeesText } from '../shared/money';
import type { PageOf, Pagination } from '../shared/pagination';
import type { Message } from './message';
import { type LoanFigures, maxSubjects, readAbout, splitAbout } from './subject';

const { aboutVehicleId: _vehicle, aboutListingId: _listing, ...columns } = getTableColumns(contactMessages);

function selectMessages(db: Database) {
  const tags = db
    .select({ tags: sql`json_group_array(${contactTags.tag} ORDER BY ${contactTags.tag})` })
    .from(contactTags)
    .where(eq(contactTags.messageId, contactMessages.id));
  return db.select({ ...columns, tags: sql`${tags}`.mapWith(jsonReader(z.array(z.string()))) }).from(contactMessages);
}

const reads = preparedOf((db) => ({
  one: selectMessages(db)
    .where(eq(contactMessages.id, sql.placeholder('id')))
    .prepare(),
  isSent: db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.id, sql.placeholder('id')))
    .prepare(),
  counts: db.select().from(contactCounters).prepare(),
}));

/** @returns null when the message does not exist */
export const findMessage = (db: Database, id: string): Message | null => reads(db).one.get({ id }) ?? null;

/** Whether a message with this id exists; only its sender and operators know the id. */
export const isMessageSent = (db: Database, id: string): boolean => reads(db).isSent.get({ id }) !== undefined;

/** Operators' filters; an absent filter matches everything. */
type MessageFilters = {
  status?: ContactStatus;
  category?: ContactCategory;
  priority?: ContactPriority;
  tag?: string;
};

/** Messages matching a query, the newest first. For operators only: they contain personal data. */
export function findMessages(
  db: Database,
  { page, limit, ...filters }: MessageFilters & Pick<Pagination, 'page' | 'limit'>,
): PageOf<Message> {
  const where = and(
    isEqual(contactMessages.status, filters.status),
    isEqual(contactMessages.category, filters.category),
    isEqual(contactMessages.priority, filters.priority),
    isTagged(db, filters.tag),
  );
  const rows = selectMessages(db).where(where).orderBy(desc(contactMessages.createdAt), contactMessages.id);
  return pageOfRows(rows, countRows(db, contactMessages, where), { page, limit });
}

/** Condition: a message has this tag; undefined without one. */
export const isTagged = (db: Database, tag: string | undefined): SQL | undefined =>
  tag === undefined
    ? undefined
    : inArray(
        contactMessages.id,
        db.select({ id: contactTags.messageId }).from(contactTags).where(eq(contactTags.tag, tag)),
      );

export type MessageStatistics = {
  total: number;
  new: number;
  inProgress: number;
  resolved: number;
  pendingContacts: number;
};

/** Number of messages by status; maintained by triggers, and contains no personal data. */
export function messageStatistics(db: Database): MessageStatistics {
  const counts = new Map(
    reads(db)
      .counts.all()
      .map(({ status, messages }) => [status, messages]),
  );
  const of = (status: ContactStatus): number => counts.get(status) ?? 0;
  return {
    total: [...counts.values()].reduce((sum, messages) => sum + messages, 0),
    new: of('new'),
    inProgress: of('in-progress'),
    resolved: of('resolved'),
    pendingContacts: of('pending'),
  };
}

/** An existing subject of a message. */
export type MessageSubject = {
  /** As links to the form carry it. */
  about: string;
  /** Tag of the message. */
  tag: string;
  /** 'Hero Xpulse 200 4V' */
  name: string;
  /** The vehicle or listing; null for a plan, a loan, a spot purchase or an accessory. */
  offer: Offer | null;
};

const loanName = ({ price, downPayment, rate, tenureMonths }: LoanFigures): string =>
  `Loan of ${rupeesText(price - downPayment)} over ${tenureMonths} months at ${rate}%, for a price of ${rupeesText(price)}`;

/** The offer id in a part of an `about`, as a list; empty for another subject. */
function offerIdOf(text: string): string[] {
  const about = readAbout(text);
  return about?.kind === 'offer' ? [about.id] : [];
}

/** Resolves one part of an `about`. @param offers offers by the ids found in `about` */
function subjectOf(text: string, offers: ReadonlyMap<string, Offer>): MessageSubject | null {
  const about = readAbout(text);
  if (!about) return null;
  const named = (name: string): MessageSubject => ({ about: text, tag: text, name, offer: null });
  if (about.kind === 'loan') return named(loanName(about.figures));
  if (about.kind === 'spot-purchase') return named(`Spot Purchase for a price of ${rupeesText(about.price)}`);
  if (about.kind === 'plan') {
    const plan = insurancePlans.find(({ id }) => id === about.id);
    return plan ? named(plan.name) : null;
  }
  if (about.kind === 'accessory') {
    const [accessory] = accessoriesOf([about.id]);
    return accessory ? named(accessory.name) : null;
  }
  const offer = offers.get(about.id);
  if (!offer) return null;
  return { about: about.id, tag: `${offer.kind}:${about.id}`, name: offerName(offer), offer };
}

/**
 * Resolves an `about`, keeping its order. Unknown subjects, and those that no longer exist, are skipped.
 *
 * @param about see `subject.ts`; at most twelve subjects are looked up
 */
export function findSubjects(db: Database, about: string, actor: Actor): MessageSubject[] {
  const parts = splitAbout(about).slice(0, maxSubjects);
  const offers = findOffersById(db, parts.flatMap(offerIdOf), actor);
  return parts.flatMap((part) => subjectOf(part, offers) ?? []);
}

const owners = preparedOf((db) =>
  db
    .select({ userId: listings.ownerUserId, keyId: listings.manageKeyId })
    .from(listings)
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * Returns the recipient of a message (docs/product.md, "Conversations"): a message about exactly one user's listing or
 * used vehicle goes to its seller. Messages about samples, the catalogue, several items or one's own item go to the
 * business.
 *
 * @param subjects the items of the message, as read for its sender
 * @returns null for the business
 */
export function recipientOf(db: Database, subjects: readonly MessageSubject[], actor: Actor): Seller | null {
  const [subject, ...others] = subjects;
  if (!subject?.offer || others.length > 0) return null;
  if (subject.offer.kind === 'vehicle') {
    const { id, name, owner } = subject.offer.vehicle;
    if (owner === null || owner.id === actor.user?.id) return null;
    return { listingId: null, vehicleId: id, listingName: name, name: owner.name, userId: owner.id, keyId: null };
  }
  const { listing } = subject.offer;
  const owner = listing.isSample || listing.isMine ? undefined : owners(db).get({ id: listing.id });
  if (!owner || (owner.userId === null && owner.keyId === null)) return null;
  return { listingId: listing.id, vehicleId: null, listingName: listing.name, name: listing.seller.name, ...owner };
}

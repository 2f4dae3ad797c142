import { eq, sql } from 'drizzle-orm';
import type { Database } from '~db/connection';
import { listings } from '~db/schema/listings';
import { memoizePrepared } from '~db/statements';
import { getOfferName, type Offer } from '../catalogue/vehicle';
import { findOffersById } from '../catalogue/vehicle.queries.server';
import { findAccessories } from '../content/accessories.server';
import { readInsurancePlans } from '../content/finance-content.server';
import type { Seller } from '../conversations/add-message.server';
import type { Actor } from '../shared/actor';
import { formatRupees } from '../shared/money';
import { type LoanFigures, maxSubjects, readAbout, splitAbout } from './message';

export type MessageSubject = {
  about: string;
  tag: string;
  /** 'Hero Xpulse 200 4V' */
  name: string;
  /** The vehicle or listing; null for a plan, a loan, a spot purchase or an accessory. */
  offer: Offer | null;
};

const formatLoanName = ({ price, downPayment, rate, tenureMonths }: LoanFigures): string =>
  `Loan of ${formatRupees(price - downPayment)} over ${tenureMonths} months at ${rate}%, for a price of ${formatRupees(price)}`;

/** The offer id in a part of an `about`, as a list; empty for another subject. */
function getOfferIds(text: string): string[] {
  const about = readAbout(text);
  return about?.kind === 'offer' ? [about.id] : [];
}

function findSubject(db: Database, text: string, offers: ReadonlyMap<string, Offer>): MessageSubject | null {
  const about = readAbout(text);
  if (!about) return null;
  const createSubject = (name: string): MessageSubject => ({ about: text, tag: text, name, offer: null });
  if (about.kind === 'loan') return createSubject(formatLoanName(about.figures));
  if (about.kind === 'spot-purchase') return createSubject(`Spot Purchase for a price of ${formatRupees(about.price)}`);
  if (about.kind === 'plan') {
    const plan = readInsurancePlans(db).find(({ id }) => id === about.id);
    return plan ? createSubject(plan.name) : null;
  }
  if (about.kind === 'accessory') {
    const [accessory] = findAccessories(db, [about.id]);
    return accessory ? createSubject(accessory.name) : null;
  }
  const offer = offers.get(about.id);
  if (!offer) return null;
  return { about: about.id, tag: `${offer.kind}:${about.id}`, name: getOfferName(offer), offer };
}

/** Unknown subjects are skipped. @param about see `readAbout`; at most twelve subjects are looked up */
export function findSubjects(db: Database, about: string, actor: Actor): MessageSubject[] {
  const parts = splitAbout(about).slice(0, maxSubjects);
  if (parts.length === 0) return [];
  const offers = findOffersById(db, parts.flatMap(getOfferIds), actor);
  return parts.flatMap((part) => findSubject(db, part, offers) ?? []);
}

const owners = memoizePrepared((db) =>
  db
    .select({ userId: listings.ownerUserId, keyId: listings.manageKeyId })
    .from(listings)
    .where(eq(listings.id, sql.placeholder('id')))
    .prepare(),
);

/** @returns null for the business: about samples, the catalogue, several items or one's own item */
export function findRecipient(db: Database, subjects: readonly MessageSubject[], actor: Actor): Seller | null {
  const [subject, ...rest] = subjects;
  if (!subject?.offer || rest.length > 0) return null;
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

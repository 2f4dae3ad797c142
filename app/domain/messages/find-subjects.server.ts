import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { type Offer, offerName } from '../catalogue/vehicle-record';
import { findOffersById } from '../catalogue/vehicle-record-queries.server';
import { accessoriesOf } from '../content/accessories.server';
import { insurancePlans } from '../content/insurance-plans.server';
import { rupeesText } from '../money';
import { type LoanFigures, readAbout, splitAbout } from './about';
import { mostAbout } from './limits';

/** Something that a message is about, and that is there. */
export type MessageSubject = {
  /** As a link to the form carries it. */
  about: string;
  /** As the message is tagged with it. */
  tag: string;
  /** 'Hero Xpulse 200 4V' */
  name: string;
  /** The vehicle or listing it is; null for a plan, a loan, a spot purchase or an accessory. */
  offer: Offer | null;
};

const loanName = ({ price, downPayment, rate, tenureMonths }: LoanFigures): string =>
  `Loan of ${rupeesText(price - downPayment)} over ${tenureMonths} months at ${rate}%, for a price of ${rupeesText(price)}`;

/** The id of an offer, where a part of an `about` is one. */
function offerIdOf(text: string): string[] {
  const about = readAbout(text);
  return about?.kind === 'offer' ? [about.id] : [];
}

/** What one part of an `about` is. @param offers everything that ids in it mean, by them */
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
 * What an `about` means, in its order. What means nothing, or nothing any more, is left out.
 *
 * @param about as `app/domain/messages/about.ts` describes it; at most twelve things are looked up
 */
export function findSubjects(db: Database, about: string, asker: Asker): MessageSubject[] {
  const parts = splitAbout(about).slice(0, mostAbout);
  const offers = findOffersById(db, parts.flatMap(offerIdOf), asker);
  return parts.flatMap((part) => subjectOf(part, offers) ?? []);
}

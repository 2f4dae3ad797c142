import { mostAbout } from '../messages/limits';
import { rupeesText } from '../money';
import type { Accessory } from './accessory';

/** How many accessories one enquiry can be about: as many things as a message can. */
export const enquiryMaximum = mostAbout;
export const enquiryFull = `You can enquire about up to ${enquiryMaximum} accessories at once`;

/** What the items cost together, in whole rupees. */
export const totalRupees = (items: readonly Accessory[]): number =>
  items.reduce((sum, { priceRupees }) => sum + priceRupees, 0);

/** The subject of the message that sends the list: 'Enquiry about 2 accessories, ₹1,998'. */
export const enquirySubject = (items: readonly Accessory[]): string =>
  `Enquiry about ${items.length === 1 ? items[0]?.name : `${items.length} accessories`}, ${rupeesText(totalRupees(items))}`;

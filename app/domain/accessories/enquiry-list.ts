import { mostAbout } from '../messages/limits';
import { rupeesText } from '../money';
import type { Accessory } from './accessory';

/** Maximum number of accessories in one enquiry: the maximum number of items that a message can refer to. */
export const enquiryMaximum = mostAbout;
export const enquiryFull = `You can enquire about up to ${enquiryMaximum} accessories at once`;

/** Total price of the items, in whole rupees. */
export const totalRupees = (items: readonly Accessory[]): number =>
  items.reduce((sum, { priceRupees }) => sum + priceRupees, 0);

/** Subject of the enquiry message: 'Enquiry about 2 accessories, ₹1,998'. */
export const enquirySubject = (items: readonly Accessory[]): string =>
  `Enquiry about ${items.length === 1 ? items[0]?.name : `${items.length} accessories`}, ${rupeesText(totalRupees(items))}`;

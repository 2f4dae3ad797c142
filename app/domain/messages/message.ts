import type { ContactCategory, ContactPriority, ContactStatus } from '~db/enums';
import { getOfferName, type Offer } from '../catalogue/vehicle';
import type { Accessory } from '../content/accessories.server';
import type { Reason } from '../shared/result';
import { type FinanceCase, validateFinanceCase } from '../finance/payment-plan';
import { validateReplyEmail } from '../shared/email';
import { formatRupees } from '../shared/money';
import { isPhoneNumber } from '../shared/phone';
import { countCharacters, validateMaxLength } from '../shared/text';

/* docs/product.md, "Contact messages". */

export const messageLabels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  subject: 'Subject',
  message: 'Message',
} as const;
export type MessageField = keyof typeof messageLabels;

export const minLengths = { name: 2, subject: 5, message: 10 } as const;
/** Maximum number of characters of the single-line fields. The message itself has no limit. */
export const maxLengths = { name: 80, subject: 150, source: 40, tag: 60 } as const;
/** Target of the character counter under the message; not enforced. */
export const messageCounter = 2000;
export const maxTags = 30;

export const messagesPerPage = 20;

/** Name of the honeypot field, which is invisible to people and named to attract bots. */
export const honeypotName = 'website';

/** A message to the business, as stored. Personal data: visible to its sender and to operators only. */
export type Message = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  subject: string;
  message: string;
  category: ContactCategory;
  priority: ContactPriority;
  /** Origin: `website` unless a client names another. */
  source: string;
  status: ContactStatus;
  /** Its subjects (`vehicle:12`, `plan:basic`), and tags added by operators. */
  tags: string[];
  userId: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

const validateRequired = (field: MessageField, text: string): Reason | null =>
  text === '' ? { code: 'required', values: { label: messageLabels[field] } } : null;

const validateMinLength = (field: keyof typeof minLengths, text: string): Reason | null =>
  countCharacters(text) < minLengths[field]
    ? { code: 'too_short', values: { label: messageLabels[field], least: minLengths[field] } }
    : null;

const validateLength = (field: 'name' | 'subject', text: string): Reason | null =>
  validateMinLength(field, text) ?? validateMaxLength(messageLabels[field], text, maxLengths[field]);

const rules: Readonly<Record<MessageField, (text: string) => Reason | null>> = {
  name: (text) => validateRequired('name', text) ?? validateLength('name', text),
  email: (text) => validateRequired('email', text) ?? validateReplyEmail(text),
  phone: (text) => (text === '' || isPhoneNumber(text) ? null : { code: 'phone_invalid' }),
  subject: (text) => validateRequired('subject', text) ?? validateLength('subject', text),
  message: (text) => validateRequired('message', text) ?? validateMinLength('message', text),
};

/** @param text without surrounding spaces @returns why it is invalid; null when it is valid */
export const validateMessageField = (field: MessageField, text: string): Reason | null => rules[field](text);

export const messageSent = "Your message has been sent successfully! We'll get back to you soon.";

/** Reference by which a sender can quote a message: the first eight characters of its id, such as `7F3A-91C2`. */
export const toReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

/** @param conversation null when the link must not be repeated @param messagesKey null for a user */
export function toSentMessageJson(
  { tags: _tags, userId: _userId, version: _version, ...message }: Message,
  conversation: string | null,
  messagesKey: string | null,
) {
  return { _id: message.id, ...message, reference: toReference(message.id), conversation, messagesKey };
}

export function toMessageJson({ userId: _userId, ...message }: Message) {
  return { _id: message.id, ...message, reference: toReference(message.id) };
}

/* Several subjects in `about` are separated by commas: `vehicle:1`, `plan:…`, `loan:…`, `spot:…`. */

export type LoanFigures = {
  /** Whole rupees. */
  price: number;
  downPayment: number;
  processingFee: number;
  /** Percent a year. */
  rate: number;
  tenureMonths: number;
};

type About =
  | { kind: 'offer'; id: string }
  | { kind: 'plan'; id: string }
  | { kind: 'accessory'; id: string }
  | { kind: 'loan'; figures: LoanFigures }
  /** Whole rupees, before the discount. */
  | { kind: 'spot-purchase'; price: number };

export const createAboutPlan = (id: string): string => `plan:${id}`;
export const createAboutAccessory = (id: string): string => `accessory:${id}`;
/** Formats price, down payment, percent a year, months and processing fee: `loan:100000-20000-8.5-24-1000`. */
export const createAboutLoan = ({ price, downPayment, rate, tenureMonths, processingFee }: LoanFigures): string =>
  `loan:${[price, downPayment, rate, tenureMonths, processingFee].join('-')}`;
/** Formats a price: `spot:100000`. */
export const createAboutSpotPurchase = (price: number): string => `spot:${price}`;

export const joinAbout = (abouts: readonly string[]): string => abouts.join(',');

const loanPattern = /^loan:(\d{1,12})-(\d{1,12})-(\d{1,4}(?:\.\d{1,20})?)-(\d{1,4})-(\d{1,12})$/;

const spotPattern = /^spot:(\d{1,12})$/;

/** Whether the calculator accepts the figures: the URL is untrusted input. */
const isPossible = (requested: FinanceCase): boolean => Object.keys(validateFinanceCase(requested)).length === 0;

/** @returns null for an invalid subject */
export function readAbout(text: string): About | null {
  const loan = loanPattern.exec(text);
  if (loan) {
    const [price = 0, downPayment = 0, rate = 0, tenureMonths = 0, processingFee = 0] = loan.slice(1).map(Number);
    const figures = { price, downPayment, rate, processingFee };
    if (!isPossible({ method: 'bank-loan', ...figures, tenure: tenureMonths })) return null;
    return { kind: 'loan', figures: { ...figures, tenureMonths } };
  }
  const spot = spotPattern.exec(text);
  if (spot) {
    const price = Number(spot[1]);
    const nothingBorrowed = { downPayment: 0, rate: 0, tenure: 0, processingFee: 0 };
    return isPossible({ method: 'spot-purchase', price, ...nothingBorrowed }) ? { kind: 'spot-purchase', price } : null;
  }
  const [, kind, id] = /^(?:(plan|accessory|vehicle|listing):)?([\w-]{1,64})$/.exec(text) ?? [];
  if (!id) return null;
  if (kind === 'plan' || kind === 'accessory') return { kind, id };
  return { kind: 'offer', id };
}

export const splitAbout = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

export const maxSubjects = 12;

/** An enquiry is a message, and has the same maximum number of subjects. */
export const enquiryFull = `You can enquire about up to ${maxSubjects} accessories at once`;

/** Total price of the items, in whole rupees. */
export const sumRupees = (items: readonly Accessory[]): number =>
  items.reduce((sum, { priceRupees }) => sum + priceRupees, 0);

export const formatEnquirySubject = (items: readonly Accessory[]): string =>
  `Enquiry about ${items.length === 1 ? items[0]?.name : `${items.length} accessories`}, ${formatRupees(sumRupees(items))}`;

export const formatBookingSubject = (vehicle: string): string => `Booking: ${vehicle}`;

const getPrice = (offer: Offer): number =>
  offer.kind === 'vehicle' ? offer.vehicle.priceRupees : offer.listing.presentPrice;

export const formatBookingMessage = (offer: Offer): string =>
  `I would like to book the ${getOfferName(offer)} at ${formatRupees(getPrice(offer))}.`;

export type SentToBusiness = {
  reference: string;
  /** Subject of the message; null unless the reader is known to be its sender. */
  subject: string | null;
  conversationHref: string | null;
  /** URL for a visitor, who has no other access. */
  privateLink: string | null;
};

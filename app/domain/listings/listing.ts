import type { Availability, ListingCondition, ListingKind, ListingType } from '~db/enums';
import type { listings } from '~db/schema';
import type { StoredPhoto } from '../photos/photo';
import type { ListSort, OfferFilters, OneOrMore } from '../search/offer-filters';
import { aDay, aMinute, dayOf, dayText } from '../shared/dates';
import { countText, rupeesText } from '../shared/money';
import type { Drawing } from './body-style';

/** Fields of the sell form in display order, with their labels, which validation errors use as well. */
export const listingLabels = {
  name: 'Name',
  brand: 'Brand',
  model: 'Model',
  year: 'Year',
  type: 'Type',
  daysUsed: 'Days used',
  condition: 'Condition',
  mileage: 'Mileage',
  topSpeed: 'Top speed',
  presentPrice: 'Present price',
  pastPrice: 'Past price',
  license: 'License number',
  insuranceUntil: 'Insurance until',
  engineCapacity: 'Engine capacity',
  batteryCapacity: 'Battery capacity',
  kilometresDriven: 'Kilometres driven',
  ownerNumber: 'Owner number',
  city: 'City',
  state: 'State',
  description: 'Description',
} as const;

export type ListingField = keyof typeof listingLabels;

export const listingFieldNames = Object.keys(listingLabels).filter((name): name is ListingField =>
  Object.hasOwn(listingLabels, name),
);

/** Fields that are ticked or not. The papers are as the seller states; one that isn't ticked was not stated. */
export const listingFlags = {
  hideLicenseDigits: 'Hide the last digits from the public',
  hasRc: 'Registration certificate (RC) in my name',
  hasPuc: 'Valid pollution certificate (PUC)',
  hasNoc: 'NOC from the transport office',
  isLoanCleared: 'No loan on it, or the loan is cleared',
} as const;

/** The same in the words of a buyer. */
const paperLabels = {
  hasRc: 'Registration certificate (RC) in the seller’s name',
  hasPuc: listingFlags.hasPuc,
  hasNoc: listingFlags.hasNoc,
  isLoanCleared: listingFlags.isLoanCleared,
} as const;

export type ListingFlag = keyof typeof listingFlags;

export const listingFlagNames = Object.keys(listingFlags).filter((name): name is ListingFlag =>
  Object.hasOwn(listingFlags, name),
);

export const paperFlagNames = listingFlagNames.filter((name) => name !== 'hideLicenseDigits');

/** Papers that the seller says are there, in words; none where nothing was said. */
export function statedPapers(
  listing: Readonly<Record<ListingFlag, boolean>> & { insuranceUntil: string | null },
  today: string,
): string[] {
  const { insuranceUntil } = listing;
  const insurance =
    insuranceUntil === null
      ? []
      : [`${insuranceUntil < today ? 'Insurance ended on' : 'Insured until'} ${dayText(insuranceUntil)}`];
  return [...paperFlagNames.filter((name) => listing[name]).map((name) => paperLabels[name]), ...insurance];
}

/** Message above the sell form when a required field was left empty (docs/product.md, "Listings"). */
export const requiredMessage = 'Please fill in all required fields';

/** End of a question about a value that is possible but unusual, by which it is told from an error. */
export const questionEnd = ': is that right?';
export const askedMessage = 'Please look at this once more. Sending the form again takes it as it is.';

/**
 * Questions that the next attempt answers with yes, one a line: those asked now, and those answered before. A changed
 * value makes another question.
 */
export function confirmedQuestions(before: string | undefined, errors: Readonly<Record<string, string>>): string {
  const asked = Object.values(errors).filter((message) => message.endsWith(questionEnd));
  return [...(before ? [before] : []), ...asked].join('\n');
}

/** Maximum number of characters of each text field. */
export const longestText = {
  name: 80,
  brand: 40,
  model: 60,
  license: 20,
  engineCapacity: 30,
  batteryCapacity: 30,
  city: 60,
  state: 60,
  description: 2_000,
} as const satisfies Partial<Record<ListingField, number>>;

/**
 * Maximum values, beyond which the input is certainly a typing error. Days, km/l or km per charge, km/h, rupees,
 * kilometres.
 */
export const largestNumber = {
  daysUsed: 36_500,
  mileage: 10_000,
  topSpeed: 1_000,
  presentPrice: 1_000_000_000,
  pastPrice: 1_000_000_000,
  kilometresDriven: 10_000_000,
  ownerNumber: 9,
} as const satisfies Partial<Record<ListingField, number>>;

export const firstYear = 2000;
const lastYearOfTheSpecification = 2025;

/** Latest model year of a listing: the current year in Asia/Kolkata, at least 2025. */
export function lastYear(now: Date): number {
  return Math.max(lastYearOfTheSpecification, Number(dayOf(now).slice(0, 4)));
}

/** Page size of the sell screens and default page size of the API. */
export const listingsPerPage = 50;

/** Whether an id is that of a built-in sample, a placeholder until there are listings (`db/seed/listings.json`). */
export const isSampleId = (id: string): boolean => id.startsWith('sample-');

/** The lowest former price of a listing, in whole rupees, and when the price was last changed. */
export type PriceChange = { from: number; at: string };

/** A listing card of the sell screens. Money is whole rupees. */
export type ListingSummary = {
  id: string;
  kind: ListingKind;
  name: string;
  brand: string;
  year: number;
  type: ListingType;
  /** As stated by the seller. */
  condition: ListingCondition;
  daysUsed: number;
  /** Kilometres per litre for petrol, kilometres per charge for electric. */
  mileage: number;
  presentPrice: number;
  pastPrice: number;
  /** null when the seller left it out. */
  kilometresDriven: number | null;
  city: string | null;
  /** Id of the known place of the city; see app/domain/places. */
  place: string | null;
  availability: Availability;
  /** When its seller last said or showed that it is still for sale; null for a sample. */
  confirmedAt: string | null;
  /** Built in, sorted before real listings and excluded from all counts. */
  isSample: boolean;
  /** Whether the actor may change it: as its owner, or by a manage key. */
  isMine: boolean;
  /** Null unless it costs less than ever before. */
  lowered: PriceChange | null;
  /** The first photo; null while there is none, and the illustration is shown instead. */
  photo: StoredPhoto | null;
  drawing: Drawing;
};

/** Columns that no reader of a listing sees. */
type InternalColumn =
  | 'seq'
  | 'ownerUserId'
  | 'manageKeyId'
  | 'hiddenAt'
  | 'hiddenReason'
  | 'checkedAt'
  | 'isBehind'
  | 'position'
  | 'daysUsedAsOf'
  | 'searchBrand'
  | 'bodyStyle'
  | 'bodyColour'
  | 'accentColour';

/** A listing with all fields. The licence number is masked if the seller chose so and the actor is not the seller. */
export type Listing = Omit<typeof listings.$inferSelect, InternalColumn> & {
  isMine: boolean;
  /** Null unless it costs less than ever before. */
  lowered: PriceChange | null;
  photos: StoredPhoto[];
  drawing: Drawing;
  /** The selling user; `id` is null for a visitor or the site itself. */
  seller: { id: string | null; name: string };
};

const offsetOfIndia = 330 * aMinute;
/** Number of the day in Asia/Kolkata of a timestamp, from any first day. */
const dayNumber = (timestamp: number): number => Math.floor((timestamp + offsetOfIndia) / aDay);

/** Days from a timestamp to another, as calendars count them in India. */
const daysBetween = (from: string, to: Date): number => dayNumber(to.getTime()) - dayNumber(Date.parse(from));

/** Days after which a listing asks its seller whether it still stands, and falls behind until they say so. */
const confirmationDays = 60;

type Confirmed = Pick<ListingSummary, 'availability' | 'confirmedAt'>;

/** Whether the seller of a listing is asked whether it still stands (docs/product.md, "Current listings"). */
export const isUnconfirmed = ({ availability, confirmedAt }: Confirmed, now: Date): boolean =>
  availability === 'available' && confirmedAt !== null && daysBetween(confirmedAt, now) >= confirmationDays;

/** Whether it was confirmed before on this day in India, so that doing it again would change nothing. */
export const isConfirmedToday = (confirmedAt: string, now: Date): boolean => daysBetween(confirmedAt, now) <= 0;

/** The timestamp before which a listing was last confirmed that is asked about now. */
export const unconfirmedBefore = (now: Date): string =>
  new Date((dayNumber(now.getTime()) - confirmationDays + 1) * aDay - offsetOfIndia).toISOString();

const daysAgoText = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${countText(days)} days ago`;

type Current = Confirmed & Pick<Listing, 'createdAt'>;

/** 'Last confirmed 63 days ago', for buyers; null on the day of listing, and for one that is sold or a sample. */
export function confirmedText({ availability, confirmedAt, createdAt }: Current, now: Date): string | null {
  if (availability !== 'available' || confirmedAt === null) return null;
  const days = daysBetween(confirmedAt, now);
  if (days >= confirmationDays) return `Last confirmed ${daysAgoText(days)}`;
  // Until then the day of listing says the same.
  return daysBetween(createdAt, new Date(confirmedAt)) > 0 ? `Confirmed ${daysAgoText(days)}` : null;
}

/** 'Listed 63 days ago. Is it still for sale?', for the seller of an unconfirmed listing. */
export function stillForSaleQuestion(
  { confirmedAt, createdAt }: Pick<Current, 'confirmedAt' | 'createdAt'>,
  now: Date,
): string {
  const isListedSince = confirmedAt === null || daysBetween(createdAt, new Date(confirmedAt)) <= 0;
  const confirmed = isListedSince ? '' : `, last confirmed ${daysAgoText(daysBetween(confirmedAt, now))}`;
  return `Listed ${daysAgoText(daysBetween(createdAt, now))}${confirmed}. Is it still for sale?`;
}

type StatedAge = { daysUsed: number; daysUsedAsOf: string | null; soldAt: string | null };

/** Days used, with those since they were stated, until it was sold. */
export function daysUsedBy({ daysUsed, daysUsedAsOf, soldAt }: StatedAge, now: Date): number {
  if (daysUsedAsOf === null) return daysUsed;
  const until = soldAt === null ? now : new Date(soldAt);
  return daysUsed + Math.max(0, daysBetween(`${daysUsedAsOf}T00:00:00+05:30`, until));
}

const daysInAYear = 365.25;
const monthsInAYear = 12;

/** Time since a vehicle was new, as cards show it: '12 days', '8 months', '4 years 8 months'. */
export function ageText(daysUsed: number): string {
  const counted = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
  const months = Math.floor((daysUsed * monthsInAYear) / daysInAYear);
  if (months === 0) return counted(daysUsed, 'day');
  const years = Math.floor(months / monthsInAYear);
  const rest = months % monthsInAYear;
  return [years > 0 ? counted(years, 'year') : '', rest > 0 ? counted(rest, 'month') : ''].filter(Boolean).join(' ');
}

/** Statistics of one kind, without samples; petrol and electric count sold ones too. */
export type ListingStatistics = { total: number; available: number; sold: number; petrol: number; electric: number };

/** Filters of a listing query within one kind; an absent filter matches everything. */
export type ListingFilters = OfferFilters & {
  availability?: Availability;
  type?: OneOrMore<ListingType>;
};

export type ListingQuery = ListingFilters & {
  kind: ListingKind;
  sort: ListSort;
  /** From 1. */
  page: number;
  limit: number;
};

/** A seller's asking price and the price when new, in whole rupees. */
type Prices = { presentPrice: number; pastPrice: number };

const saving = ({ presentPrice, pastPrice }: Prices): number => {
  const rupees = pastPrice - presentPrice;
  return Number.isFinite(rupees) && rupees > 0 && presentPrice >= 0 ? rupees : 0;
};

/** Rupees saved over the past price; null when there is no saving to show. */
export const savingsRupees = (prices: Prices): number | null => saving(prices) || null;

/** 'Price lowered by ₹5,000 on 3 Nov 2026'; null unless it costs less than ever before. */
export function loweredText({
  presentPrice,
  lowered,
}: Pick<ListingSummary, 'presentPrice' | 'lowered'>): string | null {
  if (!lowered) return null;
  return `Price lowered by ${rupeesText(lowered.from - presentPrice)} on ${dayText(dayOf(new Date(lowered.at)))}`;
}

/** Similar listings are at most so many years apart, and a verdict needs so many of them. */
export const yearsApart = 2;
export const fewestSimilar = 5;

export const verdicts = ['low', 'fair', 'high'] as const;

/** A price beside the middle half of those of similar listings, in whole rupees. */
export type PriceVerdict = { verdict: (typeof verdicts)[number]; similar: number; from: number; to: number };

const verdictLabels = { low: 'Low', fair: 'Fair', high: 'High' } as const satisfies Record<
  PriceVerdict['verdict'],
  string
>;

/** 'Fair: 12 similar from ₹52,000 to ₹61,000'. */
export const verdictText = ({ verdict, similar, from, to }: PriceVerdict): string =>
  `${verdictLabels[verdict]}: ${countText(similar)} similar from ${rupeesText(from)} to ${rupeesText(to)}`;

/** How a verdict is found, for the screen that shows it. */
export function verdictMethod({ name, model, year }: Pick<Listing, 'name' | 'model' | 'year'>): string {
  return `We compare the asking price with those of every other ${model ?? name} for sale here of the years ${year - yearsApart} to ${year + yearsApart}. Sorted by price, a quarter of them cost less than the first figure and a quarter more than the second: in between a price is fair. Kilometres and condition are not weighed, and these are asking prices, not what was paid.`;
}

/** Percent off, rounded to a whole number as cards show it; 0 when it cannot be computed or is not positive. */
export function discountPercent(prices: Prices): number {
  const rupees = saving(prices);
  return rupees === 0 ? 0 : Math.round((rupees / prices.pastPrice) * 100);
}

/** Percent off to one decimal, as the details panel shows it; 0 when it cannot be computed or is not positive. */
export function exactDiscountPercent(prices: Prices): number {
  const rupees = saving(prices);
  return rupees === 0 ? 0 : Math.round((rupees / prices.pastPrice) * 1000) / 10;
}

/** Messages after an action on a listing, shared by the screens and the API (docs/product.md, "Listings"). */
export const listedMessages = {
  bike: 'Your bike has been listed successfully!',
  scooter: 'Your scooter has been listed successfully!',
} as const satisfies Record<ListingKind, string>;
/** Where the database refuses a new listing. */
export const addFailedMessages = {
  bike: 'Failed to add bike listing',
  scooter: 'Failed to add scooter listing',
} as const satisfies Record<ListingKind, string>;
export const soldMessage = 'The listing is marked as sold.';
export const alreadySoldMessage = 'The listing is already marked as sold.';
export const offeredAgainMessage = 'The listing is for sale again.';
export const notSoldMessage = 'The listing is not marked as sold.';
export const confirmedMessage = 'Thank you. Buyers see that it is still for sale.';
export const sampleNotConfirmedMessage = 'A sample cannot be confirmed.';
export const undoTooLateMessage = 'A sale can be undone for 24 hours only. Please list the vehicle again.';

/** Whether a sale is recent enough to be undone. @param soldAt null while it is for sale */
export const canUndoSale = (soldAt: string | null, now: Date): boolean =>
  soldAt !== null && now.getTime() - Date.parse(soldAt) <= aDay;
/** Seller name of a listing without an account (docs/product.md, "Listings": the specification's fixed placeholder). */
export const privateSeller = 'Private seller';
export const deletedMessage = 'The listing has been deleted.';

/** The part of a registration number that is masked: the serial at its end, one to four digits. */
const serial = /\p{Nd}{1,4}(?=\P{Nd}*$)/u;

/**
 * Masks a registration number for the public when the seller chose to hide the last digits: 'MH 12 QX 4711' becomes 'MH
 * 12 QX ••••'. One without digits is masked completely, because it is unknown which part of it is least revealing.
 */
export function maskLicense(license: string): string {
  return serial.test(license) ? license.replace(serial, (digits) => '•'.repeat(digits.length)) : '••••';
}

/**
 * A change of a listing, as reported to a synchronising client. Listings hidden by operators are reported as removed.
 */
export type ListingChange =
  /** The client inserts or replaces its copy. */
  | { change: 'created' | 'changed' | 'sold'; id: string; listing: Listing }
  | { change: 'removed'; id: string; removedAt: string };

/** Days for which removals are reported; a client that is further behind reloads everything. */
export const storedDays = 90;

/** Sync position of a client within the changes of a kind. */
export type Place = {
  /** Number of the last change read; 0 for none. */
  change: number;
  /**
   * Number of the last change when the client was last complete; null until a client that started empty has caught up.
   */
  known: number | null;
  /** Day when it was last complete, or started, in days since 1970: earlier removals do not concern it. */
  day: number;
};

const today = (now: Date): number => Math.floor(now.getTime() / aDay);

/** Position of a client that starts empty. */
export const beginning = (now: Date): Place => ({ change: 0, known: null, day: today(now) });

/** Position of a client that has all listings up to a change, the latest. */
export const placeAt = (change: number, now: Date): Place => ({ change, known: change, day: today(now) });

/** Whether removals that this client never received may already have been deleted. */
export const isTooOld = ({ day }: Place, now: Date): boolean => today(now) - day > storedDays;

/** Encodes a position as an opaque sync token of letters, digits, dashes and underscores. */
export function tokenOf(kind: ListingKind, { change, known, day }: Place): string {
  const numbers = [change, known, day].map((number) => number?.toString(36) ?? '-');
  return Buffer.from([kind, ...numbers].join(' ')).toString('base64url');
}

/** Decodes a sync token. @returns null for a text that is not a token of this kind */
export function placeOf(kind: ListingKind, token: string): Place | null {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  const [, named, change, known, day] = /^(\w+) ([0-9a-z]{1,10}) ([0-9a-z]{1,10}|-) ([0-9a-z]{1,5})$/.exec(text) ?? [];
  if (named !== kind || !change || !known || !day) return null;
  const read = (number: string): number => Number.parseInt(number, 36);
  return { change: read(change), known: known === '-' ? null : read(known), day: read(day) };
}

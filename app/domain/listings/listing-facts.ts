import { dayMs, formatDate, formatDay, minuteMs } from '../shared/dates';
import { formatCount, formatRupees } from '../shared/money';
import type { Listing, ListingSummary } from './listing';
import { getOfferField, type ListingFlag, listingFlagNames, type OfferField, offerFieldNames } from './offer-fields';

type Prices = { presentPrice: number; pastPrice: number };

const calculateSaving = ({ presentPrice, pastPrice }: Prices): number => {
  const rupees = pastPrice - presentPrice;
  return Number.isFinite(rupees) && rupees > 0 && presentPrice >= 0 ? rupees : 0;
};

/** Rupees saved over the past price; null when there is no saving to show. */
export const getSavings = (prices: Prices): number | null => calculateSaving(prices) || null;

/** 'Price lowered by ₹5,000 on 3 Nov 2026'; null unless the present price is the lowest ever. */
export function formatLowered({
  presentPrice,
  lowered,
}: Pick<ListingSummary, 'presentPrice' | 'lowered'>): string | null {
  if (!lowered) return null;
  return `Price lowered by ${formatRupees(lowered.from - presentPrice)} on ${formatDate(lowered.at)}`;
}

/** Maximum number of years between similar listings, and the number of them that a verdict needs. */
export const yearsApart = 2;
export const minSimilar = 5;

export const verdicts = ['low', 'fair', 'high'] as const;

/** A price compared with the middle half of those of similar listings, in whole rupees. */
export type PriceVerdict = { verdict: (typeof verdicts)[number]; similar: number; from: number; to: number };

/** A price with those that it is compared with: at most twelve of them, the lowest and the highest included, sorted. */
export type JudgedPrice = PriceVerdict & { price: number; prices: readonly number[] };

export const verdictLabels = { low: 'Low', fair: 'Fair', high: 'High' } as const satisfies Record<
  PriceVerdict['verdict'],
  string
>;

/** 'Fair: 12 similar from ₹52,000 to ₹61,000'. */
export const formatVerdict = ({ verdict, similar, from, to }: PriceVerdict): string =>
  `${verdictLabels[verdict]}: ${formatCount(similar)} similar from ${formatRupees(from)} to ${formatRupees(to)}`;

export function formatVerdictMethod({ name, model, year }: Pick<Listing, 'name' | 'model' | 'year'>): string {
  return `We compare the asking price with those of every other ${model ?? name} for sale here of the years ${year - yearsApart} to ${year + yearsApart}. Sorted by price, a quarter of them cost less than the first figure and a quarter more than the second: in between a price is fair. Kilometres and condition are not weighed, and these are asking prices, not what was paid.`;
}

/** Percent off, rounded to a whole number as cards show it; 0 when it cannot be computed or is not positive. */
export function calculateDiscountPercent(prices: Prices): number {
  const rupees = calculateSaving(prices);
  return rupees === 0 ? 0 : Math.round((rupees / prices.pastPrice) * 100);
}

/** Percent off to one decimal, as the details panel shows it; 0 when it cannot be computed or is not positive. */
export function calculateExactDiscountPercent(prices: Prices): number {
  const rupees = calculateSaving(prices);
  return rupees === 0 ? 0 : Math.round((rupees / prices.pastPrice) * 1000) / 10;
}

const offsetOfIndia = 330 * minuteMs;
const toDayNumber = (timestamp: number): number => Math.floor((timestamp + offsetOfIndia) / dayMs);

const countDaysBetween = (from: string, to: Date): number => toDayNumber(to.getTime()) - toDayNumber(Date.parse(from));

/** Days after which the seller has to confirm that a listing is still for sale; until then it is listed last. */
const confirmationDays = 60;

type Confirmed = Pick<ListingSummary, 'availability' | 'confirmedAt'>;

/** Whether a listing needs confirmation that it is still for sale (docs/product.md, "Current listings"). */
export const isUnconfirmed = ({ availability, confirmedAt }: Confirmed, now: Date): boolean =>
  availability === 'available' && confirmedAt !== null && countDaysBetween(confirmedAt, now) >= confirmationDays;

export const isConfirmedToday = (confirmedAt: string, now: Date): boolean => countDaysBetween(confirmedAt, now) <= 0;

export const getUnconfirmedBefore = (now: Date): string =>
  new Date((toDayNumber(now.getTime()) - confirmationDays + 1) * dayMs - offsetOfIndia).toISOString();

const formatDaysAgo = (days: number): string =>
  days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${formatCount(days)} days ago`;

type Current = Confirmed & Pick<Listing, 'createdAt'>;

/** 'Last confirmed 63 days ago', for buyers; null on the day of listing, for a sold listing and for a sample. */
export function formatConfirmed({ availability, confirmedAt, createdAt }: Current, now: Date): string | null {
  if (availability !== 'available' || confirmedAt === null) return null;
  const days = countDaysBetween(confirmedAt, now);
  if (days >= confirmationDays) return `Last confirmed ${formatDaysAgo(days)}`;
  // Not shown on the day of listing, whose date is shown anyway.
  return countDaysBetween(createdAt, new Date(confirmedAt)) > 0 ? `Confirmed ${formatDaysAgo(days)}` : null;
}

/** 'Listed 63 days ago. Is it still for sale?', for the seller of an unconfirmed listing. */
export function formatStillForSaleQuestion(
  { confirmedAt, createdAt }: Pick<Current, 'confirmedAt' | 'createdAt'>,
  now: Date,
): string {
  const isListedSince = confirmedAt === null || countDaysBetween(createdAt, new Date(confirmedAt)) <= 0;
  const confirmed = isListedSince ? '' : `, last confirmed ${formatDaysAgo(countDaysBetween(confirmedAt, now))}`;
  return `Listed ${formatDaysAgo(countDaysBetween(createdAt, now))}${confirmed}. Is it still for sale?`;
}

type StatedAge = { daysUsed: number; daysUsedAsOf: string | null; soldAt: string | null };

export function countDaysUsed({ daysUsed, daysUsedAsOf, soldAt }: StatedAge, now: Date): number {
  if (daysUsedAsOf === null) return daysUsed;
  const until = soldAt === null ? now : new Date(soldAt);
  return daysUsed + Math.max(0, countDaysBetween(`${daysUsedAsOf}T00:00:00+05:30`, until));
}

const daysInAYear = 365.25;
const monthsInAYear = 12;

/** Time since a vehicle was new, as cards show it: '12 days', '8 months', '4 years 8 months'. */
export function formatAge(daysUsed: number): string {
  const formatCounted = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
  const months = Math.floor((daysUsed * monthsInAYear) / daysInAYear);
  if (months === 0) return formatCounted(daysUsed, 'day');
  const years = Math.floor(months / monthsInAYear);
  const rest = months % monthsInAYear;
  return [years > 0 ? formatCounted(years, 'year') : '', rest > 0 ? formatCounted(rest, 'month') : '']
    .filter(Boolean)
    .join(' ');
}

type Value = string | number | boolean | null;

function formatValue(field: OfferField, value: Value): string | null {
  if (value === null || value === false) return null;
  if (value === true) return 'Yes';
  if (typeof value === 'string') return field.kind === 'date' ? formatDay(value) : value;
  if (field.kind === 'rupees') return formatRupees(value);
  const figure = field.kind === 'count' ? formatCount(value) : String(value);
  return 'unit' in field ? `${figure} ${field.unit}` : figure;
}

type NamedValue = { name: string; value: string };

const formatFacts = (listing: Listing, isListed: (field: OfferField) => boolean): NamedValue[] =>
  offerFieldNames.flatMap((name) => {
    const field = getOfferField(name);
    const value = isListed(field) ? formatValue(field, listing[name]) : null;
    return value === null ? [] : [{ name: field.label, value }];
  });

export const formatDetails = (listing: Listing, group: 'condition' | 'specifications'): NamedValue[] =>
  formatFacts(listing, ({ details }) => details === group);

export const formatPanelFacts = (listing: Listing): NamedValue[] => formatFacts(listing, ({ panel }) => panel === true);

/** Papers that the seller stated, as texts. @param today `YYYY-MM-DD` */
export function formatStatedPapers(listing: Pick<Listing, ListingFlag | 'insuranceUntil'>, today: string): string[] {
  const { insuranceUntil } = listing;
  const papers = listingFlagNames.flatMap((name) => {
    const field = getOfferField(name);
    if (!listing[name] || field.part !== 'papers') return [];
    return (field.kind === 'flag' && field.statement) || field.label;
  });
  if (insuranceUntil === null) return papers;
  return [...papers, `${insuranceUntil < today ? 'Insurance ended on' : 'Insured until'} ${formatDay(insuranceUntil)}`];
}

/** The smallest size that messengers show at full width: it loads on a slow connection. */
export const listingPreviewSize = { width: 600, height: 315 };

/** Path of a listing's picture for link previews, which differs for each version of the listing. */
export const getListingPreviewPath = ({ id, version }: Pick<Listing, 'id' | 'version'>): string =>
  `/previews/${id}-${version}.jpg`;

/** @param file the last part of such a path @returns the listing's id; null for any other text */
export const parseListingPreview = (file: string): string | null => /^(.+)-\d+\.jpg$/.exec(file)?.[1] ?? null;

/** The line below the price, such as "2019 · 24,500 km". */
export const formatListingPreviewFacts = ({
  year,
  kilometresDriven,
}: Pick<Listing, 'year' | 'kilometresDriven'>): string =>
  kilometresDriven === null ? String(year) : `${year} · ${formatCount(kilometresDriven)} km`;

export const formatListingPreviewAlt = (
  listing: Pick<Listing, 'name' | 'presentPrice' | 'year' | 'kilometresDriven'>,
): string => `${listing.name} · ${formatRupees(listing.presentPrice)} · ${formatListingPreviewFacts(listing)}`;

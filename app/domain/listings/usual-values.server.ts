/*
 * Compares what a seller gives with what is usual: values of the sell form with those of the model, and the price with
 * that of similar listings.
 */
import type { Database } from '~db/connection';
import type { ListingType } from '~db/enums';
import { dictionary } from '../search/dictionary.server';
import { aDay } from '../shared/dates';
import { preparedOf } from '../shared/memoize.server';
import { countText, rupeesText } from '../shared/money';
import { type Listing, type ListingField, questionEnd } from './listing';
import { minSimilar, type PriceVerdict, yearsApart } from './listing-facts';
import { modelNamed } from './models.server';

/** The fields that are checked; a change may leave some out. */
type Facts = {
  name?: string | undefined;
  brand?: string | undefined;
  year?: number | undefined;
  type?: ListingType | undefined;
  daysUsed?: number | undefined;
  mileage?: number | undefined;
  topSpeed?: number | undefined;
  presentPrice?: number | undefined;
  pastPrice?: number | undefined;
  license?: string | undefined;
  kilometresDriven?: number | null | undefined;
};

/** Figures of vehicles on Indian roads; those beyond are questioned. */
const usual = {
  /** Km/l, and km a charge. */
  mileage: { Petrol: [10, 110], Electric: [30, 350] },
  topSpeed: [25, 300],
  price: [3_000, 3_000_000],
  kilometres: 300_000,
  kilometresADay: 400,
  /** Share of the catalogue's price. */
  shareOfNew: [0.08, 2.5],
} as const;
/** Years that a sale may lie beyond those known, and in which an old model may have been sold as new. */
const toleranceYears = 1;

const isBeyond = (value: number, [least, most]: readonly [number, number]): boolean => value < least || value > most;

/** State, office, series and number; or year, BH, number and letters (the BH series, since 2021). */
const plate = /^(?<state>[A-Z]{2})\d{1,2}[A-Z]{0,3}\d{1,4}$/;
const bhPlate = /^\d{2}BH\d{4}[A-HJ-NP-Z]{1,2}$/;

function isPlate(license: string): boolean {
  const plain = license.toUpperCase().replace(/[\s\-.•·]/g, '');
  const state = plate.exec(plain)?.groups?.state;
  return bhPlate.test(plain) || (state !== undefined && dictionary.stateByCode.has(state));
}

function yearQuestion({ name = '', brand = '', year }: Facts): string | null {
  const model = modelNamed(brand, name);
  if (!model || year === undefined) return null;
  const { soldFrom, soldUntil } = model;
  if (soldFrom !== null && year < soldFrom - toleranceYears) {
    return `The ${model.model} came in ${soldFrom}, and this one is of ${year}`;
  }
  if (soldUntil !== null && year > soldUntil + toleranceYears) {
    return `The ${model.model} was sold until ${soldUntil}, and this one is of ${year}`;
  }
  return null;
}

function priceQuestion(rupees: number | undefined, { name = '', brand = '' }: Facts): string | null {
  if (rupees === undefined) return null;
  const model = modelNamed(brand, name);
  const [least, most] = usual.shareOfNew;
  if (model?.priceWhenNew) {
    const isUsual = !isBeyond(rupees, [least * model.priceWhenNew, most * model.priceWhenNew]);
    return isUsual
      ? null
      : `${rupeesText(rupees)} for the ${model.model}, which costs ${rupeesText(model.priceWhenNew)} when new`;
  }
  return isBeyond(rupees, usual.price) ? rupeesText(rupees) : null;
}

const doubts: Partial<Record<ListingField, (facts: Facts, now: Date) => string | null>> = {
  year: yearQuestion,
  daysUsed({ daysUsed, year }, now) {
    if (daysUsed === undefined || year === undefined) return null;
    const most = (now.getTime() - Date.UTC(year - toleranceYears, 0, 1)) / aDay;
    return daysUsed > most ? `${countText(daysUsed)} days used for a model of ${year}` : null;
  },
  mileage({ mileage, type = 'Petrol' }) {
    if (mileage === undefined || !isBeyond(mileage, usual.mileage[type])) return null;
    return `${mileage} ${type === 'Electric' ? 'km a charge' : 'km/l'}`;
  },
  topSpeed: ({ topSpeed }) =>
    topSpeed !== undefined && isBeyond(topSpeed, usual.topSpeed) ? `${topSpeed} km/h` : null,
  kilometresDriven({ kilometresDriven, daysUsed }) {
    if (kilometresDriven === undefined || kilometresDriven === null) return null;
    const text = `${countText(kilometresDriven)} km`;
    if (kilometresDriven > usual.kilometres) return text;
    if (daysUsed === undefined || kilometresDriven <= usual.kilometresADay * Math.max(1, daysUsed)) return null;
    return `${text} in ${daysUsed === 1 ? '1 day' : `${countText(daysUsed)} days`}`;
  },
  presentPrice: (facts) => priceQuestion(facts.presentPrice, facts),
  pastPrice: (facts) => priceQuestion(facts.pastPrice, facts),
  license: ({ license }) =>
    license === undefined || isPlate(license) ? null : `“${license}” does not look like an Indian number plate`,
};

/**
 * Questions about values that are possible but unusual, by field: '610 km/l: is that right?' They never reject a listing
 * (docs/product.md, "Plausible values").
 */
export function questionsAbout(facts: Facts, now: Date): Record<string, string> {
  return Object.fromEntries(
    Object.entries(doubts).flatMap(([field, doubtOf]) => {
      const doubt = doubtOf(facts, now);
      return doubt === null ? [] : [[field, doubt + questionEnd]];
    }),
  );
}

/** Prices that are compared at most; a model of a few years has fewer. */
const maxCompared = 2_000;
/** Quartiles are rounded to so many rupees. */
const step = 100;

// Raw: forces the index that answers it alone, with its condition word for word.
const pricesOf = preparedOf(({ $client }) =>
  $client
    .prepare<[string, string, number, number], number>(
      `SELECT present_price_rupees FROM listings INDEXED BY listings_model
        WHERE brand = ? AND model = ? AND year BETWEEN ? AND ?
          AND model is not null and availability = 'available' and is_sample = 0 and hidden_at is null
        LIMIT ${maxCompared}`,
    )
    .pluck(),
);

/** A quartile of sorted figures, between two of them in proportion. */
function quartile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return Math.round((below + (at - Math.floor(at)) * (above - below)) / step) * step;
}

/**
 * The price beside those of similar listings for sale, which are of the same model and at most two years older or newer
 * (docs/product.md, "Price verdict").
 *
 * @returns null for a sample, a model that is not known, or fewer than five similar ones
 */
export function priceVerdict(db: Database, listing: Listing): PriceVerdict | null {
  const { brand, model, year, presentPrice, isSample, availability } = listing;
  if (model === null || isSample) return null;
  const prices = pricesOf(db).all(brand, model, year - yearsApart, year + yearsApart);
  const own = availability === 'available' ? prices.indexOf(presentPrice) : -1;
  if (own >= 0) prices.splice(own, 1);
  if (prices.length < minSimilar) return null;
  prices.sort((one, other) => one - other);
  const [from, to] = [quartile(prices, 0.25), quartile(prices, 0.75)];
  return {
    verdict: presentPrice < from ? 'low' : presentPrice > to ? 'high' : 'fair',
    similar: prices.length,
    from,
    to,
  };
}

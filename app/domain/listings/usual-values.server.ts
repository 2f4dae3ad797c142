import type { ListingType } from '~db/enums';
import { dictionary } from '../search/dictionary.server';
import { findMeantPlace } from '../places/place-names.server';
import { dayMs } from '../shared/dates';
import { formatCount, formatRupees } from '../shared/money';
import { getLastYear, type Listing, questionEnd } from './listing';
import { findModelByName } from './models.server';
import type { ListingField } from './offer-fields';

type Facts = {
  name?: string | undefined;
  brand?: string | undefined;
  model?: string | null | undefined;
  year?: number | undefined;
  type?: ListingType | undefined;
  daysUsed?: number | undefined;
  mileage?: number | undefined;
  topSpeed?: number | undefined;
  presentPrice?: number | undefined;
  pastPrice?: number | undefined;
  license?: string | undefined;
  kilometresDriven?: number | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
};

const typical = {
  /** Kilometres per litre, or per charge. */
  mileage: { Petrol: [10, 110], Electric: [30, 350] },
  topSpeed: [25, 300],
  price: [3_000, 3_000_000],
  kilometres: 300_000,
  kilometresADay: 400,
  /** As a share of the price when new. */
  shareOfNew: [0.08, 2.5],
} as const;
const toleranceYears = 1;

const isOutside = (value: number, [min, max]: readonly [number, number]): boolean => value < min || value > max;

/** State, office, series and number; or year, BH, number and letters. */
const plate = /^(?<state>[A-Z]{2})\d{1,2}[A-Z]{0,3}\d{1,4}$/;
const bhPlate = /^(?<year>\d{2})BH\d{4}[A-HJ-NP-Z]{1,2}$/;
const firstBhYear = 2021;

function isPlate(license: string, now: Date): boolean {
  const plain = license.toUpperCase().replace(/[\s\-.•·]/g, '');
  const bhYear = bhPlate.exec(plain)?.groups?.year;
  if (bhYear !== undefined) return !isOutside(2000 + Number(bhYear), [firstBhYear, getLastYear(now)]);
  const state = plate.exec(plain)?.groups?.state;
  return state !== undefined && dictionary.stateByCode.has(state);
}

const findListedModel = ({ name = '', brand = '', model }: Facts) =>
  (model ? findModelByName(brand, model) : null) ?? findModelByName(brand, name);

function askAboutYear(facts: Facts): string | null {
  const { year } = facts;
  const model = findListedModel(facts);
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

function askAboutPrice(rupees: number | undefined, facts: Facts): string | null {
  if (rupees === undefined) return null;
  const model = findListedModel(facts);
  const [min, max] = typical.shareOfNew;
  if (model?.priceWhenNew) {
    const isTypical = !isOutside(rupees, [min * model.priceWhenNew, max * model.priceWhenNew]);
    return isTypical
      ? null
      : `${formatRupees(rupees)} for the ${model.model}, which costs ${formatRupees(model.priceWhenNew)} when new`;
  }
  return isOutside(rupees, typical.price) ? formatRupees(rupees) : null;
}

const questions: Partial<Record<ListingField, (facts: Facts, now: Date) => string | null>> = {
  year: askAboutYear,
  daysUsed({ daysUsed, year }, now) {
    if (daysUsed === undefined || year === undefined) return null;
    const maxDays = (now.getTime() - Date.UTC(year - toleranceYears, 0, 1)) / dayMs;
    return daysUsed > maxDays ? `${formatCount(daysUsed)} days used for a model of ${year}` : null;
  },
  mileage({ mileage, type = 'Petrol' }) {
    if (mileage === undefined || !isOutside(mileage, typical.mileage[type])) return null;
    return `${mileage} ${type === 'Electric' ? 'km a charge' : 'km/l'}`;
  },
  topSpeed: ({ topSpeed }) =>
    topSpeed !== undefined && isOutside(topSpeed, typical.topSpeed) ? `${topSpeed} km/h` : null,
  kilometresDriven({ kilometresDriven, daysUsed }) {
    if (kilometresDriven === undefined || kilometresDriven === null) return null;
    const text = `${formatCount(kilometresDriven)} km`;
    if (kilometresDriven > typical.kilometres) return text;
    if (daysUsed === undefined || kilometresDriven <= typical.kilometresADay * Math.max(1, daysUsed)) return null;
    return `${text} in ${daysUsed === 1 ? '1 day' : `${formatCount(daysUsed)} days`}`;
  },
  presentPrice: (facts) => askAboutPrice(facts.presentPrice, facts),
  pastPrice: (facts) => askAboutPrice(facts.pastPrice, facts),
  license: ({ license }, now) =>
    license === undefined || isPlate(license, now) ? null : `“${license}” does not look like an Indian number plate`,
  city({ city, state }) {
    const meant = city ? findMeantPlace(city, state ?? null) : null;
    return meant && `${city}, not ${meant.city}`;
  },
};

/** '610 km/l: is that right?' They never reject a listing (docs/product.md, "Plausible values"). */
export function createQuestions(facts: Facts, now: Date): Record<string, string> {
  return Object.fromEntries(
    Object.entries(questions).flatMap(([field, createQuestion]) => {
      const question = createQuestion(facts, now);
      return question === null ? [] : [[field, question + questionEnd]];
    }),
  );
}

export type OddValue = { field: string; question: string };

export const findOddValues = (listing: Listing, now: Date): OddValue[] =>
  Object.entries(createQuestions(listing, now)).map(([field, question]) => ({ field, question }));

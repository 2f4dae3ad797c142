/** The facets of the browse page: their names, titles and options with counts. */

import { type BodyStyle, bodyStyles, fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { budgetBands, type VehicleSummary } from '../catalogue/vehicle';
import { bodyStyleTexts, formatOwners } from '../search/filter-labels';
import { distanceOptions } from '../search/search-query';
import { formatCount } from '../shared/money';
import { type BrowseFilters, noFilters, type OfferKind, offerKinds } from './browse-query';

/** The properties of an offer by which facets filter and count. */
export type OfferProperties = {
  kind: OfferKind;
  type: VehicleSummary['type'];
  brand: string;
  fuel: VehicleSummary['fuel'];
  condition: VehicleSummary['condition'];
  bodyStyle: BodyStyle;
  priceRupees: number;
  year: number | null;
  kilometres: number | null;
  owners: number | null;
  /** Name of its place in URLs; null if unknown. */
  city: string | null;
  /** Kilometres from the requested city; null if either place is unknown. */
  km: number | null;
  /** 1 if it has a photo, 0 if it is shown as a drawing. */
  hasPhoto: number;
};

export const facetNames = [
  'kind',
  'vehicleType',
  'city',
  'brand',
  'fuelType',
  'condition',
  'bodyStyle',
  'price',
  'year',
  'kilometres',
  'owners',
  'photo',
  'posted',
  'engine',
  'power',
  'mileage',
  'range',
  'seatHeight',
  'weight',
] as const;
export type FacetName = (typeof facetNames)[number];

/** Facets of a list of listings of one kind, without those that listings lack or that are the same for all of them. */
export const listingFacetNames: readonly FacetName[] = facetNames.filter(
  (name) => !['kind', 'vehicleType', 'power'].includes(name),
);

export const facetTitles: Readonly<Record<FacetName, string>> = {
  kind: 'Kind',
  vehicleType: 'Type',
  city: 'City',
  brand: 'Brand',
  fuelType: 'Fuel Type',
  condition: 'Condition',
  bodyStyle: 'Body style',
  price: 'Price',
  year: 'Year',
  kilometres: 'Kilometres',
  owners: 'Owner',
  photo: 'Photo',
  posted: 'Posted',
  engine: 'Engine',
  power: 'Power',
  mileage: 'Mileage',
  range: 'Range',
  seatHeight: 'Seat height',
  weight: 'Weight',
};

const kindTexts: Readonly<Record<OfferKind, string>> = {
  new: 'New',
  upcoming: 'Coming soon',
  used: 'Second-hand',
  listing: 'From riders',
};

/** Figures of the options. URLs may contain other values. */
const minYears = [2024, 2022, 2020, 2018, 2015, 2010] as const;
const maxKilometres = [5_000, 10_000, 25_000, 50_000] as const;
const maxOwners = [1, 2, 3] as const;
const postedWithinDays = [1, 7, 30] as const;
/** Maximum number of options for brands and for cities. */
export const maxNameOptions = 12;

/** An option of a facet. */
export type FacetChoice = {
  text: string;
  /** Value of its form control. */
  value: string;
  /** The filters that it sets. */
  setting: Partial<BrowseFilters>;
  /** Number of examined offers that match this option and all other filters; null if not counted. */
  vehicles: number | null;
};

export const formatYear = (year: number): string => String(year);
export const formatPosted = (days: number): string => (days === 1 ? 'Last day' : `Last ${formatCount(days)} days`);

export const formatWithin = (km: number, city: string): string => `Within ${formatCount(km)} km of ${city}`;

export type Offers = readonly OfferProperties[];

function countWhere(offers: Offers, isMatch: (offer: OfferProperties) => boolean): number {
  let count = 0;
  for (const offer of offers) if (isMatch(offer)) count += 1;
  return count;
}

/** Counts the offers by the value of a property. Offers without a value are not counted. */
function countByValue<Value extends string>(
  offers: Offers,
  getProperty: (offer: OfferProperties) => Value | null,
): Map<Value, { vehicles: number }> {
  const counts = new Map<Value, { vehicles: number }>();
  for (const offer of offers) {
    const value = getProperty(offer);
    if (value === null) continue;
    const count = counts.get(value);
    if (count) count.vehicles += 1;
    else counts.set(value, { vehicles: 1 });
  }
  return counts;
}

/** Creates one option for each value of a property, and counts all of them in one pass. */
function createValueChoices<Value extends string>(
  values: readonly Value[],
  offers: Offers,
  getProperty: (offer: OfferProperties) => Value,
  createOption: (value: Value) => Pick<FacetChoice, 'text' | 'setting'>,
): FacetChoice[] {
  const counts = countByValue(offers, getProperty);
  return values.map((value) => ({ ...createOption(value), value, vehicles: counts.get(value)?.vehicles ?? 0 }));
}

const createPriceChoices = (offers: Offers): FacetChoice[] =>
  budgetBands.map(({ id, label, from, below }) => ({
    text: label,
    value: id,
    setting: { minPrice: from === 0 ? null : from, maxPrice: below === null ? null : below - 1 },
    vehicles: countWhere(offers, ({ priceRupees }) => priceRupees >= from && (below === null || priceRupees < below)),
  }));
export const priceBands = createPriceChoices([]);

/** Brands, those with the most offers first. Spellings that differ in case are one brand, in the first spelling. */
function createBrandChoices(offers: Offers): FacetChoice[] {
  const brands = new Map<string, { text: string; vehicles: number }>();
  for (const [text, { vehicles }] of countByValue(offers, ({ brand }) => brand)) {
    const key = text.toLowerCase();
    const brand = brands.get(key);
    if (brand) brand.vehicles += vehicles;
    else brands.set(key, { text, vehicles });
  }
  return [...brands.values()]
    .sort((one, other) => other.vehicles - one.vehicles || (one.text < other.text ? -1 : 1))
    .map(({ text, vehicles }) => ({ text, value: text, setting: { brand: [text] }, vehicles }));
}

/** Cities, the requested one first and then those with the most offers; and distances from the requested city. */
function createCityChoices(offers: Offers, requested: string | null): FacetChoice[] {
  const counts = countByValue(offers, ({ city }) => city);
  const cities = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount.vehicles - count.vehicles || (one < other ? -1 : 1),
  );
  const names = [...new Set([...(requested === null ? [] : [requested]), ...cities.map(([city]) => city)])];
  return [
    ...names.slice(0, maxNameOptions).map((city) => ({
      text: city,
      value: city,
      setting: { city, within: null },
      vehicles: counts.get(city)?.vehicles ?? 0,
    })),
    ...(requested === null
      ? []
      : distanceOptions.map((distance) => ({
          text: formatWithin(distance, requested),
          value: `${requested} ${distance}`,
          setting: { city: requested, within: distance },
          vehicles: countWhere(offers, ({ km }) => km !== null && km <= distance),
        }))),
  ];
}

type FacetDefinition = (offers: Offers, requestedCity: string | null) => readonly FacetChoice[];

/** The facets with options. The others have input fields only. */
const definitions: Readonly<Partial<Record<FacetName, FacetDefinition>>> = {
  kind: (offers) =>
    createValueChoices(
      offerKinds,
      offers,
      ({ kind }) => kind,
      (kind) => ({ text: kindTexts[kind], setting: { kind: [kind] } }),
    ),
  vehicleType: (offers) =>
    createValueChoices(
      vehicleTypes,
      offers,
      ({ type }) => type,
      (type) => ({ text: type, setting: { vehicleType: [type] } }),
    ),
  city: createCityChoices,
  brand: createBrandChoices,
  fuelType: (offers) =>
    createValueChoices(
      fuelTypes,
      offers,
      ({ fuel }) => fuel,
      (fuel) => ({ text: fuel, setting: { fuelType: [fuel] } }),
    ),
  condition: (offers) =>
    createValueChoices(
      vehicleConditions,
      offers,
      (offer) => offer.condition,
      (condition) => ({ text: condition, setting: { condition: [condition] } }),
    ),
  bodyStyle: (offers) =>
    createValueChoices(
      bodyStyles,
      offers,
      (offer) => offer.bodyStyle,
      (style) => ({ text: bodyStyleTexts[style], setting: { bodyStyle: [style] } }),
    ),
  price: createPriceChoices,
  year: (offers) =>
    minYears.map((minYear) => ({
      text: `From ${formatYear(minYear)}`,
      value: String(minYear),
      setting: { minYear, maxYear: null },
      vehicles: countWhere(offers, ({ year }) => year !== null && year >= minYear),
    })),
  kilometres: (offers) =>
    maxKilometres.map((max) => ({
      text: `Up to ${formatCount(max)} km`,
      value: String(max),
      setting: { maxKilometres: max },
      vehicles: countWhere(offers, ({ kilometres }) => kilometres !== null && kilometres <= max),
    })),
  owners: (offers) =>
    maxOwners.map((max) => ({
      text: formatOwners(max),
      value: String(max),
      setting: { maxOwners: max },
      vehicles: countWhere(offers, ({ owners }) => owners !== null && owners <= max),
    })),
  photo: (offers) => [
    {
      text: 'With photo',
      value: 'true',
      setting: { withPhoto: true },
      vehicles: countWhere(offers, ({ hasPhoto }) => hasPhoto === 1),
    },
  ],
  // Not counted: a count would be out of date on a page that is cached until the next write.
  posted: () =>
    postedWithinDays.map((days) => ({
      text: formatPosted(days),
      value: String(days),
      setting: { postedWithin: days },
      vehicles: null,
    })),
};

/** Whether a facet has options, rather than input fields only. */
export const hasOptions = (name: FacetName): boolean => Object.hasOwn(definitions, name);

/**
 * Creates the options of a facet.
 *
 * @param offers the offers that match all other filters, among which the options are counted
 */
export const createFacetChoices = (
  name: FacetName,
  offers: Offers,
  { city }: Pick<BrowseFilters, 'city'> = noFilters,
): readonly FacetChoice[] => definitions[name]?.(offers, city) ?? [];

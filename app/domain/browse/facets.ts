import { formatOwners, formatRange, isKindInStock } from '../search/search-query';
import type { ParsedFilters } from '../search/parsed-query';
import { createUnitFormat, formatRupees } from '../shared/money';
import { type BrowseFilters, noFilters, type ValueFilters } from './browse-query';
import {
  createFacetChoices,
  type FacetChoice,
  type FacetName,
  formatPosted,
  formatWithin,
  formatYear,
  maxNameOptions,
  type Offers,
  priceBands,
} from './facet-choices';

export type FacetOption = FacetChoice & { isSelected: boolean };

export type ActiveFilter = { text: string; without: BrowseFilters };

/** Formats a range; null if neither end is set. */
const formatRangeIfSet = (min: number | null, max: number | null, format: (figure: number) => string): string | null =>
  min === null && max === null ? null : formatRange(min, max, format);

const toNumberOrNull = (value: BrowseFilters[keyof BrowseFilters]): number | null =>
  typeof value === 'number' ? value : null;

const createRangeFacet = (min: keyof BrowseFilters, max: keyof BrowseFilters, format: (figure: number) => string) => ({
  parameters: [min, max],
  formatText: (filters: BrowseFilters): string | null =>
    formatRangeIfSet(toNumberOrNull(filters[min]), toNumberOrNull(filters[max]), format),
});

const singleFacets = {
  price: createRangeFacet('minPrice', 'maxPrice', formatRupees),
  year: createRangeFacet('minYear', 'maxYear', formatYear),
  engine: createRangeFacet('minCc', 'maxCc', createUnitFormat('cc')),
  power: createRangeFacet('minPower', 'maxPower', createUnitFormat('PS')),
  kilometres: {
    parameters: ['maxKilometres'],
    formatText: ({ maxKilometres }) => formatRangeIfSet(null, maxKilometres, createUnitFormat('km')),
  },
  owners: { parameters: ['maxOwners'], formatText: ({ maxOwners }) => maxOwners && formatOwners(maxOwners) },
  city: {
    parameters: ['city', 'within'],
    formatText: ({ city, within }) => (city === null || within === null ? city : formatWithin(within, city)),
  },
  photo: { parameters: ['withPhoto'], formatText: ({ withPhoto }) => (withPhoto ? 'With photo' : null) },
  posted: {
    parameters: ['postedWithin'],
    formatText: ({ postedWithin }) => postedWithin && formatPosted(postedWithin),
  },
  mileage: {
    parameters: ['minMileage'],
    formatText: ({ minMileage }) => formatRangeIfSet(minMileage, null, createUnitFormat('km/l')),
  },
  range: {
    parameters: ['minRange'],
    formatText: ({ minRange }) => formatRangeIfSet(minRange, null, createUnitFormat('km a charge')),
  },
  seatHeight: {
    parameters: ['maxSeatHeight'],
    formatText: ({ maxSeatHeight }) =>
      maxSeatHeight && `Seat ${formatRange(null, maxSeatHeight, createUnitFormat('mm')).toLowerCase()}`,
  },
  weight: {
    parameters: ['maxWeight'],
    formatText: ({ maxWeight }) => formatRangeIfSet(null, maxWeight, createUnitFormat('kg')),
  },
} as const satisfies Partial<
  Record<
    FacetName,
    { parameters: readonly (keyof BrowseFilters)[]; formatText: (filters: BrowseFilters) => string | number | null }
  >
>;
type SingleFacet = keyof typeof singleFacets;
type ListFacet = Exclude<FacetName, SingleFacet> & keyof ValueFilters;

const isSingle = (name: FacetName): name is SingleFacet => Object.hasOwn(singleFacets, name);

export const getFacetParameters = (name: FacetName): readonly (keyof BrowseFilters)[] =>
  isSingle(name) ? singleFacets[name].parameters : [name];

export const clearFacet = (filters: BrowseFilters, name: FacetName): BrowseFilters => ({
  ...filters,
  ...Object.fromEntries(getFacetParameters(name).map((parameter) => [parameter, noFilters[parameter]])),
});

function getActiveValues<Name extends ListFacet>(name: Name, filters: BrowseFilters): ActiveFilter[] {
  const values: readonly string[] = filters[name];
  if (values.length === 0) return [];
  const choices = createFacetChoices(name, null);
  return values.map((value) => ({
    text: choices.find((choice) => choice.value === value)?.text ?? value,
    without: { ...filters, [name]: values.filter((other) => other !== value) },
  }));
}

export function getActiveFilters(name: FacetName, filters: BrowseFilters): ActiveFilter[] {
  if (!isSingle(name)) return getActiveValues(name, filters);
  const band =
    name === 'price' &&
    priceBands.find(({ setting }) => setting.minPrice === filters.minPrice && setting.maxPrice === filters.maxPrice);
  const text = band ? band.text : singleFacets[name].formatText(filters);
  return text === null ? [] : [{ text: String(text), without: clearFacet(filters, name) }];
}

function createSelectionTest(name: FacetName, filters: BrowseFilters): (choice: FacetChoice) => boolean {
  if (isSingle(name)) {
    const texts = getActiveFilters(name, filters).map(({ text }) => text);
    return ({ text }) => texts.includes(text);
  }
  const values = filters[name].map((value) => value.toLowerCase());
  return ({ value }) => values.length > 0 && values.includes(value.toLowerCase());
}

type Ends = readonly [min: number | null | undefined, max: number | null | undefined];
type RangeFilters = Pick<
  ParsedFilters,
  'minPrice' | 'maxPrice' | 'minYear' | 'maxYear' | 'maxKilometres' | 'maxOwners'
>;

const rangeGetters: Readonly<Partial<Record<FacetName, (filters: Partial<RangeFilters>) => Ends>>> = {
  price: ({ minPrice, maxPrice }) => [minPrice, maxPrice],
  year: ({ minYear, maxYear }) => [minYear, maxYear],
  kilometres: ({ maxKilometres }) => [null, maxKilometres],
  owners: ({ maxOwners }) => [null, maxOwners],
};

/** Offers outside of that filter are not among those counted. */
function isWithinQuery(name: FacetName, { setting }: FacetChoice, parsed: ParsedFilters): boolean {
  if (name === 'kind') return setting.kind?.every((kind) => isKindInStock(kind, parsed.stock)) ?? true;
  const getRange = rangeGetters[name];
  if (!getRange) return true;
  const [min, max] = getRange(setting);
  const [low, high] = getRange(parsed);
  return (low ?? 0) <= (min ?? 0) && (max ?? Number.POSITIVE_INFINITY) <= (high ?? Number.POSITIVE_INFINITY);
}

/** @param offers that match all other filters; an option that would widen a filter of the query is not counted */
export function createFacetOptions(
  name: FacetName,
  offers: Offers,
  filters: BrowseFilters,
  parsed: ParsedFilters | null = null,
): FacetOption[] {
  const all = createFacetChoices(name, offers, filters);
  const missing =
    name === 'brand'
      ? filters.brand
          .filter((brand) => !all.some(({ text }) => text.toLowerCase() === brand.toLowerCase()))
          .map((brand) => ({ text: brand, value: brand, setting: { brand: [brand] }, vehicles: 0 }))
      : [];
  const isSelectedChoice = createSelectionTest(name, filters);
  const isCounted = (choice: FacetChoice): boolean => parsed === null || isWithinQuery(name, choice, parsed);
  return [...all, ...missing]
    .map((choice) => ({
      ...choice,
      vehicles: isCounted(choice) ? choice.vehicles : null,
      isSelected: isSelectedChoice(choice),
    }))
    .filter(({ vehicles, isSelected }) => vehicles !== 0 || isSelected)
    .filter(({ isSelected }, index) => name !== 'brand' || isSelected || index < maxNameOptions);
}

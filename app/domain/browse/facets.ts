import { countText, rupeesText } from '../shared/money';
import { type BrowseFilters, noFilters, type ValueFilters } from './browse-query';
import {
  aroundText,
  type Choice,
  choicesOf,
  type FacetName,
  facetNames,
  mostNames,
  type Offers,
  ownersText,
  postedText,
  priceBands,
  yearText,
} from './facet-choices';

export type FacetOption = Choice & { isSelected: boolean };

/** One filter that is set, in words, and the filters without it. */
export type SetFilter = { text: string; without: BrowseFilters };

/** A range in words, where either end may be open: 'From 2020', '₹50,000 to ₹80,000'. */
function rangeText(least: number | null, most: number | null, text: (figure: number) => string): string | null {
  if (least === null) return most === null ? null : `Up to ${text(most)}`;
  return most === null ? `From ${text(least)}` : `${text(least)} to ${text(most)}`;
}

const inUnit =
  (unit: string) =>
  (figure: number): string =>
    `${countText(figure)} ${unit}`;
const rangeFacet = (least: keyof BrowseFilters, most: keyof BrowseFilters, text: (figure: number) => string) => ({
  parameters: [least, most],
  textOf(filters: BrowseFilters): string | null {
    const [from, to] = [filters[least], filters[most]];
    return rangeText(typeof from === 'number' ? from : null, typeof to === 'number' ? to : null, text);
  },
});

/** Facets of one or two bounds: their parameters, and what is set in words. */
const boundFacets = {
  price: rangeFacet('minPrice', 'maxPrice', rupeesText),
  year: rangeFacet('minYear', 'maxYear', yearText),
  engine: rangeFacet('minCc', 'maxCc', inUnit('cc')),
  power: rangeFacet('minPower', 'maxPower', inUnit('PS')),
  kilometres: {
    parameters: ['maxKilometres'],
    textOf: ({ maxKilometres }) => rangeText(null, maxKilometres, inUnit('km')),
  },
  owners: { parameters: ['maxOwners'], textOf: ({ maxOwners }) => maxOwners && ownersText(maxOwners) },
  city: {
    parameters: ['city', 'within'],
    textOf: ({ city, within }) => (city === null || within === null ? city : aroundText(within, city)),
  },
  photo: { parameters: ['withPhoto'], textOf: ({ withPhoto }) => (withPhoto ? 'With photo' : null) },
  posted: { parameters: ['postedWithin'], textOf: ({ postedWithin }) => postedWithin && postedText(postedWithin) },
  mileage: {
    parameters: ['minMileage'],
    textOf: ({ minMileage }) => rangeText(minMileage, null, inUnit('km/l')),
  },
  range: {
    parameters: ['minRange'],
    textOf: ({ minRange }) => rangeText(minRange, null, inUnit('km a charge')),
  },
  seatHeight: {
    parameters: ['maxSeatHeight'],
    textOf: ({ maxSeatHeight }) =>
      maxSeatHeight && `Seat ${rangeText(null, maxSeatHeight, inUnit('mm'))?.toLowerCase()}`,
  },
  weight: { parameters: ['maxWeight'], textOf: ({ maxWeight }) => rangeText(null, maxWeight, inUnit('kg')) },
} as const satisfies Partial<
  Record<
    FacetName,
    { parameters: readonly (keyof BrowseFilters)[]; textOf: (filters: BrowseFilters) => string | number | null }
  >
>;
type BoundFacet = keyof typeof boundFacets;
type ValueFacet = Exclude<FacetName, BoundFacet> & keyof ValueFilters;

const isBound = (name: FacetName): name is BoundFacet => Object.hasOwn(boundFacets, name);

export const parametersOf = (name: FacetName): readonly (keyof BrowseFilters)[] =>
  isBound(name) ? boundFacets[name].parameters : [name];

/** Returns the filters with one facet cleared. */
export const without = (filters: BrowseFilters, name: FacetName): BrowseFilters => ({
  ...filters,
  ...Object.fromEntries(parametersOf(name).map((parameter) => [parameter, noFilters[parameter]])),
});

const withOptions = new Set(
  facetNames.filter((name) => choicesOf(name, []).length > 0 || name === 'brand' || name === 'city'),
);

/** Whether a facet offers options, rather than fields for figures alone. */
export const hasOptions = (name: FacetName): boolean => withOptions.has(name);

function setValues<Name extends ValueFacet>(name: Name, filters: BrowseFilters): SetFilter[] {
  const values: readonly string[] = filters[name];
  if (values.length === 0) return [];
  const choices = choicesOf(name, []);
  return values.map((value) => ({
    text: choices.find((choice) => choice.value === value)?.text ?? value,
    without: { ...filters, [name]: values.filter((one) => one !== value) },
  }));
}

/** The filters with an option added to what is set of its facet, or taken away. A range has one option at a time. */
export function toggled(
  name: FacetName,
  { setting, value, isSelected }: FacetOption,
  filters: BrowseFilters,
): BrowseFilters {
  if (isBound(name)) return isSelected ? without(filters, name) : { ...filters, ...setting };
  const others = filters[name].filter((one) => one.toLowerCase() !== value.toLowerCase());
  return { ...filters, [name]: isSelected ? others : [...others, value] };
}

/** What is set of a facet: each of its values, or its range. In the words of its options where it has them. */
export function setFilters(name: FacetName, filters: BrowseFilters): SetFilter[] {
  if (!isBound(name)) return setValues(name, filters);
  const band =
    name === 'price' &&
    priceBands.find(({ setting }) => setting.minPrice === filters.minPrice && setting.maxPrice === filters.maxPrice);
  const text = band ? band.text : boundFacets[name].textOf(filters);
  return text === null ? [] : [{ text: String(text), without: without(filters, name) }];
}

/** What tells the choices that are set from the others. */
function isChosenOf(name: FacetName, filters: BrowseFilters): (choice: Choice) => boolean {
  if (isBound(name)) {
    const texts = setFilters(name, filters).map(({ text }) => text);
    return ({ text }) => texts.includes(text);
  }
  const values = filters[name].map((value) => value.toLowerCase());
  return ({ value }) => values.length > 0 && values.includes(value.toLowerCase());
}

/**
 * The options of a facet that match at least one offer, and the selected ones; of brands those with the most offers.
 *
 * @param offers the offers that match all other filters
 */
export function facetOptions(name: FacetName, offers: Offers, filters: BrowseFilters): FacetOption[] {
  const all = choicesOf(name, offers, filters);
  const missing =
    name === 'brand'
      ? filters.brand
          .filter((brand) => !all.some(({ text }) => text.toLowerCase() === brand.toLowerCase()))
          .map((brand) => ({ text: brand, value: brand, setting: { brand: [brand] }, vehicles: 0 }))
      : [];
  const isChosen = isChosenOf(name, filters);
  return [...all, ...missing]
    .map(({ text, value, setting, vehicles }) => {
      const isSelected = isChosen({ text, value, setting, vehicles });
      return { text, value, setting, isSelected, vehicles };
    })
    .filter(({ vehicles, isSelected }) => vehicles !== 0 || isSelected)
    .filter(({ isSelected }, at) => name !== 'brand' || isSelected || at < mostNames);
}

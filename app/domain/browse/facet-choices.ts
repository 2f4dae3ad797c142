import { bodyStyles, fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { budgetBands } from '../catalogue/bands';
import {
  bodyStyleTexts,
  distanceOptions,
  formatOwners,
  kilometreSteps,
  type OfferKind,
  offerKinds,
} from '../search/search-query';
import type { OfferSelection } from '../search/offer-selection';
import { formatCount } from '../shared/money';
import { type BrowseFilters, noFilters } from './browse-query';

/** The offers that match all other filters, among which the options of a facet are counted; null for none. */
export type Offers = {
  selection: OfferSelection;
  getLocation: (placeId: string | null) => { city: string | null; km: number | null };
} | null;

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

const minYears = [2024, 2022, 2020, 2018, 2015, 2010] as const;
const maxOwners = [1, 2, 3] as const;
const postedWithinDays = [1, 7, 30] as const;
export const maxNameOptions = 12;

export type FacetChoice = {
  text: string;
  value: string;
  setting: Partial<BrowseFilters>;
  /** Number of offers that match this option and all other filters; null if not counted. */
  vehicles: number | null;
};

export const formatYear = (year: number): string => String(year);
export const formatPosted = (days: number): string => (days === 1 ? 'Last day' : `Last ${formatCount(days)} days`);

export const formatWithin = (km: number, city: string): string => `Within ${formatCount(km)} km of ${city}`;

function createValueChoices<Value extends string>(
  values: readonly Value[],
  counts: ReadonlyMap<Value, number> | undefined,
  createOption: (value: Value) => Pick<FacetChoice, 'text' | 'setting'>,
): FacetChoice[] {
  return values.map((value) => ({ ...createOption(value), value, vehicles: counts?.get(value) ?? 0 }));
}

function createPriceChoices(offers: Offers): FacetChoice[] {
  const counts = offers?.selection.countByState(({ priceBand }) => priceBand);
  return budgetBands.map(({ id, label, from, below }, index) => ({
    text: label,
    value: id,
    setting: { minPrice: from === 0 ? null : from, maxPrice: below === null ? null : below - 1 },
    vehicles: counts?.get(index) ?? 0,
  }));
}
export const priceBands = createPriceChoices(null);

function createBrandChoices(offers: Offers): FacetChoice[] {
  const brands = new Map<string, { text: string; vehicles: number }>();
  for (const [text, vehicles] of offers?.selection.countByName(({ brand }) => brand) ?? []) {
    const key = text.toLowerCase();
    const brand = brands.get(key);
    if (brand) brand.vehicles += vehicles;
    else brands.set(key, { text, vehicles });
  }
  return [...brands.values()]
    .sort((a, b) => b.vehicles - a.vehicles || (a.text < b.text ? -1 : 1))
    .map(({ text, vehicles }) => ({ text, value: text, setting: { brand: [text] }, vehicles }));
}

function createCityChoices(offers: Offers, requested: string | null): FacetChoice[] {
  const counts = offers?.selection.countByPlace(({ id }) => offers.getLocation(id).city) ?? new Map<string, number>();
  const cities = [...counts].sort(([a, count], [b, otherCount]) => otherCount - count || (a < b ? -1 : 1));
  const names = [...new Set([...(requested === null ? [] : [requested]), ...cities.map(([city]) => city)])];
  const distances = offers?.selection.countByPlace(({ id }) => offers.getLocation(id).km);
  return [
    ...names.slice(0, maxNameOptions).map((city) => ({
      text: city,
      value: city,
      setting: { city, within: null },
      vehicles: counts.get(city) ?? 0,
    })),
    ...(requested === null
      ? []
      : distanceOptions.map((distance) => ({
          text: formatWithin(distance, requested),
          value: `${requested} ${distance}`,
          setting: { city: requested, within: distance },
          vehicles: countWhere(distances, (km) => km <= distance),
        }))),
  ];
}

function countWhere(counts: ReadonlyMap<number, number> | undefined, isMatch: (figure: number) => boolean): number {
  let sum = 0;
  for (const [figure, count] of counts ?? []) if (isMatch(figure)) sum += count;
  return sum;
}

type FacetDefinition = (offers: Offers, requestedCity: string | null) => readonly FacetChoice[];

const definitions: Readonly<Partial<Record<FacetName, FacetDefinition>>> = {
  kind: (offers) =>
    createValueChoices(
      offerKinds,
      offers?.selection.countByDetails((details) => details.kind),
      (kind) => ({ text: kindTexts[kind], setting: { kind: [kind] } }),
    ),
  vehicleType: (offers) =>
    createValueChoices(
      vehicleTypes,
      offers?.selection.countByDetails((details) => details.type),
      (type) => ({ text: type, setting: { vehicleType: [type] } }),
    ),
  city: createCityChoices,
  brand: createBrandChoices,
  fuelType: (offers) =>
    createValueChoices(
      fuelTypes,
      offers?.selection.countByDetails((details) => details.fuel),
      (fuel) => ({ text: fuel, setting: { fuelType: [fuel] } }),
    ),
  condition: (offers) =>
    createValueChoices(
      vehicleConditions,
      offers?.selection.countByDetails((details) => details.condition),
      (condition) => ({ text: condition, setting: { condition: [condition] } }),
    ),
  bodyStyle: (offers) =>
    createValueChoices(
      bodyStyles,
      offers?.selection.countByDetails((details) => details.bodyStyle),
      (style) => ({ text: bodyStyleTexts[style], setting: { bodyStyle: [style] } }),
    ),
  price: createPriceChoices,
  year: (offers) => {
    const counts = offers?.selection.countByDetails((details) => details.year);
    return minYears.map((minYear) => ({
      text: `From ${formatYear(minYear)}`,
      value: String(minYear),
      setting: { minYear, maxYear: null },
      vehicles: countWhere(counts, (year) => year >= minYear),
    }));
  },
  kilometres: (offers) => {
    const counts = offers?.selection.countByState(({ kilometreStep }) => kilometreStep);
    return kilometreSteps.map((max) => ({
      text: `Up to ${formatCount(max)} km`,
      value: String(max),
      setting: { maxKilometres: max },
      vehicles: countWhere(counts, (step) => step <= max),
    }));
  },
  owners: (offers) => {
    const counts = offers?.selection.countByState(({ owners }) => owners);
    return maxOwners.map((max) => ({
      text: formatOwners(max),
      value: String(max),
      setting: { maxOwners: max },
      vehicles: countWhere(counts, (owners) => owners <= max),
    }));
  },
  photo: (offers) => [
    {
      text: 'With photo',
      value: 'true',
      setting: { withPhoto: true },
      vehicles: offers?.selection.countByState(({ hasPhoto }) => hasPhoto).get(true) ?? 0,
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

export const hasOptions = (name: FacetName): boolean => Object.hasOwn(definitions, name);

/** @param offers that match all other filters */
export const createFacetChoices = (
  name: FacetName,
  offers: Offers,
  { city }: Pick<BrowseFilters, 'city'> = noFilters,
): readonly FacetChoice[] => definitions[name]?.(offers, city) ?? [];

import { type BodyStyle, bodyStyles, fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { budgetBands } from '../catalogue/bands';
import type { VehicleSummary } from '../catalogue/vehicle';
import { distancesAround } from '../search/offer-filters';
import { countText, rupeesText } from '../shared/money';
import { type BrowseFilters, noFilters, type OfferKind, offerKinds, type ValueFilters } from './browse-query';

/** Properties of a vehicle or a listing that filters use. */
export type OfferTraits = {
  kind: OfferKind;
  type: VehicleSummary['type'];
  brand: string;
  /** The brand folded for search: the same for every spelling of it. */
  searchBrand: string;
  fuel: VehicleSummary['fuel'];
  condition: VehicleSummary['condition'];
  bodyStyle: BodyStyle;
  priceRupees: number;
  year: number | null;
  kilometres: number | null;
  owners: number | null;
  /** How addresses name its place; null without a known one. */
  city: string | null;
  /** Kilometres from the city that is asked for; null where that or the place of the offer is not known. */
  km: number | null;
  /** 1 for a photo of its own, 0 for a drawing. */
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

const bodyStyleTexts: Readonly<Record<BodyStyle, string>> = {
  commuter: 'Commuter',
  naked: 'Naked',
  sport: 'Sport',
  cruiser: 'Cruiser',
  retro: 'Retro',
  adventure: 'Adventure',
  scrambler: 'Scrambler',
  'scooter-classic': 'Classic scooter',
  'scooter-maxi': 'Maxi scooter',
  'scooter-electric': 'Electric scooter',
  moped: 'Moped',
};

/** Figures offered as options; a URL may contain any other value. */
const yearsFrom = [2024, 2022, 2020, 2018, 2015, 2010] as const;
const kilometresUpTo = [5_000, 10_000, 25_000, 50_000] as const;
const ownersUpTo = [1, 2, 3] as const;
const postedWithinDays = [1, 7, 30] as const;
/** Maximum number of brands and of cities offered, those with the most vehicles first. */
const mostNames = 12;

/** The filters that one facet sets. */
type Setting = Partial<BrowseFilters>;
/** An option whose offers are counted; without `holds` they are not. */
type Choice = { text: string; value: string; setting: Setting; holds?: (offer: OfferTraits) => boolean };

/**
 * `vehicles`: number of matching offers among those examined, with this option alone in its facet and all other filters
 * unchanged; null where it is not counted.
 */
export type FacetOption = Omit<Choice, 'holds'> & { isSelected: boolean; vehicles: number | null };

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
const yearText = (year: number): string => String(year);
const ownersText = (owners: number): string =>
  ['', 'First owner', 'Up to second owner', 'Up to third owner'][owners] ?? `Up to ${countText(owners)} owners`;
const postedText = (days: number): string => (days === 1 ? 'Last day' : `Last ${countText(days)} days`);

const rangeFacet = (least: keyof BrowseFilters, most: keyof BrowseFilters, text: (figure: number) => string) => ({
  parameters: [least, most],
  textOf(filters: BrowseFilters): string | null {
    const [from, to] = [filters[least], filters[most]];
    return rangeText(typeof from === 'number' ? from : null, typeof to === 'number' ? to : null, text);
  },
});

const aroundText = (km: number, city: string): string => `Within ${countText(km)} km of ${city}`;

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

const parametersOf = (name: FacetName): readonly (keyof BrowseFilters)[] =>
  isBound(name) ? boundFacets[name].parameters : [name];

/** Returns the filters with one facet cleared. */
export const without = (filters: BrowseFilters, name: FacetName): BrowseFilters => ({
  ...filters,
  ...Object.fromEntries(parametersOf(name).map((parameter) => [parameter, noFilters[parameter]])),
});

const priceChoices: readonly Choice[] = budgetBands.map(({ id, label, from, below }) => ({
  text: label,
  value: id,
  setting: { minPrice: from === 0 ? null : from, maxPrice: below === null ? null : below - 1 },
  holds: ({ priceRupees }) => priceRupees >= from && (below === null || priceRupees < below),
}));

function brandChoices(offers: readonly OfferTraits[]): Choice[] {
  const found = new Map<string, { text: string; offers: number }>();
  for (const { brand, searchBrand } of offers) {
    const known = found.get(searchBrand);
    if (known) known.offers += 1;
    else found.set(searchBrand, { text: brand, offers: 1 });
  }
  return [...found]
    .sort(([, one], [, other]) => other.offers - one.offers || (one.text < other.text ? -1 : 1))
    .map(([key, { text }]) => ({
      text,
      value: text,
      setting: { brand: [text] },
      holds: ({ searchBrand }) => searchBrand === key,
    }));
}

/** The cities with the most offers, after the surroundings of the one that is asked for. */
function cityChoices(offers: readonly OfferTraits[], around: string | null): Choice[] {
  const found = new Map<string, number>();
  for (const { city } of offers) if (city !== null) found.set(city, (found.get(city) ?? 0) + 1);
  const cities = [...found].sort(([one, offered], [other, others]) => others - offered || (one < other ? -1 : 1));
  const names = [...new Set([...(around === null ? [] : [around]), ...cities.map(([city]) => city)])];
  return [
    ...names.slice(0, mostNames).map((city) => ({
      text: city,
      value: city,
      setting: { city, within: null },
      holds: (one: OfferTraits) => one.city === city,
    })),
    ...(around === null
      ? []
      : distancesAround.map((km) => ({
          text: aroundText(km, around),
          value: `${around} ${km}`,
          setting: { city: around, within: km },
          holds: (one: OfferTraits) => one.km !== null && one.km <= km,
        }))),
  ];
}

function choicesOf(
  name: FacetName,
  offers: readonly OfferTraits[],
  { city }: Pick<BrowseFilters, 'city'> = noFilters,
): readonly Choice[] {
  switch (name) {
    case 'city':
      return cityChoices(offers, city);
    case 'kind':
      return offerKinds.map((kind) => ({
        text: kindTexts[kind],
        value: kind,
        setting: { kind: [kind] },
        holds: (one) => one.kind === kind,
      }));
    case 'vehicleType':
      return vehicleTypes.map((type) => ({
        text: type,
        value: type,
        setting: { vehicleType: [type] },
        holds: (one) => one.type === type,
      }));
    case 'brand':
      return brandChoices(offers);
    case 'fuelType':
      return fuelTypes.map((fuel) => ({
        text: fuel,
        value: fuel,
        setting: { fuelType: [fuel] },
        holds: (one) => one.fuel === fuel,
      }));
    case 'condition':
      return vehicleConditions.map((condition) => ({
        text: condition,
        value: condition,
        setting: { condition: [condition] },
        holds: (one) => one.condition === condition,
      }));
    case 'bodyStyle':
      return bodyStyles.map((style) => ({
        text: bodyStyleTexts[style],
        value: style,
        setting: { bodyStyle: [style] },
        holds: (one) => one.bodyStyle === style,
      }));
    case 'price':
      return priceChoices;
    case 'year':
      return yearsFrom.map((year) => ({
        text: `From ${yearText(year)}`,
        value: String(year),
        setting: { minYear: year, maxYear: null },
        holds: (one) => one.year !== null && one.year >= year,
      }));
    case 'kilometres':
      return kilometresUpTo.map((kilometres) => ({
        text: `Up to ${countText(kilometres)} km`,
        value: String(kilometres),
        setting: { maxKilometres: kilometres },
        holds: (one) => one.kilometres !== null && one.kilometres <= kilometres,
      }));
    case 'owners':
      return ownersUpTo.map((owners) => ({
        text: ownersText(owners),
        value: String(owners),
        setting: { maxOwners: owners },
        holds: (one) => one.owners !== null && one.owners <= owners,
      }));
    case 'photo':
      return [{ text: 'With photo', value: 'true', setting: { withPhoto: true }, holds: (one) => one.hasPhoto === 1 }];
    case 'posted':
      // Not counted: a count would be out of date on a page that is cached until the next write.
      return postedWithinDays.map((days) => ({
        text: postedText(days),
        value: String(days),
        setting: { postedWithin: days },
      }));
    default:
      return [];
  }
}

/** Whether a facet offers options, rather than fields for figures alone. */
export const hasOptions = (name: FacetName): boolean =>
  choicesOf(name, []).length > 0 || name === 'brand' || name === 'city';

function setValues<Name extends ValueFacet>(name: Name, filters: BrowseFilters): SetFilter[] {
  const values: readonly string[] = filters[name];
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
    priceChoices.find(({ setting }) => setting.minPrice === filters.minPrice && setting.maxPrice === filters.maxPrice);
  const text = band ? band.text : boundFacets[name].textOf(filters);
  return text === null ? [] : [{ text: String(text), without: without(filters, name) }];
}

/** Whether a choice is among what is set. */
function isChosen({ text, value }: Choice, name: FacetName, filters: BrowseFilters): boolean {
  if (isBound(name)) return setFilters(name, filters).some((one) => one.text === text);
  return filters[name].some((one) => one.toLowerCase() === value.toLowerCase());
}

/**
 * The options of a facet that match at least one offer, and the selected ones; of brands those with the most offers.
 *
 * @param offers the offers that match all other filters
 */
export function facetOptions(name: FacetName, offers: readonly OfferTraits[], filters: BrowseFilters): FacetOption[] {
  const all = choicesOf(name, offers, filters);
  const missing =
    name === 'brand'
      ? filters.brand
          .filter((brand) => !all.some(({ text }) => text.toLowerCase() === brand.toLowerCase()))
          .map((brand) => ({ text: brand, value: brand, setting: { brand: [brand] }, holds: () => false }))
      : [];
  return [...all, ...missing]
    .map((choice) => {
      const { holds, ...option } = choice;
      return {
        ...option,
        isSelected: isChosen(choice, name, filters),
        vehicles: holds ? offers.reduce((sum, offer) => (holds(offer) ? sum + 1 : sum), 0) : null,
      };
    })
    .filter(({ vehicles, isSelected }) => vehicles !== 0 || isSelected)
    .filter(({ isSelected }, at) => name !== 'brand' || isSelected || at < mostNames);
}

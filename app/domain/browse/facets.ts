import { fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';
import { budgetBands } from '../catalogue/bands';
import type { VehicleSummary } from '../catalogue/vehicle';
import { countText, rupeesText } from '../shared/money';
import { type BrowseFilters, type OfferKind, offerKinds } from './browse-query';

/** Properties of a vehicle or a listing that filters use. */
export type OfferTraits = {
  kind: OfferKind;
  type: VehicleSummary['type'];
  brand: string;
  /** The brand folded for search: the same for every spelling of it. */
  searchBrand: string;
  fuel: VehicleSummary['fuel'];
  condition: VehicleSummary['condition'];
  priceRupees: number;
  year: number | null;
  kilometres: number | null;
};

export const facetNames = [
  'kind',
  'vehicleType',
  'brand',
  'fuelType',
  'condition',
  'price',
  'year',
  'kilometres',
] as const;
export type FacetName = (typeof facetNames)[number];

export const facetTitles: Readonly<Record<FacetName, string>> = {
  kind: 'Kind',
  vehicleType: 'Type',
  brand: 'Brand',
  fuelType: 'Fuel Type',
  condition: 'Condition',
  price: 'Price',
  year: 'Year',
  kilometres: 'Kilometres',
};

const kindTexts: Readonly<Record<OfferKind, string>> = {
  new: 'New',
  upcoming: 'Coming soon',
  used: 'Second-hand',
  listing: 'From riders',
};

/** Model years and kilometres offered as options; a URL may contain any other value. */
const yearsFrom = [2024, 2022, 2020, 2018, 2015, 2010] as const;
const kilometresUpTo = [5_000, 10_000, 25_000, 50_000] as const;
/** Maximum number of brands offered, those with the most vehicles first. */
const mostBrands = 12;

/** The filters that one facet sets. */
type Setting = Partial<BrowseFilters>;
type Choice = { text: string; setting: Setting; holds: (offer: OfferTraits) => boolean };

/** `vehicles`: number of matching offers among those examined, with all other filters unchanged. */
export type FacetOption = { text: string; setting: Setting; isSelected: boolean; vehicles: number };

const cleared: Readonly<Record<FacetName, Setting>> = {
  kind: { kind: null },
  vehicleType: { vehicleType: null },
  brand: { brand: null },
  fuelType: { fuelType: null },
  condition: { condition: null },
  price: { minPrice: null, maxPrice: null },
  year: { minYear: null, maxYear: null },
  kilometres: { maxKilometres: null },
};

/** Returns the filters with one facet cleared. */
export const without = (filters: BrowseFilters, name: FacetName): BrowseFilters => ({ ...filters, ...cleared[name] });

/** A range in words, where either end may be open: 'From 2020', '₹50,000 to ₹80,000'. */
function rangeText(least: number | null, most: number | null, text: (figure: number) => string): string | null {
  if (least === null) return most === null ? null : `Up to ${text(most)}`;
  return most === null ? `From ${text(least)}` : `${text(least)} to ${text(most)}`;
}

const kilometresText = (kilometres: number): string => `${countText(kilometres)} km`;
const yearText = (year: number): string => String(year);

const priceChoices: readonly Choice[] = budgetBands.map(({ label, from, below }) => ({
  text: label,
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
    .slice(0, mostBrands)
    .map(([key, { text }]) => ({ text, setting: { brand: text }, holds: ({ searchBrand }) => searchBrand === key }));
}

function choicesOf(name: FacetName, offers: readonly OfferTraits[]): readonly Choice[] {
  switch (name) {
    case 'kind':
      return offerKinds.map((kind) => ({
        text: kindTexts[kind],
        setting: { kind },
        holds: (one) => one.kind === kind,
      }));
    case 'vehicleType':
      return vehicleTypes.map((type) => ({
        text: type,
        setting: { vehicleType: type },
        holds: (one) => one.type === type,
      }));
    case 'brand':
      return brandChoices(offers);
    case 'fuelType':
      return fuelTypes.map((fuel) => ({ text: fuel, setting: { fuelType: fuel }, holds: (one) => one.fuel === fuel }));
    case 'condition':
      return vehicleConditions.map((condition) => ({
        text: condition,
        setting: { condition },
        holds: (one) => one.condition === condition,
      }));
    case 'price':
      return priceChoices;
    case 'year':
      return yearsFrom.map((year) => ({
        text: `From ${yearText(year)}`,
        setting: { minYear: year, maxYear: null },
        holds: (one) => one.year !== null && one.year >= year,
      }));
    case 'kilometres':
      return kilometresUpTo.map((kilometres) => ({
        text: `Up to ${kilometresText(kilometres)}`,
        setting: { maxKilometres: kilometres },
        holds: (one) => one.kilometres !== null && one.kilometres <= kilometres,
      }));
  }
}

/** The current value of a facet, in the words of its option where it has one; null while it is not set. */
export function settingText(name: FacetName, filters: BrowseFilters): string | null {
  const { kind, minPrice, maxPrice, minYear, maxYear, maxKilometres } = filters;
  switch (name) {
    case 'kind':
      return kind && kindTexts[kind];
    case 'price':
      return (
        priceChoices.find(({ setting }) => setting.minPrice === minPrice && setting.maxPrice === maxPrice)?.text ??
        rangeText(minPrice, maxPrice, rupeesText)
      );
    case 'year':
      return rangeText(minYear, maxYear, yearText);
    case 'kilometres':
      return rangeText(null, maxKilometres, kilometresText);
    default:
      return filters[name];
  }
}

/**
 * The options of a facet that match at least one offer, and the selected one.
 *
 * @param offers the offers that match all other filters
 */
export function facetOptions(name: FacetName, offers: readonly OfferTraits[], filters: BrowseFilters): FacetOption[] {
  const selected = settingText(name, filters)?.toLowerCase();
  return choicesOf(name, offers)
    .map(({ text, setting, holds }) => ({
      text,
      setting,
      isSelected: text.toLowerCase() === selected,
      vehicles: offers.reduce((sum, offer) => (holds(offer) ? sum + 1 : sum), 0),
    }))
    .filter(({ vehicles, isSelected }) => vehicles > 0 || isSelected);
}

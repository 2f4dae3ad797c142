/** The types of a parsed query: its entities while it is parsed, and the result. */

import type { BodyStyle, FuelType, Transmission, UsedCondition, VehicleStock, VehicleType } from '~db/enums';
import type { City, DictionaryEntry, SearchAction, VehicleName, WordMeaning } from './dictionary';
import type { ParsedNumber } from './number-parser';

/**
 * A range with both ends included, in the tokens `from` up to, but not including, `to`. `price` is in whole rupees,
 * `age` a model year, `mileageKmpl` in kilometres per litre, `rangeKm` in kilometres per charge.
 */
export type ParsedRange = {
  /** `other`: a figure without a filter, such as a battery capacity. */
  field:
    | 'price'
    | 'year'
    | 'engineCc'
    | 'kilometres'
    | 'mileageKmpl'
    | 'rangeKm'
    | 'seatHeightMm'
    | 'weightKg'
    | 'age'
    | 'other';
  min: number | null;
  max: number | null;
  from: number;
  to: number;
};

/** A number that may be the lower end of a range. */
export type Figure = {
  first: ParsedNumber;
  /** Upper end; null for a single number. */
  second: ParsedNumber | null;
  /** Whether a plus follows: "60+ kmpl". */
  isOpen: boolean;
  /** Index of the token after the numbers and the plus. */
  end: number;
};

/** The tokens `from` up to, but not including, `to`. */
export type Span = { from: number; to: number };

/**
 * Tokens for which there is no filter; `subject`: index of the one at either end that is a search term if the query has
 * no filter at all.
 */
export type UnfilteredSpan = Span & { subject?: number };

/** Name of a brand, a family or a model. */
export type NameMatch = Span & {
  name: VehicleName;
  /** Standard spelling of the phrase. */
  spelling: string;
  /** Whether the last token was completed to this name. */
  isCompleted?: boolean;
  /** Further models of a list, named without what they share with this one: 3G and 5G in "activa 3g to 5g". */
  list?: { names: readonly VehicleName[]; spans: readonly Span[] };
};

/** A place, or a word with a meaning. */
export type PhraseMatch = Span & { entry: Exclude<DictionaryEntry, { type: 'name' }> };

/** A negation with what it excludes: "not electric". Without name and meaning, no filter can exclude it. */
export type Exclusion = Span & { name?: VehicleName; means?: WordMeaning };

/** The entities recognized in the tokens of a query. */
export type Entities = {
  ranges: readonly ParsedRange[];
  /** A registration office, and the cities that it serves; or a year of the Bharat series. */
  plate: (Span & { code: string; cities: readonly City[] }) | null;
  names: NameMatch[];
  phrases: PhraseMatch[];
  exclusions: readonly Exclusion[];
  /**
   * Figures and places for which there is no filter: amounts of an instalment, until when papers are valid, heights of
   * riders, parts of the named cities, and PIN codes of unknown cities.
   */
  unfiltered: readonly UnfilteredSpan[];
  /** Whether an entity contains the token, by its index. */
  isConsumed: boolean[];
};

/** Filters of a query; null, empty or false where it sets none. Ranges include both ends. */
export type ParsedFilters = {
  vehicleType: VehicleType | null;
  /** Any of these. */
  fuelTypes: readonly FuelType[];
  stock: VehicleStock | null;
  condition: UsedCondition | null;
  /** Any of these. */
  bodyStyles: readonly BodyStyle[];
  transmission: Transmission | null;
  withPhoto: boolean;
  maxOwners: number | null;
  /** Whole rupees. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Model year. */
  minYear: number | null;
  maxYear: number | null;
  /** Whether new vehicles, which have no model year, match `minYear`. */
  orNew: boolean;
  minCc: number | null;
  maxCc: number | null;
  maxKilometres: number | null;
  /** Kilometres per litre. */
  minMileage: number | null;
  /** Kilometres per charge. */
  minRange: number | null;
  /** Millimetres. */
  maxSeatHeight: number | null;
  /** Kilograms. */
  maxWeight: number | null;
  /** Any of these; `id` as in `places.json`. */
  cities: readonly { id: string; name: string }[];
  /** Kilometres around the first of the cities. */
  within: number | null;
  state: string | null;
  /** Code of a registration office, such as `MH 12`, or of the Bharat series, such as `22 BH`. */
  plate: string | null;
};

/** Filters of a query that sets none. */
export const noFilters: ParsedFilters = {
  vehicleType: null,
  fuelTypes: [],
  stock: null,
  condition: null,
  bodyStyles: [],
  transmission: null,
  withPhoto: false,
  maxOwners: null,
  minPrice: null,
  maxPrice: null,
  minYear: null,
  maxYear: null,
  orNew: false,
  minCc: null,
  maxCc: null,
  maxKilometres: null,
  minMileage: null,
  minRange: null,
  maxSeatHeight: null,
  maxWeight: null,
  cities: [],
  within: null,
  state: null,
  plate: null,
};

export type ChipField =
  | 'name'
  | 'vehicleType'
  | 'fuelType'
  | 'stock'
  | 'condition'
  | 'bodyStyle'
  | 'transmission'
  | 'photo'
  | 'owners'
  | 'price'
  | 'year'
  | 'engineCc'
  | 'kilometres'
  | 'mileage'
  | 'range'
  | 'seatHeight'
  | 'weight'
  | 'city'
  | 'within'
  | 'state'
  | 'plate'
  /** An excluded brand, family or model. */
  | 'without'
  /** Search terms. */
  | 'words';

/** A part of a query that can be removed (docs/product.md, "Browse"). */
export type Chip = {
  field: ChipField;
  value: string;
  /** Label: `Honda Activa`, `Up to ₹80,000`. */
  text: string;
  /** The query without this part. */
  rest: string;
};

/** A query as typed and with its spelling corrected; `literal` is the query that finds exactly what was typed. */
export type CorrectedQuery = { from: string; to: string; literal: string };

/** A parsed query (docs/product.md, "Browse"). */
export type ParsedQuery = {
  /** The query, in one line. */
  text: string;
  /** Brands, families and models, any of which may match; usually one. */
  names: readonly VehicleName[];
  excludedNames: readonly VehicleName[];
  filters: ParsedFilters;
  /**
   * Engine size without its unit, as in "bajaj 125" and "150 bike", which offers have in their name or as their engine
   * size; null without any.
   */
  engineClass: number | null;
  /** Sort order, such as the lowest price first; null if the query sets none. */
  sort: string | null;
  action: SearchAction | null;
  /** Body styles suited to the use that the query names, such as touring. They affect the ranking only. */
  preferredBodyStyles: readonly BodyStyle[];
  /** Phrases with a meaning for which there is no filter, as typed. */
  unfiltered: readonly string[];
  /** Those of them that a name may contain, such as the variant of a model. */
  variants: readonly string[];
  /** Search terms: folded words without a meaning, which the full-text search finds in offers. */
  terms: readonly string[];
  /** Whether the last search term is a prefix, because it may still be being typed. */
  isLastTermPrefix: boolean;
  /** Null if no spelling was corrected. */
  corrected: CorrectedQuery | null;
  chips: readonly Chip[];
};

/** Message for a search without results. @param nearest number of models suggested instead */
export const formatNothingFound = (nearest: number): string =>
  nearest > 0
    ? 'Nothing matches this search. These are the nearest models on sale.'
    : 'Nothing matches this search. Try a shorter name, or a brand.';

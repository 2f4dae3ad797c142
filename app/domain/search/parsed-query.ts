import type { BodyStyle, FuelType, Transmission, UsedCondition, VehicleStock, VehicleType } from '~db/enums';
import type { City, DictionaryEntry, SearchAction, VehicleName, WordMeaning } from './dictionary';
import type { ParsedNumber } from './number-parser';

/** Both ends included. `price`: whole rupees, `age`: model year, `mileageKmpl`: km/l, `rangeKm`: km per charge. */
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

export type Figure = {
  first: ParsedNumber;
  /** Upper end; null for a single number. */
  second: ParsedNumber | null;
  /** Whether a plus follows: "60+ kmpl". */
  isOpen: boolean;
  end: number;
};

/** The tokens `from` up to, but not including, `to`. */
export type Span = { from: number; to: number };

/** `subject`: index of the token at either end that is a search term if the query has no filter at all. */
export type UnfilteredSpan = Span & { subject?: number };

export type NameMatch = Span & {
  name: VehicleName;
  spelling: string;
  isCompleted?: boolean;
  list?: { names: readonly VehicleName[]; spans: readonly Span[] };
};

export type PhraseMatch = Span & { entry: Exclude<DictionaryEntry, { type: 'name' }> };

/** A negation with what it excludes: "not electric". Without name and meaning, no filter can exclude it. */
export type Exclusion = Span & { name?: VehicleName; means?: WordMeaning };

export type Entities = {
  ranges: readonly ParsedRange[];
  plate: (Span & { code: string; cities: readonly City[] }) | null;
  names: NameMatch[];
  phrases: PhraseMatch[];
  exclusions: readonly Exclusion[];
  /** Instalments, validity of papers, heights of riders, parts of named cities, PIN codes of unknown cities. */
  unfiltered: readonly UnfilteredSpan[];
  isConsumed: boolean[];
};

/** Filters of a query; null, empty or false where it sets none. Ranges include both ends. */
export type ParsedFilters = {
  vehicleType: VehicleType | null;
  fuelTypes: readonly FuelType[];
  stock: VehicleStock | null;
  condition: UsedCondition | null;
  bodyStyles: readonly BodyStyle[];
  transmission: Transmission | null;
  withPhoto: boolean;
  maxOwners: number | null;
  /** Whole rupees. */
  minPrice: number | null;
  maxPrice: number | null;
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
  plate: string | null;
};

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
  | 'without'
  | 'words';

export type Chip = {
  field: ChipField;
  value: string;
  /** Label: `Honda Activa`, `Up to ₹80,000`. */
  text: string;
  rest: string;
};

/** A query as typed and with its spelling corrected; `literal` is the query that finds exactly what was typed. */
export type CorrectedQuery = { from: string; to: string; literal: string };

export type ParsedQuery = {
  text: string;
  names: readonly VehicleName[];
  excludedNames: readonly VehicleName[];
  filters: ParsedFilters;
  /** Engine size without its unit, as in "bajaj 125" and "150 bike"; null without any. */
  engineClass: number | null;
  /** Sort order, such as the lowest price first; null if the query sets none. */
  sort: string | null;
  action: SearchAction | null;
  preferredBodyStyles: readonly BodyStyle[];
  unfiltered: readonly string[];
  variants: readonly string[];
  terms: readonly string[];
  isLastTermPrefix: boolean;
  /** Null if no spelling was corrected. */
  corrected: CorrectedQuery | null;
  chips: readonly Chip[];
};

export const formatNothingFound = (nearest: number): string =>
  nearest > 0
    ? 'Nothing matches this search. These are the nearest models on sale.'
    : 'Nothing matches this search. Try a shorter name, or a brand.';

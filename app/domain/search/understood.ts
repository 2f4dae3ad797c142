import type { FuelType } from '~db/enums';
import type { Corrected } from './corrections';
import type { NamedVehicle } from './dictionary';

/** Limits that a search sets; null where it sets none. Ranges include both ends. */
export type SearchLimits = {
  vehicleType: 'Bike' | 'Scooter' | null;
  /** Any of them. */
  fuelTypes: readonly FuelType[];
  stock: 'new' | 'used' | 'upcoming' | null;
  condition: 'Like New' | 'Excellent' | 'Good' | 'Fair' | 'Poor' | null;
  /** Any of them. */
  bodyStyles: readonly string[];
  transmission: 'automatic' | 'manual' | null;
  withPhoto: boolean;
  maxOwners: number | null;
  minPrice: number | null;
  maxPrice: number | null;
  minYear: number | null;
  maxYear: number | null;
  /** Whether new vehicles are of these years, although they have none. */
  orNew: boolean;
  minCc: number | null;
  maxCc: number | null;
  maxKilometres: number | null;
  minMileage: number | null;
  minRange: number | null;
  /** Millimetres. */
  maxSeatHeight: number | null;
  /** Kilograms. */
  maxWeight: number | null;
  /** Any of them; `id` is that of the known place. */
  cities: readonly { id: string; name: string }[];
  /** Kilometres around the first of them. */
  within: number | null;
  state: string | null;
  /** Code of a registering office, such as `MH 12`. */
  plate: string | null;
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
  /** A brand, a family or a model that is not wanted. */
  | 'without'
  /** Words that were not understood, and are looked for as they are. */
  | 'words';

/** One recognised constraint of a query. */
export type Chip = {
  field: ChipField;
  value: string;
  /** For people: `Honda Activa`, `Up to ₹80,000`. */
  text: string;
  /** The query without the words that express it. */
  rest: string;
};

/** A search as it was understood. */
export type Understood = {
  /** Its words as in the query, in one line. */
  text: string;
  /** Brands, families and models, any of which may be meant; usually one. */
  names: readonly NamedVehicle[];
  /** Those that are not wanted. */
  without: readonly NamedVehicle[];
  limits: SearchLimits;
  /** An order that the words ask for, such as the lowest price first. */
  sort: string | null;
  /** Something other than a list of vehicles: `emi`, `sell`, `compare` … */
  action: string | null;
  /** Body styles that suit what a vehicle is for, such as touring; they order, and never hide. */
  suitable: readonly string[];
  /** Words with a meaning that no filter and no order knows, as they were typed. */
  unfiltered: readonly string[];
  /** Those of them that are wanted of a vehicle, such as a variant of a model. */
  variants: readonly string[];
  /** Folded words that were not understood, to be found in the offers' own words. */
  words: readonly string[];
  /** Whether the last of `words` may be the beginning of a word. */
  isLastPartial: boolean;
  /** The query as corrected; `literal` finds exactly its text. */
  corrected: Corrected | null;
  chips: readonly Chip[];
};

/** What a search that found nothing says. @param nearest number of models offered instead */
export const nothingFoundText = (nearest: number): string =>
  nearest > 0
    ? 'Nothing matches this search. These are the nearest models on sale.'
    : 'Nothing matches this search. Try a shorter name, or a brand.';

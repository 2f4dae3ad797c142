import { dictionary } from '~/domain/search/dictionary.server';
import { understand } from '~/domain/search/understand';
import type { Understood } from '~/domain/search/understood';

/** The expected meaning of a search; absent fields must not be understood. */
export type Meaning = {
  brand?: string;
  family?: string;
  model?: string;
  /** Several names, any of which may be meant. */
  names?: readonly string[];
  vehicleType?: 'Bike' | 'Scooter';
  fuelType?: string;
  /** Several fuels, any of which may be meant. */
  fuelTypes?: readonly string[];
  /** Names that are not wanted. */
  without?: readonly string[];
  stock?: string;
  condition?: string;
  bodyStyle?: readonly string[];
  transmission?: string;
  maxOwners?: number;
  minPrice?: number;
  maxPrice?: number;
  minYear?: number;
  maxYear?: number;
  minEngineCc?: number;
  maxEngineCc?: number;
  maxKilometres?: number;
  minMileageKmpl?: number;
  minRangeKm?: number;
  maxSeatHeightMm?: number;
  maxWeightKg?: number;
  /** Several are joined by a comma. */
  city?: string;
  within?: number;
  state?: string;
  plate?: string;
  withPhoto?: boolean;
  sort?: string;
  action?: string;
  /** Words that match no filter. */
  unfiltered?: string;
  /** Words left for the full-text search of offers. */
  words?: string;
  /** The search as corrected. */
  corrected?: string;
};

/** The year in which the table was written; ages count from it. */
export const tableYear = 2026;

export const understandAt = (text: string): Understood => understand(dictionary, text, { year: tableYear });

/** The fields of `Meaning` that a search sets. */
export function meaningOf({ names, without, limits, sort, action, unfiltered, words, corrected }: Understood): Meaning {
  const [name] = names;
  const all: Record<keyof Meaning, unknown> = {
    ...(names.length === 1 && name
      ? { brand: name.brand, family: name.model ? undefined : name.family, model: name.model, names: undefined }
      : { brand: undefined, family: undefined, model: undefined }),
    names: names.length > 1 ? names.map(({ brand, family, model }) => model ?? family ?? brand) : undefined,
    vehicleType: limits.vehicleType,
    fuelType: limits.fuelTypes.length === 1 ? limits.fuelTypes[0] : undefined,
    fuelTypes: limits.fuelTypes.length > 1 ? limits.fuelTypes : undefined,
    without: without.length > 0 ? without.map(({ brand, family, model }) => model ?? family ?? brand) : undefined,
    stock: limits.stock,
    condition: limits.condition,
    bodyStyle: limits.bodyStyles.length > 0 ? limits.bodyStyles : undefined,
    transmission: limits.transmission,
    maxOwners: limits.maxOwners,
    minPrice: limits.minPrice,
    maxPrice: limits.maxPrice,
    minYear: limits.minYear,
    maxYear: limits.maxYear,
    minEngineCc: limits.minCc,
    maxEngineCc: limits.maxCc,
    maxKilometres: limits.maxKilometres,
    minMileageKmpl: limits.minMileage,
    minRangeKm: limits.minRange,
    maxSeatHeightMm: limits.maxSeatHeight,
    maxWeightKg: limits.maxWeight,
    city: limits.cities.map(({ name }) => name).join(', ') || undefined,
    within: limits.within,
    state: limits.state,
    plate: limits.plate,
    withPhoto: limits.withPhoto || undefined,
    sort,
    action,
    unfiltered: unfiltered.join(', ') || undefined,
    words: words.join(' ') || undefined,
    corrected: corrected?.to,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}

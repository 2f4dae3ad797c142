import { dictionary } from '~/domain/search/dictionary.server';
import { parseQuery } from '~/domain/search/query-parser';
import type { ParsedQuery } from '~/domain/search/parsed-query';

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
  /** Engine size without its unit. */
  engineClass?: number;
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

export const understandAt = (text: string): ParsedQuery => parseQuery(dictionary, text, { year: tableYear });

/** The fields of `Meaning` that a search sets. */
export function getMeaning({
  names,
  excludedNames,
  filters,
  engineClass,
  sort,
  action,
  unfiltered,
  terms,
  corrected,
}: ParsedQuery): Meaning {
  const [name] = names;
  const all: Record<keyof Meaning, unknown> = {
    ...(names.length === 1 && name
      ? { brand: name.brand, family: name.model ? undefined : name.family, model: name.model, names: undefined }
      : { brand: undefined, family: undefined, model: undefined }),
    names: names.length > 1 ? names.map(({ brand, family, model }) => model ?? family ?? brand) : undefined,
    vehicleType: filters.vehicleType,
    fuelType: filters.fuelTypes.length === 1 ? filters.fuelTypes[0] : undefined,
    fuelTypes: filters.fuelTypes.length > 1 ? filters.fuelTypes : undefined,
    without:
      excludedNames.length > 0 ? excludedNames.map(({ brand, family, model }) => model ?? family ?? brand) : undefined,
    stock: filters.stock,
    condition: filters.condition,
    bodyStyle: filters.bodyStyles.length > 0 ? filters.bodyStyles : undefined,
    transmission: filters.transmission,
    maxOwners: filters.maxOwners,
    minPrice: filters.minPrice,
    maxPrice: filters.maxPrice,
    minYear: filters.minYear,
    maxYear: filters.maxYear,
    minEngineCc: filters.minCc,
    maxEngineCc: filters.maxCc,
    engineClass,
    maxKilometres: filters.maxKilometres,
    minMileageKmpl: filters.minMileage,
    minRangeKm: filters.minRange,
    maxSeatHeightMm: filters.maxSeatHeight,
    maxWeightKg: filters.maxWeight,
    city: filters.cities.map(({ name }) => name).join(', ') || undefined,
    within: filters.within,
    state: filters.state,
    plate: filters.plate,
    withPhoto: filters.withPhoto || undefined,
    sort,
    action,
    unfiltered: unfiltered.join(', ') || undefined,
    words: terms.join(' ') || undefined,
    corrected: corrected?.to,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}

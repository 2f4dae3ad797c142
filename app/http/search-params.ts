import {
  type BrowseFilters,
  type BrowseQuery,
  browseSorts,
  type FigureFilters,
  getDefaultSort,
  noFilters,
} from '~/domain/browse/browse-query';
import { parseBudgetBand, parseFuelType, parseMileageBand, parseVehicleType } from '~/domain/catalogue/bands';
import type { FinderTraits } from '~/domain/catalogue/finder';
import { offerKinds } from '~/domain/search/search-query';
import { maxQueryLength } from '~/domain/names/tokenizer';
import { countCharacters } from '~/domain/shared/text';
import { type FieldReadings, findFieldReadings, type Measure, parseTypedNumber } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';
import { readPageNumber, readSearchText } from './url-params';
import { bodyStyles, fuelTypes, vehicleConditions, vehicleTypes } from '~db/enums';

export const readFinderFilters = (search: URLSearchParams): FinderTraits => ({
  fuelType: parseFuelType(search.get('fuelType')),
  mileage: parseMileageBand(search.get('mileage'))?.id ?? null,
  vehicleType: parseVehicleType(search.get('vehicleType')),
  budget: parseBudgetBand(search.get('budget'))?.id ?? null,
});

export const browseParameters: readonly string[] = [...Object.keys(noFilters), 'sort', 'page'];

/** Results that depend on the time of the request are not cached. */
export const createKeyUnlessRelative =
  (names: readonly string[]) =>
  (search: URLSearchParams): readonly string[] | null =>
    search.has('postedWithin') ? null : names;

const findWord = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((one) => one.toLowerCase() === text?.trim().toLowerCase()) ?? null;

export function readSearchedFilters(query: string): BrowseFilters {
  const { sort: _sort, page: _page, ...filters } = readBrowseQuery(new URLSearchParams(query));
  return filters;
}

export const createSavedQuery = (filters: BrowseFilters): string => paths.browse(filters).split('?', 2)[1] ?? '';

const maxFigure = 9_999_999_999;

function readFigure(text: string, measure: Measure): number | null {
  const figure = parseTypedNumber(text, measure);
  return figure !== null && figure >= 0 && figure <= maxFigure ? Math.round(figure) : null;
}

export const figureMeasures: Readonly<Record<keyof FigureFilters, Measure>> = {
  minPrice: 'rupees',
  maxPrice: 'rupees',
  minYear: 'year',
  maxYear: 'year',
  maxKilometres: 'km',
  maxOwners: 'owner',
  minCc: 'cc',
  maxCc: 'cc',
  minPower: 'PS',
  maxPower: 'PS',
  minMileage: 'km/l',
  minRange: 'km',
  maxSeatHeight: 'mm',
  maxWeight: 'kg',
  postedWithin: 'days',
  within: 'km',
};

export const findReadingLinks = (search: URLSearchParams, measures: Readonly<Record<string, Measure>>): FieldReadings =>
  findFieldReadings(Object.fromEntries(search), measures, (name, value) => {
    const chosen = new URLSearchParams(search);
    chosen.set(name, value);
    return `?${chosen}`;
  });

const maxValues = 20;

function readWords<Word extends string>(words: readonly Word[], search: URLSearchParams, name: string): Word[] {
  const found = search.getAll(name).flatMap((text) => findWord(words, text) ?? []);
  return [...new Set(found)].slice(0, maxValues);
}

const readNames = (search: URLSearchParams, name: 'brand' | 'city'): string[] => {
  const texts = search.getAll(name).map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== '' && countCharacters(text) <= maxQueryLength);
};

export function readBrowseQuery(search: URLSearchParams): BrowseQuery {
  const q = readSearchText(search);
  const of = (name: keyof FigureFilters): number | null => readFigure(search.get(name) ?? '', figureMeasures[name]);
  return {
    q,
    kind: readWords(offerKinds, search, 'kind'),
    // `kind=bike` also sets the vehicle type, unless `vehicleType` is given.
    vehicleType: readWords(vehicleTypes, search, search.has('vehicleType') ? 'vehicleType' : 'kind'),
    city: readNames(search, 'city')[0] ?? null,
    within: of('within'),
    brand: readNames(search, 'brand').slice(0, maxValues),
    fuelType: readWords(fuelTypes, search, 'fuelType'),
    condition: readWords(vehicleConditions, search, 'condition'),
    bodyStyle: readWords(bodyStyles, search, 'bodyStyle'),
    minPrice: of('minPrice'),
    maxPrice: of('maxPrice'),
    minYear: of('minYear'),
    maxYear: of('maxYear'),
    maxKilometres: of('maxKilometres'),
    maxOwners: of('maxOwners'),
    minCc: of('minCc'),
    maxCc: of('maxCc'),
    minPower: of('minPower'),
    maxPower: of('maxPower'),
    minMileage: of('minMileage'),
    minRange: of('minRange'),
    maxSeatHeight: of('maxSeatHeight'),
    maxWeight: of('maxWeight'),
    postedWithin: of('postedWithin'),
    withPhoto: findWord(['true', 'false'], search.get('withPhoto')) === 'true',
    sort: findWord(browseSorts, search.get('sort')) ?? getDefaultSort({ q }),
    page: readPageNumber(search),
  };
}

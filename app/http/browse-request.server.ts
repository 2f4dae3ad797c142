import type { BrowseQuery, FigureFilters } from '~/domain/browse/browse-query';
import { formatUnknownPlace } from '~/domain/places/place-names.server';
import { maxQueryLength, validateSearchText } from '~/domain/names/tokenizer';
import { formatReason, type PlainCode } from '~/domain/shared/result';
import { validateMaxLength } from '~/domain/shared/text';
import { type FieldReadings, findTypedError, readTypedNumber } from '~/domain/shared/typed-numbers';
import { isInvertedRange } from './url-params';
import { figureMeasures, findReadingLinks, readBrowseQuery } from './search-params';

const figures = [
  ['minPrice', 'The lowest price'],
  ['maxPrice', 'The highest price'],
  ['minYear', 'The earliest year'],
  ['maxYear', 'The latest year'],
  ['maxKilometres', 'The most kilometres'],
  ['maxOwners', 'The number of owners'],
  ['minCc', 'The smallest engine'],
  ['maxCc', 'The largest engine'],
  ['minPower', 'The least power'],
  ['maxPower', 'The most power'],
  ['minMileage', 'The least mileage'],
  ['minRange', 'The least range'],
  ['maxSeatHeight', 'The seat height'],
  ['maxWeight', 'The weight'],
  ['postedWithin', 'The number of days'],
  ['within', 'The distance'],
] as const satisfies readonly (readonly [keyof FigureFilters, string])[];

const ranges = [
  ['minPrice', 'maxPrice', 'price_range_inverted'],
  ['minYear', 'maxYear', 'year_range_inverted'],
  ['minCc', 'maxCc', 'engine_range_inverted'],
  ['minPower', 'maxPower', 'power_range_inverted'],
] as const satisfies readonly (readonly [keyof FigureFilters, keyof FigureFilters, PlainCode])[];

const names = [
  ['brand', 'The brand'],
  ['city', 'The city'],
] as const;

type BrowseRequest = {
  query: BrowseQuery;
  errors: Readonly<Record<string, string>>;
  formValues: Readonly<Record<string, string>>;
  readings: FieldReadings;
};

/** Invalid parameters are returned with an error and their text, for the visitor to correct. */
export function readBrowseRequest(search: URLSearchParams): BrowseRequest {
  const query = readBrowseQuery(search);
  const errors: Record<string, string> = {};
  const formValues: Record<string, string> = {};
  for (const [name, label] of figures) {
    const text = search.get(name)?.trim();
    if (!text || query[name] !== null) continue;
    const { kind } = readTypedNumber(text, figureMeasures[name]);
    errors[name] = formatReason(
      kind === 'readings' || kind === 'unit'
        ? findTypedError(label, text, figureMeasures[name])
        : { code: 'not_a_short_number', values: { label } },
    );
    formValues[name] = text;
  }
  for (const [least, most, code] of ranges) {
    if (!isInvertedRange(query[least] ?? undefined, query[most] ?? undefined)) continue;
    errors[least] = formatReason({ code });
    for (const name of [least, most]) {
      formValues[name] = search.get(name)?.trim() ?? '';
      query[name] = null;
    }
  }
  for (const [name, label] of names) {
    for (const text of search.getAll(name).map((value) => value.trim())) {
      const tooLong = validateMaxLength(label, text, maxQueryLength);
      if (!tooLong || name in errors) continue;
      errors[name] = formatReason(tooLong);
      formValues[name] = text;
    }
  }
  const textError = query.q === null ? null : validateSearchText(query.q);
  if (query.q !== null && textError !== null) {
    errors.q = formatReason(textError);
    formValues.q = query.q;
    query.q = null;
  }
  return { query, errors, formValues, readings: findReadingLinks(search, figureMeasures) };
}

export const addUnknownCity = (
  { errors, formValues, ...rest }: Omit<BrowseRequest, 'query'>,
  unknownCity: string | null,
): Omit<BrowseRequest, 'query'> =>
  unknownCity === null
    ? { ...rest, errors, formValues }
    : {
        ...rest,
        errors: { ...errors, city: formatUnknownPlace(unknownCity) },
        formValues: { ...formValues, city: unknownCity },
      };

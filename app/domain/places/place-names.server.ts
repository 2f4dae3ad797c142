import { findPhonetically } from '../search/dictionary';
import { dictionary } from '../search/dictionary.server';
import { calculateEditDistance } from '../names/fuzzy-match';
import { createPhraseKey, isIndic } from '../names/tokenizer';
import { findPlace, findPlaceById, formatPlaceName, type KnownPlace, placesByName } from './places.server';

const maxSuggestions = 6;
const minPrefixLength = 2;

function findSimilarPlace(key: string): KnownPlace | null {
  const entry = isIndic(key) ? findPhonetically(dictionary, key, true) : undefined;
  return entry?.type === 'city' ? findPlaceById(entry.city.id) : null;
}

/** Most populous first; without any, the probable one. A part of a city before a comma is kept. */
export function suggestPlaces(text: string): string[] {
  const [, before = '', typed = ''] = /^(.*,\s*)?(.*)$/s.exec(text) ?? [];
  const key = createPhraseKey(typed);
  if (key.length < minPrefixLength) return [];
  const matches = [...placesByName].flatMap(([name, places]) => (name.startsWith(key) ? places : []));
  const meant =
    matches.length === 0 ? (findPlace(typed) ?? findMeantPlace(typed, null) ?? findSimilarPlace(key)) : null;
  const places = meant ? [meant] : matches.sort((one, other) => other.population - one.population);
  return [...new Set(places)].slice(0, maxSuggestions).map((place) => before + formatPlaceName(place));
}

/** Minimum lengths of names in which one and two typing errors are recognized. Shorter ones have too many neighbours. */
const minLengthsOfErrors = [5, 9] as const;

/** Finds the place whose name was probably meant by an unknown one: Hyderabad by "Hydrabad". @param state null for any */
export function findMeantPlace(text: string, state: string | null): KnownPlace | null {
  const key = createPhraseKey(text);
  const max = minLengthsOfErrors.filter((length) => key.length >= length).length;
  if (max === 0 || isIndic(key) || findPlace(text, state)) return null;
  const [nearest] = [...placesByName]
    .filter(([name]) => name[0] === key[0])
    .flatMap(([name, places]) => {
      const distance = calculateEditDistance(key, name, max);
      const place = places.find((one) => state === null || one.state === state);
      return place && distance <= max ? [{ place, distance }] : [];
    })
    .sort((one, other) => one.distance - other.distance || other.place.population - one.place.population);
  return nearest?.place ?? null;
}

export function formatUnknownPlace(city: string): string {
  const meant = findMeantPlace(city, null);
  return `No place called ${city} is known here; ${meant ? `did you mean ${meant.city}?` : 'try the nearest larger town'}`;
}

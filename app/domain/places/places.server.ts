import { createCoarsePhoneticKey, createPhoneticKey, createPhoneticLookupKey } from '../names/fuzzy-match';
import { placesData } from '../names/data-files.server';
import { createPhraseKey, isIndic } from '../names/tokenizer';

/** A city or town of the data file `db/seed/search/places.json`, with its coordinates in degrees. */
export type KnownPlace = {
  id: string;
  city: string;
  state: string;
  stateCode: string;
  latitude: number;
  longitude: number;
  /** Codes of its registration offices, such as `MH 12`. */
  offices: readonly string[];
  population: number;
};

/** A state or union territory. `code`: the two letters of its number plates. */
export type State = { code: string; name: string };

export const states: readonly State[] = placesData.states
  .map(({ code, name }) => ({ code, name }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

const stateNames = new Map(states.map(({ code, name }) => [code, name]));

export const knownPlaces: readonly KnownPlace[] = placesData.cities
  .map(({ id, city, state, latitude, longitude, plates = [], population = 0 }) => ({
    id,
    city,
    state: stateNames.get(state) ?? state,
    stateCode: state,
    latitude,
    longitude,
    offices: plates,
    population,
  }))
  .sort((one, other) => other.population - one.population);

export const largestPlaces = knownPlaces.slice(0, 24);

const byId = new Map(knownPlaces.map((place) => [place.id, place]));

export const findPlaceById = (id: string | null): KnownPlace | null => (id === null ? null : (byId.get(id) ?? null));

function groupBy<Item>(items: readonly Item[], getKeys: (item: Item) => readonly string[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(getKeys(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

const spellingsById = new Map(
  placesData.cities.map(({ id, city, aliases = [], devanagari }) => [
    id,
    [city, ...aliases, ...(devanagari === undefined ? [] : [devanagari])],
  ]),
);
/** Places by the phrase keys of their names in any script, the most populous first. */
export const placesByName: ReadonlyMap<string, readonly KnownPlace[]> = groupBy(knownPlaces, ({ id }) =>
  (spellingsById.get(id) ?? []).map(createPhraseKey),
);
const byOffice = groupBy(knownPlaces, ({ offices }) => offices);
const partsById = new Map(
  placesData.localities.map(({ place, names: parts, sharedNames = [] }) => [place, [...parts, ...sharedNames]]),
);
/** The cities of well-known parts, without names of several parts: Chennai and Madurai have an Anna Nagar. */
const byLocality = new Map(
  placesData.localities.flatMap(({ place, names: parts }) => {
    const city = byId.get(place);
    return city ? parts.map((part) => [createPhraseKey(part), city] as const) : [];
  }),
);

const stateByName = new Map<string, State>();
for (const { code, name, oldCodes = [], aliases = [], devanagari } of placesData.states) {
  for (const text of [name, ...aliases, ...(devanagari ? [devanagari] : []), ...oldCodes]) {
    stateByName.set(createPhraseKey(text), { code, name });
  }
}
// A former code that is the current code of another state belongs to that state.
for (const state of states) stateByName.set(createPhraseKey(state.code), state);

/** Finds a state by its name, alias, name in Devanagari or code, in any case. */
export const findState = (text: string): State | null => stateByName.get(createPhraseKey(text)) ?? null;

/** Places by the sound of their names, and of their parts, in Indian scripts; of several the most populous. */
const bySound = new Map<string, KnownPlace>();
for (const place of knownPlaces) {
  for (const text of [...(spellingsById.get(place.id) ?? []), ...(partsById.get(place.id) ?? [])]) {
    const key = createPhraseKey(text);
    if (!isIndic(key)) continue;
    const sound = createPhoneticLookupKey(key);
    if (!bySound.has(sound)) bySound.set(sound, place);
  }
}

/** Places by the sound of their names as Tamil writes it, without voiced consonants; null for several. */
const byTamilSound = new Map<string, KnownPlace | null>();
for (const [sound, place] of bySound) {
  const key = createCoarsePhoneticKey(sound);
  byTamilSound.set(key, byTamilSound.has(key) && byTamilSound.get(key) !== place ? null : place);
}
const isTamil = (text: string): boolean => /[\u0b80-\u0bff]/.test(text);

/** Most populous first. A name that only resembles one is another place: Sonpur is not Shahjahanpur. */
function findPlacesByName(text: string): readonly KnownPlace[] {
  const key = createPhraseKey(text);
  const namesakes = placesByName.get(key);
  if (namesakes || !isIndic(key)) return namesakes ?? [];
  const sound = createPhoneticKey(key);
  const place = bySound.get(sound) ?? (isTamil(key) ? byTamilSound.get(createCoarsePhoneticKey(sound)) : null);
  return place ? [place] : [];
}

const findPlaceByName = (text: string, state: string | null): KnownPlace | null =>
  findPlacesByName(text).find((place) => state === null || place.state === state) ?? null;

const addressEnd = /[\s,.–-]*(?:[1-9]\d{2}\s?\d{3}|india)\s*$/iu;
const partNumber = /[\s-]*\d+\s*$/;
const maxStateWords = 4;

type Address = { place: KnownPlace; locality: string | null };

const findCityOfPart = (part: string): KnownPlace | undefined =>
  byLocality.get(createPhraseKey(part.replace(addressEnd, '').replace(partNumber, '')));

/** Splits an address without commas before its state: "Pune Maharashtra", "Pune MH". */
function parseBeforeState(words: readonly string[], state: string | null): Address | null {
  for (let start = Math.max(1, words.length - maxStateWords); start < words.length; start += 1) {
    const ending = findState(words.slice(start).join(' '));
    if (ending && (state === null || state === ending.name)) {
      return parseAddress(words.slice(0, start).join(' '), ending.name);
    }
  }
  return null;
}

/** "Aundh, Pune 411001", "Pune MH", "Andheri"; without a state the most populous. @param state null for any */
function parseAddress(text: string, state: string | null): Address | null {
  const address = text.replace(addressEnd, '').trim();
  const whole = findPlaceByName(address, state);
  if (whole) return { place: whole, locality: null };
  const parts = address.split(',').map((part) => part.trim());
  const last = parts.pop();
  if (last === undefined) return null;
  if (parts.length === 0) {
    const city = findCityOfPart(address);
    if (city && (state === null || city.state === state)) return { place: city, locality: address };
    return parseBeforeState(address.split(/\s+/), state);
  }
  const lastState = findState(last);
  if (lastState) {
    return state === null || state === lastState.name ? parseAddress(parts.join(', '), lastState.name) : null;
  }
  const place = findPlaceByName(last, state);
  return place && { place, locality: parts.join(', ') };
}

/** Finds the place of an address; null if unknown. @param state name of the state; null for any */
export const findPlace = (text: string, state: string | null = null): KnownPlace | null =>
  parseAddress(text, state)?.place ?? null;

const names = new Map(
  knownPlaces.map((place) => [place, findPlace(place.city) === place ? place.city : `${place.city}, ${place.state}`]),
);

/** Name of a place in URLs, which `findPlace` resolves: 'Pune', or with its state if the name is ambiguous. */
export const formatPlaceName = (place: KnownPlace): string => names.get(place) ?? place.city;

type CityAndState = { city: string | null; state: string | null };
/** City and state as stored, with the id of the place; null if unknown. */
type Located = CityAndState & { place: string | null };

const maxLength = 60;

/** Known places as in the data file, after the part that was named; other text is unchanged. */
export function findLocation({ city, state }: CityAndState): Located {
  const address = city === null ? null : parseAddress(city, state);
  if (!address) return { city, state, place: null };
  const { place, locality } = address;
  const [firstWord = ''] = locality?.split(' ') ?? [];
  // "Noida Sector 62" names its city.
  const beforeCity =
    locality === null || findPlacesByName(firstWord).includes(place) ? locality : `${locality}, ${place.city}`;
  const spelled = beforeCity ?? place.city;
  return { city: spelled.length > maxLength ? city : spelled, state: place.state, place: place.id };
}

/** A place in another state changes the state too: forms send the old state with the new city. */
export function findChangedLocation(before: CityAndState, { city, state }: Partial<CityAndState>): Located {
  const after = { city: city === undefined ? before.city : city, state: state === undefined ? before.state : state };
  const isMoved = after.city !== null && after.city !== before.city && after.state === before.state;
  if (!isMoved || after.city === null || findPlace(after.city, after.state)) return findLocation(after);
  // Cities of other states have parts with the same name: Lucknow has an Uppal too.
  const isElsewhere = !findCityOfPart(after.city) && findPlace(after.city) !== null;
  return findLocation(isElsewhere ? { city: after.city, state: null } : after);
}

const earthRadiusKm = 6_371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

function calculateDistance(from: KnownPlace, to: KnownPlace): number {
  const [latitude, otherLatitude] = [toRadians(from.latitude), toRadians(to.latitude)];
  const across = Math.sin((otherLatitude - latitude) / 2) ** 2;
  const along = Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(across + Math.cos(latitude) * Math.cos(otherLatitude) * along));
}

/** Cached distances in whole kilometres from a place to each of `knownPlaces`. */
const distances = new Map<string, Uint16Array>();

function getDistances(place: KnownPlace): Uint16Array {
  const cached = distances.get(place.id);
  if (cached) return cached;
  const calculated = Uint16Array.from(knownPlaces, (other) => Math.round(calculateDistance(place, other)));
  distances.set(place.id, calculated);
  return calculated;
}

const indexes = new Map(knownPlaces.map((place, index) => [place, index]));

export const getDistance = (from: KnownPlace, to: KnownPlace): number =>
  getDistances(from)[indexes.get(to) ?? -1] ?? Number.POSITIVE_INFINITY;

/** Distances in whole kilometres by id of the place, the nearest first. */
type Nearby = ReadonlyMap<string, number>;

/** The places within a distance of a place, including itself. @param km null for that place alone */
export function findPlacesAround(place: KnownPlace, km: number | null): Nearby {
  if (km === null) return new Map([[place.id, 0]]);
  const distances: [id: string, km: number][] = [];
  const placeDistances = getDistances(place);
  for (const [index, { id }] of knownPlaces.entries()) {
    const distance = placeDistances[index] ?? Number.POSITIVE_INFINITY;
    if (distance <= km) distances.push([id, distance]);
  }
  return new Map(distances.sort(([, one], [, other]) => one - other));
}

export const findPlacesOfOffice = (code: string): readonly KnownPlace[] => byOffice.get(code) ?? [];

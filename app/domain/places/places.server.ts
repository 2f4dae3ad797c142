import { dictionary, placeFacts } from '../search/dictionary.server';
import { isIndic, phraseKey, soundsOf } from '../search/typed-words';

/** A city or town of the data file `db/seed/search/places.json`, with its coordinates in degrees. */
export type KnownPlace = {
  id: string;
  city: string;
  state: string;
  stateCode: string;
  latitude: number;
  longitude: number;
  /** Codes of its registering offices, such as `MH 12`. */
  offices: readonly string[];
  population: number;
};

/** A state or union territory, with the two letters of its number plates. */
export type State = { code: string; name: string };

/** In alphabetical order. */
export const states: readonly State[] = placeFacts.states
  .map(({ code, name }) => ({ code, name }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

const nameOfState = new Map(states.map(({ code, name }) => [code, name]));

/** The places, those with the most people first. */
export const knownPlaces: readonly KnownPlace[] = placeFacts.cities
  .map(({ id, city, state, latitude, longitude, plates = [], population = 0 }) => ({
    id,
    city,
    state: nameOfState.get(state) ?? state,
    stateCode: state,
    latitude,
    longitude,
    offices: plates,
    population,
  }))
  .sort((one, other) => other.population - one.population);

/** The cities that forms suggest. */
export const largestPlaces = knownPlaces.slice(0, 24);

const byId = new Map(knownPlaces.map((place) => [place.id, place]));

/** @returns null for an id that the data file does not have, or no longer */
export const placeById = (id: string | null): KnownPlace | null => (id === null ? null : (byId.get(id) ?? null));

/** The values of a map that has several for a key. */
function grouped<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(keysOf(item))) {
      const known = groups.get(key);
      if (known) known.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

const spellingsById = new Map(
  placeFacts.cities.map(({ id, city, aliases = [], devanagari }) => [
    id,
    [city, ...aliases, ...(devanagari === undefined ? [] : [devanagari])],
  ]),
);
const byName = grouped(knownPlaces, ({ id }) => (spellingsById.get(id) ?? []).map(phraseKey));
const byOffice = grouped(knownPlaces, ({ offices }) => offices);

const stateByName = new Map<string, State>();
for (const { code, name, oldCodes = [], aliases = [], devanagari } of placeFacts.states) {
  for (const text of [name, ...aliases, ...(devanagari ? [devanagari] : []), ...oldCodes]) {
    stateByName.set(phraseKey(text), { code, name });
  }
}
// A code that is both an old one and another state's own belongs to the latter.
for (const state of states) stateByName.set(phraseKey(state.code), state);

/** A state by its name, another name of it, its name in Devanagari or its code, in any case. */
export const findState = (text: string): State | null => stateByName.get(phraseKey(text)) ?? null;

/** Places with this name, in whatever script, the largest first. */
function placesNamed(text: string): readonly KnownPlace[] {
  const key = phraseKey(text);
  const known = byName.get(key);
  if (known || !isIndic(key)) return known ?? [];
  const sounding = dictionary.bySound.get(soundsOf(key));
  const place = sounding?.type === 'city' ? placeById(sounding.city.id) : null;
  return place ? [place] : [];
}

const named = (text: string, state: string | null): KnownPlace | null =>
  placesNamed(text).find((place) => state === null || place.state === state) ?? null;

/** PIN code or country at the end. */
const ending = /[\s,.–-]*(?:[1-9]\d{2}\s?\d{3}|india)\s*$/iu;

/**
 * Finds the place that a text names: by its name, another name or its name in a script of India, alone or before its
 * state ("Pune, Maharashtra 411001"). Of several places with one name, the state decides, and without one the number of
 * people.
 *
 * @param state name of the state it must be in; null for any
 * @returns `isWhole`: the text says no more than the place; false where a part of the town stands before it ("Aundh, Pune")
 */
function placeIn(text: string, state: string | null): { place: KnownPlace; isWhole: boolean } | null {
  const plain = text.replace(ending, '');
  const whole = named(plain, state);
  if (whole) return { place: whole, isWhole: true };
  const parts = plain.split(',').map((part) => part.trim());
  const last = parts.pop();
  if (last === undefined || parts.length === 0) return null;
  const within = findState(last);
  if (within) return state === null || state === within.name ? placeIn(parts.join(', '), within.name) : null;
  const place = named(last, state);
  return place && { place, isWhole: false };
}

/** The place that a text names; see `placeIn`. */
export const findPlace = (text: string, state: string | null = null): KnownPlace | null =>
  placeIn(text, state)?.place ?? null;

const names = new Map(
  knownPlaces.map((place) => [place, findPlace(place.city) === place ? place.city : `${place.city}, ${place.state}`]),
);

/** How an address names a place so that `findPlace` finds it again: 'Pune', or with its state where it needs that. */
export const placeName = (place: KnownPlace): string => names.get(place) ?? place.city;

type Whereabouts = { city: string | null; state: string | null };
/** City and state as they are stored, with the id of the known place. */
type Located = Whereabouts & { place: string | null };

/**
 * City and state of an offer as they are stored (docs/product.md, "Places"): a known place as the data file spells it,
 * with its state; other text as typed.
 */
export function locate({ city, state }: Whereabouts): Located {
  const found = city === null ? null : placeIn(city, state);
  if (!found) return { city, state, place: null };
  const { place, isWhole } = found;
  return { city: isWhole ? place.city : city, state: place.state, place: place.id };
}

/**
 * The same for a change. Where the city alone changes, a city that is known elsewhere takes its state along: forms send
 * the old state with the new city.
 */
export function locateChange(before: Whereabouts, { city, state }: Partial<Whereabouts>): Located {
  const after = { city: city === undefined ? before.city : city, state: state === undefined ? before.state : state };
  const isMoved = after.city !== null && after.city !== before.city && after.state === before.state;
  if (!isMoved || after.city === null || findPlace(after.city, after.state)) return locate(after);
  return locate(findPlace(after.city) ? { city: after.city, state: null } : after);
}

/** Beside a filter whose city is not known. */
export const unknownPlace = (typed: string): string =>
  `No place called ${typed} is known here; try the nearest larger town`;

const earthRadiusKm = 6_371;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Distance over the ground by the haversine formula, in kilometres. */
function distanceKm(one: KnownPlace, other: KnownPlace): number {
  const [latitude, otherLatitude] = [radians(one.latitude), radians(other.latitude)];
  const across = Math.sin((otherLatitude - latitude) / 2) ** 2;
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(across + Math.cos(latitude) * Math.cos(otherLatitude) * along));
}

/** Whole kilometres from a place to each of `knownPlaces`, calculated once for each place that is asked for. */
const distances = new Map<string, Uint16Array>();

function distancesFrom(place: KnownPlace): Uint16Array {
  const known = distances.get(place.id);
  if (known) return known;
  const made = Uint16Array.from(knownPlaces, (other) => Math.round(distanceKm(place, other)));
  distances.set(place.id, made);
  return made;
}

const positions = new Map(knownPlaces.map((place, at) => [place, at]));

/** Whole kilometres from one place to another. */
export const kilometresBetween = (from: KnownPlace, to: KnownPlace): number =>
  distancesFrom(from)[positions.get(to) ?? -1] ?? Number.POSITIVE_INFINITY;

/** Whole kilometres by place, the nearest first. */
type Nearby = ReadonlyMap<string, number>;

/** The places within so many kilometres of one, itself included; null: that place alone. */
export function placesAround(place: KnownPlace, km: number | null): Nearby {
  if (km === null) return new Map([[place.id, 0]]);
  const found: [id: string, km: number][] = [];
  const away = distancesFrom(place);
  for (const [at, { id }] of knownPlaces.entries()) {
    const distance = away[at] ?? Number.POSITIVE_INFINITY;
    if (distance <= km) found.push([id, distance]);
  }
  return new Map(found.sort(([, one], [, other]) => one - other));
}

/** The places whose plates an office issues. @param code such as `MH 12` */
export const placesOfOffice = (code: string): readonly KnownPlace[] => byOffice.get(code) ?? [];

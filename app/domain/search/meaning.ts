import { countText, rupeesText } from '../shared/money';
import type { ReadAmount } from './amounts';
import { type City, type Dictionary, type NamedVehicle, nameKey, type WordMeaning } from './dictionary';
import type { Reading, Span } from './reading-parts';
import { oneLineOf, type TypedWord } from './typed-words';
import type { Chip, ChipField, SearchLimits } from './understood';

/** The query without some of its words, tidied. */
function textWithout(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    rest += `${text.slice(at, Math.max(at, start))} `;
    at = Math.max(at, end);
  }
  return oneLineOf(rest + text.slice(at));
}

const vehicleText = ({ brand, family, model }: NamedVehicle): string => {
  const name = model ?? family;
  return name === null || name === brand ? brand : name.startsWith(brand) ? name : `${brand} ${name}`;
};

function rangeText(least: number | null, most: number | null, text: (figure: number) => string): string {
  if (least === null || (least === 0 && most !== null)) return `Up to ${text(most ?? 0)}`;
  if (most === null) return `From ${text(least)}`;
  return least === most ? text(least) : `${text(least)} to ${text(most)}`;
}

type Limits = [least: number | null, most: number | null];

/** A range that two parts of a search set, each one end: "under 1 lakh, above 50k". Of two whole ones the later counts. */
function narrowed([least, most]: Limits, [newLeast, newMost]: Limits): Limits {
  const both: Limits = [newLeast ?? least, newMost ?? most];
  return both[0] !== null && both[1] !== null && both[0] > both[1] ? [newLeast, newMost] : both;
}

const stockTexts = { new: 'New', used: 'Second-hand', upcoming: 'Coming soon' } as const;

/** Years of sale under an emission standard. */
const yearsOfStage = { 3: [2010, 2017], 4: [2017, 2020], 6: [2020, null] } as const;

const noLimits: SearchLimits = {
  vehicleType: null,
  fuelType: null,
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
  city: null,
  place: null,
  state: null,
  plate: null,
};

/** Collects what the words of a query say: the limits, and a chip for each. */
export class Meaning {
  readonly limits: SearchLimits = { ...noLimits };
  readonly chips: Chip[] = [];
  /** Whether there are words that order or offer something, and set no limit. */
  hasHints = false;
  suitable: readonly string[] = [];
  readonly unfiltered: (Span & { text: string; isWanted: boolean })[] = [];
  sort: string | null = null;
  action: string | null = null;
  readonly #text: string;
  readonly #words: readonly TypedWord[];
  readonly #placeWords: Dictionary['placeWords'];
  #city: City | null = null;

  constructor(text: string, words: readonly TypedWord[], { placeWords }: Dictionary) {
    this.#text = text;
    this.#words = words;
    this.#placeWords = placeWords;
  }

  #addChip(field: ChipField, value: string, label: string, spans: readonly Span[]): void {
    const places = spans.map(({ from, to }) => ({
      start: this.#words[from]?.start ?? 0,
      end: this.#words[to - 1]?.end ?? 0,
    }));
    this.chips.push({ field, value, text: label, rest: textWithout(this.#text, places) });
  }

  addName(name: NamedVehicle, further: readonly NamedVehicle[], spans: readonly Span[]): void {
    const texts = [vehicleText(name), ...further.map(({ family, model }) => model ?? family ?? '')];
    this.#addChip('name', [name, ...further].map(nameKey).join(','), texts.join(', '), spans);
  }

  /** Words that say more than any filter knows. @param isWanted whether a name may say so */
  addUnfiltered({ from, to }: Span, isWanted = true): void {
    const [first, last] = [this.#words[from], this.#words[to - 1]];
    this.unfiltered.push({ from, to, text: this.#text.slice(first?.start, last?.end), isWanted });
  }

  addEntry({ entry, ...span }: Reading['entries'][number]): void {
    if (entry.type === 'city') {
      this.limits.city = entry.city.city;
      this.#city = entry.city;
      this.#addChip('city', entry.city.city, entry.city.city, [this.#withPlaceWords(span)]);
    } else if (entry.type === 'state') {
      this.limits.state = entry.name;
      this.#addChip('state', entry.name, entry.name, [this.#withPlaceWords(span)]);
    } else if (entry.isStrong) this.#addWord(entry.means, span);
    else this.#addHint(entry.means, span);
    const { state } = this.limits;
    this.limits.place = this.#city && (state === null || state === this.#city.state) ? this.#city.id : null;
  }

  /** A word that orders and offers, and hides nothing but what is not of its stock. */
  #addHint({ sort, action, stock, bodyStyle, vehicleType }: WordMeaning, span: Span): void {
    if (sort || action || stock || bodyStyle || vehicleType) this.hasHints = true;
    else this.addUnfiltered(span);
    if (bodyStyle && this.suitable.length === 0) this.suitable = bodyStyle;
    this.sort ??= sort ?? null;
    this.action ??= action ?? null;
    if (stock && this.limits.stock === null) this.#addWord({ stock }, span);
  }

  #addWord(means: WordMeaning, span: Span): void {
    const { limits } = this;
    const add = (field: ChipField, value: string, label: string): void => this.#addChip(field, value, label, [span]);
    if (means.vehicleType && limits.vehicleType === null) {
      limits.vehicleType = means.vehicleType;
      add('vehicleType', means.vehicleType, means.vehicleType);
    }
    if (means.fuelType) {
      limits.fuelType = means.fuelType;
      add('fuelType', means.fuelType, means.fuelType);
    }
    if (means.stock) {
      limits.stock = means.stock;
      if (!means.condition && !means.maxOwners) add('stock', means.stock, stockTexts[means.stock]);
    }
    if (means.condition) {
      limits.condition = means.condition;
      add('condition', means.condition, means.condition);
    }
    if (means.bodyStyle) {
      limits.bodyStyles = means.bodyStyle;
      add('bodyStyle', means.bodyStyle.join(','), means.bodyStyle.join(', ').replaceAll('-', ' '));
    }
    if (means.transmission) {
      limits.transmission = means.transmission;
      add('transmission', means.transmission, means.transmission);
    }
    if (means.bharatStage) {
      const [least, most] = yearsOfStage[means.bharatStage];
      limits.minYear = least;
      limits.maxYear = most;
      limits.orNew = most === null;
      add('year', `${least}-${most ?? ''}`, `BS${means.bharatStage}: ${rangeText(least, most, String).toLowerCase()}`);
    }
    if (means.withPhoto) {
      limits.withPhoto = true;
      add('photo', 'true', 'With photo');
    }
    if (means.maxOwners) {
      limits.maxOwners = means.maxOwners;
      const label = means.maxOwners === 1 ? 'First owner' : `Up to ${means.maxOwners} owners`;
      add('owners', String(means.maxOwners), label);
    }
  }

  /** A place with the words around it: "in Pune", "Pune me". */
  #withPlaceWords({ from, to }: Span): Span {
    const isPlaceWord = (at: number): boolean => this.#placeWords.has(this.#words[at]?.text ?? '');
    return { from: isPlaceWord(from - 1) ? from - 1 : from, to: isPlaceWord(to) ? to + 1 : to };
  }

  addAmount({ field, least, most, from, to }: ReadAmount): void {
    const { limits } = this;
    const add = (chip: ChipField, label: string): void =>
      this.#addChip(chip, `${least ?? ''}-${most ?? ''}`, label, [{ from, to }]);
    switch (field) {
      case 'price':
        [limits.minPrice, limits.maxPrice] = narrowed([limits.minPrice, limits.maxPrice], [least, most]);
        add('price', rangeText(least, most, rupeesText));
        break;
      case 'year':
        [limits.minYear, limits.maxYear] = narrowed([limits.minYear, limits.maxYear], [least, most]);
        limits.orNew = false;
        add('year', rangeText(least, most, String));
        break;
      case 'age':
        limits.minYear = least;
        limits.stock = 'used';
        add('year', rangeText(least, most, String));
        break;
      case 'engineCc':
        [limits.minCc, limits.maxCc] = narrowed([limits.minCc, limits.maxCc], [least, most]);
        add(
          'engineCc',
          rangeText(least, most, (cc) => `${countText(cc)} cc`),
        );
        break;
      case 'kilometres':
        limits.maxKilometres = most;
        if (most !== null)
          add(
            'kilometres',
            rangeText(null, most, (km) => `${countText(km)} km`),
          );
        break;
      case 'mileageKmpl':
        limits.minMileage = least;
        add(
          'mileage',
          rangeText(least, null, (figure) => `${figure} km/l`),
        );
        break;
      case 'rangeKm':
        limits.minRange = least;
        add(
          'range',
          rangeText(least, null, (figure) => `${figure} km a charge`),
        );
        break;
    }
  }

  addPlate({ code, cities, ...span }: NonNullable<Reading['plate']>): void {
    this.limits.plate = code;
    this.#addChip(
      'plate',
      code,
      [`Plate ${code}`, cities.map(({ city }) => city).join(', ')].filter(Boolean).join(' · '),
      [span],
    );
  }

  /** Words that were not understood. @param places positions of all of them */
  addWords(words: readonly string[], places: readonly number[]): void {
    const text = words.join(' ');
    // Signs alone, of which no word is made.
    if (places.length === 0) this.chips.push({ field: 'words', value: text, text: `“${text}”`, rest: '' });
    else
      this.#addChip(
        'words',
        text,
        `“${text}”`,
        places.map((at) => ({ from: at, to: at + 1 })),
      );
  }
}

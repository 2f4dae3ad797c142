import { fuelTypes } from '~db/enums';
import { rupeesText } from '../shared/money';
import type { ReadAmount } from './amounts';
import { Chips, inUnit, narrowed, rangeText, stockTexts, vehicleText } from './chips';
import { type City, type Dictionary, type NamedVehicle, nameKey, type WordMeaning } from './dictionary';
import { alternatives } from './further-models';
import type { Negated, Reading, Span } from './reading-parts';
import type { TypedWord } from './typed-words';
import type { Chip, ChipField, SearchLimits } from './understood';

/** Years of sale under an emission standard. */
const yearsOfStage = { 3: [2010, 2017], 4: [2017, 2020], 6: [2020, null] } as const;

const noLimits: SearchLimits = {
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

/** Kilometres beside a city that are a distance from it: no vehicle is wanted that was driven less. */
const mostAround = 300;

/** Collects what the words of a query say: the limits, and a chip for each. */
export class Meaning {
  readonly limits: SearchLimits = { ...noLimits };
  readonly #chips: Chips;
  /** Whether there are words that order or offer something, and set no limit. */
  hasHints = false;
  suitable: readonly string[] = [];
  readonly unfiltered: (Span & { text: string; isWanted: boolean })[] = [];
  sort: string | null = null;
  action: string | null = null;
  /** Names of what is not wanted. */
  readonly without: NamedVehicle[] = [];
  readonly #text: string;
  readonly #words: readonly TypedWord[];
  readonly #placeWords: Dictionary['placeWords'];
  readonly #cities: { city: City; span: Span }[] = [];
  #state: Span | null = null;
  /** Years, unless an emission standard tells them. */
  #years: Span | null = null;
  #driven: Span | null = null;

  constructor(text: string, words: readonly TypedWord[], { placeWords }: Dictionary) {
    this.#text = text;
    this.#words = words;
    this.#chips = new Chips(text, words);
    this.#placeWords = placeWords;
  }

  get chips(): readonly Chip[] {
    return this.#chips.all;
  }

  addName(name: NamedVehicle, further: readonly NamedVehicle[], spans: readonly Span[]): void {
    const texts = [vehicleText(name), ...further.map(({ family, model }) => model ?? family ?? '')];
    this.#chips.add('name', [name, ...further].map(nameKey).join(','), texts.join(', '), spans);
  }

  /** Words that say more than any filter knows. @param isWanted whether a name may say so */
  addUnfiltered({ from, to }: Span, isWanted = true): void {
    const [first, last] = [this.#words[from], this.#words[to - 1]];
    this.unfiltered.push({ from, to, text: this.#text.slice(first?.start, last?.end), isWanted });
  }

  addEntry({ entry, ...span }: Reading['entries'][number]): void {
    if (entry.type === 'city') this.#addCity(entry.city, this.#withPlaceWords(span));
    else if (entry.type === 'state') {
      this.limits.state = entry.name;
      this.#state = this.#withPlaceWords(span);
      this.#chips.add('state', entry.name, entry.name, [this.#state]);
    } else if (entry.isStrong) this.#addWord(entry.means, span);
    else this.#addHint(entry.means, span);
  }

  /** Of several cities any is meant: they share one chip. */
  #addCity(city: City, span: Span): void {
    this.#cities.push({ city, span });
    const cities = [...new Map(this.#cities.map((one) => [one.city.id, one.city])).values()];
    this.limits.cities = cities.map(({ id, city: name }) => ({ id, name }));
    const names = cities.map(({ city: name }) => name);
    const spans = this.#cities.map((one) => one.span);
    this.#chips.replace({ field: 'city', value: names.join(','), text: names.join(', ') }, spans);
  }

  /** What is not wanted, and a filter can leave out; anything else is named as what no filter knows. */
  addNegated({ name, means, ...span }: Negated): void {
    const { limits } = this;
    if (name) {
      this.without.push(name);
      this.#chips.add('without', nameKey(name), `Not ${vehicleText(name)}`, [span]);
    } else if (means?.fuelType) {
      const { fuelType } = means;
      const wanted = limits.fuelTypes.length > 0 ? limits.fuelTypes : fuelTypes;
      limits.fuelTypes = wanted.filter((one) => one !== fuelType);
      this.#chips.add('fuelType', limits.fuelTypes.join(','), `Not ${fuelType.toLowerCase()}`, [span]);
    } else if (means?.vehicleType) {
      // "honda bike not scooter" says nothing more.
      if (limits.vehicleType === null)
        this.#addWord({ vehicleType: means.vehicleType === 'Bike' ? 'Scooter' : 'Bike' }, span);
    } else if (means?.stock) {
      if (limits.stock === null) this.#addWord({ stock: means.stock === 'used' ? 'new' : 'used' }, span);
    } else this.addUnfiltered(span, false);
  }

  /** Resolves what several parts of a search say together. */
  finish(): void {
    const { limits } = this;
    const [first] = this.#cities;
    // "Chandigarh, Punjab": a city says more than a state that it is not in.
    if (this.#state && first && this.#cities.every(({ city }) => city.state !== limits.state)) {
      limits.state = null;
      this.#chips.remove('state');
      this.addUnfiltered(this.#state, false);
    }
    if (limits.maxKilometres !== null && limits.maxKilometres <= mostAround) this.#takeAsDistance(limits.maxKilometres);
    if (limits.stock === 'new' || limits.stock === 'upcoming') this.#withoutYearAndPlace();
  }

  /** "within 50 km of pune"; without a city it is how far one rides. */
  #takeAsDistance(kilometres: number): void {
    const { limits } = this;
    limits.maxKilometres = null;
    if (!this.#driven) return;
    if (this.#cities.length === 0) {
      this.#chips.remove('kilometres');
      this.addUnfiltered(this.#driven, false);
      return;
    }
    limits.within = kilometres;
    const text = `Within ${inUnit('km')(kilometres)}`;
    this.#chips.replace({ field: 'within', value: String(kilometres), text }, [this.#driven], 'kilometres');
  }

  /** New vehicles have no model year, and are sold everywhere. */
  #withoutYearAndPlace(): void {
    const { limits } = this;
    if (this.#years) {
      limits.minYear = null;
      limits.maxYear = null;
      this.#chips.remove('year');
      this.addUnfiltered(this.#years, false);
    }
    if (this.#cities.length > 0) {
      limits.cities = [];
      limits.within = null;
      this.#chips.remove('city');
      this.#chips.remove('within');
      for (const { span } of this.#cities) this.addUnfiltered(span, false);
    }
  }

  /** A word that orders and offers, and hides nothing but what is not of its stock. */
  #addHint(means: WordMeaning, span: Span): void {
    const { sort, action, stock, bodyStyle, vehicleType, maxWeightKg, maxSeatHeightMm } = means;
    if (sort || action || stock || bodyStyle || vehicleType) this.hasHints = true;
    // Shapes alone do not tell how light or low one is.
    if (!this.hasHints || maxWeightKg || maxSeatHeightMm) this.addUnfiltered(span, !this.hasHints);
    if (bodyStyle && this.suitable.length === 0) this.suitable = bodyStyle;
    this.sort ??= sort ?? null;
    this.action ??= action ?? null;
    if (stock && this.limits.stock === null) this.#addWord({ stock }, span);
  }

  #addWord(means: WordMeaning, span: Span): void {
    const { limits } = this;
    const add = (field: ChipField, value: string, label: string): void => this.#chips.add(field, value, label, [span]);
    const isOther = means.vehicleType !== undefined && means.vehicleType !== limits.vehicleType;
    if (isOther && limits.vehicleType !== null && alternatives.has(this.#words[span.from - 1]?.text ?? '')) {
      // "bike or scooter": both.
      limits.vehicleType = null;
      this.#chips.remove('vehicleType');
    } else if (means.vehicleType && limits.vehicleType === null) {
      limits.vehicleType = means.vehicleType;
      add('vehicleType', means.vehicleType, means.vehicleType);
    }
    if (means.fuelType) {
      limits.fuelTypes = [...new Set([...limits.fuelTypes, means.fuelType])];
      add('fuelType', means.fuelType, means.fuelType);
    }
    if (means.stock) this.#addStock(means, means.stock, span);
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

  #addStock({ condition, maxOwners }: WordMeaning, stock: NonNullable<WordMeaning['stock']>, span: Span): void {
    const { limits } = this;
    const isOther = limits.stock !== null && limits.stock !== stock;
    if (isOther) {
      // "new or used": both.
      const isEither = alternatives.has(this.#words[span.from - 1]?.text ?? '');
      // "second hand showroom" means a dealer.
      if (limits.stock === 'used' && !isEither) return;
      this.#chips.remove('stock');
      limits.stock = null;
      if (isEither) return;
    }
    limits.stock = stock;
    if (!condition && !maxOwners) this.#chips.add('stock', stock, stockTexts[stock], [span]);
  }

  /** A place with the words around it: "in Pune", "Pune me". */
  #withPlaceWords({ from, to }: Span): Span {
    const isPlaceWord = (at: number): boolean => this.#placeWords.has(this.#words[at]?.text ?? '');
    return { from: isPlaceWord(from - 1) ? from - 1 : from, to: isPlaceWord(to) ? to + 1 : to };
  }

  addAmount(amount: ReadAmount): void {
    const { limits } = this;
    const { field, least, most, from, to } = amount;
    const span = { from, to };
    const add = (chip: ChipField, label: string): void =>
      this.#chips.add(chip, `${least ?? ''}-${most ?? ''}`, label, [span]);
    switch (field) {
      case 'price':
        [limits.minPrice, limits.maxPrice] = narrowed([limits.minPrice, limits.maxPrice], amount);
        add('price', rangeText(least, most, rupeesText));
        break;
      case 'year':
        [limits.minYear, limits.maxYear] = narrowed([limits.minYear, limits.maxYear], amount);
        limits.orNew = false;
        this.#years = span;
        add('year', rangeText(least, most, String));
        break;
      case 'age':
        limits.minYear = least;
        limits.stock = 'used';
        add('year', rangeText(least, most, String));
        break;
      case 'engineCc':
        [limits.minCc, limits.maxCc] = narrowed([limits.minCc, limits.maxCc], amount);
        add('engineCc', rangeText(least, most, inUnit('cc')));
        break;
      case 'other':
        this.addUnfiltered(span, false);
        break;
      case 'kilometres':
        limits.maxKilometres = most;
        this.#driven = span;
        if (most !== null) add('kilometres', rangeText(null, most, inUnit('km')));
        break;
      case 'mileageKmpl':
        limits.minMileage = least;
        add('mileage', rangeText(least, null, inUnit('km/l')));
        break;
      case 'rangeKm':
        limits.minRange = least;
        add('range', rangeText(least, null, inUnit('km a charge')));
        break;
      case 'seatHeightMm':
        limits.maxSeatHeight = most;
        if (most === null) this.addUnfiltered(span, false);
        else add('seatHeight', `Seat ${rangeText(null, most, inUnit('mm')).toLowerCase()}`);
        break;
      case 'weightKg':
        limits.maxWeight = most;
        if (most === null) this.addUnfiltered(span, false);
        else add('weight', rangeText(null, most, inUnit('kg')));
        break;
    }
  }

  addPlate({ code, cities, ...span }: NonNullable<Reading['plate']>): void {
    this.limits.plate = code;
    this.#chips.add(
      'plate',
      code,
      [`Plate ${code}`, cities.map(({ city }) => city).join(', ')].filter(Boolean).join(' · '),
      [span],
    );
  }

  /** Words that were not understood. @param places positions of all of them */
  addWords(words: readonly string[], places: readonly number[]): void {
    const text = words.join(' ');
    const spans = places.map((at) => ({ from: at, to: at + 1 }));
    this.#chips.add('words', text, `“${text}”`, spans);
  }
}

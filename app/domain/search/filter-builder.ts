import { type BodyStyle, fuelTypes } from '~db/enums';
import { createUnitFormat, formatRupees } from '../shared/money';
import {
  type Chip,
  type ChipField,
  type Entities,
  type Exclusion,
  noFilters,
  type ParsedFilters,
  type ParsedRange,
  type PhraseMatch,
  type Span,
} from './parsed-query';
import { ChipList, combineRanges, formatPlate, formatVehicleName, stockTexts, transmissionTexts } from './chips';
import {
  type City,
  createNameKey,
  type Dictionary,
  type SearchAction,
  type VehicleName,
  type WordMeaning,
} from './dictionary';
import { bodyStyleTexts, formatOwners, formatRange } from './search-query';
import { addPlaceWords } from './localities';
import { conjunctions } from './name-resolver';
import type { Token } from '../names/tokenizer';
import { getEngineRange } from './unit-ranges';

const yearsOfStage = { 3: [2010, 2017], 4: [2017, 2020], 6: [2020, null] } as const;

const otherScreens: ReadonlySet<SearchAction> = new Set(['sell', 'insurance', 'service']);

/** Up to here, kilometres next to a city are the distance from it rather than the distance driven. */
const maxDistanceKm = 300;

export class FilterBuilder {
  readonly filters: ParsedFilters = { ...noFilters };
  readonly #chips: ChipList;
  hasHints = false;
  preferredBodyStyles: readonly BodyStyle[] = [];
  readonly unfiltered: (Span & { text: string; isInName: boolean })[] = [];
  /** Words for another screen. If nothing else has a meaning, offers with these words are searched. */
  readonly ofOtherScreens: Span[] = [];
  sort: string | null = null;
  action: SearchAction | null = null;
  readonly excludedNames: VehicleName[] = [];
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #placeWords: Dictionary['placeWords'];
  readonly #cities: { city: City; span: Span }[] = [];
  #state: Span | null = null;
  #years: Span | null = null;
  #kilometres: Span | null = null;

  constructor(text: string, tokens: readonly Token[], { placeWords }: Dictionary) {
    this.#text = text;
    this.#tokens = tokens;
    this.#chips = new ChipList(text, tokens);
    this.#placeWords = placeWords;
  }

  get chips(): readonly Chip[] {
    return this.#chips.all;
  }

  addName(name: VehicleName, listed: readonly VehicleName[], spans: readonly Span[]): void {
    const texts = [formatVehicleName(name), ...listed.map(({ family, model }) => model ?? family ?? '')];
    this.#chips.add('name', [name, ...listed].map(createNameKey).join(','), texts.join(', '), spans);
  }

  addUnfiltered({ from, to }: Span, isInName = true): void {
    this.unfiltered.push({ from, to, text: this.getText({ from, to }), isInName });
  }

  getText({ from, to }: Span): string {
    return this.#text.slice(this.#tokens[from]?.start, this.#tokens[to - 1]?.end);
  }

  addPhrase({ entry, ...span }: PhraseMatch): void {
    if (entry.type === 'city') this.#addCity(entry.city, addPlaceWords(span, this.#tokens, this.#placeWords));
    else if (entry.type === 'state') {
      this.filters.state = entry.name;
      this.#state = addPlaceWords(span, this.#tokens, this.#placeWords);
      this.#chips.add('state', entry.name, entry.name, [this.#state]);
    } else if (entry.isStrong) this.#addWord(entry.means, span);
    else this.#addHint(entry.means, span);
  }

  /** Several cities are alternatives, and share one chip. */
  #addCity(city: City, span: Span): void {
    this.#cities.push({ city, span });
    const cities = [...new Map(this.#cities.map(({ city: known }) => [known.id, known])).values()];
    this.filters.cities = cities.map(({ id, city: name }) => ({ id, name }));
    const names = cities.map(({ city: name }) => name);
    const spans = this.#cities.map((match) => match.span);
    this.#chips.replace({ field: 'city', value: names.join(','), text: names.join(', ') }, spans);
  }

  addExclusion({ name, means, ...span }: Exclusion): void {
    const { filters } = this;
    if (name) {
      this.excludedNames.push(name);
      this.#chips.add('without', createNameKey(name), `Not ${formatVehicleName(name)}`, [span]);
    } else if (means?.fuelType) {
      const { fuelType } = means;
      const included = filters.fuelTypes.length > 0 ? filters.fuelTypes : fuelTypes;
      filters.fuelTypes = included.filter((fuel) => fuel !== fuelType);
      this.#chips.add('fuelType', filters.fuelTypes.join(','), `Not ${fuelType.toLowerCase()}`, [span]);
    } else if (means?.vehicleType) {
      // "honda bike not scooter" is "honda bike".
      if (filters.vehicleType === null)
        this.#addWord({ vehicleType: means.vehicleType === 'Bike' ? 'Scooter' : 'Bike' }, span);
    } else if (means?.stock) {
      if (filters.stock === null) this.#addWord({ stock: means.stock === 'used' ? 'new' : 'used' }, span);
    } else this.addUnfiltered(span, false);
  }

  resolveConflicts(): void {
    const { filters } = this;
    const [first] = this.#cities;
    // "Chandigarh, Punjab": a city takes precedence over a state that it is not in.
    if (this.#state && first && this.#cities.every(({ city }) => city.state !== filters.state)) {
      filters.state = null;
      this.#chips.remove('state');
      this.addUnfiltered(this.#state, false);
    }
    if (filters.maxKilometres !== null && filters.maxKilometres <= maxDistanceKm)
      this.#setDistance(filters.maxKilometres);
    if (filters.stock === 'new' || filters.stock === 'upcoming') this.#removeYearAndPlace();
  }

  /** "within 50 km of pune". Without a city there is no filter for the distance. */
  #setDistance(kilometres: number): void {
    const { filters } = this;
    filters.maxKilometres = null;
    if (!this.#kilometres) return;
    if (this.#cities.length === 0) {
      this.#chips.remove('kilometres');
      this.addUnfiltered(this.#kilometres, false);
      return;
    }
    filters.within = kilometres;
    const text = `Within ${createUnitFormat('km')(kilometres)}`;
    this.#chips.replace({ field: 'within', value: String(kilometres), text }, [this.#kilometres], 'kilometres');
  }

  /** New vehicles have no model year and no place. */
  #removeYearAndPlace(): void {
    const { filters } = this;
    if (this.#years) {
      filters.minYear = null;
      filters.maxYear = null;
      this.#chips.remove('year');
      this.addUnfiltered(this.#years, false);
    }
    if (this.#cities.length > 0) {
      filters.cities = [];
      filters.within = null;
      this.#chips.remove('city');
      this.#chips.remove('within');
      for (const { span } of this.#cities) this.addUnfiltered(span, false);
    }
  }

  /** Adds a weak word, which affects the order and the suggestions. Of its filters only the stock is set. */
  #addHint(means: WordMeaning, span: Span): void {
    const { sort, action, stock, bodyStyle, vehicleType, maxWeightKg, maxSeatHeightMm, seller } = means;
    this.action ??= action ?? null;
    if (action && otherScreens.has(action)) {
      this.ofOtherScreens.push(span);
      return;
    }
    const isHint = Boolean(sort || action || stock || bodyStyle || vehicleType);
    this.hasHints ||= isHint;
    // The body style alone does not show how light or low a vehicle is, nor the stock who sold it.
    if (!isHint || maxWeightKg || maxSeatHeightMm || seller) this.addUnfiltered(span, !isHint);
    if (bodyStyle && this.preferredBodyStyles.length === 0) this.preferredBodyStyles = bodyStyle;
    this.sort ??= sort ?? null;
    if (stock && this.filters.stock === null) this.#addWord({ stock }, span);
  }

  #addWord(means: WordMeaning, span: Span): void {
    const { filters } = this;
    const add = (field: ChipField, value: string, label: string): void => this.#chips.add(field, value, label, [span]);
    const isNewType = means.vehicleType !== undefined && means.vehicleType !== filters.vehicleType;
    if (isNewType && filters.vehicleType !== null && conjunctions.has(this.#tokens[span.from - 1]?.text ?? '')) {
      // "bike or scooter" is any type.
      filters.vehicleType = null;
      this.#chips.remove('vehicleType');
    } else if (means.vehicleType && filters.vehicleType === null) {
      filters.vehicleType = means.vehicleType;
      add('vehicleType', means.vehicleType, means.vehicleType);
    }
    if (means.fuelType) {
      filters.fuelTypes = [...new Set([...filters.fuelTypes, means.fuelType])];
      add('fuelType', means.fuelType, means.fuelType);
    }
    if (means.stock) this.#addStock(means, means.stock, span);
    if (means.condition) {
      filters.condition = means.condition;
      add('condition', means.condition, means.condition);
    }
    if (means.bodyStyle) {
      filters.bodyStyles = means.bodyStyle;
      add('bodyStyle', means.bodyStyle.join(','), means.bodyStyle.map((style) => bodyStyleTexts[style]).join(', '));
    }
    if (means.transmission) {
      filters.transmission = means.transmission;
      add('transmission', means.transmission, transmissionTexts[means.transmission]);
    }
    if (means.bharatStage) {
      const [min, max] = yearsOfStage[means.bharatStage];
      filters.minYear = min;
      filters.maxYear = max;
      filters.orNew = max === null;
      add('year', `${min}-${max ?? ''}`, `BS${means.bharatStage}: ${formatRange(min, max, String).toLowerCase()}`);
    }
    if (means.withPhoto) {
      filters.withPhoto = true;
      add('photo', 'true', 'With photo');
    }
    if (means.maxOwners) {
      filters.maxOwners = means.maxOwners;
      add('owners', String(means.maxOwners), formatOwners(means.maxOwners));
    }
  }

  #addStock({ condition, maxOwners }: WordMeaning, stock: NonNullable<WordMeaning['stock']>, span: Span): void {
    const { filters } = this;
    if (filters.stock !== null && filters.stock !== stock) {
      // "new or used" is any stock.
      const isEither = conjunctions.has(this.#tokens[span.from - 1]?.text ?? '');
      // "second hand showroom" is a dealer of used vehicles.
      if (filters.stock === 'used' && !isEither) return;
      this.#chips.remove('stock');
      filters.stock = null;
      if (isEither) return;
    }
    filters.stock = stock;
    if (!condition && !maxOwners) this.#chips.add('stock', stock, stockTexts[stock], [span]);
  }

  addRange(range: ParsedRange): void {
    const { filters } = this;
    const { field, min, max, from, to } = range;
    const span = { from, to };
    const add = (chip: ChipField, label: string): void =>
      this.#chips.add(chip, `${min ?? ''}-${max ?? ''}`, label, [span]);
    switch (field) {
      case 'price':
        [filters.minPrice, filters.maxPrice] = combineRanges([filters.minPrice, filters.maxPrice], range);
        add('price', formatRange(min, max, formatRupees));
        break;
      case 'year':
        [filters.minYear, filters.maxYear] = combineRanges([filters.minYear, filters.maxYear], range);
        filters.orNew = false;
        this.#years = span;
        add('year', formatRange(min, max, String));
        break;
      case 'age':
        filters.minYear = min;
        filters.stock = 'used';
        add('year', formatRange(min, max, String));
        break;
      case 'engineCc':
        [filters.minCc, filters.maxCc] = combineRanges([filters.minCc, filters.maxCc], range);
        add('engineCc', formatRange(min, max, createUnitFormat('cc')));
        break;
      case 'other':
        this.addUnfiltered(span, false);
        break;
      case 'kilometres':
        if (max === null) this.addUnfiltered(span, false);
        else {
          filters.maxKilometres = max;
          this.#kilometres = span;
          add('kilometres', formatRange(null, max, createUnitFormat('km')));
        }
        break;
      case 'mileageKmpl':
        filters.minMileage = min;
        add('mileage', formatRange(min, null, createUnitFormat('km/l')));
        break;
      case 'rangeKm':
        filters.minRange = min;
        add('range', formatRange(min, null, createUnitFormat('km a charge')));
        break;
      case 'seatHeightMm':
        filters.maxSeatHeight = max;
        if (max === null) this.addUnfiltered(span, false);
        else add('seatHeight', `Seat ${formatRange(null, max, createUnitFormat('mm')).toLowerCase()}`);
        break;
      case 'weightKg':
        filters.maxWeight = max;
        if (max === null) this.addUnfiltered(span, false);
        else add('weight', formatRange(null, max, createUnitFormat('kg')));
        break;
    }
  }

  addEngineClass(cc: number, span: Span): void {
    this.#chips.add('engineCc', getEngineRange(cc).join('-'), createUnitFormat('cc')(cc), [span]);
  }

  addPlate({ code, cities, ...span }: NonNullable<Entities['plate']>): void {
    this.filters.plate = code;
    const names = cities.map(({ city }) => city);
    this.#chips.add('plate', code, formatPlate(code, names), [span]);
  }

  addTerms(terms: readonly string[], indexes: readonly number[]): void {
    const text = terms.join(' ');
    const spans = indexes.map((index) => ({ from: index, to: index + 1 }));
    this.#chips.add('words', text, `“${text}”`, spans);
  }
}

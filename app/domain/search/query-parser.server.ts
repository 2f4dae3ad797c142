import type { Database } from '~db/connection';
import { type FuelType, type ListingKind, listingKinds, type VehicleType } from '~db/enums';
import { toDay } from '../shared/dates';
import { memoizeByRevision } from '../shared/content-revision.server';
import { memoizePrepared } from '~db/statements';
import { aliasWeight, dictionary } from './dictionary.server';
import { calculateEditDistance } from '../names/fuzzy-match';
import { getOfferTables, type OfferTables } from './offer-tables.server';
import type { ParsedFilters, ParsedQuery } from './parsed-query';
import { parseQuery } from './query-parser';
import { createSpellingCandidates, emptyVocabulary, findCorrection, type StockVocabulary } from './spelling-correction';
import { createPhraseKey, tokenize } from '../names/tokenizer';

/** The search finds others too, but does not correct to them. */
const maxModels = 500;
type Model = {
  id: string;
  name: string;
  brand: string;
  type: VehicleType;
  fuelType: FuelType;
  price: number;
  engineCc: number | null;
};

// Raw: a forced index.
const reads = memoizePrepared(({ $client: sqlite }) => {
  return {
    models: sqlite.prepare<[], Model>(
      `SELECT id, name, brand, type, fuel AS fuelType, price_rupees AS price, engine_cc AS engineCc FROM vehicles INDEXED BY vehicles_stock
        WHERE stock = 'new' AND hidden_at IS NULL ORDER BY seq DESC LIMIT ${maxModels}`,
    ),
    upcoming: sqlite
      .prepare<[], string>(
        `SELECT name FROM vehicles INDEXED BY vehicles_stock
          WHERE stock = 'upcoming' AND hidden_at IS NULL ORDER BY seq DESC LIMIT ${maxModels}`,
      )
      .pluck(),
  };
});

const readCatalogueVocabulary = memoizeByRevision((db) => {
  const models = reads(db)
    .models.all()
    .map((model) => ({ ...model, words: tokenize(model.name).map(({ text }) => text) }));
  const names = [...models.map(({ name }) => name), ...reads(db).upcoming.all()];
  const words = new Set(names.flatMap((name) => tokenize(name).map(({ text }) => text)));
  return {
    models,
    words,
    candidates: createSpellingCandidates([...words].filter((word) => /^\p{L}{4,}$/u.test(word))),
  };
});

const maxListingWords = 5_000;

type ListingVocabulary = {
  read: Record<ListingKind, number>;
  examined: Set<string>;
  words: Set<string>;
  candidates: StockVocabulary['candidates'];
};

const vocabularies = new WeakMap<OfferTables, ListingVocabulary>();

const createListingVocabulary = (): ListingVocabulary => ({
  read: { bike: 0, scooter: 0 },
  examined: new Set(),
  words: new Set(),
  candidates: new Map(),
});

/** Words that look like a misspelt word of the dictionary are left out, unless they resemble only an alias. */
function readListingVocabulary(tables: OfferTables): ListingVocabulary {
  const vocabulary = vocabularies.get(tables) ?? createListingVocabulary();
  vocabularies.set(tables, vocabulary);
  const { read, examined, words } = vocabulary;
  const sizeBefore = words.size;
  for (const kind of listingKinds) {
    const ofKind = tables[kind].names.words;
    if (ofKind.wordCount === read[kind] || examined.size >= maxListingWords) continue;
    let position = 0;
    for (const word of ofKind.words) {
      position += 1;
      if (position <= read[kind] || examined.size >= maxListingWords) continue;
      for (const { text } of tokenize(word)) {
        if (!/^\p{L}{4,}$/u.test(text) || dictionary.knownWords.has(text) || examined.has(text)) continue;
        examined.add(text);
        const correction = findCorrection(dictionary, text, emptyVocabulary.candidates);
        if (correction === null || correction.weight <= aliasWeight) words.add(text);
      }
    }
    read[kind] = ofKind.wordCount;
  }
  if (words.size > sizeBefore) vocabulary.candidates = createSpellingCandidates(words);
  return vocabulary;
}

function readStockVocabulary(db: Database): StockVocabulary {
  const tables = getOfferTables(db);
  const names = [tables.vehicle, tables.bike, tables.scooter].map((table) => table.names.words);
  const catalogue = readCatalogueVocabulary(db);
  const listings = readListingVocabulary(tables);
  const candidates = new Map(catalogue.candidates);
  for (const [length, ofListings] of listings.candidates)
    candidates.set(length, [...(catalogue.candidates.get(length) ?? []), ...ofListings]);
  return {
    has: (word) => names.some((words) => words.has(word)),
    hasPrefix: (prefix) => names.some((words) => words.hasPrefix(prefix)),
    candidates,
  };
}

const readModelKeys = memoizeByRevision((db) =>
  readCatalogueVocabulary(db).models.map(({ name }) => createPhraseKey(name)),
);

export const readStockNames = (db: Database): { models: readonly string[]; listingWords: ReadonlySet<string> } => ({
  models: readModelKeys(db),
  listingWords: readListingVocabulary(getOfferTables(db)).words,
});

export const parseSearch = (db: Database, text: string): ParsedQuery =>
  parseQuery(dictionary, text, { year: Number(toDay(new Date()).slice(0, 4)), stock: readStockVocabulary(db) });

const maxAlternatives = 3;

/** A model with its distance from a search: in rupees, cubic centimetres or edits. */
type Candidate = { id: string; distance: number };

/** Distance of a price from the price range of a query, in rupees; 0 within it. */
const getPriceDistance = (price: number, { minPrice, maxPrice }: ParsedFilters): number =>
  Math.max(0, (minPrice ?? 0) - price, price - (maxPrice ?? Number.POSITIVE_INFINITY));

/** The engine size that a query asks for, with or without its unit; null if none. */
const getEngineCc = ({ filters: { minCc, maxCc }, engineClass }: Pick<ParsedQuery, 'filters' | 'engineClass'>) =>
  engineClass ?? (minCc !== null && maxCc !== null ? (minCc + maxCc) / 2 : (minCc ?? maxCc));

function findModelsByFigure(
  models: readonly Model[],
  query: Pick<ParsedQuery, 'filters' | 'engineClass'>,
): Candidate[] {
  const { filters } = query;
  const { vehicleType, fuelTypes } = filters;
  const requestedCc = getEngineCc(query);
  const getDistance = ({ price, engineCc }: Model): number =>
    requestedCc === null ? getPriceDistance(price, filters) : Math.abs((engineCc ?? 0) - requestedCc);
  return models
    .filter(({ type }) => vehicleType === null || vehicleType === type)
    .filter(({ fuelType }) => fuelTypes.length === 0 || fuelTypes.includes(fuelType))
    .map((model) => ({ id: model.id, distance: getDistance(model) }));
}

function findSimilarModels(
  models: readonly Model[],
  { kind, isElectric, engineCc: requestedCc }: (typeof dictionary.models)[number],
): Candidate[] {
  const sameDrive = models.filter(({ fuelType }) => (fuelType === 'Electric') === isElectric);
  const sameType = sameDrive.filter(({ type }) => type === kind);
  return (sameType.length > 0 ? sameType : sameDrive).map(({ id, engineCc }) => ({
    id,
    distance: Math.abs((engineCc ?? 0) - (requestedCc ?? 0)),
  }));
}

const findModelsByTerms = (models: readonly (Model & { words: string[] })[], terms: readonly string[]): Candidate[] =>
  models.flatMap(({ id, words }) => {
    const distances = terms
      .filter((term) => /^\p{L}{4,}$/u.test(term))
      .flatMap((term) => {
        const max = Math.floor(term.length / 2) - 1;
        return words.map((word) => calculateEditDistance(term, word, max)).filter((distance) => distance <= max);
      });
    return distances.length > 0 ? [{ id, distance: Math.min(...distances) }] : [];
  });

/** Candidates for a query that names a vehicle; null if the dictionary does not have it. */
function findAlternatives(
  models: readonly Model[],
  { brand, family, model }: ParsedQuery['names'][number],
  query: ParsedQuery,
): Candidate[] | null {
  const knownModels = dictionary.models.filter(({ name }) => name.brand === brand);
  if (model === null && family === null) {
    const sameBrand = findModelsByFigure(
      models.filter((candidate) => candidate.brand === brand),
      query,
    );
    const [first] = knownModels;
    if (sameBrand.length > 0 || !first) return sameBrand;
    return findSimilarModels(models, { ...first, engineCc: getEngineCc(query) ?? first.engineCc });
  }
  const known = knownModels.find(({ name }) => (model === null ? family === name.family : model === name.model));
  return known ? findSimilarModels(models, known) : null;
}

/** @returns ids of at most three models, the best alternative first; empty if none is similar */
export function findNearestModels(db: Database, query: ParsedQuery): string[] {
  const { names, terms, filters } = query;
  const { models } = readCatalogueVocabulary(db);
  const [name] = names;
  const { vehicleType, fuelTypes, minPrice, maxPrice } = filters;
  const isFiltered = vehicleType || fuelTypes.length > 0 || minPrice !== null || maxPrice !== null;
  const findCandidates = (): Candidate[] => {
    const alternatives = name ? findAlternatives(models, name, query) : null;
    if (alternatives) return alternatives;
    if (terms.length > 0) return findModelsByTerms(models, terms);
    return isFiltered || getEngineCc(query) !== null ? findModelsByFigure(models, query) : [];
  };
  return findCandidates()
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxAlternatives)
    .map(({ id }) => id);
}

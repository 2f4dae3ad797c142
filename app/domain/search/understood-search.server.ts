import type { Database } from '~db/connection';
import { type FuelType, type ListingKind, listingKinds, type VehicleType } from '~db/enums';
import { dayOf } from '../shared/dates';
import { memoizeByRevision, preparedOf } from '../shared/memoize.server';
import { correctableWords, correctionOf, noStock, type StockWords } from './corrections';
import { rareNameWeight } from './phrases';
import { dictionary } from './dictionary.server';
import { mistakesBetween, phraseKey, typedWords } from './typed-words';
import { understand } from './understand';
import type { SearchLimits, Understood } from './understood';

/** Built-in and imported vehicles whose words are known; a search for others finds them all the same. */
const mostModels = 500;
/** A word that so many offers use is no typing error. */
const usual = 3;

type Model = {
  id: string;
  name: string;
  brand: string;
  type: VehicleType;
  fuelType: FuelType;
  price: number;
  engineCc: number | null;
};

// Raw: full-text indexes, and a forced index.
const reads = preparedOf(({ $client: sqlite }) => {
  const offersWith = (documents: string) =>
    sqlite
      .prepare<[string], number>(
        `SELECT count(*) FROM (SELECT 1 FROM ${documents} WHERE ${documents} MATCH ? LIMIT ${usual})`,
      )
      .pluck();
  return {
    models: sqlite.prepare<[], Model>(
      `SELECT id, name, brand, type, fuel AS fuelType, price_rupees AS price, engine_cc AS engineCc FROM vehicles INDEXED BY vehicles_stock
        WHERE stock = 'new' AND hidden_at IS NULL ORDER BY seq DESC LIMIT ${mostModels}`,
    ),
    upcoming: sqlite
      .prepare<[], string>(
        `SELECT name FROM vehicles INDEXED BY vehicles_stock
          WHERE stock = 'upcoming' AND hidden_at IS NULL ORDER BY seq DESC LIMIT ${mostModels}`,
      )
      .pluck(),
    documents: [offersWith('vehicle_documents'), offersWith('bike_documents'), offersWith('scooter_documents')],
  };
});

type ListedName = { seq: number; name: string; brand: string };

// Raw: forced indexes.
const listingReads = preparedOf(({ $client: sqlite }) => ({
  newest: sqlite
    .prepare<[ListingKind], number>(
      `SELECT seq FROM listings INDEXED BY listings_newest
        WHERE kind = ? AND is_sample = 0 AND hidden_at IS NULL ORDER BY seq DESC LIMIT 1`,
    )
    .pluck(),
  since: sqlite.prepare<[ListingKind, number], ListedName>(
    `SELECT seq, name, brand FROM listings INDEXED BY listings_newest
      WHERE kind = ? AND is_sample = 0 AND hidden_at IS NULL AND seq > ? ORDER BY seq LIMIT ${listingsAtOnce}`,
  ),
}));

/** The models on sale, with the words of their names. */
const modelsOnSale = memoizeByRevision((db) => {
  const models = reads(db)
    .models.all()
    .map((model) => ({ ...model, words: typedWords(model.name).map(({ text }) => text) }));
  const names = [...models.map(({ name }) => name), ...reads(db).upcoming.all()];
  const words = new Set(names.flatMap((name) => typedWords(name).map(({ text }) => text)));
  return { models, words, correctable: correctableWords([...words].filter((word) => /^\p{L}{4,}$/u.test(word))) };
});

/** Newest listings of each kind whose words are known, and how many are read before a search goes on. */
const mostListings = 5_000;
const listingsAtOnce = 1_000;

/** At most so many words are kept. */
const mostListedWords = 5_000;

type ListedWords = {
  /** The last listing of each kind that was read. */
  last: Record<ListingKind, number>;
  seen: Set<string>;
  words: Set<string>;
  correctable: StockWords['correctable'];
};

const listedWordsOf = preparedOf((db): ListedWords => {
  const first = (kind: ListingKind): number => Math.max(0, (listingReads(db).newest.get(kind) ?? 0) - mostListings);
  const last = { bike: first('bike'), scooter: first('scooter') };
  return { last, seen: new Set(), words: new Set(), correctable: new Map() };
});

/**
 * Words of listings that the dictionary does not know, such as a brand that only riders sell. Each search reads the
 * listings since the last one, and never all of many at once. What looks like a mistake for a known word is none, unless
 * that is a rare name itself.
 */
function listedWords(db: Database): ListedWords {
  const listed = listedWordsOf(db);
  const { last, seen, words } = listed;
  const before = words.size;
  for (const kind of listingKinds) {
    for (const { seq, name, brand } of listingReads(db).since.all(kind, last[kind])) {
      last[kind] = seq;
      for (const { text } of typedWords(`${brand} ${name}`)) {
        if (!/^\p{L}{4,}$/u.test(text) || dictionary.known.has(text)) continue;
        if (seen.has(text) || seen.size >= mostListedWords) continue;
        seen.add(text);
        const meant = correctionOf(dictionary, text, noStock.correctable);
        if (meant === null || meant.weight <= rareNameWeight) words.add(text);
      }
    }
  }
  if (words.size > before) listed.correctable = correctableWords(words);
  return listed;
}

function stockWords(db: Database): StockWords {
  const { words, correctable: ofModels } = modelsOnSale(db);
  const listed = listedWords(db);
  const correctable = new Map(ofModels);
  for (const [length, ofLength] of listed.correctable)
    correctable.set(length, [...(ofModels.get(length) ?? []), ...ofLength]);
  const isUsed = (term: string): boolean =>
    reads(db).documents.reduce((sum, statement) => sum + (statement.get(`{name} : ${term}`) ?? 0), 0) >= usual;
  const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;
  return {
    has: (word) => words.has(word) || listed.words.has(word) || isUsed(quoted(word)),
    hasPrefix: (word) => isUsed(`${quoted(word)}*`),
    correctable,
  };
}

const modelKeys = memoizeByRevision((db) => modelsOnSale(db).models.map(({ name }) => phraseKey(name)));

/** Keys of the names of models on sale, and words of listings that the dictionary does not know. */
export const wordsInStock = (db: Database): { models: readonly string[]; listed: ReadonlySet<string> } => ({
  models: modelKeys(db),
  listed: listedWords(db).words,
});

/** Understands a search with the words of the offers in stock. */
export const understandSearch = (db: Database, text: string): Understood =>
  understand(dictionary, text, { year: Number(dayOf(new Date()).slice(0, 4)), stock: stockWords(db) });

const mostNearest = 3;

/** How far a price is from the range that a search asks for, in rupees. */
function rupeesOutside(price: number, { minPrice, maxPrice }: SearchLimits): number {
  return Math.max(0, (minPrice ?? 0) - price, price - (maxPrice ?? Number.POSITIVE_INFINITY));
}

type Near = { id: string; distance: number };

/** Models on sale of the kind that is meant, with an engine nearest to its own; for an electric one those of any kind. */
function alikeModels(
  models: readonly Model[],
  meant: { kind: VehicleType; isElectric: boolean; engineCc: number | null },
): Near[] {
  const alike = models.filter(({ fuelType }) => (fuelType === 'Electric') === meant.isElectric);
  const ofKind = alike.filter(({ type }) => type === meant.kind);
  return (ofKind.length > 0 ? ofKind : alike).map(({ id, engineCc }) => ({
    id,
    distance: Math.abs((engineCc ?? 0) - (meant.engineCc ?? 0)),
  }));
}

/**
 * Ids of the models on sale that are nearest to a search which found nothing: those of the brand that was meant or,
 * where a model was, those of the same kind with an engine as large; those with a name like a word of it; and, where only
 * a kind, a fuel or a price was asked for, those of that kind and fuel nearest in price. Never any others.
 */
export function nearestModels(db: Database, { names, words, limits }: Understood): string[] {
  const { models } = modelsOnSale(db);
  const [name] = names;
  const { vehicleType, fuelTypes, minPrice, maxPrice } = limits;
  const nearInPrice = (among: readonly Model[]): Near[] =>
    among
      .filter(
        (one) => (vehicleType ?? one.type) === one.type && (fuelTypes.length === 0 || fuelTypes.includes(one.fuelType)),
      )
      .map(({ id, price }) => ({ id, distance: rupeesOutside(price, limits) }));
  const find = (): Near[] => {
    if (name) {
      const ofBrand = dictionary.models.filter((one) => one.name.brand === name.brand);
      if (name.model === null && name.family === null) {
        const near = nearInPrice(models.filter(({ brand }) => brand === name.brand));
        const [first] = ofBrand;
        return near.length > 0 || !first ? near : alikeModels(models, first);
      }
      const meant = ofBrand.find(({ name: { model, family } }) =>
        name.model === null ? family === name.family : model === name.model,
      );
      if (meant) return alikeModels(models, meant);
    }
    if (words.length === 0) {
      return vehicleType || fuelTypes.length > 0 || minPrice !== null || maxPrice !== null ? nearInPrice(models) : [];
    }
    return models.flatMap(({ id, words: ofName }) => {
      const distances = words
        .filter((word) => /^\p{L}{4,}$/u.test(word))
        .flatMap((word) => {
          const most = Math.floor(word.length / 2) - 1;
          return ofName.map((one) => mistakesBetween(word, one, most)).filter((mistakes) => mistakes <= most);
        });
      return distances.length > 0 ? [{ id, distance: Math.min(...distances) }] : [];
    });
  };
  return find()
    .sort((one, other) => one.distance - other.distance)
    .slice(0, mostNearest)
    .map(({ id }) => id);
}

import type { Database } from '~db/connection';
import type { VehicleSummary } from '../catalogue/vehicle';
import { vehicleSummariesOf } from '../catalogue/vehicle.queries.server';
import { correctableWords } from '../search/dictionary';
import { dictionary } from '../search/dictionary.server';
import { mistakesBetween, typedWords } from '../search/typed-words';
import { type StockWords, type Understood, understand } from '../search/understand';
import { dayOf } from '../shared/dates';
import { memoizeByRevision, preparedOf } from '../shared/memoize.server';

/** Built-in and imported vehicles whose words are known; a search for others finds them all the same. */
const mostModels = 500;
/** A word that so many offers use is no typing error. */
const usual = 3;

type Model = { id: string; name: string; type: VehicleSummary['type']; engineCc: number | null };

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
      `SELECT id, name, type, engine_cc AS engineCc FROM vehicles INDEXED BY vehicles_stock
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

/** The models on sale, with the words of their names. */
const modelsOnSale = memoizeByRevision((db) => {
  const models = reads(db)
    .models.all()
    .map((model) => ({ ...model, words: typedWords(model.name).map(({ text }) => text) }));
  const names = [...models.map(({ name }) => name), ...reads(db).upcoming.all()];
  const words = new Set(names.flatMap((name) => typedWords(name).map(({ text }) => text)));
  return { models, words, correctable: correctableWords([...words].filter((word) => /^\p{L}{4,}$/u.test(word))) };
});

function stockWords(db: Database): StockWords {
  const { words, correctable } = modelsOnSale(db);
  const isUsed = (term: string): boolean =>
    reads(db).documents.reduce((sum, statement) => sum + (statement.get(`{name} : ${term}`) ?? 0), 0) >= usual;
  const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`;
  return {
    has: (word) => words.has(word) || isUsed(quoted(word)),
    hasPrefix: (word) => isUsed(`${quoted(word)}*`),
    correctable,
  };
}

/** Understands a search with the words of the offers in stock. */
export const understandSearch = (db: Database, text: string): Understood =>
  understand(dictionary, text, { year: Number(dayOf(new Date()).slice(0, 4)), stock: stockWords(db) });

const mostNearest = 3;

/**
 * Models on sale that are nearest to a search which found nothing: those of the same kind with an engine as large as
 * the one that was meant, or those with a name like a word of it. Never any others.
 */
export function nearestVehicles(db: Database, { names, words }: Understood): VehicleSummary[] {
  const { models } = modelsOnSale(db);
  const [name] = names;
  const meant = dictionary.models.find(
    (one) =>
      name !== undefined &&
      one.name.brand === name.brand &&
      (name.model === null ? one.name.family === name.family : one.name.model === name.model),
  );
  const near = meant
    ? models
        .filter(({ type }) => type === meant.kind)
        .map(({ id, engineCc }) => ({ id, distance: Math.abs((engineCc ?? 0) - (meant.engineCc ?? 0)) }))
    : models.flatMap(({ id, words: ofName }) => {
        const distances = words
          .filter((word) => /^\p{L}{4,}$/u.test(word))
          .flatMap((word) => {
            const most = Math.floor(word.length / 2) - 1;
            return ofName.map((one) => mistakesBetween(word, one, most)).filter((mistakes) => mistakes <= most);
          });
        return distances.length > 0 ? [{ id, distance: Math.min(...distances) }] : [];
      });
  near.sort((one, other) => one.distance - other.distance);
  return vehicleSummariesOf(
    db,
    near.slice(0, mostNearest).map(({ id }) => id),
  );
}

import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { type BodyStyle, bodyStyles, type ListingKind, type ListingType } from '~db/enums';
import { seeds } from '~db/schema';
import namesFile from '~db/seed/search/names.json';
import catalogueFile from '~db/seed/vehicles.json';
import { phraseKey, tokenize } from '../search/tokenizer';
import { sha256 } from '../shared/crypto.server';
import { countText, rupeesText } from '../shared/money';
import { type Listing, type ListingField, listingFieldNames, listingLabels } from './listing';

/** What is known of a model that sellers list. */
type Model = {
  brand: string;
  model: string;
  kind: ListingKind;
  type: ListingType;
  bodyStyle: BodyStyle | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** Years in which it was sold in India; null where they are not known, and while it is on sale. */
  soldFrom: number | null;
  soldUntil: number | null;
  /** Of the catalogue, in whole rupees. */
  priceWhenNew: number | null;
  /** Figures of its lightest and its lowest variant; null where they are not known. */
  weightKg: number | null;
  seatHeightMm: number | null;
  /** Figures of its maker, of models in the catalogue. */
  figures: MakersFigures | null;
};

const makersFigures = z.object({
  mileageKmpl: z.number().nullable(),
  rangeKm: z.number().nullable(),
  topSpeedKmph: z.number().nullable(),
  powerPs: z.number().nullable(),
  tankLitres: z.number().nullable(),
  weightKg: z.number().nullable(),
  seatHeightMm: z.number().nullable(),
});
type MakersFigures = z.infer<typeof makersFigures>;

const facts = z.array(
  z.object({
    brand: z.string(),
    model: z.string(),
    aliases: z.array(z.string()),
    kind: z.enum(['bike', 'scooter', 'moped']),
    fuel: z.enum(['petrol', 'electric']),
    bodyStyle: z.enum(bodyStyles).optional(),
    engineCc: z.number().positive().optional(),
    batteryKwh: z.number().positive().optional(),
    soldFrom: z.int().optional(),
    soldUntil: z.int().optional(),
    weightKg: z.number().positive().optional(),
    seatHeightMm: z.number().positive().optional(),
  }),
);
const catalogue = z.array(
  z
    .object({ brand: z.string(), name: z.string(), priceRupees: z.int(), priceIsExpected: z.boolean() })
    .extend(makersFigures.shape),
);

/** Longest run of words that is compared with the names of models. */
const longestName = 6;

const all: Model[] = [];
const byBrand = new Map<string, Map<string, Model>>();
for (const { aliases, kind, fuel, ...fact } of facts.parse(namesFile.models)) {
  const model: Model = {
    brand: fact.brand,
    model: fact.model,
    kind: kind === 'bike' ? 'bike' : 'scooter',
    type: fuel === 'electric' ? 'Electric' : 'Petrol',
    bodyStyle: fact.bodyStyle ?? null,
    engineCc: fact.engineCc ?? null,
    batteryKwh: fact.batteryKwh ?? null,
    soldFrom: fact.soldFrom ?? null,
    soldUntil: fact.soldUntil ?? null,
    priceWhenNew: null,
    weightKg: fact.weightKg ?? null,
    seatHeightMm: fact.seatHeightMm ?? null,
    figures: null,
  };
  all.push(model);
  const models = byBrand.get(fact.brand) ?? new Map<string, Model>();
  byBrand.set(fact.brand, models);
  for (const name of [fact.model, ...aliases]) {
    const key = phraseKey(name);
    // The first model of a family holds the spellings that several share.
    if (!models.has(key)) models.set(key, model);
  }
}

/**
 * The model that the name of a listing says, by the longest run of its words: "Honda Activa 6G STD" is the Activa 6G.
 *
 * @param brand as the catalogue spells it
 * @returns null for a model, or a brand, that the catalogue does not know
 */
export function modelNamed(brand: string, name: string): Model | null {
  const models = byBrand.get(brand);
  if (!models) return null;
  const words = tokenize(name).map(({ text }) => text);
  for (let length = Math.min(longestName, words.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const model = models.get(phraseKey(words.slice(from, from + length).join(' ')));
      if (model) return model;
    }
  }
  return null;
}

for (const { brand, name, priceRupees, priceIsExpected, ...figures } of catalogue.parse(catalogueFile.vehicles)) {
  const model = modelNamed(brand, name);
  if (!model || priceIsExpected) continue;
  model.priceWhenNew = priceRupees;
  model.figures = figures;
  model.weightKg ??= figures.weightKg;
  model.seatHeightMm ??= figures.seatHeightMm;
}

/**
 * Keys of the models that are known to meet bounds of weight and seat height, in the form of `modelKey`. A listing does
 * not state these figures: its model does.
 */
export function modelsWithin({ maxWeight, maxSeatHeight }: { maxWeight?: number; maxSeatHeight?: number }): string[] {
  const isWithin = (figure: number | null, most: number | undefined): boolean =>
    most === undefined || (figure !== null && figure <= most);
  return all
    .filter(({ weightKg, seatHeightMm }) => isWithin(weightKg, maxWeight) && isWithin(seatHeightMm, maxSeatHeight))
    .map(({ brand, model }) => `${brand}|${model}`);
}

/** 'Honda Activa 6G'; a brand with which the model's name begins is not repeated. */
const fullNameOf = ({ brand, model }: Model): string =>
  model.startsWith(`${brand} `) || model === brand ? model : `${brand} ${model}`;

const byFullName = new Map(all.map((model) => [phraseKey(fullNameOf(model)), model]));

/** Full names of the models of a kind, in the order of the alphabet. */
export const fullNames: Readonly<Record<ListingKind, readonly string[]>> = {
  bike: namesOf('bike'),
  scooter: namesOf('scooter'),
};

function namesOf(kind: ListingKind): string[] {
  return all
    .filter((model) => model.kind === kind)
    .map(fullNameOf)
    .sort();
}

/** The model that a text says with its brand, or without it beside the brand; null for one that is not known. */
function findModel(text: string, brand: string | null): Model | null {
  return byFullName.get(phraseKey(text)) ?? (brand === null ? null : modelNamed(brand, text));
}

/**
 * The model of a listing as the catalogue spells it: the one that is given or, without one, the one that its name says.
 * One that the catalogue does not know stays as it was typed.
 */
export function canonicalModelName(listing: { brand: string; name: string; model: string | null }): string | null {
  const { brand, name, model } = listing;
  if (model === null) return modelNamed(brand, name)?.model ?? null;
  const known = findModel(model, brand);
  return known?.brand === brand ? known.model : model;
}

const withUnit = (figure: number | null | undefined, unit: string): string | null =>
  figure === null || figure === undefined ? null : `${figure} ${unit}`;

/** Values of the sell form that follow from a model. */
function fieldsOf(model: Model): Partial<Record<ListingField, string | null>> {
  const { brand, type, engineCc, batteryKwh, priceWhenNew, figures } = model;
  const reach = type === 'Electric' ? figures?.rangeKm : figures?.mileageKmpl;
  return {
    name: fullNameOf(model),
    brand,
    model: model.model,
    type,
    mileage: withUnit(reach, '')?.trim() ?? null,
    topSpeed: withUnit(figures?.topSpeedKmph, '')?.trim() ?? null,
    pastPrice: priceWhenNew === null ? null : countText(priceWhenNew),
    engineCapacity: withUnit(engineCc, 'cc'),
    batteryCapacity: withUnit(batteryKwh, 'kWh'),
  };
}

type FilledForm = { values: Record<string, string>; message: string };

/** Fills the empty fields of a sell form in from its model; what was typed stays. */
export function fillFromModel(values: Readonly<Record<string, string>>): FilledForm {
  const typed = values.model?.trim() || values.name?.trim() || '';
  const model = typed === '' ? null : findModel(typed, values.brand?.trim() || null);
  if (!model) {
    const message = typed === '' ? 'Please choose a model first.' : `“${typed}” is not in our list of models.`;
    return { values: { ...values }, message: `${message} Any other is welcome: fill the fields in yourself.` };
  }
  const facts = fieldsOf(model);
  const filled = listingFieldNames.filter((field) => facts[field] && !values[field]?.trim());
  return {
    values: {
      ...values,
      ...Object.fromEntries(filled.map((field) => [field, facts[field] ?? ''])),
      model: model.model,
    },
    message:
      filled.length === 0
        ? `Nothing was empty that we know of the ${fullNameOf(model)}.`
        : `Filled in: ${filled.map((field) => listingLabels[field]).join(', ')}. Please check them against your own.`,
  };
}

type MakersSpecification = { model: string; facts: { name: string; value: string }[] };

function soldText({ soldFrom, soldUntil }: Model): string | null {
  if (soldFrom === null) return soldUntil === null ? null : `until ${soldUntil}`;
  return soldUntil === null ? `since ${soldFrom}` : `${soldFrom} to ${soldUntil}`;
}

/** What its maker stated about the model of a listing when new; null where the model or its figures are not known. */
export function makersSpecification({ brand, model: name }: Listing): MakersSpecification | null {
  const model = name === null ? null : modelNamed(brand, name);
  if (!model) return null;
  const { figures } = model;
  const rows: readonly [name: string, value: string | null][] = [
    ['Engine', withUnit(model.engineCc, 'cc')],
    ['Battery', withUnit(model.batteryKwh, 'kWh')],
    ['Mileage', withUnit(figures?.mileageKmpl, 'km/l')],
    ['Range', withUnit(figures?.rangeKm, 'km a charge')],
    ['Top speed', withUnit(figures?.topSpeedKmph, 'km/h')],
    ['Power', withUnit(figures?.powerPs, 'PS')],
    ['Fuel tank', withUnit(figures?.tankLitres, 'litres')],
    ['Kerb weight', withUnit(figures?.weightKg, 'kg')],
    ['Seat height', withUnit(figures?.seatHeightMm, 'mm')],
    ['Sold in India', soldText(model)],
    ['Price when new today', model.priceWhenNew === null ? null : `${rupeesText(model.priceWhenNew)} ex-showroom`],
  ];
  const facts = rows.flatMap(([name, value]) => (value === null ? [] : { name, value }));
  return facts.length === 0 ? null : { model: fullNameOf(model), facts };
}

/** Name under which the hash of the models is kept with those of the seeds. */
const seedName = 'models';
const modelsHash = sha256(JSON.stringify(namesFile.models));

/** Raw: a temporary table, and an update of one table from another. */
const statements = {
  create: `CREATE TEMP TABLE modelled (
    brand TEXT NOT NULL, name TEXT NOT NULL, model TEXT NOT NULL, PRIMARY KEY (brand, name)
  ) WITHOUT ROWID`,
  names: 'SELECT DISTINCT brand, name FROM listings WHERE model IS NULL AND is_sample = 0',
  insert: 'INSERT INTO temp.modelled VALUES (@brand, @name, @model)',
  // What the API shows changes, and with it the version.
  fill: `UPDATE listings SET model = m.model, version = version + 1 FROM temp.modelled m
    WHERE m.brand = listings.brand AND m.name = listings.name AND listings.model IS NULL AND is_sample = 0`,
  drop: 'DROP TABLE temp.modelled',
} as const;

/**
 * Finds the models of listings that were written before their model was known: at the first start of a version that
 * knows it, and after a change of the data file. Writes nothing otherwise.
 */
export function fillModels(db: Database, now: Date): void {
  const known = db.select({ hash: seeds.contentHash }).from(seeds).where(eq(seeds.name, seedName)).get();
  if (known?.hash === modelsHash) return;
  const { $client: sqlite } = db;
  db.transaction(
    () => {
      const names = sqlite.prepare<[], { brand: string; name: string }>(statements.names).all();
      sqlite.exec(statements.create);
      const insert = sqlite.prepare(statements.insert);
      for (const { brand, name } of names) {
        const model = modelNamed(brand, name)?.model;
        if (model !== undefined) insert.run({ brand, name, model });
      }
      sqlite.exec(statements.fill);
      sqlite.exec(statements.drop);
      const row = { name: seedName, contentHash: modelsHash, seededAt: now.toISOString() };
      db.insert(seeds).values(row).onConflictDoUpdate({ target: seeds.name, set: row }).run();
    },
    { behavior: 'immediate' },
  );
}

import { z } from 'zod';
import { type BodyStyle, bodyStyles, type ListingKind, type ListingType } from '~db/enums';
import namesFile from '~db/seed/search/names.json';
import catalogueFile from '~db/seed/vehicles.json';
import { phraseKey, typedWords } from '../search/typed-words';

/** What is known of a model that sellers list. */
export type Model = {
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
  const words = typedWords(name).map(({ text }) => text);
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
}

/** 'Honda Activa 6G'; a model whose name begins with its brand is not told twice. */
export const fullNameOf = ({ brand, model }: Model): string =>
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
export function findModel(text: string, brand: string | null): Model | null {
  return byFullName.get(phraseKey(text)) ?? (brand === null ? null : modelNamed(brand, text));
}

/**
 * The model of a listing as the catalogue spells it: the one that is given or, without one, the one that its name says.
 * One that the catalogue does not know stays as it was typed.
 */
export function modelAsSpelt(listing: { brand: string; name: string; model: string | null }): string | null {
  const { brand, name, model } = listing;
  if (model === null) return modelNamed(brand, name)?.model ?? null;
  const known = findModel(model, brand);
  return known?.brand === brand ? known.model : model;
}

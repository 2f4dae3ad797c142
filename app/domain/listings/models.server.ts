import { z } from 'zod';
import { type BodyStyle, bodyStyles, type ListingKind, type ListingType } from '~db/enums';
import namesFile from '~db/seed/search/names.json';
import catalogueFile from '~db/seed/vehicles.json';
import { createPhraseKey, tokenize } from '../names/tokenizer';
import { brandsByKey, toCanonicalBrand } from '../search/brand-names.server';
import { formatCount, formatRupees } from '../shared/money';
import type { Listing } from './listing';
import { type ListingField, listingFieldNames, offerFields } from './offer-fields';

type Model = {
  brand: string;
  model: string;
  kind: ListingKind;
  type: ListingType;
  bodyStyle: BodyStyle | null;
  engineCc: number | null;
  batteryKwh: number | null;
  /** First and last year of sale in India; null if unknown, the last one also while it is on sale. */
  soldFrom: number | null;
  soldUntil: number | null;
  /** From the catalogue, in whole rupees. */
  priceWhenNew: number | null;
  /** Of its lightest and its lowest variant; null if unknown. */
  weightKg: number | null;
  seatHeightMm: number | null;
  figures: ManufacturerFigures | null;
  /** Id of the new vehicle in the catalogue; null if it is not sold there. */
  vehicleId: string | null;
};

const manufacturerFigures = z.object({
  mileageKmpl: z.number().nullable(),
  rangeKm: z.number().nullable(),
  topSpeedKmph: z.number().nullable(),
  powerPs: z.number().nullable(),
  tankLitres: z.number().nullable(),
  weightKg: z.number().nullable(),
  seatHeightMm: z.number().nullable(),
});
type ManufacturerFigures = z.infer<typeof manufacturerFigures>;

const facts = z.array(
  z.object({
    brand: z.string(),
    model: z.string(),
    aliases: z.array(z.string()),
    devanagari: z.string().optional(),
    /** Whether its name is a common word or number, which means the model only beside its brand. */
    needsBrand: z.literal(true).optional(),
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
    .object({ id: z.int(), brand: z.string(), name: z.string(), priceRupees: z.int(), priceIsExpected: z.boolean() })
    .extend(manufacturerFigures.shape),
);

const maxNameWords = 6;

const all: Model[] = [];
const byBrand = new Map<string, Map<string, Model>>();
/** Models by the names that only they have; null for a name of several brands. */
const byOwnName = new Map<string, Model | null>();
for (const { aliases, kind, fuel, devanagari, needsBrand, ...fact } of facts.parse(namesFile.models)) {
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
    vehicleId: null,
  };
  all.push(model);
  const models = byBrand.get(fact.brand) ?? new Map<string, Model>();
  byBrand.set(fact.brand, models);
  for (const name of [fact.model, ...aliases, ...(devanagari === undefined ? [] : [devanagari])]) {
    const key = createPhraseKey(name);
    // Spellings that several models of a brand share belong to the first.
    if (!models.has(key)) models.set(key, model);
    if (needsBrand) continue;
    const other = byOwnName.get(key);
    byOwnName.set(key, other === undefined || other?.brand === model.brand ? (other ?? model) : null);
  }
}

/** 'Honda Activa 6G STD' is the Activa 6G. @param brand as the catalogue spells it */
export function findModelByName(brand: string, name: string): Model | null {
  const models = byBrand.get(brand);
  if (!models) return null;
  const words = tokenize(name).map(({ text }) => text);
  for (let length = Math.min(maxNameWords, words.length); length > 0; length -= 1) {
    for (let from = 0; from + length <= words.length; from += 1) {
      const model = models.get(createPhraseKey(words.slice(from, from + length).join(' ')));
      if (model) return model;
    }
  }
  return null;
}

export const getSeatHeightMm = ({ figures, seatHeightMm }: Model): number | null =>
  figures?.seatHeightMm ?? seatHeightMm;

for (const { id, brand, name, priceRupees, priceIsExpected, ...figures } of catalogue.parse(catalogueFile.vehicles)) {
  const model = findModelByName(brand, name);
  if (!model || priceIsExpected) continue;
  model.priceWhenNew = priceRupees;
  model.figures = figures;
  model.vehicleId = String(id);
  model.weightKg ??= figures.weightKg;
  model.seatHeightMm ??= figures.seatHeightMm;
}

/** Keys (`brand|model`); a model without the figure is in no bounds. */
export function findModelsWithin({
  maxWeight,
  maxSeatHeight,
}: {
  maxWeight?: number;
  maxSeatHeight?: number;
}): string[] {
  const isWithin = (figure: number | null, max: number | undefined): boolean =>
    max === undefined || (figure !== null && figure <= max);
  return all
    .filter(({ weightKg, seatHeightMm }) => isWithin(weightKg, maxWeight) && isWithin(seatHeightMm, maxSeatHeight))
    .map(({ brand, model }) => `${brand}|${model}`);
}

export const getFullName = ({ brand, model }: Model): string =>
  model.startsWith(`${brand} `) || model === brand ? model : `${brand} ${model}`;

const byFullName = new Map(all.map((model) => [createPhraseKey(getFullName(model)), model]));

export const fullNames: Readonly<Record<ListingKind, readonly string[]>> = {
  bike: findNames('bike'),
  scooter: findNames('scooter'),
};

function findNames(kind: ListingKind): string[] {
  return all
    .filter((model) => model.kind === kind)
    .map(getFullName)
    .sort();
}

function splitBrand(text: string): { brand: string; rest: string } | null {
  const words = text.split(/\s+/);
  for (let length = 1; length < words.length; length += 1) {
    const brand = brandsByKey.get(createPhraseKey(words.slice(0, length).join(' ')));
    if (brand !== undefined) return { brand, rest: words.slice(length).join(' ') };
  }
  return null;
}

/** Without a brand, within the one that the text begins with, or the only one that has the name. */
export function findModel(text: string, brand: string | null): Model | null {
  const whole = byFullName.get(createPhraseKey(text));
  if (whole) return whole;
  if (brand !== null) return findModelByName(brand, text);
  const parts = splitBrand(text);
  return (parts && findModelByName(parts.brand, parts.rest)) ?? byOwnName.get(createPhraseKey(text)) ?? null;
}

/** The given one, or the one found in the name. An unknown model stays as it was typed. */
export function findCanonicalModelName(listing: { brand: string; name: string; model: string | null }): string | null {
  const { brand, name, model } = listing;
  if (model === null) return findModelByName(brand, name)?.model ?? null;
  const known = findModel(model, brand);
  return known?.brand === brand ? known.model : model;
}

const formatFigure = (figure: number | null | undefined): string | null => figure?.toString() ?? null;

function formatFigureWithUnit(figure: number | null | undefined, unit: string): string | null {
  const text = formatFigure(figure);
  return text && `${text} ${unit}`;
}

function toFields(model: Model): Partial<Record<ListingField, string | null>> {
  const { brand, type, engineCc, batteryKwh, priceWhenNew, figures } = model;
  const mileage = type === 'Electric' ? figures?.rangeKm : figures?.mileageKmpl;
  return {
    name: getFullName(model),
    brand,
    model: model.model,
    type,
    mileage: formatFigure(mileage),
    topSpeed: formatFigure(figures?.topSpeedKmph),
    pastPrice: priceWhenNew === null ? null : formatCount(priceWhenNew),
    engineCapacity: formatFigureWithUnit(engineCc, 'cc'),
    batteryCapacity: formatFigureWithUnit(batteryKwh, 'kWh'),
  };
}

/** `filled`: the names of the fields that were filled in. */
type FilledForm = { values: Record<string, string>; message: string; filled: string[] };

export function fillFromModel(values: Readonly<Record<string, string>>): FilledForm {
  const typed = values.model?.trim() || values.name?.trim() || '';
  const brand = values.brand?.trim() ? toCanonicalBrand(values.brand) : null;
  const model = typed === '' ? null : findModel(typed, brand);
  if (!model) {
    const message = typed === '' ? 'Please choose a model first.' : `“${typed}” is not in our list of models.`;
    return {
      values: { ...values },
      message: `${message} Any other is welcome: fill the fields in yourself.`,
      filled: [],
    };
  }
  const facts = toFields(model);
  const filled = listingFieldNames.filter((field) => facts[field] && !values[field]?.trim());
  return {
    values: {
      ...values,
      ...Object.fromEntries(filled.map((field) => [field, facts[field] ?? ''])),
      model: model.model,
    },
    filled,
    message:
      filled.length === 0
        ? `No empty field could be filled in from our data on the ${getFullName(model)}.`
        : `Filled in: ${filled.map((field) => offerFields[field].label).join(', ')}. Please check them against your own.`,
  };
}

type ManufacturerSpecification = { model: string; facts: { name: string; value: string }[] };

function formatSold({ soldFrom, soldUntil }: Model): string | null {
  if (soldFrom === null) return soldUntil === null ? null : `until ${soldUntil}`;
  return soldUntil === null ? `since ${soldFrom}` : `${soldFrom} to ${soldUntil}`;
}

/** Published figures of the model of a listing when new; null if the model or its figures are unknown. */
export function findManufacturerSpecification({ brand, model: name }: Listing): ManufacturerSpecification | null {
  const model = name === null ? null : findModelByName(brand, name);
  if (!model) return null;
  const { figures } = model;
  const rows: readonly [name: string, value: string | null][] = [
    ['Engine', formatFigureWithUnit(model.engineCc, 'cc')],
    ['Battery', formatFigureWithUnit(model.batteryKwh, 'kWh')],
    ['Mileage', formatFigureWithUnit(figures?.mileageKmpl, 'km/l')],
    ['Range', formatFigureWithUnit(figures?.rangeKm, 'km a charge')],
    ['Top speed', formatFigureWithUnit(figures?.topSpeedKmph, 'km/h')],
    ['Power', formatFigureWithUnit(figures?.powerPs, 'PS')],
    ['Fuel tank', formatFigureWithUnit(figures?.tankLitres, 'litres')],
    ['Kerb weight', formatFigureWithUnit(figures?.weightKg ?? model.weightKg, 'kg')],
    ['Seat height', formatFigureWithUnit(getSeatHeightMm(model), 'mm')],
    ['Sold in India', formatSold(model)],
    ['Price when new today', model.priceWhenNew === null ? null : `${formatRupees(model.priceWhenNew)} ex-showroom`],
  ];
  const facts = rows.flatMap(([name, value]) => (value === null ? [] : { name, value }));
  return facts.length === 0 ? null : { model: getFullName(model), facts };
}

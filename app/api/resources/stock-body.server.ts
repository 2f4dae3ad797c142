import { z } from 'zod';
import type { VehicleRecord } from '~/domain/catalogue/vehicle';
import { vehicleFigureNames } from '~/domain/catalogue/vehicle-fields';
import type { SignedInUser } from '~/domain/shared/actor';
import { mayUse } from '~/domain/shared/permissions';
import { createRules } from '~/domain/shared/field-rules.server';
import { err, type FieldErrors, type Result } from '~/domain/shared/result';
import {
  datedOfferFields,
  maxColourways,
  maxDatedOffers,
  maxVariants,
  type StockField,
  stockFieldNames,
  variantFields,
} from '~/domain/stock/stock-columns';
import { completeRow, getRowSchema, paperSchema } from '~/domain/stock/stock-rows.server';
import { colourway } from '~/domain/stock/stock.commands.server';
import { isRecord } from '../respond.server';

/** Fields of the stock that a body has under the name that the vehicle has in a response. */
const bodyNames: Partial<Record<StockField, string>> = {
  priceRupees: 'price',
  originalPriceRupees: 'originalPrice',
  bankOfferRupees: 'bankOffer',
  fuel: 'fuelType',
  modelYear: 'year',
  launchDay: 'launchDate',
  seating: 'seatingCapacity',
  upkeep: 'status',
};

/** Figures that the body of a used vehicle has beside its other fields, with a text of the same name in responses. */
const figureAliases: Partial<Record<StockField, string>> = {
  kilometresDriven: 'usedKms',
  engineCc: 'engine',
  batteryKwh: 'battery',
  topSpeedKmph: 'topSpeed',
};

const figureNames: readonly string[] = vehicleFigureNames;
const [figureFields, otherFields] = [true, false].map((isFigure) =>
  stockFieldNames.filter((name) => name !== 'id' && figureNames.includes(name) === isFigure),
);
const getBodyName = (name: StockField): string => bodyNames[name] ?? name;

const { priceRupees, ...variant } = createRules(variantFields);
const { amountRupees, ...datedOffer } = createRules(datedOfferFields);
const rowShapes = {
  colours: z.array(colourway).max(maxColourways).optional(),
  variants: z
    .array(z.object({ ...variant, price: priceRupees }))
    .max(maxVariants)
    .optional(),
  datedOffers: z
    .array(z.object({ ...datedOffer, amount: amountRupees }))
    .max(maxDatedOffers)
    .optional(),
};

/** Fields of a body that only the team may state, beside those of a user's used vehicle. */
export function createStockShape(now: Date, ofUsers: z.ZodRawShape): z.ZodRawShape {
  const { shape } = getRowSchema(now);
  const figures = Object.fromEntries((figureFields ?? []).map((name) => [name, shape[name]]));
  const extraFields = (otherFields ?? []).map((name) => [getBodyName(name), shape[name]] as const);
  return {
    ...rowShapes,
    ...Object.fromEntries(extraFields.filter(([name]) => !Object.hasOwn(ofUsers, name))),
    fuel: shape.fuel.meta({ description: 'Same as `fuelType`.' }),
    figures: z.object(figures).optional().meta({ description: 'Figures, each with its unit in its name.' }),
  };
}

type StatedStock = {
  values: Partial<Record<StockField, unknown>>;
  papers: Record<string, unknown>;
  rows: Record<'colourways' | 'variants' | 'datedOffers', unknown>;
  /** Names errors as the body names its fields. */
  rename: <Value>(result: Result<Value>) => Result<Value>;
};

const renameInRows = (rows: unknown, from: string, to: string): unknown =>
  Array.isArray(rows) ? rows.map((row) => (isRecord(row) ? { ...row, [to]: row[from] } : row)) : rows;

/** `variants.0.priceRupees` as `variants.0.price` */
const toRowName = (field: string): string =>
  field.replace(/^colourways/, 'colours').replace(/\.(price|amount)Rupees$/, '.$1');

/** @param fields of a body, or those that differ from what the vehicle is */
export function readStock(fields: Readonly<Record<string, unknown>>, before: VehicleRecord | null): StatedStock {
  const values: StatedStock['values'] = {};
  const names = new Map<string, string>();
  const take = (field: StockField, name: string, value: unknown): void => {
    // In a new vehicle, null states nothing.
    if (value === undefined || (before === null && value === null)) return;
    values[field] = value;
    names.set(field, name);
  };
  take('fuel', 'fuel', fields.fuel);
  for (const name of otherFields ?? []) take(name, getBodyName(name), fields[getBodyName(name)]);
  for (const name of figureFields ?? []) {
    const alias = figureAliases[name];
    if (alias) take(name, alias, fields[alias]);
  }
  const isElectric = (values.fuel ?? before?.fuel) === 'Electric';
  take(isElectric ? 'rangeKm' : 'mileageKmpl', 'mileage', fields.mileage);
  const figures = isRecord(fields.figures) ? fields.figures : {};
  for (const name of figureFields ?? []) take(name, `figures.${name}`, figures[name]);
  const papers = Object.fromEntries(
    Object.keys(paperSchema.shape).flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  const getName = (field: string): string =>
    names.get(field) ?? stockFieldNames.filter((name) => name === field).map(getBodyName)[0] ?? toRowName(field);
  const getRows = (name: string): unknown => (before ? fields[name] : (fields[name] ?? undefined));
  return {
    values: before ? values : completeRow(values),
    papers,
    rows: {
      colourways: getRows('colours'),
      variants: renameInRows(getRows('variants'), 'price', 'priceRupees'),
      datedOffers: renameInRows(getRows('datedOffers'), 'amount', 'amountRupees'),
    },
    rename(result) {
      if (result.ok || !('errors' in result.error) || !result.error.errors) return result;
      const errors: FieldErrors = Object.fromEntries(
        Object.entries(result.error.errors).map(([field, reason]) => [getName(field), reason]),
      );
      return err({ ...result.error, errors });
    },
  };
}

/** Whether what a client sends goes into the stock of the business: what the body says it is, unless it is its own. */
export const goesInStock = (user: SignedInUser | null, { stock }: Readonly<Record<string, unknown>>): boolean =>
  stock !== undefined && stock !== null && mayUse(user, 'stock');

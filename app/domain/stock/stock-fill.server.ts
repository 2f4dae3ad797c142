import type { Database } from '~db/connection';
import { findModel } from '../listings/models.server';
import { toCanonicalBrand } from '../search/brand-names.server';
import { type StockField, stockColumns, stockFieldNames } from './stock-columns';
import { toValues } from './stock-rows.server';
import { findStockRow } from './stock-writes.server';

/** What belongs to one vehicle or to the shop, and not to the model. */
const ownFields: ReadonlySet<StockField> = new Set([
  ...(['externalId', 'id', 'stock', 'variant', 'priceRupees', 'originalPriceRupees', 'bankOfferRupees'] as const),
  ...(['offers', 'numberPlate', 'modelYear', 'kilometresDriven', 'owners', 'condition', 'registration'] as const),
  ...(['city', 'state', 'launchDay', 'onSaleSince', 'upkeep', 'description'] as const),
]);

type Facts = Partial<Record<StockField, unknown>>;

function findFacts(db: Database, model: NonNullable<ReturnType<typeof findModel>>): Facts {
  const row = model.vehicleId === null ? null : findStockRow(db, model.vehicleId);
  const stored = row
    ? Object.entries(toValues(row)).filter(([name]) => stockFieldNames.some((own) => own === name))
    : [];
  const { brand, kind, type, engineCc, batteryKwh, weightKg, seatHeightMm, figures } = model;
  const { mileageKmpl, rangeKm, topSpeedKmph, powerPs, tankLitres } = figures ?? {};
  return {
    ...{ mileageKmpl, rangeKm, topSpeedKmph, powerPs, tankLitres, engineCc, batteryKwh, seatHeightMm },
    kerbWeightKg: weightKg,
    ...Object.fromEntries(stored.filter(([, value]) => value !== null)),
    ...{ brand, fuel: type, type: kind === 'bike' ? 'Bike' : 'Scooter' },
  };
}

export type FilledStock = { facts: Facts; message: string };

/** Facts of the model that a form names, for its empty fields only. @param values as they were typed */
export function fillStock(db: Database, values: Readonly<Record<string, string>>): FilledStock {
  const typed = values.name?.trim() ?? '';
  const brand = values.brand?.trim() ? toCanonicalBrand(values.brand) : null;
  const model = typed === '' ? null : findModel(typed, brand);
  if (!model) {
    const message = typed === '' ? 'Please choose a model first.' : `“${typed}” is not in our list of models.`;
    return { facts: {}, message };
  }
  const facts = findFacts(db, model);
  const filled = stockFieldNames.filter(
    (name) => !ownFields.has(name) && facts[name] !== undefined && facts[name] !== null && !values[name]?.trim(),
  );
  const labels = filled.map((name) => stockColumns[name].field.label);
  return {
    facts: Object.fromEntries(filled.map((name) => [name, facts[name]])),
    message:
      filled.length === 0
        ? `No empty field could be filled in for the ${model.model}.`
        : `Filled in: ${labels.join(', ')}.`,
  };
}

import { countText, rupeesText } from '../shared/money';
import { type Listing, type ListingField, listingFieldNames, listingLabels } from './listing';
import { findModel, fullNameOf, type Model, modelNamed } from './models.server';

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

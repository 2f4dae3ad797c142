import { type FuelType, fuelTypes, type VehicleType, vehicleTypes } from '~db/enums';
import { budgetSteps } from '../search/search-query';

/** docs/product.md, "Bands": `from` up to, but not including, `below`; null if it has no upper end. */
type Band<Id extends string> = { id: Id; label: string; from: number; below: number | null };

/** Kilometres per litre. Values below 20 are in no band. */
export const mileageBands = [
  { id: '20-30', label: '20-30 km/l', from: 20, below: 30 },
  { id: '30-40', label: '30-40 km/l', from: 30, below: 40 },
  { id: '40-50', label: '40-50 km/l', from: 40, below: 50 },
  { id: '50+', label: '50+ km/l', from: 50, below: null },
] as const satisfies readonly Band<string>[];
export type MileageBand = (typeof mileageBands)[number];

/** Whole rupees. */
export const budgetBands = [
  { id: 'under-1-lakh', label: 'Under ₹1 Lakh', from: 0, below: budgetSteps[0] },
  { id: '1-1.5-lakh', label: '₹1-1.5 Lakh', from: budgetSteps[0], below: budgetSteps[1] },
  { id: '1.5-2-lakh', label: '₹1.5-2 Lakh', from: budgetSteps[1], below: budgetSteps[2] },
  { id: 'above-2-lakh', label: 'Above ₹2 Lakh', from: budgetSteps[2], below: null },
] as const satisfies readonly Band<string>[];
export type BudgetBand = (typeof budgetBands)[number];

const isIn = ({ from, below }: Band<string>, figure: number): boolean =>
  figure >= from && (below === null || figure < below);

/** @param kmpl null for an electric vehicle, which is in no band */
export function findMileageBand(kmpl: number | null): MileageBand | null {
  return kmpl === null ? null : (mileageBands.find((band) => isIn(band, kmpl)) ?? null);
}

/** @param rupees 0 or more; negative values are in no band */
export function findBudgetBand(rupees: number): BudgetBand | null {
  return budgetBands.find((band) => isIn(band, rupees)) ?? null;
}

/** Normalizes an id or a label: '₹1 – 1.5 Lakh' and '1-1.5-lakh' are equal, '50+ km/l' and '50+' too. */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/₹|km\/l|\+/g, '')
    .replace(/[\s–-]+/g, ' ')
    .trim();

/** Plus signs are ignored, because one that was not encoded arrives as a space. */
function findOption<Option>(options: readonly Option[], getTexts: (option: Option) => string[], text: string | null) {
  if (!text) return null;
  const requested = normalize(text);
  return options.find((option) => getTexts(option).some((optionText) => normalize(optionText) === requested)) ?? null;
}

const getBandTexts = ({ id, label }: Band<string>): string[] => [id, label];

/** Parse a URL parameter, by id or label in any case; null if it matches no option. */
export const parseFuelType = (text: string | null): FuelType | null => findOption(fuelTypes, (fuel) => [fuel], text);
export const parseVehicleType = (text: string | null): VehicleType | null =>
  findOption(vehicleTypes, (type) => [type], text);
export const parseMileageBand = (text: string | null): MileageBand | null =>
  findOption(mileageBands, getBandTexts, text);
export const parseBudgetBand = (text: string | null): BudgetBand | null => findOption(budgetBands, getBandTexts, text);

import type { Database } from '~db/connection';
import type { Asker } from '../asker';
import { findOffers } from '../catalogue/vehicle-record-queries.server';
import { emiContent } from '../content/emi-content.server';
import { energyPrices } from '../content/energy-prices.server';
import { dayText } from '../dates';
import { usualEmi } from '../finance/usual-emi.server';
import { rupeesText } from '../money';
import { type Comparison, compareOffers } from './comparison';
import { comparisonGroups } from './comparison-rows';

const groups = comparisonGroups({ instalmentOf: (price) => usualEmi(price).emi, prices: energyPrices });

/** What the figures of the table rest on, in sentences to stand below it. */
export const comparisonTerms: readonly string[] = [
  `EMI with ${rupeesText(emiContent.defaults.downPayment)} down, or a fifth of a lower price, over ${emiContent.defaults.tenureMonths} months at ${emiContent.defaults.rate}% a year.`,
  `Fuel by the stated mileage or range: petrol at ₹${energyPrices.petrolPerLitre} and diesel at ₹${energyPrices.dieselPerLitre} a litre, electricity at ₹${energyPrices.electricityPerKwh} a kWh, as of ${dayText(energyPrices.pricesAsOf)}.`,
  'Ratings, review and sales counts of built-in vehicles are samples.',
];

/**
 * The vehicles of these ids side by side, in their order: of the catalogue and listings alike.
 *
 * @returns columns only for those that exist; without any, an empty comparison
 */
export function findComparison(db: Database, ids: readonly string[], asker: Asker): Comparison {
  return compareOffers(findOffers(db, ids, asker), groups);
}

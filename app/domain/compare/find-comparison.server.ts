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

/** The assumptions behind the figures, as sentences shown below the table. */
export const comparisonTerms: readonly string[] = [
  `EMI with ${rupeesText(emiContent.defaults.downPayment)} down, or a fifth of a lower price, over ${emiContent.defaults.tenureMonths} months at ${emiContent.defaults.rate}% a year.`,
  `Fuel by the stated mileage or range: petrol at ₹${energyPrices.petrolPerLitre} and diesel at ₹${energyPrices.dieselPerLitre} a litre, electricity at ₹${energyPrices.electricityPerKwh} a kWh, as of ${dayText(energyPrices.pricesAsOf)}.`,
  'Ratings, review and sales counts of built-in vehicles are samples.',
];

/**
 * Compares the vehicles and listings with these ids, in their order.
 *
 * @returns columns only for those that exist; an empty comparison when there are none
 */
export function findComparison(db: Database, ids: readonly string[], asker: Asker): Comparison {
  return compareOffers(findOffers(db, ids, asker), groups);
}

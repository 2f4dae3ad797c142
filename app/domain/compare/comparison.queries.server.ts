import type { Database } from '~db/connection';
import { findOffers } from '../catalogue/vehicle.queries.server';
import { emiContent, energyPrices, usualEmi } from '../content/finance-content.server';
import type { Actor } from '../shared/actor';
import { dayText } from '../shared/dates';
import { statementsOf } from '../shared/memoize.server';
import { rupeesText } from '../shared/money';
import { compareOffers, type Comparison } from './comparison';
import { comparisonGroups } from './comparison-rows';

/** An entry of a compare list, with its name. */
export type ComparedName = { id: string; name: string };

const namesOf = statementsOf((sqlite) =>
  sqlite.prepare<[string], ComparedName>(
    `SELECT s.value AS id, coalesce(v.name, l.name) AS name
       FROM json_each(?) s
       LEFT JOIN vehicles v ON v.id = s.value AND v.hidden_at IS NULL
       LEFT JOIN listings l ON l.id = s.value AND l.hidden_at IS NULL
      WHERE coalesce(v.name, l.name) IS NOT NULL ORDER BY s.key`,
  ),
);

/** Names of the vehicles and listings with these ids, in their order; leaves out deleted and hidden ones. */
export function comparedNames(db: Database, ids: readonly string[]): ComparedName[] {
  return ids.length === 0 ? [] : namesOf(db).all(JSON.stringify(ids));
}

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
export function findComparison(db: Database, ids: readonly string[], actor: Actor): Comparison {
  return compareOffers(findOffers(db, ids, actor), groups);
}

import { asc } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { roadTaxBands, roadTaxRates } from '~db/schema';
import onRoadFile from '~db/seed/on-road.json';
import type { VehicleRecord } from '../catalogue/vehicle';
import { type State, states } from '../places/places.server';
import { memoizeByRevision } from '../shared/memoize.server';
import { type CommonCharges, type OnRoadPrice, onRoadPrice, type RoadTaxRate, type TaxBand } from './on-road';

const rupees = z.int().nonnegative();
const percent = z.number().min(0).max(100);
const maximum = z.number().positive().optional();

const commonCharges: CommonCharges = z
  .object({
    meta: z.object({ asOf: z.string().regex(/^\d{4}-\d{2}$/) }),
    fallback: z.object({ petrol: z.array(z.strictObject({ percent })).min(1), electricPercent: percent }),
    fees: z.array(z.object({ name: z.string().min(1), rupees, electricRupees: rupees.optional() })),
    loanFeeRupees: rupees,
    insurance: z.object({
      gstPercent: percent,
      thirdPartyForFiveYears: z.object({
        petrol: z.array(z.object({ maxEngineCc: maximum, rupees })).min(1),
        electric: z.array(z.object({ maxMotorKw: maximum, rupees })).min(1),
      }),
      personalAccidentRupees: rupees,
      ownDamage: z.object({
        valuePercentOfPrice: percent,
        discountPercent: percent,
        percentOfValue: z.array(z.object({ maxEngineCc: maximum, percent })).min(1),
      }),
    }),
  })
  .transform(({ meta, fallback, ...charges }) => ({
    ...charges,
    asOf: meta.asOf,
    fallback: {
      bands: fallback.petrol.map((band) => ({ ...band, maxPriceRupees: null, maxEngineCc: null })),
      electricPercent: fallback.electricPercent,
    },
  }))
  .parse(onRoadFile);

/** A rate as operators see it. */
export type StoredRoadTax = RoadTaxRate & { editedAt: string | null; version: number };

/** The rates of all states, in alphabetical order. */
export const roadTaxes = memoizeByRevision((db): readonly StoredRoadTax[] => {
  const bands = new Map<string, TaxBand[]>();
  for (const { stateCode, position: _position, ...band } of db
    .select()
    .from(roadTaxBands)
    .orderBy(asc(roadTaxBands.stateCode), asc(roadTaxBands.position))
    .all()) {
    const earlier = bands.get(stateCode);
    if (earlier) earlier.push(band);
    else bands.set(stateCode, [band]);
  }
  const rates = new Map(
    db
      .select()
      .from(roadTaxRates)
      .all()
      .map(({ id, ...rate }) => [id, rate]),
  );
  return states.flatMap(({ code, name }) => {
    const rate = rates.get(code);
    return rate ? [{ ...rate, stateCode: code, state: name, bands: bands.get(code) ?? [] }] : [];
  });
});

/** Only vehicles that are sold new have an ex-showroom price. */
const hasOnRoadPrice = ({ stock, priceIsExpected }: VehicleRecord): boolean => stock === 'new' && !priceIsExpected;

/** Estimates of the price of a vehicle on the road in each state; none for one that is not sold new. */
export const onRoadPrices = (db: Database, vehicle: VehicleRecord): OnRoadPrice[] =>
  hasOnRoadPrice(vehicle) ? roadTaxes(db).flatMap((rate) => onRoadPrice(vehicle, rate, commonCharges) ?? []) : [];

/** The same in one state. */
export const findOnRoadPrice = (db: Database, vehicle: VehicleRecord, { code }: State): OnRoadPrice | null =>
  onRoadPrices(db, vehicle).find(({ stateCode }) => stateCode === code) ?? null;

/** The choice of a state, and the price there. */
export type OnRoadChoice = {
  states: readonly State[];
  /** Null until a state is chosen. */
  price: OnRoadPrice | null;
  /** Over all states. */
  lowestRupees: number;
  highestRupees: number;
};

/** @returns null for a vehicle that is not sold new */
export function onRoadChoice(db: Database, vehicle: VehicleRecord, chosen: State | null): OnRoadChoice | null {
  const prices = onRoadPrices(db, vehicle);
  if (prices.length === 0) return null;
  const totals = prices.map(({ totalRupees }) => totalRupees);
  return {
    states,
    price: prices.find(({ stateCode }) => stateCode === chosen?.code) ?? null,
    lowestRupees: Math.min(...totals),
    highestRupees: Math.max(...totals),
  };
}

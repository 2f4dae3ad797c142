import { isDeepStrictEqual } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { roadTaxBands, roadTaxRates } from '~db/schema/places';
import onRoadFile from '~db/seed/on-road.json';
import type { VehicleRecord } from '../catalogue/vehicle';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { type State, states } from '../places/places.server';
import { defineCommand, isOutdated } from '../shared/command.server';
import { memoizeByRevision } from '../shared/content-revision.server';
import { emptyableText, failNumberType, failWith, oneOf, seenVersion, yesOrNo } from '../shared/fields.server';
import { formatRupees } from '../shared/money';
import { requirePermission } from '../shared/permissions';
import { type AppError, createVersionConflict, encodeReason, err, ok, type Reason } from '../shared/result';
import {
  bandMeasures,
  type CommonCharges,
  calculateOnRoadPrice,
  formatBands,
  maxBands,
  type OnRoadPrice,
  type RoadTaxRate,
  roadTaxLabels,
  type TaxBand,
} from './on-road';

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

export type StoredRoadTax = RoadTaxRate & { editedAt: string | null; version: number };

export const readRoadTaxes = memoizeByRevision((db): readonly StoredRoadTax[] => {
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

export const stateNotFound: AppError = { kind: 'not-found', code: 'state_not_found' };

export const findRoadTax = (db: Database, code: string): StoredRoadTax | null =>
  readRoadTaxes(db).find(({ stateCode }) => stateCode === code) ?? null;

/** Only vehicles that are sold new have an ex-showroom price. */
const hasOnRoadPrice = ({ stock, priceIsExpected }: VehicleRecord): boolean => stock === 'new' && !priceIsExpected;

export const calculateOnRoadPrices = (db: Database, vehicle: VehicleRecord): OnRoadPrice[] =>
  hasOnRoadPrice(vehicle)
    ? readRoadTaxes(db).flatMap((rate) => calculateOnRoadPrice(vehicle, rate, commonCharges) ?? [])
    : [];

export const findOnRoadPrice = (db: Database, vehicle: VehicleRecord, { code }: State): OnRoadPrice | null =>
  calculateOnRoadPrices(db, vehicle).find(({ stateCode }) => stateCode === code) ?? null;

export type OnRoadChoice = {
  states: readonly State[];
  /** Null until a state is chosen. */
  price: OnRoadPrice | null;
  lowestRupees: number;
  highestRupees: number;
};

/** @returns null for a vehicle that is not sold new */
export function getOnRoadChoice(db: Database, vehicle: VehicleRecord, chosen: State | null): OnRoadChoice | null {
  const prices = calculateOnRoadPrices(db, vehicle);
  if (prices.length === 0) return null;
  const totals = prices.map(({ totalRupees }) => totalRupees);
  return {
    states,
    price: prices.find(({ stateCode }) => stateCode === chosen?.code) ?? null,
    lowestRupees: Math.min(...totals),
    highestRupees: Math.max(...totals),
  };
}

const createPercentRule = (label: string) => {
  const reason = { code: 'out_of_range', values: { label, least: 0, most: 100 } } as const;
  const outOfRange = failWith(reason);
  return z.number(failNumberType(label, reason)).min(0, outOfRange).max(100, outOfRange);
};
const maxMinTax = 100_000;
const minTaxReason = {
  code: 'out_of_range',
  values: { label: roadTaxLabels.minTaxRupees, least: formatRupees(0), most: formatRupees(maxMinTax) },
} as const;
const minTaxOutOfRange = failWith(minTaxReason);
const notPositiveReason = { code: 'not_positive', values: { label: roadTaxLabels.upTo } } as const;
const notPositive = failWith(notPositiveReason);

const wrongAsOf = failWith({ code: 'not_a_year_or_month', values: { label: roadTaxLabels.asOf } });

const band = z.object({
  upTo: z.number(failNumberType(roadTaxLabels.upTo, notPositiveReason)).positive(notPositive).nullable(),
  percent: createPercentRule(roadTaxLabels.percent).nullable(),
});

const roadTaxChange = z
  .object({
    id: z.string(),
    version: seenVersion,
    asOf: z.string(wrongAsOf).regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/, wrongAsOf),
    bandsBy: oneOf(roadTaxLabels.bandsBy, bandMeasures),
    bands: z
      .array(band, failWith({ code: 'not_a_list', values: { label: 'Bands' } }))
      .max(maxBands, failWith({ code: 'too_many_rows', values: { title: 'Bands', most: maxBands } })),
    electricPercent: createPercentRule(roadTaxLabels.electricPercent).nullable(),
    surchargePercent: createPercentRule(roadTaxLabels.surchargePercent),
    minTaxRupees: z
      .int(failNumberType(roadTaxLabels.minTaxRupees, minTaxReason))
      .min(0, minTaxOutOfRange)
      .max(maxMinTax, minTaxOutOfRange),
    isRough: yesOrNo(roadTaxLabels.isRough),
    note: emptyableText(roadTaxLabels.note, 200).nullable(),
  })
  .superRefine(({ bands, bandsBy }, context) => {
    const used = bands.flatMap((one, at) => (one.upTo === null && one.percent === null ? [] : [{ ...one, at }]));
    let below = 0;
    for (const [order, { upTo, percent, at }] of used.entries()) {
      const reject = (field: 'upTo' | 'percent', reason: Reason): void =>
        context.addIssue({ code: 'custom', path: ['bands', at, field], message: encodeReason(reason) });
      const isLast = order === used.length - 1;
      if (percent === null) reject('percent', { code: 'required', values: { label: roadTaxLabels.percent } });
      if (isLast && upTo !== null) reject('upTo', { code: 'last_maximum_not_empty' });
      if (!isLast && upTo === null) reject('upTo', { code: 'maximum_empty' });
      if (upTo !== null && upTo <= below) reject('upTo', { code: 'maxima_not_rising' });
      if (upTo !== null && bandsBy === 'price' && !Number.isInteger(upTo)) {
        reject('upTo', { code: 'prices_not_whole_rupees' });
      }
      below = upTo ?? below;
    }
  });
type RoadTaxChange = z.infer<typeof roadTaxChange>;

/** '8% up to ₹1,00,000, then 10%; electric 0%; surcharge 11% of the tax' */
export const formatRoadTax = ({ bands, electricPercent, surchargePercent, minTaxRupees }: RoadTaxRate): string =>
  [
    formatBands(bands),
    electricPercent !== null && `electric ${electricPercent}%`,
    surchargePercent > 0 && `surcharge ${surchargePercent}% of the tax`,
    minTaxRupees > 0 && `at least ${formatRupees(minTaxRupees)}`,
  ]
    .filter(Boolean)
    .join('; ');

/** Changes the road tax of a state (docs/product.md, "On-road price"). Each change is logged. */
export const changeRoadTax = defineCommand<RoadTaxChange, StoredRoadTax>({
  name: 'change-road-tax',
  schema: () => roadTaxChange,
  limit: 'write',
  changes: ({ id }) => ({ table: 'road_tax_rates', id }),
  run({ id, version, bands, bandsBy, ...fields }, context) {
    const operator = requirePermission(context.actor, 'texts');
    if (!operator.ok) return operator;
    const { db, now } = context;
    const before = findRoadTax(db, id);
    if (!before) return err(stateNotFound);
    if (isOutdated(version, before)) return createVersionConflict('rate');
    const { state } = before;
    const stored = bands.flatMap(({ upTo, percent }) =>
      percent === null
        ? []
        : {
            maxPriceRupees: bandsBy === 'price' ? upTo : null,
            maxEngineCc: bandsBy === 'engine' ? upTo : null,
            percent,
          },
    );
    if (isDeepStrictEqual(before, { ...before, ...fields, bands: stored })) return ok(before);
    db.update(roadTaxRates)
      .set({ ...fields, editedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(roadTaxRates.id, id))
      .run();
    db.delete(roadTaxBands).where(eq(roadTaxBands.stateCode, id)).run();
    if (stored.length > 0) {
      db.insert(roadTaxBands)
        .values(stored.map((one, position) => ({ ...one, stateCode: id, position })))
        .run();
    }
    recordAuditEvent(context, {
      subject: 'road-tax',
      subjectId: id,
      title: `Road tax of ${state}`,
      action: formatRoadTax({ ...fields, stateCode: id, state, bands: stored }),
    });
    const tax = findRoadTax(db, id);
    return tax ? ok(tax) : err(stateNotFound);
  },
});

import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { roadTaxBands, roadTaxRates } from '~db/schema';
import { recordAuditEvent } from '../moderation/audit-log.server';
import { signedInOperator } from '../shared/actor';
import { defineCommand, isOutdated } from '../shared/command.server';
import { emptyableText, oneOf, seenVersion } from '../shared/fields.server';
import { rupeesText } from '../shared/money';
import { type AppError, changedMeanwhile, err, fixErrors, ok } from '../shared/result';
import { bandMeasures, bandsText, mostBands, type RoadTaxRate, roadTaxLabels } from './on-road';
import { roadTaxes } from './on-road.queries.server';

const percentIn = (label: string) => {
  const error = `${label} must be from 0 to 100`;
  return z.number({ error }).min(0, { error }).max(100, { error });
};
const mostMinimum = 100_000;
const minimumError = `${roadTaxLabels.minTaxRupees} must be from ₹0 to ${rupeesText(mostMinimum)}`;
const maximumError = `${roadTaxLabels.upTo} must be more than 0`;

/** A row of the form; rows without figures are left out. */
const band = z.object({
  upTo: z.number({ error: maximumError }).positive({ error: maximumError }).nullable(),
  percent: percentIn(roadTaxLabels.percent).nullable(),
});

const roadTaxChange = z
  .object({
    id: z.string(),
    version: seenVersion,
    asOf: z.string().regex(/^20\d{2}(-(0[1-9]|1[0-2]))?$/, {
      error: `${roadTaxLabels.asOf} must be a year or a month, such as 2026 or 2026-08`,
    }),
    bandsBy: oneOf(roadTaxLabels.bandsBy, bandMeasures),
    bands: z.array(band).max(mostBands),
    electricPercent: percentIn(roadTaxLabels.electricPercent).nullable(),
    surchargePercent: percentIn(roadTaxLabels.surchargePercent),
    minTaxRupees: z
      .int({ error: minimumError })
      .min(0, { error: minimumError })
      .max(mostMinimum, { error: minimumError }),
    isRough: z.boolean(),
    note: emptyableText(roadTaxLabels.note, 200),
  })
  .superRefine(({ bands, bandsBy }, context) => {
    const used = bands.flatMap((one, at) => (one.upTo === null && one.percent === null ? [] : [{ ...one, at }]));
    let below = 0;
    for (const [order, { upTo, percent, at }] of used.entries()) {
      const reject = (field: 'upTo' | 'percent', message: string): void =>
        context.addIssue({ code: 'custom', path: ['bands', at, field], message });
      const isLast = order === used.length - 1;
      if (percent === null) reject('percent', `${roadTaxLabels.percent} is required`);
      if (isLast && upTo !== null) reject('upTo', 'Leave the last maximum empty: its rate holds for everything above');
      if (!isLast && upTo === null) reject('upTo', 'Only the last maximum may be empty');
      if (upTo !== null && upTo <= below) reject('upTo', 'Maxima must rise from row to row');
      if (upTo !== null && bandsBy === 'price' && !Number.isInteger(upTo)) reject('upTo', 'Prices are whole rupees');
      below = upTo ?? below;
    }
  });
type RoadTaxChange = z.infer<typeof roadTaxChange>;

const noSuchState: AppError = { kind: 'not-found', message: 'There is no such state.' };

/** '8% up to ₹1,00,000, then 10%; electric 0%; surcharge 11% of the tax' */
export const roadTaxText = ({ bands, electricPercent, surchargePercent, minTaxRupees }: RoadTaxRate): string =>
  [
    bandsText(bands),
    electricPercent !== null && `electric ${electricPercent}%`,
    surchargePercent > 0 && `surcharge ${surchargePercent}% of the tax`,
    minTaxRupees > 0 && `at least ${rupeesText(minTaxRupees)}`,
  ]
    .filter(Boolean)
    .join('; ');

/** Changes the road tax of a state (docs/product.md, "On-road price"). Operators only; each change is logged. */
export const changeRoadTax = defineCommand<RoadTaxChange, { id: string }>({
  name: 'change-road-tax',
  schema: () => roadTaxChange,
  invalidMessage: () => fixErrors,
  limit: 'write',
  run({ id, version, bands, bandsBy, ...fields }, context) {
    const operator = signedInOperator(context.actor);
    if (!operator.ok) return operator;
    const { db, now } = context;
    const before = db.select().from(roadTaxRates).where(eq(roadTaxRates.id, id)).get();
    const state = roadTaxes(db).find(({ stateCode }) => stateCode === id)?.state;
    if (!before || state === undefined) return err(noSuchState);
    if (isOutdated(version, before)) return changedMeanwhile('rate');
    db.update(roadTaxRates)
      .set({ ...fields, editedAt: now.toISOString(), version: sql`version + 1` })
      .where(eq(roadTaxRates.id, id))
      .run();
    db.delete(roadTaxBands).where(eq(roadTaxBands.stateCode, id)).run();
    const stored = bands.flatMap(({ upTo, percent }) =>
      percent === null
        ? []
        : {
            percent,
            maxPriceRupees: bandsBy === 'price' ? upTo : null,
            maxEngineCc: bandsBy === 'engine' ? upTo : null,
          },
    );
    if (stored.length > 0) {
      db.insert(roadTaxBands)
        .values(stored.map((one, position) => ({ ...one, stateCode: id, position })))
        .run();
    }
    recordAuditEvent(context, {
      subject: 'road-tax',
      subjectId: id,
      title: `Road tax of ${state}`,
      action: roadTaxText({ ...fields, stateCode: id, state, bands: stored }),
    });
    return ok({ id });
  },
});

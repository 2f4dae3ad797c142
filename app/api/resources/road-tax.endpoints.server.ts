import { z } from 'zod';
import { bandMeasures, maxBands } from '~/domain/on-road/on-road';
import {
  changeRoadTax,
  findRoadTax,
  readRoadTaxes,
  type StoredRoadTax,
  stateNotFound,
} from '~/domain/on-road/on-road.server';
import { seenVersion } from '~/domain/shared/fields.server';
import { defineEndpoint, type Endpoint, idParam, jsonBody, noInput, team } from '../define-endpoint.server';
import { findChanges, runEndpointCommand } from '../endpoint-command.server';
import { respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { isoDateTime, nullableText, version } from '../schemas.server';

const percent = z.number().min(0).max(100);

const fields = {
  asOf: z.string().meta({ description: 'Year or month whose rates these are: `2026` or `2026-08`.' }),
  bandsBy: z.enum(bandMeasures).meta({ description: 'Whether `upTo` is a price in whole rupees, or an engine in cc.' }),
  bands: z
    .array(
      z.object({
        upTo: z
          .number()
          .positive()
          .nullable()
          .meta({ description: 'Highest price or engine of the band, itself included; null for the last band.' }),
        percent: percent.meta({ description: 'Road tax, in percent of the ex-showroom price.' }),
      }),
    )
    .max(maxBands)
    .meta({ description: 'Rates from the lowest band on. Without any, that of a typical state is assumed.' }),
  electricPercent: percent
    .nullable()
    .meta({ description: 'Road tax of electric vehicles in percent; null if they are taxed like others.' }),
  surchargePercent: percent.meta({ description: 'Surcharge, in percent of the tax.' }),
  minTaxRupees: z.int().min(0).meta({ description: 'Lowest tax, in whole rupees; 0 for none.' }),
  isRough: z.boolean().meta({ description: 'Whether the rates may be a percentage point or two off.' }),
  note: nullableText.meta({ description: 'What estimates say beside the rate, up to 200 characters.' }),
};

const roadTax = z
  .object({
    _id: z.string(),
    id: z.string().meta({ description: 'Code of the state on number plates, such as `MH`.' }),
    state: z.string().meta({ description: 'Name of the state.' }),
    ...fields,
    editedAt: isoDateTime.nullable().meta({ description: 'Time of the last change, in UTC; null as shipped.' }),
    version,
  })
  .meta({ id: 'RoadTax' });

const toRoadTaxJson = ({ stateCode, bands, ...tax }: StoredRoadTax) =>
  ({
    _id: stateCode,
    id: stateCode,
    ...tax,
    bandsBy: bands.some(({ maxEngineCc }) => maxEngineCc !== null) ? 'engine' : 'price',
    bands: bands.map(({ maxPriceRupees, maxEngineCc, percent: rate }) => ({
      upTo: maxPriceRupees ?? maxEngineCc,
      percent: rate,
    })),
  }) satisfies z.infer<typeof roadTax>;

const bands = [
  { upTo: 100_000, percent: 10 },
  { upTo: null, percent: 12 },
];
const fieldsExample = {
  ...{ asOf: '2026-08', bandsBy: 'price', bands, electricPercent: 0, surchargePercent: 0 },
  ...{ minTaxRupees: 0, isRough: false, note: null },
};
const example = { _id: 'MH', id: 'MH', state: 'Maharashtra', ...fieldsExample, editedAt: null, version: 1 };

const all = { ...noInput, subject: 'shop', access: team('texts') } as const;
const item = {
  ...all,
  path: '/desk/road-tax/{id}',
  params: idParam,
  rejections: { 404: ['state_not_found'] },
} as const;

export const roadTaxEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...all,
    operationId: 'listRoadTaxes',
    method: 'GET',
    path: '/desk/road-tax',
    summary: 'List the road tax of each state',
    description: 'Those by which on-road prices are estimated.',
    response: { status: 200, data: z.object({ roadTaxes: z.array(roadTax) }), example: { roadTaxes: [example] } },
    handler: ({ runtime }) => respondWithData({ roadTaxes: readRoadTaxes(runtime.db).map(toRoadTaxJson) }),
  }),
  defineEndpoint({
    ...item,
    operationId: 'getRoadTax',
    method: 'GET',
    summary: 'Retrieve the road tax of a state',
    response: { status: 200, data: roadTax, example },
    handler({ runtime }, { params }) {
      const tax = findRoadTax(runtime.db, params.id);
      return tax ? respondWithData(toRoadTaxJson(tax)) : respondWithError(stateNotFound);
    },
  }),
  defineEndpoint({
    ...item,
    operationId: 'changeRoadTax',
    method: 'PUT',
    summary: 'Change the road tax of a state',
    body: jsonBody(() => z.object(fields).partial().extend({ version: seenVersion }), {
      asOf: '2026-11',
      bandsBy: 'price',
      bands,
      version: 1,
    }),
    response: { status: 200, data: roadTax, example: { ...example, asOf: '2026-11', version: 2 } },
    rejections: { 404: ['state_not_found'], 409: ['edit_conflict'] },
    async handler(context, { params, body }) {
      const tax = findRoadTax(context.runtime.db, params.id);
      if (!tax) return respondWithError(stateNotFound);
      const current = toRoadTaxJson(tax);
      const changes = findChanges(context, body, current);
      const result = await runEndpointCommand(
        context,
        changeRoadTax,
        { ...current, version: undefined, ...changes, ...params },
        { ...body, ...params },
      );
      return respondWithItem(result, toRoadTaxJson);
    },
  }),
];

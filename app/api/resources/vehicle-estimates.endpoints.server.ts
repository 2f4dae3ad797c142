import { z } from 'zod';
import { encodeReason } from '~/domain/shared/result';
import { findVehicleRecord, vehicleNotFound } from '~/domain/catalogue/vehicle.queries.server';
import { calculateOnRoadPrices } from '~/domain/on-road/on-road.server';
import { findRiderHeightError, parseRiderHeight, riderHeights, stands } from '~/domain/seat-height/seat-height';
import { findFits } from '~/domain/seat-height/seat-height.queries.server';
import { defineEndpoint, type Endpoint, idParam } from '../define-endpoint.server';
import { stateParameter } from '../schemas.server';
import { respondWithData, respondWithError } from '../respond.server';
import { readVehicles } from './vehicle.shape.server';

/** Whole rupees. */
const onRoadPrice = z
  .object({
    state: z.object({ code: z.string(), name: z.string() }),
    exShowroom: z.int(),
    roadTax: z.int(),
    insurance: z.int(),
    registration: z.int().meta({ description: 'Registration, including certificate and number plate.' }),
    total: z.int(),
    asOf: z.string().meta({ description: 'Month of the fees and premiums.' }),
    roadTaxAsOf: z.string().meta({ description: 'Year or month of the road tax rates.' }),
    isRateAssumed: z
      .boolean()
      .meta({ description: "Whether the state's rate is unknown and the median of the others is used." }),
    notes: z.array(z.string()),
  })
  .meta({ id: 'OnRoadPrice' });

const seatFit = z
  .object({
    vehicleId: z.string(),
    isEstimate: z.literal(true),
    heightCm: z.int(),
    seatHeightMm: z.number().nullable(),
    source: z.string().nullable().meta({ description: 'Source of the seat height.' }),
    fit: z
      .object({
        stand: z.enum(stands).meta({
          description:
            'Whether the rider reaches the ground with both feet flat, with the balls of both, or with one foot at a time.',
        }),
        inseamMm: z.int().meta({ description: '46% of the height.' }),
        gapMm: z.int().meta({ description: 'Seat height minus inseam; negative if the inseam is longer.' }),
      })
      .nullable()
      .meta({ description: 'Null if the seat height is unknown.' }),
  })
  .meta({ id: 'SeatFit' });
const seatFitExample = {
  vehicleId: '1',
  isEstimate: true,
  heightCm: 170,
  seatHeightMm: 805,
  source: 'as its maker states',
  fit: { stand: 'balls', inseamMm: 782, gapMm: 23 },
};

export const estimateEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...readVehicles,
    operationId: 'getOnRoadPrice',
    method: 'GET',
    path: '/vehicles/{id}/on-road',
    summary: 'Estimate the on-road price of a new vehicle, by state',
    description:
      'In whole rupees, for all states in alphabetical order or for one. Empty for a vehicle that is not sold new.',
    query: z.object({ state: stateParameter.optional() }),
    params: idParam,
    response: {
      status: 200,
      data: z.object({ vehicleId: z.string(), isEstimate: z.literal(true), onRoad: z.array(onRoadPrice) }),
      example: {
        vehicleId: '1',
        isEstimate: true,
        onRoad: [
          {
            state: { code: 'DL', name: 'Delhi' },
            exShowroom: 184_000,
            roadTax: 14_720,
            insurance: 10_979,
            registration: 950,
            total: 210_649,
            asOf: '2026-01',
            roadTaxAsOf: '2024',
            isRateAssumed: false,
            notes: ['Estimate with fees and premiums of Jan 2026 and the road tax of 2024.'],
          },
        ],
      },
    },
    rejections: { 404: ['vehicle_not_found'] },
    handler({ runtime: { db } }, { params: { id }, query: { state } }) {
      const vehicle = findVehicleRecord(db, id);
      if (!vehicle) return respondWithError(vehicleNotFound);
      const prices = calculateOnRoadPrices(db, vehicle).filter(({ stateCode }) => !state || stateCode === state.code);
      return respondWithData({
        vehicleId: id,
        isEstimate: true,
        onRoad: prices.map((price) => ({
          state: { code: price.stateCode, name: price.state },
          exShowroom: price.exShowroomRupees,
          roadTax: price.roadTaxRupees,
          insurance: price.insuranceRupees,
          registration: price.feesRupees,
          total: price.totalRupees,
          asOf: price.asOf,
          roadTaxAsOf: price.roadTaxAsOf,
          isRateAssumed: price.isRateAssumed,
          notes: price.notes,
        })),
      });
    },
  }),
  defineEndpoint({
    ...readVehicles,
    operationId: 'getSeatFit',
    method: 'GET',
    path: '/vehicles/{id}/seat-height',
    summary: "Estimate how a rider's feet reach the ground",
    description: 'For a listing, uses the seat height of its model when new.',
    query: z.object({
      height: z
        .string()
        .transform((text, context) => {
          const height = parseRiderHeight(text);
          if (height !== null) return height;
          context.addIssue({ code: 'custom', message: encodeReason(findRiderHeightError(text)) });
          return z.NEVER;
        })
        .meta({ json: { type: 'integer', minimum: riderHeights.min, maximum: riderHeights.max } })
        .default(riderHeights.default),
    }),
    params: idParam,
    response: { status: 200, data: seatFit, example: seatFitExample },
    rejections: { 404: ['vehicle_not_found'] },
    handler({ runtime: { db }, actor }, { params: { id }, query: { height } }) {
      const [fit] = findFits(db, height, [id], actor);
      if (!fit) return respondWithError(vehicleNotFound);
      return respondWithData({
        vehicleId: id,
        isEstimate: true,
        heightCm: height,
        seatHeightMm: fit.seatHeight?.mm ?? null,
        source: fit.seatHeight?.source ?? null,
        fit: fit.fit && { stand: fit.fit.stand, inseamMm: fit.fit.inseamMm, gapMm: fit.fit.gapMm },
      });
    },
  }),
];

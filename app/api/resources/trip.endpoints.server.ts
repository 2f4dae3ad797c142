import { z } from 'zod';
import { encodeReason } from '~/domain/shared/result';
import { compareMaximum } from '~/domain/compare/compare-list';
import { sumHours, type TripRoute } from '~/domain/trip/trip';
import {
  findTripRoute,
  formatTripTerms,
  planTrips,
  tripRoutes,
  type TripVehicle,
} from '~/domain/trip/trip.queries.server';
import { anyone, defineEndpoint, type Endpoint, noInput } from '../define-endpoint.server';
import { respondWithData, respondWithError } from '../respond.server';

const hours = z.number().nonnegative();

const tripRoute = z
  .object({
    id: z.string(),
    name: z.string(),
    via: z.string().meta({ description: 'The roads that it takes.' }),
    km: z.int(),
    averageKmph: z.number().positive(),
    towns: z.array(z.object({ name: z.string(), km: z.number().nonnegative() })),
    note: z.string().nullable(),
  })
  .meta({ id: 'TripRoute' });

const vehicleTrip = z
  .object({
    vehicleId: z.string(),
    name: z.string(),
    basis: z.string().meta({ description: 'Values used in the calculation, and those that are unknown.' }),
    trip: z
      .object({
        stops: z.int().nonnegative(),
        kmBetweenStops: z.int().nonnegative(),
        stopsAt: z
          .array(z.object({ km: z.int(), near: z.string() }))
          .meta({ description: 'Empty if there are more than 60 stops.' }),
        rupees: z
          .int()
          .nullable()
          .meta({ description: 'Cost of fuel or electricity; null if the battery is unknown.' }),
        ridingHours: hours,
        stopHours: hours.nullable().meta({ description: 'Null if a charging time is unknown.' }),
        hours: hours.nullable(),
      })
      .nullable()
      .meta({ description: 'Null if mileage or range are unknown.' }),
  })
  .meta({ id: 'VehicleTrip' });

const routeJson = ({ id, name, via, km, averageKmph, towns, note }: TripRoute) => ({
  id,
  name,
  via,
  km,
  averageKmph,
  towns: towns.map((town) => ({ name: town.name, km: town.km })),
  note,
});

const roundFigure = (figure: number | null): number | null => (figure === null ? null : Math.round(figure * 100) / 100);

const vehicleJson = ({ id, name, basis, trip }: TripVehicle) => ({
  vehicleId: id,
  name,
  basis,
  trip: trip && {
    stops: trip.stopCount,
    kmBetweenStops: trip.kmBetweenStops,
    stopsAt: trip.stops,
    rupees: trip.rupees,
    ridingHours: roundFigure(trip.ridingHours),
    stopHours: roundFigure(trip.stopHours),
    hours: roundFigure(sumHours(trip)),
  },
});

const reading = { ...noInput, subject: 'vehicles', method: 'GET', access: anyone, isCached: true } as const;

const exampleRoute = {
  id: 'pune-goa',
  name: 'Pune to Goa',
  via: 'NH 48 and the Chorla ghat',
  km: 463,
  averageKmph: 50,
  towns: [
    { name: 'Pune', km: 0 },
    { name: 'Panaji', km: 463 },
  ],
  note: null,
};

const vehiclesParameter = z
  .string()
  .transform((text, context) => {
    const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean);
    if (ids.length > 0 && ids.length <= compareMaximum) return ids;
    context.addIssue({
      code: 'custom',
      message: encodeReason({ code: 'vehicles_invalid', values: { most: compareMaximum } }),
    });
    return z.NEVER;
  })
  .meta({ json: { type: 'string', description: 'Comma-separated ids of vehicles and listings.', example: '1,8' } });

export const tripEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...reading,
    operationId: 'listTripRoutes',
    path: '/trips',
    summary: 'List the routes of trips',
    response: {
      status: 200,
      data: z.object({ routes: z.array(tripRoute) }),
      example: { routes: [exampleRoute] },
    },
    handler: () => respondWithData({ routes: tripRoutes.map(routeJson) }),
  }),
  defineEndpoint({
    ...reading,
    operationId: 'planTrip',
    path: '/trips/{route}',
    summary: 'Calculate the stops, cost and hours of vehicles on a route',
    description: 'Returns an estimate; `terms` lists its assumptions. Vehicles that do not exist are left out.',
    params: z.object({
      route: z.string().meta({ json: { type: 'string', enum: tripRoutes.map(({ id }) => id) } }),
    }),
    query: z.object({ vehicles: vehiclesParameter.optional() }),
    response: {
      status: 200,
      data: z.object({
        route: tripRoute,
        isEstimate: z.literal(true),
        vehicles: z.array(vehicleTrip),
        terms: z.array(z.string()),
      }),
      example: {
        route: exampleRoute,
        isEstimate: true,
        vehicles: [
          {
            vehicleId: '1',
            name: 'Royal Enfield Classic 350',
            basis: '36 km/l, as its maker states; tank of 13 litres',
            trip: {
              stops: 1,
              kmBetweenStops: 374,
              stopsAt: [{ km: 374, near: 'Belagavi' }],
              rupees: 1_325,
              ridingHours: 9.26,
              stopHours: 0.17,
              hours: 9.43,
            },
          },
        ],
        terms: ['Petrol at ₹103 and diesel at ₹91 a litre, electricity at ₹8 a kWh as at home, as of 1 Apr 2026.'],
      },
    },
    rejections: { 404: ['route_not_found'] },
    handler({ runtime, actor }, { params, query }) {
      const route = findTripRoute(params.route);
      if (!route) return respondWithError({ kind: 'not-found', code: 'route_not_found' });
      return respondWithData({
        route: routeJson(route),
        isEstimate: true,
        vehicles: planTrips(runtime.db, route, query.vehicles ?? [], actor).map(vehicleJson),
        terms: formatTripTerms(runtime.db, route),
      });
    },
  }),
];

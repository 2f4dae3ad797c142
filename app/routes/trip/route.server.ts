import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findVehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { compareMaximum } from '~/domain/compare/compare-list';
import { findTripRoute, formatTripTerms, planTrips, tripRoutes } from '~/domain/trip/trip.queries.server';
import { readChosenVehicles } from '~/http/cookies/compare-list.server';
import { getActor } from '~/http/actor.server';
import { getGoneStatusOfAll } from '~/http/gone-offer.server';

/** Example vehicles when none is chosen: a motorcycle, a scooter and an electric one. */
const examples = ['1', '5', '8'];

/** Stops, cost and hours of up to four vehicles on a route (docs/product.md, "Trips"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { searchParams } = new URL(request.url);
  const route = findTripRoute(searchParams.get('route')) ?? tripRoutes[0];
  if (!route) throw new Error('The data file has no routes.');
  const { ids, isTooLong } = readChosenVehicles(request);
  const own = planTrips(runtime.db, route, ids, getActor(request, runtime));
  const isExample = own.length === 0;
  const vehicles = isExample ? planTrips(runtime.db, route, examples, getActor(request, runtime)) : own;
  const chosenIds = new Set(own.map(({ id }) => id));
  return json(
    {
      route,
      routes: tripRoutes.map(({ id, name, km }) => ({ id, name, km })),
      vehicles,
      isExample,
      isTooLong,
      gone: ids.length - own.length,
      choices:
        chosenIds.size < compareMaximum ? findVehicleChoices(runtime.db).filter(({ id }) => !chosenIds.has(id)) : [],
      terms: formatTripTerms(runtime.db, route),
    },
    { status: isExample && ids.length > 0 ? getGoneStatusOfAll(request, runtime, ids) : 200 },
  );
}

import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { compareFull, compareMaximum } from '~/domain/compare/comparison';
import { vehicleChoices } from '~/domain/catalogue/stock.queries.server';
import { findTripRoute, tripRoutes, tripsOf, tripTerms } from '~/domain/trip/trip.queries.server';
import { getActor } from '~/http/actor.server';
import { readChosenVehicles } from '~/http/cookies.server';
import { runtimeOf } from '~/http/runtime.server';
import { FlashMessage } from '~/ui/page/flash-message';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { TripView } from './trip-view';

export const handle: ScreenHandle = {
  kind: 'plain',
  cacheKeyParameters: ['vehicles', 'add', 'route'],
  canonicalQuery: ['route'],
  stylesheets: ['field', 'trip'],
};

export const meta = () =>
  pageMeta(
    'Trip',
    'Fifteen routes across India: stops for petrol or charging, rupees and hours for up to four bikes and scooters.',
  );

/** Examples where no vehicle is chosen: a motorcycle, a scooter and an electric one. */
const examples = ['1', '5', '8'];

/** Stops, cost and hours of up to four vehicles on a route (docs/product.md, "Trips"). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { searchParams } = new URL(request.url);
  const route = findTripRoute(searchParams.get('route')) ?? tripRoutes[0];
  if (!route) throw new Error('The data file has no routes.');
  const { ids, isTooLong } = readChosenVehicles(request);
  const own = tripsOf(runtime.db, route, ids, getActor(request, runtime));
  const isExample = own.length === 0;
  const vehicles = isExample ? tripsOf(runtime.db, route, examples, getActor(request, runtime)) : own;
  const shown = new Set(own.map(({ id }) => id));
  return json({
    route,
    routes: tripRoutes.map(({ id, name, km }) => ({ id, name, km })),
    vehicles,
    isExample,
    isTooLong,
    choices: shown.size < compareMaximum ? vehicleChoices(runtime.db).filter(({ id }) => !shown.has(id)) : [],
    terms: tripTerms(route),
  });
}

export default function TripScreen() {
  const { isTooLong, ...shown } = useLoaderData<typeof loader>();
  return (
    <>
      {isTooLong && (
        <div role="status">
          <FlashMessage kind="error" text={compareFull} />
        </div>
      )}
      <TripView {...shown} />
    </>
  );
}

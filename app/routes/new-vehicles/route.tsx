import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { offerKind } from '~/domain/catalogue/vehicle.queries.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { VehicleType } from '~db/enums';
import { loadNewVehicles, loadUsedVehicles } from './new-vehicles.loader.server';
import { NewVehiclesView } from './new-view';
import { UsedVehiclesView, usedTitle } from './used-view';

const typeOf = (pathname: string): VehicleType => (pathname === paths.newScooters() ? 'Scooter' : 'Bike');

/** One path for two screens: new and second-hand vehicles. */
const isUsed = (search: URLSearchParams): boolean => search.get('stock') === 'used';

export const handle: ScreenHandle = {
  kind: (search) => (isUsed(search) ? 'plain' : 'enhanced'),
  cacheKeyParameters: (search) =>
    isUsed(search) ? ['stock', 'page'] : ['fuelType', 'mileage', 'vehicleType', 'budget', 'open', 'image'],
  canonicalQuery: ['stock', 'page'],
  // The vehicle in the modal has a screen of its own.
  canonical: (search) => {
    const id = search.get('open');
    return id && !isUsed(search) ? paths.vehicle(id) : null;
  },
  stylesheets: (search) =>
    isUsed(search)
      ? ['tabs', 'stat', 'poster', 'vehicle-grid', 'used-vehicles']
      : ['tabs', 'panel', 'slide-show', 'filters', 'vehicle-grid', 'new-vehicles'],
};

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  if (data?.view === 'used') {
    const title = usedTitle(data.type);
    return pageMeta(title, `${title} with price, kilometres, years used, condition and number plate.`);
  }
  const title = typeOf(location.pathname) === 'Bike' ? 'New Bikes' : 'New Scooters';
  return pageMeta(
    data?.open ? data.open.name : title,
    `${title} in India with ex-showroom price, mileage, colours and bank offers, by fuel, mileage, type and budget.`,
  );
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const runtime = runtimeOf(context);
  if (isUsed(searchParams)) return json(loadUsedVehicles(runtime, searchParams, typeOf(pathname)));
  const screen = loadNewVehicles(runtime, searchParams, typeOf(pathname));
  const open = searchParams.get('open');
  // A vehicle on sale elsewhere, or upcoming, has its own details screen.
  if (screen.isGone && open && offerKind(runtime.db, open)) throw redirect(paths.vehicle(open));
  return json(screen, { status: screen.isGone ? 404 : 200 });
}

export default function NewVehiclesScreen() {
  const screen = useLoaderData<typeof loader>();
  return screen.view === 'used' ? <UsedVehiclesView {...screen} /> : <NewVehiclesView {...screen} />;
}

import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { VehicleType } from '~/domain/catalogue/bands';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { loadNewVehicles } from './load-new.server';
import { NewVehiclesView } from './new-view';

const typeOf = (pathname: string): VehicleType => (pathname === paths.newScooters() ? 'Scooter' : 'Bike');

export const handle: ScreenHandle = {
  kind: 'enhanced',
  keep: ['fuelType', 'mileage', 'vehicleType', 'budget', 'open', 'image'],
  // The vehicle in the modal has a screen of its own.
  canonical: (search) => {
    const id = search.get('open');
    return id ? paths.vehicle(id) : null;
  },
  sheets: ['slides', 'finder', 'new-vehicles'],
};

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const title = typeOf(location.pathname) === 'Bike' ? 'New Bikes' : 'New Scooters';
  return pageMeta(
    data?.open ? data.open.name : title,
    `${title} in India with ex-showroom price, mileage, colours and bank offers, by fuel, mileage, type and budget.`,
  );
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const screen = loadNewVehicles(runtimeOf(context), searchParams, typeOf(pathname));
  return json(screen, { status: screen.isGone ? 404 : 200 });
}

export default function NewVehiclesScreen() {
  return <NewVehiclesView {...useLoaderData<typeof loader>()} />;
}

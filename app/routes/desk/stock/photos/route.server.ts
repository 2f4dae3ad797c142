import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { maxNamedPhotos } from '~/domain/photos/photo';
import { mayUse } from '~/domain/shared/permissions';
import { addStockPhotos } from '~/domain/stock/stock-photos.server';
import { findStockRow } from '~/domain/stock/stock-writes.server';
import { deskPaths } from '~/paths';
import { selectFields, uploadHashName } from '~/submit/form-body.server';
import { readNamedPhotoForm } from '~/submit/form-photos.server';
import { createFormAction } from '~/submit/form.server';
import { allowTeam, requireDesk } from '../../access.server';

const readVehicle = (url: URL): string | null => url.searchParams.get('vehicle') || null;

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'sell');
  const id = readVehicle(new URL(route.request.url));
  const vehicle = id === null ? null : findStockRow(runtime.db, id);
  if (id !== null && !vehicle) throw new Response(null, { status: 404 });
  return json({ vehicle: vehicle && { id: vehicle.id, name: vehicle.name } });
}

export const action = createFormAction(
  {
    access: allowTeam('sell'),
    values: selectFields([uploadHashName]),
    command: addStockPhotos,
    decode: ({ namedPhotos, url }) => ({ vehicleId: readVehicle(url), files: namedPhotos }),
    onSuccess: ({ id, left, vehicle }) =>
      vehicle && left === 0
        ? { to: deskPaths.stockItem(vehicle.id), done: { code: 'stock_changed', values: { name: vehicle.name } } }
        : { to: deskPaths.photoUpload(id) },
    redisplay: () => ({}),
  },
  readNamedPhotoForm({
    mayAdd: ({ actor }) => mayUse(actor.user, 'sell'),
    most: maxNamedPhotos,
    surplus: 'photo_surplus',
  }),
);

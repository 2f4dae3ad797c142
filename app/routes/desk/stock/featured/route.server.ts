import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { cardsPerRow, findFeaturedVehicles } from '~/domain/catalogue/vehicle.queries.server';
import { getColours } from '~/domain/photos/drawing';
import { formatRupees } from '~/domain/shared/money';
import { maxFeaturedMoved, moveFeatured } from '~/domain/stock/stock.commands.server';
import { deskPaths } from '~/paths';
import { createFormAction } from '~/submit/form.server';
import { vehicleTypes } from '~db/enums';
import { allowTeam, requireDesk } from '../../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'stock');
  return json({
    onHome: cardsPerRow,
    lists: vehicleTypes.map((type) => ({
      type,
      rows: findFeaturedVehicles(runtime.db, type, maxFeaturedMoved).map((vehicle) => ({
        id: vehicle.id,
        name: vehicle.name,
        price: formatRupees(vehicle.priceRupees),
        photo: vehicle.photo,
        drawing: { of: vehicle.bodyStyle, colours: getColours(vehicle) },
      })),
    })),
  });
}

export const action = createFormAction({
  access: allowTeam('stock'),
  command: moveFeatured,
  decode({ fields }) {
    const [up, down] = [fields.get('up'), fields.get('down')];
    return { id: up ?? down ?? '', by: up === null ? 1 : -1 };
  },
  onSuccess: ({ batch, name }) => ({
    to: deskPaths.featured(),
    done: {
      code: 'stock_changed',
      values: { name },
      undo: { action: deskPaths.stock(), fields: { intent: 'undo', batch, next: deskPaths.featured() } },
    },
  }),
  redisplay: null,
});

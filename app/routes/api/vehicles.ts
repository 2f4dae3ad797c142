import { vehiclesPerPage } from '~/domain/catalogue/vehicle';
import { vehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { recordsAt, vehicleRecords } from '~/domain/catalogue/vehicle.queries.server';
import { everyVehicle } from '~/domain/catalogue/vehicle-search.server';
import { listedMessages } from '~/domain/listings/listing';
import { offerVehicle } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { sendData, sendError } from '~/api/respond.server';
import { malformedParameters } from '~/api/request-query.server';
import { vehicle } from '~/api/contract/vehicle.shape.server';
import { vehicleEndpoints } from '~/api/contract/vehicle.contract.server';
import {
  defineEndpoint,
  type EndpointContext,
  endpointRoute,
  type GivenBy,
  runEndpointCommand,
} from '~/api/define-endpoint.server';
import { isUpsideDown } from '~/api/query-rules';
import { sendList } from '~/api/whole-list.server';
import type { ApiResponse } from '~/http/responses.server';
import { readOfferBody, withPhotos } from './offer-body.server';

type RequestedList = GivenBy<typeof vehicleEndpoints.list>;

/** The prices that a budget and a range both leave; upside down when they have none in common. */
function priceRange({ budget, minPrice, maxPrice }: RequestedList['query']): { minPrice?: number; maxPrice?: number } {
  if (!budget) return { minPrice, maxPrice };
  const top = budget.below === null ? undefined : budget.below - 1;
  return {
    minPrice: Math.max(minPrice ?? 0, budget.from),
    maxPrice: top === undefined ? maxPrice : Math.min(maxPrice ?? top, top),
  };
}

function list(context: EndpointContext, { query }: RequestedList): ApiResponse | Promise<ApiResponse> {
  const { runtime, origin } = context;
  const { page, limit, fields, budget: _budget, fuelType, minPrice, maxPrice, ...requested } = query;
  if (isUpsideDown(minPrice, maxPrice)) {
    return sendError(malformedParameters({ minPrice: 'minPrice must not be above maxPrice' }).error);
  }
  const wanted = { ...requested, fuel: fuelType, ...priceRange(query) };
  return sendList(
    context,
    {
      name: 'vehicles',
      item: vehicle,
      perPage: vehiclesPerPage,
      async readPage(place) {
        const { items, pagination } = await vehicleRecords(runtime.db, { ...wanted, ...place });
        return { items: items.map((item) => vehicleJson(item, origin)), pagination };
      },
      *readAll() {
        for (const seqs of everyVehicle(runtime.db, wanted)) {
          yield recordsAt(runtime.db, seqs).map((item) => vehicleJson(item, origin));
        }
      },
    },
    { page, limit, fields },
  );
}

async function offer(context: EndpointContext): Promise<ApiResponse> {
  const body = await readOfferBody(context);
  if (!body.ok) return sendError(body.error);
  const { fields, content, storePhotos } = body.value;
  const result = await runEndpointCommand(
    context,
    offerVehicle,
    { ...fields, photos: [] },
    content,
    withPhotos(storePhotos),
  );
  if (!result.ok) return sendError(result.error);
  const { id, type } = result.value;
  return sendData(vehicleJson(result.value, context.origin), {
    status: 201,
    message: listedMessages[type === 'Bike' ? 'bike' : 'scooter'],
    headers: { Location: `/api/vehicles/${id}` },
  });
}

const endpoint = endpointRoute(
  defineEndpoint(vehicleEndpoints.list, list),
  defineEndpoint(vehicleEndpoints.offer, offer),
);

export const loader = endpoint;
export const action = endpoint;

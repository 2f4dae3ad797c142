import { vehicleJson } from '~/domain/catalogue/vehicle.serializer.server';
import { featuredRecords } from '~/domain/catalogue/vehicle.queries.server';
import { sendData } from '~/api/respond.server';
import { pickFields } from '~/api/query-rules';
import { vehicleEndpoints } from '~/api/contract/vehicle.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';

const endpoint = endpointRoute(
  defineEndpoint(vehicleEndpoints.featured, ({ runtime, origin }, { query: { fields } }) => {
    const vehicles = featuredRecords(runtime.db).map((vehicle) => pickFields(vehicleJson(vehicle, origin), fields));
    const { length } = vehicles;
    return sendData({ vehicles, pagination: { page: 1, limit: length, total: length, pages: 1 } });
  }),
);

export const loader = endpoint;
export const action = endpoint;

import { sendData } from '~/api/respond.server';
import { vehicleEndpoints } from '~/api/contract/vehicle.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { brandsOfVehicles } from '~/domain/catalogue/vehicle.queries.server';

const endpoint = endpointRoute(
  defineEndpoint(vehicleEndpoints.brands, ({ runtime }) => sendData({ brands: brandsOfVehicles(runtime.db) })),
);

export const loader = endpoint;
export const action = endpoint;

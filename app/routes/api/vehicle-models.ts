import { sendData } from '~/api/respond.server';
import { vehicleEndpoints } from '~/api/contract/vehicle.contract.server';
import { defineEndpoint, endpointRoute } from '~/api/define-endpoint.server';
import { modelsOfBrand } from '~/domain/catalogue/vehicle.queries.server';

const endpoint = endpointRoute(
  defineEndpoint(vehicleEndpoints.models, ({ runtime }, { params }) =>
    sendData({ models: modelsOfBrand(runtime.db, params.brand) }),
  ),
);

export const loader = endpoint;
export const action = endpoint;

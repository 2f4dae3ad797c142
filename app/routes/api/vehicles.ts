import { createResourceHandler } from '~/api/resource-route.server';
import { batchEndpoints } from '~/api/resources/vehicle-batch.endpoint.server';
import { vehicleEndpoints } from '~/api/resources/vehicle.endpoints.server';

export const loader = createResourceHandler([...vehicleEndpoints, ...batchEndpoints]);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { vehicleEndpoints } from '~/api/resources/vehicle.endpoints.server';

export const loader = createResourceHandler(vehicleEndpoints);
export const action = loader;

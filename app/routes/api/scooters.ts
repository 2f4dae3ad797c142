import { createResourceHandler } from '~/api/resource-route.server';
import { scooterEndpoints } from '~/api/resources/listing.endpoints.server';

export const loader = createResourceHandler(scooterEndpoints);
export const action = loader;

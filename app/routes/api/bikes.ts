import { createResourceHandler } from '~/api/resource-route.server';
import { bikeEndpoints } from '~/api/resources/listing.endpoints.server';

export const loader = createResourceHandler(bikeEndpoints);
export const action = loader;

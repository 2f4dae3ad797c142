import { createResourceHandler } from '~/api/resource-route.server';
import { tripEndpoints } from '~/api/resources/trip.endpoints.server';

export const loader = createResourceHandler(tripEndpoints);
export const action = loader;

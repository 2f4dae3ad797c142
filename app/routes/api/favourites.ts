import { createResourceHandler } from '~/api/resource-route.server';
import { favouriteEndpoints } from '~/api/resources/favourite.endpoints.server';

export const loader = createResourceHandler(favouriteEndpoints);
export const action = loader;

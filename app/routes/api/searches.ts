import { createResourceHandler } from '~/api/resource-route.server';
import { searchEndpoints } from '~/api/resources/search.endpoints.server';

export const loader = createResourceHandler(searchEndpoints);
export const action = loader;

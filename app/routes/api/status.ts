import { createResourceHandler } from '~/api/resource-route.server';
import { statusEndpoints } from '~/api/resources/status.endpoints.server';

export const loader = createResourceHandler(statusEndpoints);
export const action = loader;

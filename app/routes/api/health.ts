import { createResourceHandler } from '~/api/resource-route.server';
import { healthEndpoints } from '~/api/resources/health.endpoints.server';

export const loader = createResourceHandler(healthEndpoints);
export const action = loader;

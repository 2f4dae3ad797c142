import { createResourceHandler } from '~/api/resource-route.server';
import { serviceEndpoints } from '~/api/resources/service.endpoints.server';

export const loader = createResourceHandler(serviceEndpoints);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { recoveryEndpoints } from '~/api/resources/recovery.endpoints.server';

export const loader = createResourceHandler(recoveryEndpoints);
export const action = loader;

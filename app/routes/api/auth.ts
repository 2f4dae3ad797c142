import { createResourceHandler } from '~/api/resource-route.server';
import { accountEndpoints } from '~/api/resources/account.endpoints.server';

export const loader = createResourceHandler(accountEndpoints);
export const action = loader;

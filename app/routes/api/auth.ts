import { createResourceHandler } from '~/api/resource-route.server';
import { accountEndpoints } from '~/api/resources/account.endpoints.server';
import { sessionEndpoints } from '~/api/resources/session.endpoints.server';
import { tokenEndpoints } from '~/api/resources/token.endpoints.server';

export const loader = createResourceHandler([...accountEndpoints, ...sessionEndpoints, ...tokenEndpoints]);
export const action = loader;

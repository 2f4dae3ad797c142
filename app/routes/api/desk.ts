import { createResourceHandler } from '~/api/resource-route.server';
import { mailEndpoints, savedReplyEndpoints } from '~/api/resources/desk.endpoints.server';
import { shopEndpoints } from '~/api/resources/shop.endpoints.server';
import { requestEndpoints } from '~/api/resources/request.endpoints.server';

export const loader = createResourceHandler([
  ...requestEndpoints,
  ...savedReplyEndpoints,
  ...shopEndpoints,
  ...mailEndpoints,
]);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { messageEndpoints } from '~/api/resources/message.endpoints.server';

export const loader = createResourceHandler(messageEndpoints);
export const action = loader;

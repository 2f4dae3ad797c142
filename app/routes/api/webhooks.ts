import { createResourceHandler } from '~/api/resource-route.server';
import { webhookEndpoints } from '~/api/resources/webhook.endpoints.server';

export const loader = createResourceHandler(webhookEndpoints);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { conversationEndpoints } from '~/api/resources/conversation.endpoints.server';

export const loader = createResourceHandler(conversationEndpoints);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { feedbackEndpoints } from '~/api/resources/feedback.endpoints.server';

export const loader = createResourceHandler(feedbackEndpoints);
export const action = loader;

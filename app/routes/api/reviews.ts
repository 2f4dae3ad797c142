import { createResourceHandler } from '~/api/resource-route.server';
import { reviewEndpoints } from '~/api/resources/review.endpoints.server';

export const loader = createResourceHandler(reviewEndpoints);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { showroomEndpoints } from '~/api/resources/showroom.endpoints.server';

export const loader = createResourceHandler(showroomEndpoints);
export const action = loader;

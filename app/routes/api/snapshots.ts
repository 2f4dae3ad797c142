import { createResourceHandler } from '~/api/resource-route.server';
import { snapshotEndpoints } from '~/api/resources/snapshot.endpoints.server';

export const loader = createResourceHandler(snapshotEndpoints);
export const action = loader;

import { createResourceHandler } from '~/api/resource-route.server';
import { reportEndpoints } from '~/api/resources/report.endpoints.server';

export const loader = createResourceHandler(reportEndpoints);
export const action = loader;

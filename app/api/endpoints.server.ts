import type { Endpoint } from './define-endpoint.server';
import { accountEndpoints } from './resources/account.endpoints.server';
import { feedbackEndpoints } from './resources/feedback.endpoints.server';
import { healthEndpoints } from './resources/health.endpoints.server';
import { bikeEndpoints, scooterEndpoints } from './resources/listing.endpoints.server';
import { messageEndpoints } from './resources/message.endpoints.server';
import { reviewEndpoints } from './resources/review.endpoints.server';
import { serviceEndpoints } from './resources/service.endpoints.server';
import { vehicleEndpoints } from './resources/vehicle.endpoints.server';

/** Every endpoint of the API, in the order of its tags: the source of the routes, the OpenAPI document and the pages. */
export const apiEndpoints: readonly Endpoint[] = [
  ...vehicleEndpoints,
  ...bikeEndpoints,
  ...scooterEndpoints,
  ...reviewEndpoints,
  ...serviceEndpoints,
  ...messageEndpoints,
  ...feedbackEndpoints,
  ...accountEndpoints,
  ...healthEndpoints,
];

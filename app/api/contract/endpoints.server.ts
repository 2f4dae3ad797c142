import { accountEndpoints } from './account.contract.server';
import type { AnyContract } from './contract.server';
import { feedbackEndpoints } from './feedback.contract.server';
import { healthEndpoints } from './health.contract.server';
import { bikeEndpoints, scooterEndpoints } from './listing.contract.server';
import { messageEndpoints } from './message.contract.server';
import { reviewEndpoints } from './review.contract.server';
import { serviceEndpoints } from './service.contract.server';
import { vehicleEndpoints } from './vehicle.contract.server';

/** Every endpoint of the API, in the order of its tags: the source of the OpenAPI document, the pages and the tests. */
export const apiEndpoints: readonly AnyContract[] = [
  vehicleEndpoints,
  bikeEndpoints,
  scooterEndpoints,
  reviewEndpoints,
  serviceEndpoints,
  messageEndpoints,
  feedbackEndpoints,
  accountEndpoints,
  healthEndpoints,
].flatMap((endpoints) => Object.values<AnyContract>(endpoints));

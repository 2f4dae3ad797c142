import { accountCalls } from './account-calls.server';
import type { AnyContract } from './contract.server';
import { feedbackCalls } from './feedback-calls.server';
import { healthCalls } from './health-calls.server';
import { bikeCalls, scooterCalls } from './listing-calls.server';
import { messageCalls } from './message-calls.server';
import { reviewCalls } from './review-calls.server';
import { serviceCalls } from './service-calls.server';
import { vehicleCalls } from './vehicle-calls.server';

/** Every endpoint of the API, in the order of its tags: the source of the OpenAPI document, the pages and the tests. */
export const apiCalls: readonly AnyContract[] = [
  vehicleCalls,
  bikeCalls,
  scooterCalls,
  reviewCalls,
  serviceCalls,
  messageCalls,
  feedbackCalls,
  accountCalls,
  healthCalls,
].flatMap((calls) => Object.values<AnyContract>(calls));

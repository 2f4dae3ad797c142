import { accountCalls } from './account-calls.server';
import type { AnyContract } from './contract.server';
import { feedbackCalls } from './feedback-calls.server';
import { healthCalls } from './health-calls.server';
import { bikeCalls, scooterCalls } from './listing-calls.server';
import { messageCalls } from './message-calls.server';
import { reviewCalls } from './review-calls.server';
import { serviceCalls } from './service-calls.server';
import { vehicleCalls } from './vehicle-calls.server';

/** Every call of the API, subject by subject: what the document, the pages and the tests are made from. */
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

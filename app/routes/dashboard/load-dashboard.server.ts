import { listingStatistics } from '~/domain/listings/listing-search.server';
import { type MessageStatistics, messageStatistics } from '~/domain/messages/message-queries.server';
import { orElse } from '~/http/or-else.server';
import { publicOrigin } from '~/http/public-origin.server';
import type { Runtime } from '~/http/runtime.server';

const noListings = { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
const noMessages: MessageStatistics = { total: 0, new: 0, inProgress: 0, resolved: 0, pendingContacts: 0 };

/**
 * The figures of the dashboard. Each source that fails falls back to zeros on its own; only when none of them answers
 * does the screen say that they could not be loaded (docs/product.md, "Dashboard").
 */
export function loadFigures(runtime: Runtime) {
  const { db } = runtime;
  const bikes = orElse(runtime, 'Bikes could not be counted', () => listingStatistics(db, 'bike'), null);
  const scooters = orElse(runtime, 'Scooters could not be counted', () => listingStatistics(db, 'scooter'), null);
  const messages = orElse(runtime, 'Messages could not be counted', () => messageStatistics(db), null);
  return {
    bikes: bikes ?? noListings,
    scooters: scooters ?? noListings,
    messages: messages ?? noMessages,
    hasFailed: !bikes && !scooters && !messages,
  };
}
export type Figures = ReturnType<typeof loadFigures>;

/** Where this deployment's API stands. */
export const apiAddress = (request: Request, runtime: Runtime): string => `${publicOrigin(request, runtime)}/api`;

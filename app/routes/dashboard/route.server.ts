import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { readListingStatistics } from '~/domain/listings/listing.queries.server';
import { type MessageStatistics, readMessageStatistics } from '~/domain/messages/message.queries.server';
import { mayUse } from '~/domain/shared/permissions';
import { getActor } from '~/http/actor.server';
import { getPublicOrigin, readOrFallback, type Runtime } from '~/http/runtime.server';
import { findMovedSection } from './moved-sections';

const noListings = { total: 0, available: 0, sold: 0, petrol: 0, electric: 0 };
const noMessages: MessageStatistics = { total: 0, new: 0, inProgress: 0, resolved: 0, pendingContacts: 0 };

/**
 * Figures of the dashboard. Each source that fails falls back to zeros; the screen reports an error only when all of
 * them fail (docs/product.md, "Dashboard").
 */
function loadFigures(runtime: Runtime) {
  const { db } = runtime;
  const bikes = readOrFallback(runtime, 'Bikes could not be counted', () => readListingStatistics(db, 'bike'), null);
  const scooters = readOrFallback(
    runtime,
    'Scooters could not be counted',
    () => readListingStatistics(db, 'scooter'),
    null,
  );
  const messages = readOrFallback(runtime, 'Messages could not be counted', () => readMessageStatistics(db), null);
  return {
    bikes: bikes ?? noListings,
    scooters: scooters ?? noListings,
    messages: messages ?? noMessages,
    hasFailed: !bikes && !scooters && !messages,
  };
}
export type Figures = ReturnType<typeof loadFigures>;

const getApiUrl = (request: Request, runtime: Runtime): string => `${getPublicOrigin(request, runtime)}/api`;

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { searchParams } = new URL(request.url);
  const isOperator = mayUse(getActor(request, runtime).user, 'read');
  const tab = searchParams.get('tab');
  if (tab === 'desk') throw redirect(findMovedSection(searchParams), 301);
  if (tab === 'settings') {
    return json({ tab: 'settings', isOperator, apiUrl: getApiUrl(request, runtime) } as const);
  }
  return json({ tab: 'overview', isOperator, figures: loadFigures(runtime) } as const);
}

/** Forms of pages that were open when the desk was a tab of the dashboard. */
export const action = ({ request }: LoaderFunctionArgs) =>
  redirect(findMovedSection(new URL(request.url).searchParams), 308);

import type { MetaFunction } from '@remix-run/node';
import { createErrorMeta } from '~/ui/page/error-page';

/**
 * Parent of every screen: shows their errors with header and footer. After a rejected form Remix runs only the loaders
 * above the boundary, so a boundary in the root route would have no data for the layout.
 */
export { rejectionHeaders as headers } from '~/http/responses.server';
export { RouteError as ErrorBoundary } from '~/ui/page/error-page';

/** Of the error; a screen without its own head has that of the root route. */
export const meta: MetaFunction = ({ error, matches }) =>
  error === undefined ? matches.flatMap((match) => match.meta ?? []) : createErrorMeta(matches, error);

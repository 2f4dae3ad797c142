import type { IncomingMessage } from 'node:http';
import { commitWithOthers } from '~/domain/shared/group-commit.server';
import { ok } from '~/domain/shared/result';
import { addViews } from '~/domain/listings/views.server';
import type { Runtime } from '~/http/runtime.server';

const storeMilliseconds = 30_000;

/** Screens that show one item, named in the query. */
const detailsOfItem = /^\/(?:vehicle-details|sell-bikes|sell-scooters)\?/;

/** Id of the item that a request target shows; null for other pages and for prefetches. */
function viewedItem({ method, headers }: IncomingMessage, target: string): string | null {
  if (method !== 'GET' || !detailsOfItem.test(target) || headers['sec-purpose'] || headers.purpose) return null;
  const query = new URLSearchParams(target.slice(target.indexOf('?')));
  return query.get('vehicle') ?? query.get('listing');
}

/**
 * Counts a visitor's view, also of a cached page. Screens count those of signed-in users, because they know the owner.
 */
export function countView({ views }: Runtime, request: IncomingMessage, target: string, address: () => string): void {
  const id = viewedItem(request, target);
  if (id !== null) views.count(id, { address: address(), userAgent: request.headers['user-agent'] ?? '' });
}

/** Stores the counts. If the write fails, they are added to the next ones. */
async function storeViews({ views, db, log }: Runtime): Promise<void> {
  const taken = views.take();
  if (taken.length === 0) return;
  let isStored = false;
  try {
    const stored = await commitWithOthers(db, () => {
      addViews(db, taken);
      return ok(null);
    });
    isStored = stored.ok;
  } catch (error) {
    log.error({ err: error }, 'views could not be stored');
  }
  if (!isStored) views.putBack(taken);
}

/** Stores the counts every 30 seconds. @returns stores the remaining ones and stops */
export function keepStoringViews(runtime: Runtime): () => Promise<void> {
  const timer = setInterval(() => void storeViews(runtime), storeMilliseconds).unref();
  return () => {
    clearInterval(timer);
    return storeViews(runtime);
  };
}

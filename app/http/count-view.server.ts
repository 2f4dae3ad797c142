import type { AppLoadContext } from '@remix-run/node';
import { runtimeOf } from './runtime.server';

/**
 * Counts the view of an item that is not the actor's own. Pages that come from the cache are counted before any screen
 * runs; a visitor counts once either way. The stock server passes no address, and counts nothing.
 */
export function countView(id: string, request: Request, context: AppLoadContext): void {
  const { headers } = request;
  if (context.address === undefined || request.method !== 'GET' || headers.has('Sec-Purpose')) return;
  runtimeOf(context).views.count(id, { address: context.address, userAgent: headers.get('User-Agent') ?? '' });
}

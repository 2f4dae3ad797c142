import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findDeletedByShortId } from '~/domain/browse/similar-offers.server';
import { findByShortId } from '~/domain/listings/listing.queries.server';
import { paths } from '~/paths';

/**
 * The short URL printed on a notice, for typing by hand: redirects to the details of the listing, which also say when it
 * is gone.
 */
export function loader({ params, context }: LoaderFunctionArgs): Response {
  const { db } = context.runtime;
  const text = params.id ?? '';
  return redirect(paths.vehicle(findByShortId(db, text) ?? findDeletedByShortId(db, text) ?? text), 302);
}

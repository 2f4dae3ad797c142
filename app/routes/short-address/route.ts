import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findByShortId } from '~/domain/listings/listing.queries.server';
import { getRuntime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** The short URL printed on a notice, for typing by hand: redirects to the details of the listing. */
export function loader({ params, context }: LoaderFunctionArgs): Response {
  const id = findByShortId(getRuntime(context).db, params.id ?? '');
  return redirect(id === null ? paths.browse() : paths.vehicle(id), 302);
}

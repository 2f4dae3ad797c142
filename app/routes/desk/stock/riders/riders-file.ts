import type { LoaderFunctionArgs } from '@remix-run/node';
import { createListingFile } from '~/domain/listings/listing-file.server';
import { csvType } from '~/http/csv';
import { requireDesk } from '../../access.server';

/** What riders published. */
export function loader(route: LoaderFunctionArgs): Response {
  const { runtime } = requireDesk(route, 'stock-csv');
  return new Response(createListingFile(runtime.db), {
    headers: { 'Content-Type': csvType, 'Content-Disposition': 'attachment; filename="listings.csv"' },
  });
}

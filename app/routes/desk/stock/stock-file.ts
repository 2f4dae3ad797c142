import type { LoaderFunctionArgs } from '@remix-run/node';
import { createStockFile } from '~/domain/stock/stock-import.server';
import { csvType } from '~/http/csv';
import { requireDesk } from '../access.server';

/** The whole stock, in a file that can be imported again. */
export function loader(route: LoaderFunctionArgs): Response {
  const { runtime } = requireDesk(route, 'stock-csv');
  return new Response(createStockFile(runtime.db), {
    headers: { 'Content-Type': csvType, 'Content-Disposition': 'attachment; filename="stock.csv"' },
  });
}

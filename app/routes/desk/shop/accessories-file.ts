import type { LoaderFunctionArgs } from '@remix-run/node';
import { createSettingFile } from '~/domain/desk/setting-file.server';
import { csvType } from '~/http/csv';
import { requireDesk } from '../access.server';

/** All accessories, in a file that can be read again at their prices. */
export function loader(route: LoaderFunctionArgs): Response {
  const { runtime } = requireDesk(route, 'texts');
  return new Response(createSettingFile(runtime.db, 'accessories'), {
    headers: { 'Content-Type': csvType, 'Content-Disposition': 'attachment; filename="accessories.csv"' },
  });
}

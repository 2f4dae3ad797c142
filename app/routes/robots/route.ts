import type { LoaderFunctionArgs } from '@remix-run/node';
import { publicOrigin, runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';

export const handle = { cacheKeyParameters: [] };

/**
 * `/robots.txt`: where the sitemap is, and where there is nothing to find. Screens of one person and results of
 * searches say so themselves (`unlisted`), which a crawler has to be let in to read.
 */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/docs/',
    'Disallow: /*view=form',
    'Disallow: /report?',
    '',
    `Sitemap: ${publicOrigin(request, runtimeOf(context))}${paths.sitemap()}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

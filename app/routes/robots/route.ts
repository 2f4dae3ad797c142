import type { LoaderFunctionArgs } from '@remix-run/node';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';

export const handle = { cacheKeyParameters: [] };

/**
 * `/robots.txt`: the sitemap, and paths without content. Personal screens and search results are excluded by `noindex`
 * (`unlisted`), which crawlers can only read on pages that they may fetch.
 */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/docs/',
    'Disallow: /*view=form',
    'Disallow: /report?',
    '',
    `Sitemap: ${getPublicOrigin(request, context.runtime)}${paths.sitemap()}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { findSitemapParts, sitemapKinds } from '~/domain/catalogue/sitemap.queries.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { paths } from '~/paths';
import { createSitemapIndex } from './sitemap.server';

export const handle = { cacheKeyParameters: [] };

export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { runtime } = context;
  const origin = getPublicOrigin(request, runtime);
  const parts = sitemapKinds.flatMap((kind) =>
    findSitemapParts(runtime.db, kind).map((part) => paths.sitemapPart(`${kind}-${part}`)),
  );
  return createSitemapIndex([paths.sitemapPart('screens'), ...parts].map((path) => ({ url: origin + path })));
}

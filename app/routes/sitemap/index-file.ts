import type { LoaderFunctionArgs } from '@remix-run/node';
import { sitemapKinds, sitemapParts } from '~/domain/catalogue/sitemap.queries.server';
import { publicOrigin, runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { createSitemapIndex } from './sitemap.server';

export const handle = { cacheKeyParameters: [] };

/** `/sitemap.xml`: the index of the sitemap's parts. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const runtime = runtimeOf(context);
  const origin = publicOrigin(request, runtime);
  const parts = sitemapKinds.flatMap((kind) =>
    sitemapParts(runtime.db, kind).map((part) => paths.sitemapPart(`${kind}-${part}`)),
  );
  return createSitemapIndex([paths.sitemapPart('screens'), ...parts].map((path) => ({ url: origin + path })));
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { sitemapKinds, sitemapParts } from '~/domain/sitemap/sitemap-queries.server';
import { publicOrigin } from '~/http/public-origin.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { sitemapIndexAnswer } from './xml-answer.server';

export const handle = { keep: [] };

/** `/sitemap.xml`: where the lists of pages are. */
export function loader({ request, context }: LoaderFunctionArgs): Response {
  const runtime = runtimeOf(context);
  const origin = publicOrigin(request, runtime);
  const parts = sitemapKinds.flatMap((kind) =>
    sitemapParts(runtime.db, kind).map((part) => paths.sitemapPart(`${kind}-${part}`)),
  );
  return sitemapIndexAnswer([paths.sitemapPart('screens'), ...parts].map((path) => ({ url: origin + path })));
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { readShop } from '~/domain/content/shop.server';
import { createOpenApiDocument } from '~/api/openapi.server';
import { getPublicOrigin } from '~/http/runtime.server';

/** Generated on the first request, and again for another name or origin: the rest changes only with a new build. */
let last: { name: string; tagline: string; origin: string; text: string } | undefined;

export function loader({ request, context }: LoaderFunctionArgs): Response {
  const { clock, db } = context.runtime;
  const shop = readShop(db);
  const origin = getPublicOrigin(request, context.runtime);
  if (last?.name !== shop.name || last.tagline !== shop.tagline || last.origin !== origin) {
    const text = JSON.stringify(createOpenApiDocument(clock(), shop, origin));
    last = { name: shop.name, tagline: shop.tagline, origin, text };
  }
  return new Response(last.text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

export const handle = { cacheKeyParameters: [] };

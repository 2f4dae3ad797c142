import type { LoaderFunctionArgs } from '@remix-run/node';
import { readShop } from '~/domain/content/shop.server';
import { createOpenApiDocument } from '~/api/openapi.server';

/** Generated on the first request, and again for another name: the rest changes only with a new build. */
let last: { name: string; tagline: string; text: string } | undefined;

export function loader({ context }: LoaderFunctionArgs): Response {
  const { clock, db } = context.runtime;
  const shop = readShop(db);
  if (last?.name !== shop.name || last.tagline !== shop.tagline) {
    const text = JSON.stringify(createOpenApiDocument(clock(), shop));
    last = { name: shop.name, tagline: shop.tagline, text };
  }
  return new Response(last.text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

export const handle = { cacheKeyParameters: [] };

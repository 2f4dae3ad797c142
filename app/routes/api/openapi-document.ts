import type { LoaderFunctionArgs } from '@remix-run/node';
import { createOpenApiDocument } from '~/api/openapi.server';

/** Generated once, on the first request: it only changes with a new build. */
let text: string | undefined;

export function loader({ context }: LoaderFunctionArgs): Response {
  const { version, clock } = context.runtime;
  text ??= JSON.stringify(createOpenApiDocument(version, clock()));
  return new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

export const handle = { cacheKeyParameters: [] };

import type { LoaderFunctionArgs } from '@remix-run/node';
import { openApiDocument } from '~/api/openapi.server';
import { runtimeOf } from '~/http/runtime.server';

/** Changes only with the build, so it is serialized once, for the first request. */
let worded: string | undefined;

/** `/api/openapi.json`: the API as OpenAPI 3.1. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { version, clock } = runtimeOf(context);
  worded ??= JSON.stringify(openApiDocument(version, clock()));
  return new Response(worded, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

export const handle = { cacheKeyParameters: [] };

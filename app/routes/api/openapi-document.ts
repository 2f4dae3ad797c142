import type { LoaderFunctionArgs } from '@remix-run/node';
import { openApiDocument } from '~/api/openapi.server';
import { runtimeOf } from '~/http/runtime.server';

/** It changes with the build only, so that it is worded once, when somebody first asks. */
let worded: string | undefined;

/** `/api/openapi.json`: the API as OpenAPI 3.1. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { version, clock } = runtimeOf(context);
  worded ??= JSON.stringify(openApiDocument(version, clock()));
  return new Response(worded, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}

export const handle = { cacheKeyParameters: [] };

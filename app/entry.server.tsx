import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { contentSecurityPolicyFor, takeOutNonce } from '~/http/content-security-policy.server';
import { runtimeOf } from '~/http/runtime.server';
import { DocumentProvider } from '~/ui/document';
import style from '~/ui/styles/site.css?inline';

/**
 * Renders a screen to one string: the data is local, so nothing is won by streaming, and a whole page has a length,
 * an ETag and the hashes of its scripts.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { requestId }: AppLoadContext,
): Response {
  const scriptNonce = crypto.randomUUID();
  const marked = renderToString(
    <DocumentProvider value={{ style, scriptNonce, savesData: request.headers.get('Save-Data') === 'on', requestId }}>
      <RemixServer context={context} url={request.url} />
    </DocumentProvider>,
  );
  const { html, scripts } = takeOutNonce(marked, scriptNonce);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', contentSecurityPolicyFor({ style, scripts }));
  return new Response(`<!doctype html>${html}`, { status, headers });
}

/** Logs what was not expected, once. A path that nobody knows and a visitor who left are neither. */
export function handleError(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  runtimeOf(context).log.error({ requestId: context.requestId, err: error }, 'unexpected');
}

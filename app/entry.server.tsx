import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { contentSecurityPolicyFor, takeOutNonce } from '~/http/content-security-policy.server';
import { type RenderedScreen, renderedOnce } from '~/http/rendered-screens.server';
import { runtimeOf } from '~/http/runtime.server';
import { DocumentProvider } from '~/ui/document';
import style from '~/ui/styles/site.css?inline';

/**
 * Renders a screen to one string: the data is local, so nothing is won by streaming, and a whole page has a length,
 * an ETag and the hashes of its scripts.
 */
function renderScreen(context: EntryContext, url: string, savesData: boolean, requestId?: string): RenderedScreen {
  const scriptNonce = crypto.randomUUID();
  const marked = renderToString(
    <DocumentProvider value={{ style, scriptNonce, savesData, requestId }}>
      <RemixServer context={context} url={url} />
    </DocumentProvider>,
  );
  const { html, scripts } = takeOutNonce(marked, scriptNonce);
  return {
    document: Uint8Array.from(new TextEncoder().encode(`<!doctype html>${html}`)),
    policy: contentSecurityPolicyFor({ style, scripts }),
  };
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { requestId }: AppLoadContext,
): Response {
  const { url } = request;
  const savesData = request.headers.get('Save-Data') === 'on';
  const data = context.serverHandoffString;
  // Where something went wrong, the name of the request stands on the screen.
  const isOfOneRequest = data === undefined || context.staticHandlerContext.errors !== null;
  const { document, policy } = isOfOneRequest
    ? renderScreen(context, url, savesData, requestId)
    : renderedOnce([String(status), String(savesData), url, data], () => renderScreen(context, url, savesData));
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', policy);
  return new Response(document, { status, headers });
}

/** Logs what was not expected, once. A path that nobody knows and a visitor who left are neither. */
export function handleError(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  runtimeOf(context).log.error({ requestId: context.requestId, err: error }, 'unexpected');
}

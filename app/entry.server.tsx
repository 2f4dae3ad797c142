import * as calculator from 'virtual:calculator-script';
import * as check from 'virtual:check-script';
import * as enhancement from 'virtual:enhancement-script';
import * as photo from 'virtual:photo-script';
import * as sellForm from 'virtual:sell-form-script';
import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { createContentSecurityPolicy, removeNonce, type RenderedScreen, ScreenResponse } from '~/http/responses.server';
import { DocumentProvider } from '~/ui/document';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { isScreenHandle } from '~/ui/screen-kind';
import { getPageStyle, stylePlaceholder } from '~/page-style.server';

const smallScripts = [calculator, check, enhancement, photo, sellForm];

function getHandle({ staticHandlerContext, routeModules }: EntryContext): unknown {
  const shown = staticHandlerContext.matches.at(-1)?.route.id;
  return shown === undefined ? undefined : routeModules[shown]?.handle;
}

/**
 * Renders a screen to a string: the data is local, so streaming gains nothing, and a complete page has a length, an
 * ETag and the hashes of its scripts.
 */
function renderScreen(context: EntryContext, url: string, savesData: boolean, requestId?: string): RenderedScreen {
  const scriptNonce = crypto.randomUUID();
  const handle = getHandle(context);
  const search = new URL(url).searchParams;
  const frames = (isScreenHandle(handle) && handle.frames?.(search)) || null;
  // No data is pending: the server uses `defer` only to pass data on without serializing it.
  const whole = { ...context, staticHandlerContext: { ...context.staticHandlerContext, activeDeferreds: null } };
  const marked = renderToString(
    <DocumentProvider value={{ style: stylePlaceholder, scriptNonce, savesData, requestId }}>
      <RemixServer context={whole} url={url} />
    </DocumentProvider>,
  );
  const style = getPageStyle(marked, smallScripts);
  const { html, scripts } = removeNonce(
    // The name of a listing can contain the placeholder, but no element around it.
    marked.replace(`<style>${stylePlaceholder}</style>`, () => `<style>${style}</style>`),
    scriptNonce,
  );
  return {
    document: Uint8Array.from(new TextEncoder().encode(`<!doctype html>${html}`)),
    policy: createContentSecurityPolicy({ style, scripts, frames }),
  };
}

const keyInData = /"idempotencyKey":"([\w-]{27})"/;
/** Stands for the idempotency key of a form in the cache of rendered screens; random, so that no other text contains it. */
const placeholder = generateIdempotencyKey();

function replaceInScreen({ document, policy }: RenderedScreen, text: string, replacement: string): RenderedScreen {
  const copy = Buffer.from(document);
  for (let at = copy.indexOf(text); at !== -1; at = copy.indexOf(text, at + text.length)) copy.write(replacement, at);
  return { document: Uint8Array.from(copy), policy };
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { requestId, renderedScreens }: AppLoadContext,
): Response {
  const { url } = request;
  const savesData = request.headers.get('Save-Data') === 'on';
  const data = context.serverHandoffString;
  const render = () => renderScreen(context, url, savesData, requestId);
  // Error screens show the request id: cached, they would only evict others.
  const isOfOneRequest = data === undefined || context.staticHandlerContext.errors !== null;
  const renderOnce = (): RenderedScreen => {
    if (isOfOneRequest || !renderedScreens) return render();
    const from = [String(status), String(savesData), url];
    // No two forms have the same idempotency key, which is in no script that the policy allows.
    const key = keyInData.exec(data)?.[1];
    if (key === undefined) return renderedScreens.renderOnce([...from, data], render);
    const screen = renderedScreens.renderOnce([...from, data.replaceAll(key, placeholder)], () =>
      replaceInScreen(render(), key, placeholder),
    );
    return replaceInScreen(screen, placeholder, key);
  };
  const screen = renderOnce();
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', screen.policy);
  return new ScreenResponse(screen, { status, headers });
}

/** Logs unexpected errors, once. An unknown path and a visitor who disconnected are expected. */
export function handleError(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.runtime.log.error({ requestId: context.requestId, err: error }, 'unexpected');
}

import { hash } from 'node:crypto';
import * as calculator from 'virtual:calculator-script';
import * as check from 'virtual:check-script';
import * as enhancement from 'virtual:enhancement-script';
import * as photo from 'virtual:photo-script';
import * as sellForm from 'virtual:sell-form-script';
import type { AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import {
  createContentSecurityPolicy,
  removeNonce,
  type RenderedScreen,
  replaceKey,
  type ScreenCache,
  ScreenResponse,
} from '~/http/rendered-screen.server';
import { DocumentProvider } from '~/ui/document';
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

/** @returns the screen, and the key with which to fill in its form, if its document has places for one */
function renderOnce(
  from: readonly string[],
  data: string,
  render: () => RenderedScreen,
  cache: ScreenCache,
): { screen: RenderedScreen; key: string | null } {
  // No two forms have the same idempotency key, which is in no script that the policy allows.
  const key = keyInData.exec(data)?.[1] ?? null;
  const name = hash('sha256', JSON.stringify([...from, key === null ? data : data.replaceAll(key, '')]), 'base64');
  const cached = cache.get(name);
  if (cached) return { screen: cached, key };
  const screen = render();
  if (key === null) {
    cache.set(name, screen);
    return { screen, key };
  }
  const document = replaceKey(new TextDecoder().decode(screen.document), key);
  if (!document) return { screen, key: null };
  const form = { ...screen, document: Uint8Array.from(document) };
  cache.set(name, form);
  return { screen: form, key };
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
  const { screen, key } =
    isOfOneRequest || !renderedScreens
      ? { screen: render(), key: null }
      : renderOnce([String(status), String(savesData), url], data, render, renderedScreens);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', screen.policy);
  return new ScreenResponse(screen, key, { status, headers });
}

/** Logs unexpected errors, once. An unknown path and a visitor who disconnected are expected. */
export function handleError(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.runtime.log.error({ requestId: context.requestId, err: error }, 'unexpected');
}

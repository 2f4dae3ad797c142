/** A rendered HTML document with its content security policy. */
export type RenderedScreen = { document: Uint8Array<ArrayBuffer>; policy: string };

/** Renders a screen unless one rendered from the same input is cached. */
export type ScreenCache = {
  /** @param from everything that rendering depends on */
  once(from: readonly string[], render: () => RenderedScreen): RenderedScreen;
};

/** Our server passes its cache of rendered screens; the stock Remix server has none, and renders every time. */
declare module '@remix-run/node' {
  interface AppLoadContext {
    renderedScreens?: ScreenCache;
  }
}

/** Response with a rendered screen, which gives the server direct access to the document without reading a stream. */
export class ScreenResponse extends Response {
  constructor(
    readonly screen: RenderedScreen,
    init: ResponseInit,
  ) {
    super(screen.document, init);
  }
}

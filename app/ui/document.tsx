import { createContext, useContext } from 'react';

/** What the document around a screen gets from the server besides the data of routes. */
type DocumentParts = {
  /** The whole stylesheet, inlined so that the first response can be painted without a second request. */
  style: string;
  /** Marks our own scripts while the page is rendered; removed before the page is sent. */
  scriptNonce: string | undefined;
  /** The client sent `Save-Data: on`: no script at all, smaller photos. */
  savesData: boolean;
  /** Names this request in the logs, so that a visitor can say which one failed. */
  requestId: string | undefined;
};

const DocumentContext = createContext<DocumentParts>({
  style: '',
  scriptNonce: undefined,
  savesData: false,
  requestId: undefined,
});

export const DocumentProvider = DocumentContext.Provider;
export const useDocument = (): DocumentParts => useContext(DocumentContext);

/** Type of a script that waits for the first paint, in place of its own. */
const waiting = 'later';

/**
 * Starts the scripts of a screen that `holdScripts` held, once the browser reports the first paint. A tab in the
 * background is not painted, so they start at once; in a browser without paint timing, a second after the page.
 */
export const startAfterPaint = `{
const start = () => {
for (const link of document.querySelectorAll('link[rel=${waiting}]')) link.rel = 'modulepreload';
for (const held of document.querySelectorAll('script[type=${waiting}]')) {
const script = document.createElement('script');
script.type = 'module';
script.text = held.text;
held.replaceWith(script);
}
};
addEventListener('load', () => setTimeout(start, 1000));
if (document.hidden) start();
else if (window.PerformanceObserver) new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
}`;

/**
 * Holds the scripts that Remix puts into an interactive screen until `startAfterPaint` runs in it: loaded at once they
 * share a slow connection with the pictures, and a slow processor parses them before it paints. The screen works
 * without
 * them, so they can wait.
 *
 * @param html a page that we rendered ourselves; one without `startAfterPaint` is returned unchanged
 */
export function holdScripts(html: string): string {
  if (!html.includes(startAfterPaint)) return html;
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${waiting}"`)
    .replaceAll('<script type="module" async="">', `<script type="${waiting}">`);
}

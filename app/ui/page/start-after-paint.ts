/** What a script that waits for the first paint is marked with, in place of what would start it. */
const waiting = 'later';

/**
 * Starts the scripts of a screen that `holdScripts` held, once the browser tells that the screen is painted. A tab in
 * the background paints nothing, there they start at once; and a browser that tells no times a second after the page.
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
 * share a slow line with the pictures, and a slow processor parses them before it paints. The screen works without
 * them, so they can wait for the eye.
 *
 * @param html a page that we rendered ourselves; one without `startAfterPaint` comes back as it is
 */
export function holdScripts(html: string): string {
  if (!html.includes(startAfterPaint)) return html;
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${waiting}"`)
    .replaceAll('<script type="module" async="">', `<script type="${waiting}">`);
}

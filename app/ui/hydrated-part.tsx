import type { ComponentType } from 'react';
import { useDocument } from './document';

export const partId = 'part';
export const partPropsId = 'part-props';

/**
 * Loads the script of the part once the browser reports the first paint: earlier, it would compete with the pictures
 * for a slow connection, and a slow processor would parse it before painting. The screen works without it, so it can
 * wait. A tab in the background is not painted, so the script loads at once; in a browser without paint timing, it
 * loads a second after the page.
 */
const startAfterPaint = `{
const { script } = document.currentScript.dataset;
const start = () => import(script);
addEventListener('load', () => setTimeout(start, 1000));
if (document.hidden) start();
else if (window.PerformanceObserver) new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
}`;

/** Values that JSON preserves, so that the browser gets the same props as the server. */
type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };
type JsonProps = Readonly<Record<string, Json>>;

type HydratedPartProps<Props extends JsonProps> = {
  /** URL of the script that calls `hydratePart` with the same component. */
  script: string;
  component: ComponentType<Props>;
  /** Sent with the page as JSON. */
  props: Props;
  className?: string;
};

/**
 * The part of an interactive screen where people work with state: rendered here, and again by React in the browser. Text
 * that changes in it is the only child of its element, because a translation replaces the others.
 */
export function HydratedPart<Props extends JsonProps>({
  script,
  component: Component,
  props,
  className,
}: HydratedPartProps<Props>) {
  const { savesData, scriptNonce } = useDocument();
  return (
    <>
      <div id={partId} className={className}>
        <Component {...props} />
      </div>
      {!savesData && (
        <>
          <script
            type="application/json"
            id={partPropsId}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, in which no `<` can end the element
            dangerouslySetInnerHTML={{ __html: JSON.stringify(props).replaceAll('<', '\\u003c') }}
          />
          <script
            data-script={script}
            nonce={scriptNonce}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, allowed by its hash
            dangerouslySetInnerHTML={{ __html: startAfterPaint }}
          />
        </>
      )}
    </>
  );
}

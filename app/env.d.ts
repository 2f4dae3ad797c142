declare module 'virtual:enhancement-script' {
  /** URL of the site's enhancement module. */
  const path: string;
  export default path;
}

declare module 'virtual:check-script' {
  /** URL of the script that checks forms on enhanced screens. */
  const path: string;
  export default path;
}

declare module 'virtual:calculator-script' {
  /** URL of the script of the EMI calculator. */
  const path: string;
  export default path;
}

declare module 'virtual:sell-form-script' {
  /** URL of the script of the sell form. */
  const path: string;
  export default path;
}

declare module 'virtual:photo-script' {
  /** URL of the script of photo choosers on enhanced screens. */
  const path: string;
  export default path;
}

declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/node';
  export const assets: ServerBuild['assets'];
  export const assetsBuildDirectory: ServerBuild['assetsBuildDirectory'];
  export const basename: ServerBuild['basename'];
  export const entry: ServerBuild['entry'];
  export const future: ServerBuild['future'];
  export const mode: ServerBuild['mode'];
  export const isSpaMode: ServerBuild['isSpaMode'];
  export const publicPath: ServerBuild['publicPath'];
  export const routes: ServerBuild['routes'];
}

/** Unique to each build; part of the entity tags of cached pages. */
declare const BUILD_ID: string;

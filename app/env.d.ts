declare module 'virtual:enhancement-script' {
  /** Where the site's one small module is served. */
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

/** Different for each build: names the copies of pages that browsers keep. */
declare const BUILD_ID: string;

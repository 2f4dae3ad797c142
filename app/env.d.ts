declare module 'virtual:*-script' {
  const path: string;
  export default path;
  export const classNames: readonly string[];
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

declare module '*.csv?raw' {
  const text: string;
  export default text;
}

/** Unique to each build; part of the entity tags of cached pages. */
declare const BUILD_ID: string;

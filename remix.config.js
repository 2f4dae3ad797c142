import { removeUnsentScripts } from './scripts/unsent-scripts.mjs';

/**
 * Options of Remix. `vite.config.ts` passes them to Remix's plugin, which does not read this file by itself.
 *
 * `v3_singleFetch` and `v3_lazyRouteDiscovery` are off because of open advisories: GHSA-rxv8-25v2-qmq8 in the encoder of
 * single fetch, and GHSA-chx6-hx7r-mcp5 in the manifest route of lazy route discovery. Remix 2 receives no more fixes.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  buildEnd: removeUnsentScripts,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

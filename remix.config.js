import { removeUnsentScripts } from './scripts/unsent-scripts.mjs';

/**
 * Remix's own options. `vite.config.ts` hands them to Remix's plugin, which does not read this file by itself.
 *
 * `v3_singleFetch` and `v3_lazyRouteDiscovery` stay off: open advisories sit in the encoder of the one
 * (GHSA-rxv8-25v2-qmq8) and the manifest route of the other (GHSA-chx6-hx7r-mcp5), and Remix 2 gets no more fixes.
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

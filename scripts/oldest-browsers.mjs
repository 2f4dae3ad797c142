/**
 * The oldest browsers that the site is styled for, as Vite and esbuild name them: the first ones with cascade layers.
 * Older ones show its HTML without any style.
 */
export const oldestBrowsers = ['chrome99', 'edge99', 'firefox97', 'safari15.4'];

/**
 * The same as Lightning CSS takes them: a byte each for the major and the minor version.
 *
 * @type {Record<string, number>}
 */
export const cssTargets = Object.fromEntries(
  oldestBrowsers.map((browser) => {
    const [, name = '', major, minor] = /^(\D+)(\d+)(?:\.(\d+))?$/.exec(browser) ?? [];
    return [name, (Number(major) << 16) | (Number(minor ?? 0) << 8)];
  }),
);

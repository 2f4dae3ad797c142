declare module 'virtual:enhancement-script' {
  /** Where the site's one small module is served. */
  const path: string;
  export default path;
}

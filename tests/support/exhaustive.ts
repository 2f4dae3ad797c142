/**
 * Whether this is an exhaustive run, as in `npm run test:all`: whole matrices, full sizes, other examples each time.
 */
export const isExhaustive = Boolean(process.env.TEST_EXHAUSTIVE);

/** A size or a table that is enough for every run, or the full one. */
export const sized = <Value>(usual: Value, full: Value): Value => (isExhaustive ? full : usual);

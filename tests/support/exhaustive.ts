/**
 * Whether this is an exhaustive run, as in `npm run test:all`: whole matrices, full sizes, other examples each time.
 */
export const isExhaustive = Boolean(process.env.TEST_EXHAUSTIVE);

/** A size or a table that is enough for every run, or the full one. */
export const sized = <Value>(usual: Value, full: Value): Value => (isExhaustive ? full : usual);

/**
 * Of those who may do something, the one with the fewest rights and the one with the most, or all of them: each takes a
 * site of its own. Who may not is always tried.
 */
export const leastAndMost = <Who>(allowed: readonly Who[]): readonly Who[] =>
  isExhaustive ? allowed : allowed.filter((_who, at) => at === 0 || at === allowed.length - 1);

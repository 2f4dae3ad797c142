/** Whether this is an exhaustive run, as in `npm run test:all`: complete matrices, full sizes, and random examples. */
export const isExhaustive = Boolean(process.env.TEST_EXHAUSTIVE);

/** A size or a table that is sufficient for ordinary runs, or the full one. */
export const sized = <Value>(usual: Value, full: Value): Value => (isExhaustive ? full : usual);

/**
 * Of the roles with access, those with the fewest and the most rights, or all in an exhaustive run: each needs a
 * separate site. Roles without access are always tried.
 */
export const leastAndMost = <Who>(allowed: readonly Who[]): readonly Who[] =>
  isExhaustive ? allowed : allowed.filter((_who, at) => at === 0 || at === allowed.length - 1);

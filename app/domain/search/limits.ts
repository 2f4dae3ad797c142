/** Significant characters of a search term. Longer than any name, to bound the cost of huge input. */
export const longestTerm = 100;

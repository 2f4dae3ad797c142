/** Letters of a search that count. Longer than any name, so that nobody makes the index look for a book. */
export const longestTerm = 100;

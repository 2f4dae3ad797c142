/** Limits and labels of a review (docs/product.md, "Reviews"). */

export const reviewLabels = { rating: 'Rating', title: 'Title', comment: 'Comment' } as const;
export type ReviewField = keyof typeof reviewLabels;

/** Maximum number of characters of each text. */
export const longestTitle = 100;
export const longestComment = 2000;

/** Default page size (docs/product.md, "Reviews"). */
export const reviewsPerPage = 10;
/** Number of riders' reviews on the Reviews tab of the home page. */
export const latestReviewsShown = 6;

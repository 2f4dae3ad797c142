/** What a review may hold, and what its fields are called (docs/product.md, "Reviews"). */

export const reviewLabels = { rating: 'Rating', title: 'Title', comment: 'Comment' } as const;
export type ReviewField = keyof typeof reviewLabels;

/** Most letters of each text. */
export const longestTitle = 100;
export const longestComment = 2000;

/** Reviews on a page when nobody has said (docs/product.md, "Reviews"). */
export const reviewsPerPage = 10;
/** Riders' reviews on the Reviews tab of home. */
export const latestReviewsShown = 6;

/** The scale of every rating, in stars (docs/product.md, "Ratings"). */
export const ratings = [1, 2, 3, 4, 5] as const;

/** Validation error while no rating is chosen (docs/product.md, "Ratings"). */
export const ratingRequired = 'Please provide a rating';

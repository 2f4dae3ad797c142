/** The scale of every rating, in stars (product.md section 9). */
export const ratings = [1, 2, 3, 4, 5] as const;

/** What a form says while none is chosen (product.md section 5). */
export const ratingRequired = 'Please provide a rating';

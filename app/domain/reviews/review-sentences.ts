/** Messages about reviews, shared by forms and the API. */
export const reviewWritten = 'Thank you. Your review is on the page.';
export const reviewDeleted = 'Your review has been deleted.';
export const reviewHelpful = 'You marked this review as helpful.';
export const reviewExists = 'You have already reviewed this vehicle. Please change your review instead.';

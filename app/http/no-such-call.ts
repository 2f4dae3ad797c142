/** Error message for unknown paths under `/api`, for every method. */
export const noSuchCall = 'There is no such endpoint.';

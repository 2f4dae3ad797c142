/** Error message for unknown paths under `/api`, for every method. */
export const noSuchEndpoint = 'There is no such endpoint.';

/**
 * Vehicles on one page of a list: few enough that a slow phone lays them out without a pause, and divisible by two,
 * three and four, so that no row of cards is left half empty.
 */
export const cardsPerPage = 12;

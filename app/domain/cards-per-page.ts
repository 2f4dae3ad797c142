/**
 * Vehicles on one page of a list: few enough that a slow phone lays them out without a pause, and two, three or four
 * beside each other leave no row half empty.
 */
export const cardsPerPage = 12;

/** Query parameters of every list of listings, in the order that kept answers are named by. */
export const listingQueryNames = [
  'page',
  'limit',
  'availability',
  'type',
  'brand',
  'condition',
  'minPrice',
  'maxPrice',
  'minYear',
  'maxYear',
  'q',
  'sort',
] as const;

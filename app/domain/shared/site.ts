/** Name of the shop, and what stands beside it, until an operator changes it at the desk. */
export const site = {
  name: 'Dopahiya',
  /** Name in Hindi: "two wheels". */
  nameInHindi: 'दो पहिया',
  tagline: 'A vehicle showroom platform to discover, compare and buy vehicles.',
};

/** What every page says of the shop. */
export type Site = typeof site;

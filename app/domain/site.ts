/** What this deployment is called. Rename it here and nowhere else. */
export const site = {
  name: 'Dopahiya',
  /** The name in Hindi, "two wheels". */
  nameInHindi: 'दो पहिया',
  tagline: 'A vehicle showroom to discover, compare and buy bikes and scooters.',
} as const;

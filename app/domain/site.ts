/** What this deployment is called. Rename it here and nowhere else. */
export const site = {
  name: 'Dopahiya',
  /** The name in Hindi, "two wheels". */
  nameInHindi: 'दो पहिया',
  /** The Hindi name is drawn (`wordmark.svg`), for there are machines without Devanagari; null writes it as text. */
  hindiDrawing: 'do-pahiya' as string | null,
  tagline: 'A vehicle showroom to discover, compare and buy bikes and scooters.',
};

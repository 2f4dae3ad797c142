/** Name of this deployment. Rename it here and nowhere else. */
export const site = {
  name: 'Dopahiya',
  /** Name in Hindi: "two wheels". */
  nameInHindi: 'दो पहिया',
  /** Drawing of the Hindi name (`wordmark.svg`), for machines without a Devanagari font; null renders it as text. */
  hindiDrawing: 'do-pahiya' as string | null,
  tagline: 'A vehicle showroom platform to discover, compare and buy vehicles.',
};

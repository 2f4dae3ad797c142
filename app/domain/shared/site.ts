/** Name of this deployment. Rename it here and nowhere else. */
export const site = {
  name: 'Dopahiya',
  /** The name in Hindi, "two wheels". */
  nameInHindi: 'दो पहिया',
  /**
   * The Hindi name as a drawing (`wordmark.svg`), because some machines lack a Devanagari font; null renders it as
   * text.
   */
  hindiDrawing: 'do-pahiya' as string | null,
  tagline: 'A vehicle showroom platform to discover, compare and buy vehicles.',
};

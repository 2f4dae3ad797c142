type BrandMark = {
  /** One or two letters. */
  letters: string;
  /** Hexadecimal colours. */
  ground: string;
  ink: string;
  edge: string;
};

/**
 * Monograms in the colours of the brands, drawn here because the brands' own marks are not ours to copy
 * (docs/product.md, "Home"); by the ids of the catalogue.
 */
const brandMarks: Readonly<Record<string, BrandMark>> = {
  honda: { letters: 'H', ground: '#c8102e', ink: '#ffffff', edge: '#ffffff' },
  hero: { letters: 'H', ground: '#16191d', ink: '#ff5a4d', edge: '#e4002b' },
  'royal-enfield': { letters: 'RE', ground: '#7a1420', ink: '#f0d58a', edge: '#c9a24a' },
  tvs: { letters: 'TVS', ground: '#1d3f94', ink: '#ffffff', edge: '#e0312d' },
  bajaj: { letters: 'B', ground: '#0a5aa8', ink: '#ffffff', edge: '#9cc8f0' },
  yamaha: { letters: 'Y', ground: '#ffffff', ink: '#b3001b', edge: '#b3001b' },
  suzuki: { letters: 'S', ground: '#ffffff', ink: '#c8102e', edge: '#003e87' },
  kawasaki: { letters: 'K', ground: '#16191d', ink: '#7ed957', edge: '#4da32f' },
};

/** The monogram of a brand; of one that has none, its first letter on yellow. */
export const brandMark = (id: string, name: string): BrandMark =>
  brandMarks[id] ?? { letters: name.slice(0, 1), ground: '#f6b900', ink: '#16191d', edge: '#16191d' };

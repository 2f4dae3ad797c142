/** The ratio of WCAG 2 between two colours, `#rrggbb`: from 1 to 21. */
export function getContrast(first: string, second: string): number {
  const [lighter = 0, darker = 0] = [getLuminance(first), getLuminance(second)].sort((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}

function getLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

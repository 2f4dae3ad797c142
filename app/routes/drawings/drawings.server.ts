import type { DrawingColours } from '~/domain/photos/drawing';

const files = import.meta.glob<string>('../../ui/drawings/standalone/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const drawings = new Map(Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), svg] as const));

/** A style's drawing as a complete file, in the given colours; null for an unknown style. */
export function drawVehicle(style: string, { body, accent }: DrawingColours): string | null {
  const svg = drawings.get(style);
  if (!svg) return null;
  const colours: Partial<Record<string, string>> = { body, accent };
  // Custom properties are resolved here, because image renderers need not support them.
  return svg.replace(/var\(--(\w+),(#\w+)\)/g, (_, name: string, otherwise: string) => colours[name] ?? otherwise);
}

/**
 * Strokes of the few characters in a preview picture, drawn here: a server may have no font at all. Each is on a
 * grid of 10 × 14 units with its foot at 14, drawn with a round pen, as on a highway board.
 */
const strokes: Readonly<Record<string, { width: number; path: string }>> = {
  '0': { width: 10, path: 'M5 0C8 0 9 3 9 7s-1 7-4 7-4-3-4-7 1-7 4-7Z' },
  '1': { width: 6, path: 'M1 3 4 0v14' },
  '2': { width: 10, path: 'M1 4C1 1 3 0 5 0c3 0 4 2 4 4 0 3-3 5-8 10h8' },
  '3': { width: 10, path: 'M1 2C2 0 4 0 5 0c3 0 4 2 4 3.5C9 6 7 6.7 4 6.7 7 6.7 9 7.5 9 10c0 3-2 4-4 4-1 0-3 0-4-2' },
  '4': { width: 10, path: 'M7.5 14V0L1 10h8.5' },
  '5': { width: 10, path: 'M8.5 0h-6L2 6.5C3 5.5 4 5.3 5 5.3c3 0 4 2 4 4.3 0 3-2 4.4-4 4.4-1 0-3 0-4-2' },
  '6': { width: 10, path: 'M8 .5C4 0 1 3 1 9c0 3 1.5 5 4 5s4-2 4-4.4C9 7 7.5 5.5 5 5.5S1 7.5 1 9.5' },
  '7': { width: 9, path: 'M1 0h7.5L3.5 14' },
  '8': {
    width: 10,
    path: 'M5 6.5C2.5 6.5 1.5 5 1.5 3.3S3 0 5 0s3.5 1.5 3.5 3.3S7.5 6.5 5 6.5c-3 0-4 1.7-4 3.7S2.5 14 5 14s4-1.8 4-3.8-1-3.7-4-3.7Z',
  },
  '9': { width: 10, path: 'M2 13.5C6 14 9 11 9 5c0-3-1.5-5-4-5S1 2 1 4.4 2.5 8.5 5 8.5 9 6.5 9 4.5' },
  '₹': { width: 10, path: 'M1 0h8M1 4h8M2.5 0C7 0 7 7.5 2.5 7.5H1L7.5 14' },
  ',': { width: 4, path: 'M2 13v.5L1 16' },
  '.': { width: 4, path: 'M2 13.5v.2' },
  '·': { width: 6, path: 'M3 8v.2' },
  k: { width: 8, path: 'M1 0v14M7 5 1 10.5M3.2 8.5 7 14' },
  m: { width: 12, path: 'M1 14V5M1 8C2 4.5 6 4.5 6 8v6M6 8c1-3.5 5-3.5 5 0v6' },
  ' ': { width: 5, path: '' },
};

const gap = 3.2;

/** Characters without strokes are left out. The left foot is at (`x`, `y`), and `height` is in pixels. */
export function drawFigures(text: string, { x, y, height }: { x: number; y: number; height: number }): string {
  const scale = height / 14;
  let at = 0;
  const drawn = [...text].map((character) => {
    const stroke = strokes[character];
    if (!stroke) return '';
    const path = `<path transform='translate(${at} 0)' d='${stroke.path}'/>`;
    at += stroke.width + gap;
    return path;
  });
  return `<g transform='translate(${x} ${y - height}) scale(${scale})' fill='none' stroke-width='2.3' stroke-linecap='round' stroke-linejoin='round'>${drawn.join('')}</g>`;
}

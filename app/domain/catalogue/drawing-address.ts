import type { DrawingColours } from './drawing-colours';
import type { BodyStyle } from './vehicle-summary';

type DrawingFormat = 'svg' | 'png';

/** Path of the drawing of a vehicle as a separate image: an SVG, or a PNG of 1200 × 630 for link previews. */
export function drawingPath(style: BodyStyle, { body, accent }: DrawingColours, format: DrawingFormat): string {
  return `/drawings/${style}-${plain(body)}-${plain(accent)}.${format}`;
}

const plain = (colour: string): string => colour.slice(1).toLowerCase();

/**
 * Parses the last segment of `drawingPath`. Each image has exactly one URL, so upper-case letters do not match.
 *
 * @returns null when it is not valid; the caller has to check that the style has a drawing
 */
export function parseDrawingFile(
  file: string,
): { style: string; colours: DrawingColours; format: DrawingFormat } | null {
  const [, style, body, accent, format] =
    /^([a-z]+(?:-[a-z]+)?)-([0-9a-f]{6})-([0-9a-f]{6})\.(svg|png)$/.exec(file) ?? [];
  if (!style || !body || !accent) return null;
  return {
    style,
    colours: { body: `#${body}`, accent: `#${accent}` },
    format: format === 'png' ? 'png' : 'svg',
  };
}

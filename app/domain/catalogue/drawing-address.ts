import type { DrawingColours } from './drawing-colours';
import type { BodyStyle } from './vehicle-summary';

type DrawingFormat = 'svg' | 'png';

/**
 * Where the drawing of a vehicle is served as a picture of its own: as SVG, or as a PNG of 1200 × 630 for previews of
 * links.
 */
export function drawingPath(style: BodyStyle, { body, accent }: DrawingColours, format: DrawingFormat): string {
  return `/drawings/${style}-${plain(body)}-${plain(accent)}.${format}`;
}

const plain = (colour: string): string => colour.slice(1).toLowerCase();

/**
 * The last part of `drawingPath`, read back. There is one address for each picture, so capitals are none.
 *
 * @returns null when it is none; that the style is one that is drawn is left to whoever holds the drawings
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

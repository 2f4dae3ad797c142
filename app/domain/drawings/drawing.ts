import type { BodyStyle } from '~db/enums';

/** The two colours of a drawing; hexadecimal, `#rrggbb` in any case. */
export type DrawingColours = Pick<Colourway, 'body' | 'accent'>;

type Painted = { colourways: readonly Colourway[] };

/** Graphite, the colours of drawings of users' vehicles, whose real colours are unknown. */
const unknownColours: Colourway = { name: '', body: '#3b424b', accent: '#c9ced6' };

/** Colours in which a vehicle is drawn, at least one pair; the first is used where there is a single drawing. */
export const colourwaysOf = ({ colourways }: Painted): readonly Colourway[] =>
  colourways.length > 0 ? colourways : [unknownColours];

/** Colours of a vehicle's single drawing, as on cards. */
export function coloursOf({ colourways: [first = unknownColours] }: Painted): DrawingColours {
  return { body: first.body, accent: first.accent };
}

/** A pair of colours in which a vehicle is drawn; hexadecimal, `#rrggbb`. */
export type Colourway = { name: string; body: string; accent: string };

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

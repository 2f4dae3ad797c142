import type { BodyStyle, ListingKind, ListingType } from '~db/enums';

export type DrawingColours = Pick<Colourway, 'body' | 'accent'>;

type WithColourways = { colourways: readonly Colourway[] };

/** Graphite, for drawings of users' vehicles, whose real colours are unknown. */
const unknownColours: Colourway = { name: '', body: '#3b424b', accent: '#c9ced6' };

export const getColourways = ({ colourways }: WithColourways): readonly Colourway[] =>
  colourways.length > 0 ? colourways : [unknownColours];

export function getColours({ colourways: [first = unknownColours] }: WithColourways): DrawingColours {
  return { body: first.body, accent: first.accent };
}

/** A pair of colours in which a vehicle is drawn; hexadecimal, `#rrggbb`. */
export type Colourway = { name: string; body: string; accent: string };

type DrawingFormat = 'svg' | 'png';

/** Size of a drawing as PNG in pixels, that of link previews on most networks. */
export const drawingPreviewSize = { width: 1200, height: 630 };

export function getDrawingPath(style: BodyStyle, { body, accent }: DrawingColours, format: DrawingFormat): string {
  return `/drawings/${style}-${removeHash(body)}-${removeHash(accent)}.${format}`;
}

const removeHash = (colour: string): string => colour.slice(1).toLowerCase();

/** Each image has exactly one URL, so upper-case letters do not match. The caller checks the style. */
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

export type Drawing = { bodyStyle: BodyStyle; body: string; accent: string };

type Described = { kind: ListingKind; type: ListingType; name: string; brand: string };

/** In brand and model names; the first match wins. Sellers enter no body style. */
const bikeKeywords: readonly [BodyStyle, RegExp][] = [
  ['moped', /\b(xl ?100|xl heavy|moped|luna)\b/],
  ['scrambler', /\b(scram(bler)?|svartpilen|yezdi scrambler)\b/],
  ['adventure', /\b(adv(enture)?|himalayan|xpulse|v-?strom|versys|gs|karizma adv|yezdi adventure|ktm 390 adv)\b/],
  ['sport', /\b(r15|r3|r7|rr|rc ?\d+|ninja|gixxer sf|cbr|sf|zx|karizma|daytona|fazer)\b/],
  ['cruiser', /\b(avenger|meteor|cruiser?|rebel|vulcan|intruder|thunderbird|eliminator|perak)\b/],
  ['retro', /\b(classic|bullet|w175|jawa|cb ?350|h'?ness|interceptor|continental|yezdi|hunter|ronin|speed|triumph)\b/],
  ['naked', /\b(mt|fz|apache|pulsar|duke|dominar|gixxer|xtreme|hornet|ns|rv ?400|unicorn|z ?\d{3}|rtr|sv)\b/],
];
const scooterKeywords: readonly [BodyStyle, RegExp][] = [
  ['scooter-maxi', /\b(burgman|aerox|nmax|maxi|xmax|sr ?160|sxr|forza|xoom 160)\b/],
];

const colours: Record<BodyStyle, readonly [body: string, accent: string][]> = {
  commuter: [
    ['#b3261e', '#f6b900'],
    ['#1d4f91', '#d9dde3'],
    ['#24282e', '#c9402b'],
  ],
  naked: [
    ['#1746a2', '#f6b900'],
    ['#eceae4', '#d2222a'],
    ['#3b424b', '#8bc53f'],
  ],
  sport: [
    ['#c0161d', '#f2f2ee'],
    ['#1746a2', '#dfe5ec'],
    ['#8fae1b', '#1c1f24'],
  ],
  cruiser: [
    ['#6d1a24', '#d8b25a'],
    ['#15616d', '#e9d8a6'],
    ['#24282e', '#c9a227'],
  ],
  retro: [
    ['#17452f', '#d8b25a'],
    ['#7a1f1f', '#e3c06b'],
    ['#3e5c76', '#f0ead6'],
  ],
  adventure: [
    ['#c39a5b', '#2b2f36'],
    ['#ecebe6', '#1f4fd8'],
    ['#3f5a3c', '#f6b900'],
  ],
  scrambler: [
    ['#d99a08', '#24282e'],
    ['#5a6138', '#f1e3b5'],
    ['#a63a24', '#f2efe6'],
  ],
  'scooter-classic': [
    ['#7fb9aa', '#f7f3e8'],
    ['#eadfc6', '#b3261e'],
    ['#2f5d8a', '#f6b900'],
  ],
  'scooter-maxi': [
    ['#4a525c', '#f6b900'],
    ['#22386b', '#c9ccd1'],
    ['#9c1b2e', '#e8ecf1'],
  ],
  'scooter-electric': [
    ['#0b6b4b', '#c8f169'],
    ['#eef0ec', '#12b886'],
    ['#5a3fd0', '#f6b900'],
  ],
  moped: [
    ['#2f7d4f', '#f6d75c'],
    ['#b3261e', '#f6b900'],
    ['#1f4fd8', '#f2efe6'],
  ],
};

function findBodyStyle({ kind, type, name, brand }: Described): BodyStyle {
  const words = `${brand} ${name}`.toLowerCase();
  if (kind === 'scooter') {
    if (type === 'Electric') return 'scooter-electric';
    return scooterKeywords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'scooter-classic';
  }
  return bikeKeywords.find(([, pattern]) => pattern.test(words))?.[0] ?? (type === 'Electric' ? 'naked' : 'commuter');
}

function hashToNumber(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}

/** @param variety such as the id, so that a list of one model is not a row of one colour */
export function createDrawing(listing: Described, variety: string): Drawing {
  const bodyStyle = findBodyStyle(listing);
  const pairs = colours[bodyStyle];
  const [body, accent] = pairs[hashToNumber(variety) % pairs.length] ?? ['#b3261e', '#f6b900'];
  return { bodyStyle, body, accent };
}

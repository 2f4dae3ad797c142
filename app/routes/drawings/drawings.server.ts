import { LRUCache } from 'lru-cache';
import type { DrawingColours } from '~/domain/drawings/drawing';
import { drawScene } from '~/domain/photos/renditions.server';
import type { Result } from '~/domain/shared/result';

/** Size of link previews on most networks. */
const width = 1200;
const height = 630;
const roadHeight = 96;
/** The vehicle's drawing is 230 × 150 with its ground at 142, which is placed on the road. */
const vehicleWidth = 860;
const vehicleHeight = (vehicleWidth * 150) / 230;
const ground = height - roadHeight + 26;
const vehicleTop = ground - (vehicleHeight * 142) / 150;

/** The vehicle in light mode on the road of the site. */
function scene(vehicle: string): string {
  const placed = vehicle.replace(
    /^<svg /,
    `<svg x='${(width - vehicleWidth) / 2}' y='${vehicleTop}' width='${vehicleWidth}' height='${vehicleHeight}' `,
  );
  const line = height - roadHeight / 2 + 14;
  return `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>
<rect width='${width}' height='${height}' fill='#ebe5d6'/>
<rect y='${height - roadHeight}' width='${width}' height='${roadHeight}' fill='#40454c'/>
<path d='M-20 ${line}H${width}' stroke='#fff' stroke-width='6' stroke-dasharray='72 48'/>
${placed}</svg>`;
}

const cached = new LRUCache<string, Buffer>({ maxSize: 4 * 1024 * 1024, sizeCalculation: (png) => png.length });

/**
 * A vehicle's preview as PNG, 1200 × 630. The most recently requested ones are cached.
 *
 * @param key identifies the drawing
 */
export async function drawPreview(key: string, vehicle: string): Promise<Result<Buffer>> {
  const known = cached.get(key);
  if (known) return { ok: true, value: known };
  const drawn = await drawScene(scene(vehicle));
  if (drawn.ok) cached.set(key, drawn.value);
  return drawn;
}

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
  // Written out, because renderers of single pictures need not support custom properties.
  return svg.replace(/var\(--(\w+),(#\w+)\)/g, (_, name: string, otherwise: string) => colours[name] ?? otherwise);
}

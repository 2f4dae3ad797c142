import type { DrawingColours } from '~/domain/catalogue/drawing-colours';

const files = import.meta.glob<string>('../../ui/drawings/standalone/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const drawings = new Map(Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), svg] as const));

/** A style's drawing, complete in itself, in the given colours; null for a style that is not drawn. */
export function drawVehicle(style: string, { body, accent }: DrawingColours): string | null {
  const svg = drawings.get(style);
  if (!svg) return null;
  const colours: Partial<Record<string, string>> = { body, accent };
  // Written out, because what shows or rasterises a picture by itself need not know custom properties.
  return svg.replace(/var\(--(\w+),(#\w+)\)/g, (_, name: string, otherwise: string) => colours[name] ?? otherwise);
}

import type { DrawingColours } from '~/domain/drawings/drawing';

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

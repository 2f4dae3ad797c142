/** A line of values, one for each step of time, and its bound. */
export type Curve = { title: string; unit: string; bound: number; lines: { name: string; values: number[] }[] };

const width = 860;
const left = 56;
const plot = { width: width - left - 16, height: 190 };
const panelHeight = plot.height + 70;
const colours = ['a', 'b'];

const round = (value: number): number => Math.round(value * 10) / 10;
/** A top of the axis that divides into four round steps. */
function findTop(highest: number): number {
  const step = [25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000].find((size) => size * 4 >= highest) ?? highest;
  return Math.max(1, step * 4);
}

function panel({ title, unit, bound, lines }: Curve, at: number, minutes: number): string {
  const top = findTop(Math.max(bound, ...lines.flatMap(({ values }) => values)) * 1.05);
  const y = (value: number): number => round(at + 40 + plot.height * (1 - value / top));
  const x = (share: number): number => round(left + plot.width * share);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = top * share;
    return `<path class="grid" d="M${left} ${y(value)}h${plot.width}"/><text x="${left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`;
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<text x="${x(share)}" y="${y(0) + 18}" text-anchor="${share === 1 ? 'end' : 'middle'}">${round(minutes * share)} min</text>`,
  );
  const drawn = lines.map(({ values }, index) => {
    const points = values.map((value, step) => `${x((step + 0.5) / values.length)} ${y(value)}`);
    return `<path class="${colours[index]}" d="M${points.join('L')}"/>`;
  });
  const legend = lines.map(
    ({ name }, index) => `<tspan class="${colours[index]}" dx="${index === 0 ? 0 : 16}">${name}</tspan>`,
  );
  return [
    `<text class="title" x="${left}" y="${at + 18}">${title}, ${unit}</text>`,
    `<text x="${left + plot.width}" y="${at + 18}" text-anchor="end">${legend.join('')}</text>`,
    ...grid,
    ...ticks,
    `<path class="bound" d="M${left} ${y(bound)}h${plot.width}"/><text class="bound" x="${left + 6}" y="${y(bound) - 5}">${bound} ${unit}</text>`,
    ...drawn,
  ].join('\n');
}

/** Curves over the same time, one below the other, as SVG that is readable on light and dark pages. */
export function drawCurves(curves: readonly Curve[], minutes: number): string {
  const height = panelHeight * curves.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12">
<style>
.back { fill: #fff } text { fill: #333 } .title { font-size: 14px; font-weight: 600 }
path { fill: none; stroke-width: 1.5 } path.grid { stroke: #ddd; stroke-width: 1 } path.bound { stroke-dasharray: 6 4 }
path.a { stroke: #0b57d0 } path.b { stroke: #8a4b00 } path.bound { stroke: #b3261e }
tspan.a { fill: #0b57d0 } tspan.b { fill: #8a4b00 } text.bound { fill: #b3261e }
@media (prefers-color-scheme: dark) {
.back { fill: #151515 } text { fill: #ddd } path.grid { stroke: #3a3a3a }
path.a { stroke: #8ab4f8 } path.b { stroke: #f0b36b } path.bound { stroke: #ff8a80 }
tspan.a { fill: #8ab4f8 } tspan.b { fill: #f0b36b } text.bound { fill: #ff8a80 }
}
</style>
<rect class="back" width="${width}" height="${height}"/>
${curves.map((curve, index) => panel(curve, index * panelHeight, minutes)).join('\n')}
</svg>
`;
}

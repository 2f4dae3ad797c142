import type { Colourway, VehicleSummary } from './vehicle-summary';

/** The two colours of a drawing; hexadecimal, `#rrggbb` in any case. */
export type DrawingColours = Pick<Colourway, 'body' | 'accent'>;

type Painted = Pick<VehicleSummary, 'colourways'>;

/** Graphite, the colours of drawings of users' vehicles, whose real colours are unknown. */
const untold: Colourway = { name: '', body: '#3b424b', accent: '#c9ced6' };

/** Colours in which a vehicle is drawn, at least one pair; the first is used where there is a single drawing. */
export const colourwaysOf = ({ colourways }: Painted): readonly Colourway[] =>
  colourways.length > 0 ? colourways : [untold];

/** Colours of a vehicle's single drawing, as on cards. */
export function coloursOf({ colourways: [first = untold] }: Painted): DrawingColours {
  return { body: first.body, accent: first.accent };
}

import type { Colourway, VehicleSummary } from './vehicle-summary';

/** The two colours something is drawn in; hexadecimal, `#rrggbb` in any case. */
export type DrawingColours = Pick<Colourway, 'body' | 'accent'>;

type Painted = Pick<VehicleSummary, 'colourways'>;

/** Nobody has told the colours of a user's vehicle: wherever it is drawn it is graphite. */
const untold: Colourway = { name: '', body: '#3b424b', accent: '#c9ced6' };

/** What a vehicle is drawn in, at least one pair; the first stands for it where there is one drawing. */
export const colourwaysOf = ({ colourways }: Painted): readonly Colourway[] =>
  colourways.length > 0 ? colourways : [untold];

/** What a vehicle is drawn in where one drawing stands for it, as on cards. */
export function coloursOf({ colourways: [first = untold] }: Painted): DrawingColours {
  return { body: first.body, accent: first.accent };
}

import type { Offer, VehicleRecord } from '../catalogue/vehicle';
import { coloursOf } from '../drawings/drawing';
import type { Listing } from '../listings/listing';

/** Maximum number of vehicles in a comparison (docs/product.md, "Comparison"). */
export const compareMaximum = 4;
export const compareFull = 'You can compare up to 4 vehicles';

/**
 * Value of one vehicle in one row: its text, and the figure behind it in rows that are compared by figures; null when
 * unknown.
 */
export type Fact = string | { text: string; figure: number } | null;

/** Which figure of a row is the best, and the word for it: the lowest price, the highest top speed. */
export type Best = { is: 'lowest' | 'highest'; word: string };

/** One row of the table: how to get the value of each kind of offer. */
export type RowDefinition = {
  name: string;
  ofVehicle: (vehicle: VehicleRecord) => Fact;
  /** Absent where listings have no such field. */
  ofListing?: (listing: Listing) => Fact;
  /** Text of an unknown value (docs/product.md, "Comparison"): 'N/A' unless the row has its own. */
  missing?: string;
  best?: Best;
  /**
   * `length` draws a bar in the form of a road beside the figure; `chip` and `plate` render the components of those
   * names.
   */
  look?: RowLook;
  /** Row beyond the specification: shown when at least one vehicle has a value. */
  isExtra?: true;
  /** Name of the figure in `estimated` of a vehicle record, to tell whether it is an estimate. */
  figureName?: string;
};

type RowLook = 'text' | 'length' | 'chip' | 'plate';
export type GroupDefinition = { name: string; rows: readonly RowDefinition[] };

export type ComparisonCell = {
  /** Displayed text; the row's own text where the value is unknown. */
  text: string;
  isKnown: boolean;
  /** In the unit that `text` names; null where the row has no figures. */
  figure: number | null;
  /** The row's word for the best figure; null for all others, and where all are equal. */
  best: string | null;
  /** Percentage of the row's largest figure, 1 to 100; null where figures are not compared. */
  share: number | null;
};
export type ComparisonRow = {
  name: string;
  look: RowLook;
  /** In the order of the vehicles. */
  cells: ComparisonCell[];
  /** Whether all vehicles have the same value; never true for a single vehicle. */
  isAlike: boolean;
};
type ComparisonGroup = { name: string; rows: ComparisonRow[] };

/** Column header of a vehicle. */
export type ComparedVehicle = {
  id: string;
  name: string;
  kind: 'new' | 'used' | 'upcoming' | 'listing';
  priceRupees: number;
  drawing: { bodyStyle: VehicleRecord['bodyStyle']; body: string; accent: string };
};
export type Comparison = { vehicles: ComparedVehicle[]; groups: ComparisonGroup[] };

const notKnown = 'N/A';
/** Suffix of a figure that has not been published. */
const estimated = ' (estimate)';

function headOf(offer: Offer): ComparedVehicle {
  if (offer.kind === 'listing') {
    const { id, name, presentPrice, drawing } = offer.listing;
    return { id, name, kind: 'listing', priceRupees: presentPrice, drawing };
  }
  const { id, name, stock, priceRupees, bodyStyle } = offer.vehicle;
  return { id, name, kind: stock, priceRupees, drawing: { bodyStyle, ...coloursOf(offer.vehicle) } };
}

function factOf(row: RowDefinition, offer: Offer): { text: string; figure: number | null } | null {
  const fact = offer.kind === 'vehicle' ? row.ofVehicle(offer.vehicle) : (row.ofListing?.(offer.listing) ?? null);
  if (fact === null || fact === '') return null;
  const known = typeof fact === 'string' ? { text: fact, figure: null } : fact;
  const isEstimate =
    row.figureName !== undefined && offer.kind === 'vehicle' && offer.vehicle.estimated.includes(row.figureName);
  return isEstimate ? { ...known, text: known.text + estimated } : known;
}

/** The best figure of a row; null when fewer than two are known or all are equal. */
function bestFigure(figures: readonly number[], best: Best | undefined): number | null {
  if (!best || new Set(figures).size < 2) return null;
  return best.is === 'lowest' ? Math.min(...figures) : Math.max(...figures);
}

/** @returns null for a row beyond the specification for which no vehicle has a value */
function compareIn(row: RowDefinition, offers: readonly Offer[]): ComparisonRow | null {
  const facts = offers.map((offer) => factOf(row, offer));
  if (row.isExtra && facts.every((fact) => fact === null)) return null;
  const figures = facts.flatMap((fact) => fact?.figure ?? []);
  const bestOfAll = bestFigure(figures, row.best);
  const largest = row.look === 'length' && figures.length > 1 ? Math.max(...figures) : 0;
  const cells = facts.map((fact): ComparisonCell => {
    const figure = fact?.figure ?? null;
    return {
      text: fact?.text ?? row.missing ?? notKnown,
      isKnown: fact !== null,
      figure,
      best: figure !== null && figure === bestOfAll ? (row.best?.word ?? null) : null,
      share: figure !== null && largest > 0 ? Math.max(1, Math.round((100 * figure) / largest)) : null,
    };
  });
  const isAlike = cells.length > 1 && cells.every(({ text }) => text === cells[0]?.text);
  return { name: row.name, look: row.look ?? 'text', cells, isAlike };
}

/** Compares offers of any kind: one column for each in their order, and the rows that the groups define. */
export function compareOffers(offers: readonly Offer[], groups: readonly GroupDefinition[]): Comparison {
  return {
    vehicles: offers.map(headOf),
    groups: groups.map(({ name, rows }) => ({ name, rows: rows.flatMap((row) => compareIn(row, offers) ?? []) })),
  };
}

/** Keeps only the rows in which the vehicles differ; leaves out groups without any. */
export function differencesOf(comparison: Comparison): Comparison {
  const groups = comparison.groups
    .map(({ name, rows }) => ({ name, rows: rows.filter(({ isAlike }) => !isAlike) }))
    .filter(({ rows }) => rows.length > 0);
  return { ...comparison, groups };
}

/** Number of rows that are the same for every vehicle. */
export const alikeRows = ({ groups }: Comparison): number =>
  groups.flatMap(({ rows }) => rows).filter(({ isAlike }) => isAlike).length;

import { coloursOf } from '../catalogue/drawing-colours';
import type { Offer, VehicleRecord } from '../catalogue/vehicle-record';
import type { Listing } from '../listings/listing';

/** What one vehicle has in one row: words, and the figure behind them where rows are measured; null is not known. */
export type Fact = string | { text: string; figure: number } | null;

/** Which figure of a row is the best, and the word that says so: a price is lowest, a top speed highest. */
export type Best = { is: 'lowest' | 'highest'; word: string };

/** One row of the table: where each kind of offer has its fact. */
export type RowDefinition = {
  name: string;
  ofVehicle: (vehicle: VehicleRecord) => Fact;
  /** Absent for what no listing tells. */
  ofListing?: (listing: Listing) => Fact;
  /** What stands where nothing is known (docs/product.md, "Comparison"): 'N/A' unless the row has its own sentence. */
  missing?: string;
  best?: Best;
  /** `length`: drawn as a piece of road beside its figure. `chip` and `plate` are the signs of those names. */
  look?: RowLook;
  /** Beyond the specification: shown when at least one vehicle has it. */
  isExtra?: true;
  /** The figure's name in `estimated` of a vehicle's record, to know whether it is one. */
  figureName?: string;
};

type RowLook = 'text' | 'length' | 'chip' | 'plate';
export type GroupDefinition = { name: string; rows: readonly RowDefinition[] };

export type ComparisonCell = {
  /** What is shown; the row's own sentence where nothing is known. */
  text: string;
  isKnown: boolean;
  /** In the unit that `text` names; null where nothing is measured. */
  figure: number | null;
  /** The row's word for the best figure; null for all others, and where all are alike. */
  best: string | null;
  /** 1 to 100, in percent of the row's largest figure; null where nothing is measured against another. */
  share: number | null;
};
export type ComparisonRow = {
  name: string;
  look: RowLook;
  /** In the order of the vehicles. */
  cells: ComparisonCell[];
  /** Every vehicle has the same; never so for one vehicle alone. */
  isAlike: boolean;
};
type ComparisonGroup = { name: string; rows: ComparisonRow[] };

/** A vehicle at the head of its column. */
export type ComparedVehicle = {
  id: string;
  name: string;
  standing: 'new' | 'used' | 'upcoming' | 'listing';
  priceRupees: number;
  drawing: { bodyStyle: VehicleRecord['bodyStyle']; body: string; accent: string };
};
export type Comparison = { vehicles: ComparedVehicle[]; groups: ComparisonGroup[] };

const notKnown = 'N/A';
/** Behind a figure that nobody has published. */
const estimated = ' (estimate)';

function headOf(offer: Offer): ComparedVehicle {
  if (offer.kind === 'listing') {
    const { id, name, presentPrice, drawing } = offer.listing;
    return { id, name, standing: 'listing', priceRupees: presentPrice, drawing };
  }
  const { id, name, stock, priceRupees, bodyStyle } = offer.vehicle;
  return { id, name, standing: stock, priceRupees, drawing: { bodyStyle, ...coloursOf(offer.vehicle) } };
}

function factOf(row: RowDefinition, offer: Offer): { text: string; figure: number | null } | null {
  const fact = offer.kind === 'vehicle' ? row.ofVehicle(offer.vehicle) : (row.ofListing?.(offer.listing) ?? null);
  if (fact === null || fact === '') return null;
  const known = typeof fact === 'string' ? { text: fact, figure: null } : fact;
  const isEstimate =
    row.figureName !== undefined && offer.kind === 'vehicle' && offer.vehicle.estimated.includes(row.figureName);
  return isEstimate ? { ...known, text: known.text + estimated } : known;
}

/** The figure that is best in a row; null when fewer than two are known or all are alike. */
function bestFigure(figures: readonly number[], best: Best | undefined): number | null {
  if (!best || new Set(figures).size < 2) return null;
  return best.is === 'lowest' ? Math.min(...figures) : Math.max(...figures);
}

/** @returns null for a row beyond the specification of which no vehicle knows anything */
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

/** Puts offers of any kind side by side: a column for each in their order, and the rows that the groups define. */
export function compareOffers(offers: readonly Offer[], groups: readonly GroupDefinition[]): Comparison {
  return {
    vehicles: offers.map(headOf),
    groups: groups.map(({ name, rows }) => ({ name, rows: rows.flatMap((row) => compareIn(row, offers) ?? []) })),
  };
}

/** Only where the vehicles differ; groups in which they don't are left out. */
export function differencesOf(comparison: Comparison): Comparison {
  const groups = comparison.groups
    .map(({ name, rows }) => ({ name, rows: rows.filter(({ isAlike }) => !isAlike) }))
    .filter(({ rows }) => rows.length > 0);
  return { ...comparison, groups };
}

/** How many rows are the same for every vehicle. */
export const alikeRows = ({ groups }: Comparison): number =>
  groups.flatMap(({ rows }) => rows).filter(({ isAlike }) => isAlike).length;

/** Compares offers row by row (docs/product.md, "Comparison"). */

import type { Offer, VehicleRecord } from '../catalogue/vehicle';
import { getColours } from '../photos/drawing';
import type { Listing } from '../listings/listing';

/** Maximum number of vehicles in a comparison. */
export const compareMaximum = 4;
export const compareFull = 'You can compare up to 4 vehicles';

/**
 * Value of one vehicle in one row; null if unknown. Rows that are compared by figures have the figure too. `note`
 * follows the text in brackets: 'expected'.
 */
export type Fact = string | { text: string; figure: number; note?: string } | null;

/** Which figure of a row is best, and its label: the lowest price, the highest top speed. */
export type Best = { is: 'lowest' | 'highest'; word: string };

/** The best vehicle of a row as it is shown above the table. */
export type VerdictDefinition = {
  /** 'Cheapest' */
  title: string;
  formatFigure: (figure: number) => string;
  /** Whether it shows the lead of the best vehicle, '₹35,000 less', instead of its figure. */
  isLead?: true;
  /** What the figure is for: 'for 1,000 km'. */
  note?: string;
};

/** A row of the table. */
export type RowDefinition = {
  name: string;
  ofVehicle: (vehicle: VehicleRecord) => Fact;
  /** Absent if listings have no such field. */
  ofListing?: (listing: Listing) => Fact;
  /** Text of an unknown value; 'N/A' by default. */
  missing?: string;
  best?: Best;
  /** Absent if the row is not summarized above the table; needs `best`. */
  verdict?: VerdictDefinition;
  /** `length` draws a bar next to the figure; `chip` and `plate` render the components of these names. */
  look?: RowLook;
  /** Whether the row is hidden if no vehicle has a value. */
  isExtra?: true;
  /** Name of the field in `estimated` of a vehicle record. */
  figureName?: string;
};

type RowLook = 'text' | 'length' | 'chip' | 'plate';
export type GroupDefinition = { name: string; rows: readonly RowDefinition[] };

export type ComparisonCell = {
  /** Text of the value, or of an unknown value. */
  text: string;
  isKnown: boolean;
  /** In the unit of `text`; null if the row has no figures. */
  figure: number | null;
  /** Label of the best figure; null for the others, and if all are equal. */
  best: string | null;
  /** Percentage of the largest figure of the row, 1 to 100; null if the row has no bars. */
  share: number | null;
};
export type ComparisonRow = {
  name: string;
  look: RowLook;
  /** In the order of the vehicles. */
  cells: ComparisonCell[];
  /** Null for a single vehicle. */
  agreement: Agreement | null;
};

/**
 * Whether the vehicles differ in a row. Only known values are compared: `partly-stated` are rows whose known values,
 * often a single one, are equal, but which some vehicles do not state.
 */
type Agreement = 'alike' | 'different' | 'partly-stated';

export type ComparisonGroup = {
  name: string;
  rows: ComparisonRow[];
  /** Sentences about rows that are left out, because only some vehicles have a value. */
  omissions: string[];
};

/** A line above the table: the best vehicle of a row. */
export type VerdictLine = {
  title: string;
  /** Index of the vehicle. */
  column: number;
  text: string;
  /** 'for 1,000 km', 'estimate' */
  note: string | null;
};

/** Column header of a vehicle. */
export type ComparedVehicle = {
  id: string;
  name: string;
  /** Without the brand: 'Scram 411'. */
  shortName: string;
  type: VehicleRecord['type'];
  kind: 'new' | 'used' | 'upcoming' | 'listing';
  priceRupees: number;
  drawing: { bodyStyle: VehicleRecord['bodyStyle']; body: string; accent: string };
};
export type Comparison = { vehicles: ComparedVehicle[]; groups: ComparisonGroup[]; verdict: VerdictLine[] };

const unknown = 'N/A';
/** Note of a figure that is an estimate. */
const estimate = 'estimate';

const removeBrand = (name: string, brand: string): string =>
  name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name;

function toColumn(offer: Offer): ComparedVehicle {
  if (offer.kind === 'listing') {
    const { id, name, brand, kind, presentPrice, drawing } = offer.listing;
    return {
      id,
      name,
      shortName: removeBrand(name, brand),
      type: kind === 'bike' ? 'Bike' : 'Scooter',
      kind: 'listing',
      priceRupees: presentPrice,
      drawing,
    };
  }
  const { id, name, brand, type, stock, priceRupees, bodyStyle } = offer.vehicle;
  return {
    id,
    name,
    shortName: removeBrand(name, brand),
    type,
    kind: stock,
    priceRupees,
    drawing: { bodyStyle, ...getColours(offer.vehicle) },
  };
}

type KnownFact = { text: string; figure: number | null; note: string | null };

function evaluateRow(row: RowDefinition, offer: Offer): KnownFact | null {
  const fact = offer.kind === 'vehicle' ? row.ofVehicle(offer.vehicle) : (row.ofListing?.(offer.listing) ?? null);
  if (fact === null || fact === '') return null;
  const isEstimate =
    row.figureName !== undefined && offer.kind === 'vehicle' && offer.vehicle.estimated.includes(row.figureName);
  const { text, figure, note } = typeof fact === 'string' ? { text: fact, figure: null } : { note: undefined, ...fact };
  const shownNote = note ?? (isEstimate ? estimate : null);
  return { text: shownNote === null ? text : `${text} (${shownNote})`, figure, note: shownNote };
}

/** The best figure of a row; null if fewer than two are known or all are equal. */
function findBestFigure(figures: readonly number[], best: Best | undefined): number | null {
  if (!best || new Set(figures).size < 2) return null;
  return best.is === 'lowest' ? Math.min(...figures) : Math.max(...figures);
}

function findAgreement(facts: readonly (KnownFact | null)[]): Agreement | null {
  if (facts.length < 2) return null;
  const known = facts.filter((fact) => fact !== null);
  if (new Set(known.map(({ text }) => text)).size > 1) return 'different';
  return known.length === 0 || known.length === facts.length ? 'alike' : 'partly-stated';
}

/** The word after a lead: '₹35,000 less'. */
const leadWords = { lowest: 'less', highest: 'more' } as const;

/** @returns null unless at least two vehicles have a figure and exactly one is best */
function findVerdict({ best, verdict }: RowDefinition, facts: readonly (KnownFact | null)[]): VerdictLine | null {
  if (!best || !verdict) return null;
  const ranked = facts
    .flatMap((fact, column) => (fact?.figure == null ? [] : { figure: fact.figure, note: fact.note, column }))
    .sort((one, other) => (best.is === 'lowest' ? one.figure - other.figure : other.figure - one.figure));
  const [first, second] = ranked;
  if (!first || !second || first.figure === second.figure) return null;
  const { title, formatFigure, isLead, note = null } = verdict;
  const text = isLead
    ? `${formatFigure(Math.abs(first.figure - second.figure))} ${leadWords[best.is]}`
    : formatFigure(first.figure);
  return { title, column: first.column, text, note: first.note ?? (isLead ? second.note : null) ?? note };
}

type ComparedRow = { row: ComparisonRow; verdict: VerdictLine | null };

/** @returns null for an extra row without any value */
function compareRow(row: RowDefinition, offers: readonly Offer[]): ComparedRow | null {
  const facts = offers.map((offer) => evaluateRow(row, offer));
  if (row.isExtra && facts.every((fact) => fact === null)) return null;
  const figures = facts.flatMap((fact) => fact?.figure ?? []);
  const best = findBestFigure(figures, row.best);
  const largest = row.look === 'length' && figures.length > 1 ? Math.max(...figures) : 0;
  const cells = facts.map((fact): ComparisonCell => {
    const figure = fact?.figure ?? null;
    return {
      text: fact?.text ?? row.missing ?? unknown,
      isKnown: fact !== null,
      figure,
      best: figure !== null && figure === best ? (row.best?.word ?? null) : null,
      share: figure !== null && largest > 0 ? Math.max(1, Math.round((100 * figure) / largest)) : null,
    };
  });
  return {
    row: { name: row.name, look: row.look ?? 'text', cells, agreement: findAgreement(facts) },
    verdict: findVerdict(row, facts),
  };
}

/** Compares offers: one column for each, and the rows of the groups. */
export function compareOffers(offers: readonly Offer[], groups: readonly GroupDefinition[]): Comparison {
  const compared = groups.map(({ name, rows }) => ({
    name,
    rows: rows.flatMap((row) => compareRow(row, offers) ?? []),
  }));
  return {
    vehicles: offers.map(toColumn),
    groups: compared.map(({ name, rows }) => ({ name, rows: rows.map(({ row }) => row), omissions: [] })),
    verdict: compared.flatMap(({ rows }) => rows.flatMap(({ verdict }) => verdict ?? [])),
  };
}

/** The name of a row within a sentence: 'seat height', but 'EMI'. */
const toSentenceCase = (name: string): string =>
  /^.[A-Z]/.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1);

/** Sentences about rows that only some vehicles have: 'Only for iQube ST: motor, range.' */
function formatUnknownRows(rows: readonly ComparisonRow[], vehicles: readonly ComparedVehicle[]): string[] {
  const namesByStart = new Map<string, string[]>();
  for (const { name, cells, agreement } of rows) {
    if (agreement !== 'partly-stated') continue;
    const getNames = (isKnown: boolean) =>
      vehicles.filter((_, column) => cells[column]?.isKnown === isKnown).map(({ shortName }) => shortName);
    const [known, other] = [getNames(true), getNames(false)];
    const start = known.length === 1 ? `Only for ${known.join()}` : `Not stated for ${other.join(' and ')}`;
    namesByStart.set(start, [...(namesByStart.get(start) ?? []), toSentenceCase(name)]);
  }
  return [...namesByStart].map(([start, names]) => `${start}: ${names.join(', ')}.`);
}

/** Keeps only the rows in which known values differ, and names those that only some vehicles have in sentences. */
export function keepDifferences(comparison: Comparison): Comparison {
  const { vehicles } = comparison;
  const groups = comparison.groups
    .map(({ name, rows }) => ({
      name,
      rows: rows.filter(({ agreement }) => agreement === 'different'),
      omissions: formatUnknownRows(rows, vehicles),
    }))
    .filter(({ rows, omissions }) => rows.length + omissions.length > 0);
  return { ...comparison, groups };
}

/** Number of rows that are the same for every vehicle. */
export const countEqualRows = ({ groups }: Comparison): number =>
  groups.flatMap(({ rows }) => rows).filter(({ agreement }) => agreement === 'alike').length;

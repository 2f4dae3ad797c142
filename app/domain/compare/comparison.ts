import type { Offer, VehicleRecord } from '../catalogue/vehicle';
import { coloursOf } from '../drawings/drawing';
import type { Listing } from '../listings/listing';

/** Maximum number of vehicles in a comparison (docs/product.md, "Comparison"). */
export const compareMaximum = 4;
export const compareFull = 'You can compare up to 4 vehicles';

/**
 * Value of one vehicle in one row: its text, and the figure behind it in rows that are compared by figures; null when
 * unknown. `note` follows the text in brackets: 'expected'.
 */
export type Fact = string | { text: string; figure: number; note?: string } | null;

/** Which figure of a row is the best, and the word for it: the lowest price, the highest top speed. */
export type Best = { is: 'lowest' | 'highest'; word: string };

/** How the best of a row is named above the table (docs/product.md, "Comparison"). */
export type VerdictDefinition = {
  /** 'Cheapest' */
  title: string;
  textOf: (figure: number) => string;
  /** Whether it shows by how much the best leads, '₹35,000 less', in place of its figure. */
  isLead?: true;
  /** What the figure is for: 'for 1,000 km'. */
  note?: string;
};

/** One row of the table: how to get the value of each kind of offer. */
export type RowDefinition = {
  name: string;
  ofVehicle: (vehicle: VehicleRecord) => Fact;
  /** Absent where listings have no such field. */
  ofListing?: (listing: Listing) => Fact;
  /** Text of an unknown value (docs/product.md, "Comparison"): 'N/A' unless the row has its own. */
  missing?: string;
  best?: Best;
  /** Absent where the best is not named above the table; needs `best`. */
  verdict?: VerdictDefinition;
  /**
   * `length` draws a bar in the form of a road beside the figure; `chip` and `plate` render the components of those
   * names.
   */
  look?: RowLook;
  /** Row beyond the specification: shown when at least one vehicle has a value. */
  isExtra?: true;
  /** Name of the figure in `estimated` of a vehicle record, which lists the estimates. */
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
  /** Rows that are left out because only some vehicles state them, as sentences. */
  leftOut: string[];
};

/** What one vehicle is best at: a line above the table. */
export type VerdictLine = {
  title: string;
  /** Position of the vehicle. */
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

const notKnown = 'N/A';
/** Note on a figure that has not been published. */
const estimate = 'estimate';

const withoutBrand = (name: string, brand: string): string =>
  name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name;

function headOf(offer: Offer): ComparedVehicle {
  if (offer.kind === 'listing') {
    const { id, name, brand, kind, presentPrice, drawing } = offer.listing;
    return {
      id,
      name,
      shortName: withoutBrand(name, brand),
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
    shortName: withoutBrand(name, brand),
    type,
    kind: stock,
    priceRupees,
    drawing: { bodyStyle, ...coloursOf(offer.vehicle) },
  };
}

type KnownFact = { text: string; figure: number | null; note: string | null };

function factOf(row: RowDefinition, offer: Offer): KnownFact | null {
  const fact = offer.kind === 'vehicle' ? row.ofVehicle(offer.vehicle) : (row.ofListing?.(offer.listing) ?? null);
  if (fact === null || fact === '') return null;
  const isEstimate =
    row.figureName !== undefined && offer.kind === 'vehicle' && offer.vehicle.estimated.includes(row.figureName);
  const { text, figure, note } = typeof fact === 'string' ? { text: fact, figure: null } : { note: undefined, ...fact };
  const remark = note ?? (isEstimate ? estimate : null);
  return { text: remark === null ? text : `${text} (${remark})`, figure, note: remark };
}

/** The best figure of a row; null when fewer than two are known or all are equal. */
function bestFigure(figures: readonly number[], best: Best | undefined): number | null {
  if (!best || new Set(figures).size < 2) return null;
  return best.is === 'lowest' ? Math.min(...figures) : Math.max(...figures);
}

function agreementOf(facts: readonly (KnownFact | null)[]): Agreement | null {
  if (facts.length < 2) return null;
  const known = facts.filter((fact) => fact !== null);
  if (new Set(known.map(({ text }) => text)).size > 1) return 'different';
  return known.length === 0 || known.length === facts.length ? 'alike' : 'partly-stated';
}

/** The words that follow a lead: less of what is best at its lowest, more of everything else. */
const leadWords = { lowest: 'less', highest: 'more' } as const;

/** @returns null unless at least two vehicles state the figure and a single one is best */
function verdictOf({ best, verdict }: RowDefinition, facts: readonly (KnownFact | null)[]): VerdictLine | null {
  if (!best || !verdict) return null;
  const ranked = facts
    .flatMap((fact, column) => (fact?.figure == null ? [] : { figure: fact.figure, note: fact.note, column }))
    .sort((one, other) => (best.is === 'lowest' ? one.figure - other.figure : other.figure - one.figure));
  const [first, second] = ranked;
  if (!first || !second || first.figure === second.figure) return null;
  const { title, textOf, isLead, note = null } = verdict;
  const text = isLead
    ? `${textOf(Math.abs(first.figure - second.figure))} ${leadWords[best.is]}`
    : textOf(first.figure);
  return { title, column: first.column, text, note: first.note ?? (isLead ? second.note : null) ?? note };
}

type ComparedRow = { row: ComparisonRow; verdict: VerdictLine | null };

/** @returns null for a row beyond the specification for which no vehicle has a value */
function compareIn(row: RowDefinition, offers: readonly Offer[]): ComparedRow | null {
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
  return {
    row: { name: row.name, look: row.look ?? 'text', cells, agreement: agreementOf(facts) },
    verdict: verdictOf(row, facts),
  };
}

/** Compares offers of any kind: one column for each in their order, and the rows that the groups define. */
export function compareOffers(offers: readonly Offer[], groups: readonly GroupDefinition[]): Comparison {
  const compared = groups.map(({ name, rows }) => ({
    name,
    rows: rows.flatMap((row) => compareIn(row, offers) ?? []),
  }));
  return {
    vehicles: offers.map(headOf),
    groups: compared.map(({ name, rows }) => ({ name, rows: rows.map(({ row }) => row), leftOut: [] })),
    verdict: compared.flatMap(({ rows }) => rows.flatMap(({ verdict }) => verdict ?? [])),
  };
}

/** The name of a row within a sentence: 'seat height', but 'EMI'. */
const inSentence = (name: string): string =>
  /^.[A-Z]/.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1);

/** 'Only for iQube ST: motor, range.', a sentence for all rows that the same vehicles leave open. */
function leftOutOf(rows: readonly ComparisonRow[], vehicles: readonly ComparedVehicle[]): string[] {
  const namesByStart = new Map<string, string[]>();
  for (const { name, cells, agreement } of rows) {
    if (agreement !== 'partly-stated') continue;
    const namesWhere = (isKnown: boolean) =>
      vehicles.filter((_, column) => cells[column]?.isKnown === isKnown).map(({ shortName }) => shortName);
    const [stating, other] = [namesWhere(true), namesWhere(false)];
    const start = stating.length === 1 ? `Only for ${stating.join()}` : `Not stated for ${other.join(' and ')}`;
    namesByStart.set(start, [...(namesByStart.get(start) ?? []), inSentence(name)]);
  }
  return [...namesByStart].map(([start, names]) => `${start}: ${names.join(', ')}.`);
}

/**
 * Keeps only the rows in which known values differ. What only some vehicles state is named in a sentence. Groups
 * without either are left out.
 */
export function differencesOf(comparison: Comparison): Comparison {
  const { vehicles } = comparison;
  const groups = comparison.groups
    .map(({ name, rows }) => ({
      name,
      rows: rows.filter(({ agreement }) => agreement === 'different'),
      leftOut: leftOutOf(rows, vehicles),
    }))
    .filter(({ rows, leftOut }) => rows.length + leftOut.length > 0);
  return { ...comparison, groups };
}

/** Number of rows that are the same for every vehicle. */
export const alikeRows = ({ groups }: Comparison): number =>
  groups.flatMap(({ rows }) => rows).filter(({ agreement }) => agreement === 'alike').length;

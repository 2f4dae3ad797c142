import type { Best, Fact, VerdictDefinition } from '../catalogue/compared-facts';
import type { MakerFigures, Offer, VehicleRecord } from '../catalogue/vehicle';
import { getColours } from '../photos/drawing';
import type { Listing } from '../listings/listing';
import type { JudgedPrice } from '../listings/listing-facts';
import type { StoredPhoto } from '../photos/photo';

export type RowDefinition = {
  name: string;
  ofVehicle: (vehicle: VehicleRecord) => Fact;
  /** Absent if listings have no such field. */
  ofListing?: (listing: Listing) => Fact;
  /** Stands in for what a second-hand vehicle does not state. Absent for what its model does not determine, as its colour. */
  ofModel?: (figures: MakerFigures) => Fact;
  /** Text of an unknown value; 'N/A' by default. */
  missing?: string;
  best?: Best;
  /** Absent if the row is not summarized above the table; needs `best`. */
  verdict?: VerdictDefinition;
  /** `length` draws a bar next to the figure, `price` has the price road below it; `chip` and `plate` render the components of these names. */
  look?: RowLook;
  /** Whether the row is hidden if no vehicle has a value. */
  isExtra?: true;
  /** Names of the figures that it shows, which may be estimates. */
  figures?: readonly string[];
};

type RowLook = 'text' | 'length' | 'price' | 'chip' | 'plate';
export type GroupDefinition = { name: string; rows: readonly RowDefinition[] };

export type ComparisonCell = {
  text: string;
  /** The value without its note; null if unknown. */
  value: string | null;
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
  cells: ComparisonCell[];
};

/** `partly-stated`: known values are equal, but some vehicles state none; `unknown`: none states it. */
type Agreement = 'alike' | 'different' | 'partly-stated' | 'unknown';

export type ComparisonGroup = {
  name: string;
  rows: ComparisonRow[];
  /** Sentences about rows that are left out, because only some vehicles have a value. */
  omissions: string[];
};

export type VerdictLine = {
  title: string;
  column: number;
  text: string;
  /** 'for 1,000 km', 'estimate' */
  note: string | null;
};

export type ComparedVehicle = {
  id: string;
  name: string;
  /** Without the brand: 'Scram 411'. */
  shortName: string;
  type: VehicleRecord['type'];
  kind: 'new' | 'used' | 'upcoming' | 'listing';
  isSample: boolean;
  priceRupees: number;
  /** Null unless at least five similar offers exist. */
  judged: JudgedPrice | null;
  /** Its first photo; null if it is shown as a drawing. */
  photo: StoredPhoto | null;
  drawing: { bodyStyle: VehicleRecord['bodyStyle']; body: string; accent: string };
};
export type Comparison = { vehicles: ComparedVehicle[]; groups: ComparisonGroup[]; verdict: VerdictLine[] };

const unknown = 'N/A';
const estimate = 'estimate';
const makersFigures = 'maker’s figures';

const removeBrand = (name: string, brand: string): string =>
  name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name;

function toColumn({ offer, judged = null }: ComparedOffer): ComparedVehicle {
  if (offer.kind === 'listing') {
    const { id, name, brand, kind, presentPrice, photos, drawing, isSample } = offer.listing;
    return {
      id,
      name,
      shortName: removeBrand(name, brand),
      type: kind === 'bike' ? 'Bike' : 'Scooter',
      kind: 'listing',
      isSample,
      priceRupees: presentPrice,
      judged,
      photo: photos[0] ?? null,
      drawing,
    };
  }
  const { id, name, brand, type, stock, priceRupees, photo, bodyStyle } = offer.vehicle;
  return {
    id,
    name,
    shortName: removeBrand(name, brand),
    type,
    kind: stock,
    isSample: false,
    priceRupees,
    judged,
    photo,
    drawing: { bodyStyle, ...getColours(offer.vehicle) },
  };
}

export type ComparedOffer = { offer: Offer; maker: MakerFigures | null; judged?: JudgedPrice | null };

type KnownFact = { value: string; text: string; figure: number | null; note: string | null };

function toKnownFact(fact: Fact, ownNote: string | null): KnownFact | null {
  const {
    text,
    figure,
    note = ownNote,
  } = typeof fact === 'string' || fact === null ? { text: fact, figure: null } : fact;
  if (text === null || text === '' || text === unknown) return null;
  return { value: text, text: note === null ? text : `${text} (${note})`, figure, note };
}

function evaluateRow(row: RowDefinition, { offer, maker }: ComparedOffer): KnownFact | null {
  const isEstimated = ({ estimated }: Pick<MakerFigures, 'estimated'>): boolean =>
    row.figures?.some((name) => estimated.includes(name)) === true;
  const own =
    offer.kind === 'vehicle'
      ? toKnownFact(row.ofVehicle(offer.vehicle), isEstimated(offer.vehicle) ? estimate : null)
      : toKnownFact(row.ofListing?.(offer.listing) ?? null, null);
  if (own !== null || maker === null || !row.ofModel) return own;
  return toKnownFact(row.ofModel(maker), isEstimated(maker) ? estimate : makersFigures);
}

/** The best figure of a row; null if fewer than two are known or all are equal. */
function findBestFigure(figures: readonly number[], best: Best | undefined): number | null {
  if (!best || new Set(figures).size < 2) return null;
  return best.is === 'lowest' ? Math.min(...figures) : Math.max(...figures);
}

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
function compareRow(row: RowDefinition, offers: readonly ComparedOffer[]): ComparedRow | null {
  const facts = offers.map((offer) => evaluateRow(row, offer));
  if (row.isExtra && facts.every((fact) => fact === null)) return null;
  const figures = facts.flatMap((fact) => fact?.figure ?? []);
  const best = findBestFigure(figures, row.best);
  const largest = row.look === 'length' && figures.length > 1 ? Math.max(...figures) : 0;
  const cells = facts.map((fact): ComparisonCell => {
    const figure = fact?.figure ?? null;
    return {
      text: fact?.text ?? row.missing ?? unknown,
      value: fact?.value ?? null,
      figure,
      best: figure !== null && figure === best ? (row.best?.word ?? null) : null,
      share: figure !== null && largest > 0 ? Math.max(1, Math.round((100 * figure) / largest)) : null,
    };
  });
  return { row: { name: row.name, look: row.look ?? 'text', cells }, verdict: findVerdict(row, facts) };
}

export function compareOffers(offers: readonly ComparedOffer[], groups: readonly GroupDefinition[]): Comparison {
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

/** @param columns positions of the vehicles @returns null for a single vehicle that states a value */
export function getAgreement({ cells }: ComparisonRow, columns: readonly number[]): Agreement | null {
  const seen = cells.filter((_, column) => columns.includes(column));
  const values = seen.flatMap(({ value }) => value ?? []);
  // 'None reported' is an answer.
  if (seen.every(({ text }) => text === unknown)) return 'unknown';
  if (seen.length < 2) return null;
  if (new Set(values).size > 1) return 'different';
  return values.length === 0 || values.length === seen.length ? 'alike' : 'partly-stated';
}

/** Whether a row becomes part of the sentence about what is alike. A price stays, for its road is below it. */
export const isFolded = (row: ComparisonRow, columns: readonly number[]): boolean =>
  row.look !== 'price' && getAgreement(row, columns) === 'alike';

export const getColumns = ({ vehicles }: { vehicles: readonly ComparedVehicle[] }): number[] => [...vehicles.keys()];

const phoneColumns = 2;

/** The one chosen last at the end. @param chosen ids in the order in which they were chosen */
export function findIdsInView(vehicles: readonly ComparedVehicle[], chosen: readonly string[]): string[] {
  const chosenIds = new Set(chosen.filter((id) => vehicles.some((vehicle) => vehicle.id === id)));
  const rest = vehicles
    .flatMap(({ id }) => (chosenIds.has(id) ? [] : id))
    .slice(0, Math.max(0, phoneColumns - chosenIds.size));
  return [...rest, ...chosenIds].slice(-phoneColumns);
}

const toSentenceCase = (name: string): string =>
  /^.[A-Z]/.test(name) ? name : name.slice(0, 1).toLowerCase() + name.slice(1);

/** The rows that none of some vehicles states, in a sentence; null if there are none. @param columns their positions */
export function formatUnknownRows(rows: readonly ComparisonRow[], columns: readonly number[]): string | null {
  const names = rows.filter((row) => getAgreement(row, columns) === 'unknown').map(({ name }) => toSentenceCase(name));
  if (names.length === 0) return null;
  const start = ['N/A', 'N/A for both'][columns.length - 1] ?? 'N/A for all';
  return `${start}: ${names.join(', ')}.`;
}

/**
 * The rows in which some vehicles agree, in a sentence: 'Alike: Type Bike · Fuel Petrol'. Null if there are none.
 * @param columns their positions
 */
export function formatAlikeRows(rows: readonly ComparisonRow[], columns: readonly number[]): string | null {
  const facts = rows
    .filter((row) => isFolded(row, columns))
    .map(({ name, cells }) => {
      const seen = columns.flatMap((column) => cells[column] ?? []);
      // Of figures that only some vehicles state, the text says so.
      const cell = seen.find(({ text, value }) => text !== value) ?? seen[0];
      return `${name} ${cell?.text ?? unknown}`;
    });
  return facts.length === 0 ? null : `Alike: ${facts.join(' · ')}`;
}

function formatPartlyStatedRows(rows: readonly ComparisonRow[], vehicles: readonly ComparedVehicle[]): string[] {
  const namesByStart = new Map<string, string[]>();
  for (const row of rows) {
    if (getAgreement(row, getColumns({ vehicles })) !== 'partly-stated') continue;
    const getNames = (isStated: boolean) =>
      vehicles.filter((_, column) => (row.cells[column]?.value != null) === isStated).map(({ shortName }) => shortName);
    const [stating, silent] = [getNames(true), getNames(false)];
    const start = stating.length === 1 ? `Only for ${stating.join()}` : `Not stated for ${silent.join(' and ')}`;
    namesByStart.set(start, [...(namesByStart.get(start) ?? []), toSentenceCase(row.name)]);
  }
  return [...namesByStart].map(([start, names]) => `${start}: ${names.join(', ')}.`);
}

/** Rows that no vehicle states become a sentence, as do those that only some have. */
export function keepDifferences(comparison: Comparison): Comparison {
  const { vehicles } = comparison;
  const columns = getColumns(comparison);
  const groups = comparison.groups
    .map(({ name, rows }) => ({
      name,
      rows: rows.filter((row) => ['different', 'unknown'].includes(getAgreement(row, columns) ?? '')),
      omissions: formatPartlyStatedRows(rows, vehicles),
    }))
    .filter(({ rows, omissions }) => rows.length + omissions.length > 0);
  return { ...comparison, groups };
}

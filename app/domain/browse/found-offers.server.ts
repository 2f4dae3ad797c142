import type { Database } from '~db/connection';
import { foldForSearch } from '~db/search-fold';
import type { VehicleSummary } from '../catalogue/vehicle';
import { allBrands, vehiclesAt } from '../catalogue/vehicle.queries.server';
import type { ListingSummary } from '../listings/listing';
import { listingsAt } from '../listings/listing.queries.server';
import type { Understood } from '../search/understood';
import { understandSearch } from '../search/understood-search.server';
import type { Actor } from '../shared/actor';
import { type BrowseFilters, type BrowseSort, browseSorts, noFilters, type OfferMarks } from './browse-query';
import { facetNames } from './facet-choices';
import { setFilters } from './facets';
import type { OfferRow } from './offer-order';
import { lookAt } from './offer-rows.server';
import { besidePlaceSaid, searchOf } from './offer-search.server';

/** `km`: from the city that is asked for; null where that or its own place is not known. */
export type ShownOffer = { km: number | null } & (
  | { kind: 'vehicle'; vehicle: VehicleSummary }
  | { kind: 'listing'; listing: ListingSummary }
);
export type BrowseOffer = ShownOffer & { createdAt: string };

/** Offers of these rows that are still there, with one read of each table. */
export function offersByRow(db: Database, rows: readonly OfferRow[], actor: Actor): Map<OfferRow, BrowseOffer> {
  const [listed, stocked] = [
    rows.filter(({ kind }) => kind === 'listing'),
    rows.filter(({ kind }) => kind !== 'listing'),
  ];
  const listings = listingsAt(
    db,
    listed.map(({ seq }) => seq),
    actor,
  );
  const vehicles = vehiclesAt(
    db,
    stocked.map(({ seq }) => seq),
  );
  const cards = new Map<OfferRow, BrowseOffer>();
  for (const [place, row] of listed.entries()) {
    const listing = listings[place];
    if (listing) cards.set(row, { kind: 'listing', listing, createdAt: row.createdAt, km: row.km });
  }
  for (const [place, row] of stocked.entries()) {
    const vehicle = vehicles[place];
    if (vehicle) cards.set(row, { kind: 'vehicle', vehicle, createdAt: row.createdAt, km: row.km });
  }
  return cards;
}

/** Offers of these rows that are still there, in their order. */
export function offersOf(db: Database, rows: readonly OfferRow[], actor: Actor): BrowseOffer[] {
  const cards = offersByRow(db, rows, actor);
  return rows.flatMap((row) => cards.get(row) ?? []);
}

/** Resolves the brands of a URL, by name or id, to their names, each once. */
export function brandsNamed(db: Database, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  const known = allBrands(db);
  const names = texts.map((text) => {
    const folded = foldForSearch(text.trim());
    return known.find(({ id, name }) => id === text || foldForSearch(name) === folded)?.name ?? text.trim();
  });
  return names.filter((name, at) => names.findIndex((one) => foldForSearch(one) === foldForSearch(name)) === at);
}

/** The order of a search: the one its words ask for, unless the URL sets one; by time where there are no words. */
export function sortOf(requested: BrowseSort, understood: Understood | null): BrowseSort {
  if (requested !== 'relevance') return requested;
  return understood ? (browseSorts.find((one) => one === understood.sort) ?? 'relevance') : 'newest';
}

/** What a search is for, in words: 'Honda Activa, Under ₹60,000'. */
export function searchText(db: Database, filters: BrowseFilters): string {
  const chips = filters.q === null ? [] : understandSearch(db, filters.q).chips;
  const words = filters.q !== null && chips.length === 0 ? [`“${filters.q}”`] : chips.map(({ text }) => text);
  const set = facetNames.flatMap((name) => setFilters(name, filters).map(({ text }) => text));
  return [...words, ...set].join(', ');
}

export type NewOffers = {
  /** The newest ones. */
  offers: BrowseOffer[];
  /** A lower bound when `isExact` is false. */
  count: number;
  isExact: boolean;
};

/** Maximum number of new offers that are counted. */
const mostNew = 20;

/** What a search finds above the marks, which is new since; reads no more of each table than it counts. */
export async function newOffers(
  db: Database,
  filters: BrowseFilters,
  since: OfferMarks,
  { shown, actor }: { shown: number; actor: Actor },
): Promise<NewOffers> {
  const understood = filters.q === null ? null : understandSearch(db, filters.q);
  const meant = besidePlaceSaid({ ...filters, brand: brandsNamed(db, filters.brand) }, understood);
  const { match, ...search } = searchOf(meant, understood);
  // By time, wherever an offer says it: of the best matches alone the newest may be old.
  const anywhere = match && { ...match, exact: match.anywhere };
  const { rows } = await lookAt(db, { ...search, match: anywhere }, 'newest', { counted: mostNew + 1 });
  const found = rows.filter(({ kind, seq }) => seq > (kind === 'listing' ? since.listing : since.vehicle));
  return {
    offers: offersOf(db, found.slice(0, shown), actor),
    count: Math.min(found.length, mostNew),
    isExact: found.length <= mostNew,
  };
}

type FoundPart = {
  /** The best matches. */
  offers: BrowseOffer[];
  total: number;
};

export type FoundOffers = {
  secondHand: FoundPart;
  /** New and upcoming ones. */
  fresh: FoundPart;
  /** Whether the numbers are exact; otherwise they are lower bounds. */
  isExact: boolean;
} & Pick<Understood, 'corrected' | 'unfiltered'>;

/**
 * The best matches of a search among all offers, second-hand ones and others apart, and how many there are.
 *
 * @param limit the most of each
 */
export async function searchOffers(db: Database, q: string, limit: number): Promise<FoundOffers> {
  const understood = understandSearch(db, q);
  const found = await lookAt(db, searchOf({ ...noFilters, q }, understood), sortOf('relevance', understood));
  const isSecondHand = ({ kind }: OfferRow): boolean => kind === 'used' || kind === 'listing';
  const partOf = (rows: readonly OfferRow[]): FoundPart => ({
    offers: offersOf(db, rows.slice(0, limit), { user: null, manageKeyIds: [] }),
    total: rows.length,
  });
  return {
    secondHand: partOf(found.rows.filter(isSecondHand)),
    fresh: partOf(found.rows.filter((row) => !isSecondHand(row))),
    isExact: found.isExact && found.rows.length === found.total,
    corrected: understood.corrected,
    unfiltered: understood.unfiltered,
  };
}

import type { Database } from '~db/connection';
import { countUsedVehicles } from '../catalogue/stock.queries.server';
import type { ListingSummary } from '../listings/listing';
import { listingsAt, sampleListings } from '../listings/listing.queries.server';
import { findListings, listingStatistics } from '../listings/listing-search.server';
import { memoizeByRevision } from '../shared/memoize.server';

/** A public page is read as a visitor. */
const visitor = { user: null, manageKeyIds: [] };

const mostShown = 5;
/** With fewer listings of riders, the lane is filled with samples, which are marked as such. */
const fewest = 3;

type SecondHand = {
  /** Numbers of second-hand vehicles on sale, of dealers and of riders, without samples. */
  bikes: number;
  scooters: number;
  /** How many of them riders offer. */
  ofRiders: number;
  /** The newest listings of riders, then samples. */
  newest: ListingSummary[];
};

function newestOf(db: Database): ListingSummary[] {
  const kinds = ['bike', 'scooter'] as const;
  const seqs = kinds.flatMap((kind) => {
    const query = { kind, sort: 'newest', page: 1, limit: mostShown, availability: 'available' } as const;
    return findListings(db, query).seqs;
  });
  const newest = listingsAt(db, seqs.sort((one, other) => other - one).slice(0, mostShown), visitor);
  if (newest.length >= fewest) return newest;
  const samples = kinds.flatMap((kind) => sampleListings(db, kind).slice(0, fewest));
  return [...newest, ...samples].slice(0, mostShown);
}

/** Second-hand vehicles as the home screen shows them (docs/product.md, "Home"). */
export const secondHandOnSale = memoizeByRevision((db): SecondHand => {
  const [bikes, scooters] = [listingStatistics(db, 'bike').available, listingStatistics(db, 'scooter').available];
  return {
    bikes: bikes + countUsedVehicles(db, 'Bike'),
    scooters: scooters + countUsedVehicles(db, 'Scooter'),
    ofRiders: bikes + scooters,
    newest: newestOf(db),
  };
});

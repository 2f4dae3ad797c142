/** Pages of all offers with their filters and facets (docs/product.md, "Browse"). */

import type { Database } from '~db/connection';
import type { VehicleSummary } from '../catalogue/vehicle';
import { findVehicleSummaries } from '../catalogue/vehicle.queries.server';
import type { OfferRow } from '../search/offer-selection';
import { loadOfferTables } from '../search/offer-tables.server';
import { findNearestModels } from '../search/query-parser.server';
import type { Actor } from '../shared/actor';
import { cardsPerPage } from '../shared/pagination.server';
import type { BrowseQuery } from './browse-query';
import { type BrowseOffer, readOffersByRow, readOffersOfRows } from './offer-lists.server';
import { countFacets, findRelaxations, type OfferPage, resolveQuery, summarizeQuery } from './offer-page.server';
import { createSearch, type FoundOffers, searchOffers } from './offer-search.server';
import { createPriceRoad, maxDrawnPerPrice, type Parked, type PriceRoad } from './price-road';

type OfferRoad = Omit<PriceRoad<OfferRow>, 'parked'> & { parked: (Parked & { offer: BrowseOffer })[] };

export type BrowsePage = OfferPage & {
  offers: BrowseOffer[];
  /** The price road; null if it was not requested or has no vehicles. */
  road: OfferRoad | null;
  /** Without results: similar models, if any. */
  alternatives: VehicleSummary[];
};

function createRoad(db: Database, matches: FoundOffers, actor: Actor): OfferRoad | null {
  const groups = matches.selection.groupByPrice(maxDrawnPerPrice);
  const road = createPriceRoad([...groups].map(([rupees, { count, offers: rows }]) => ({ rupees, count, rows })));
  if (!road) return null;
  const { parked, ...rest } = road;
  const offers = readOffersByRow(
    db,
    parked.map(({ row }) => row),
    { actor, getLocation: matches.getLocation },
  );
  return {
    ...rest,
    parked: parked.flatMap(({ row, ...position }) => {
      const offer = offers.get(row);
      return offer ? [{ ...position, offer }] : [];
    }),
  };
}

/** @param isRoad whether to lay out the price road instead of the page */
export async function browseOffers(
  db: Database,
  query: BrowseQuery,
  actor: Actor,
  isRoad = false,
): Promise<BrowsePage> {
  const scope = 'everything';
  await loadOfferTables(db);
  const resolved = resolveQuery(db, query);
  const { filters, parsedQuery, sort, hasDistances, unknownCity } = resolved;
  const matches = searchOffers(db, createSearch(filters, parsedQuery), { sort });
  const { selection, order, getLocation } = matches;
  const [from, to] = [(query.page - 1) * cardsPerPage, query.page * cardsPerPage];
  const { total } = selection;
  return {
    offers: isRoad ? [] : readOffersOfRows(db, selection.getOffers(order, from, to), { actor, getLocation }),
    road: isRoad ? createRoad(db, matches, actor) : null,
    filters,
    unknownCity,
    sort,
    hasDistances,
    total,
    pages: Math.ceil(total / cardsPerPage),
    facets: await countFacets(db, resolved, { matches, scope }),
    relaxations: total === 0 ? await findRelaxations(db, resolved, scope) : [],
    parsedQuery: summarizeQuery(parsedQuery),
    alternatives: parsedQuery && total === 0 ? findVehicleSummaries(db, findNearestModels(db, parsedQuery)) : [],
  };
}

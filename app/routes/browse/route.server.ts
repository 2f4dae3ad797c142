import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { browseOffers } from '~/domain/browse/browse-offers.server';
import { getDefaultSort } from '~/domain/browse/browse-query';
import { judgePrices } from '~/domain/listings/similar-prices.server';
import { findPlace, formatPlaceName } from '~/domain/places/places.server';
import { addUnknownCity, readBrowseRequest } from '~/http/browse-request.server';
import { readCity } from '~/http/cookies/city.server';
import { getActor } from '~/http/actor.server';
import type { BrowseView } from '~/paths';
import { toOfferCard } from '~/ui/vehicles/offer-list';
import { toDrawnVehicle } from './price-road';

const parseView = (search: URLSearchParams): BrowseView | null => {
  const view = search.get('view');
  return view === 'grid' || view === 'road' ? view : null;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { db } = runtime;
  const { searchParams } = new URL(request.url);
  const { query, ...invalid } = readBrowseRequest(searchParams);
  const view = parseView(searchParams);
  // The road positions offers by price: sorted by price, the first page would only fill its beginning.
  const search = view === 'road' ? { ...query, sort: getDefaultSort(query) } : query;
  const { offers, road, unknownCity, ...results } = await browseOffers(
    db,
    search,
    getActor(request, runtime),
    view === 'road',
  );
  if (results.total === 0 && query.q !== null) context.missedSearch = query.q;
  const prices = judgePrices(
    db,
    offers.flatMap((offer) => (offer.kind === 'listing' ? offer.listing.id : [])),
  );
  const cards = offers.map(toOfferCard).map((card) => {
    return card.kind === 'listing' ? { ...card, verdict: prices.get(card.listing.id)?.verdict } : card;
  });
  const own = readCity(request);
  const named = results.parsedQuery?.chips.find(({ field }) => field === 'city')?.value ?? '';
  return json({
    ...results,
    // The city of the filter, or the only one that the search names.
    city: results.filters.city ?? (named.includes(',') || !findPlace(named) ? null : named),
    ...addUnknownCity(invalid, unknownCity),
    ownCity: own && formatPlaceName(own),
    cards,
    road: road && {
      ...road,
      parked: road.parked.map(({ offer, ...place }) => ({ ...place, vehicle: toDrawnVehicle(offer) })),
    },
    page: query.page,
    view,
  });
}

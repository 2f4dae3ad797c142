import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { findListingsOwnedBy } from '~/domain/listings/listing.queries.server';
import { findListingNews, findUnconfirmedListings } from '~/domain/listings/seller-notices.server';
import { countRecentViews, formatViews } from '~/domain/listings/views.server';
import { findVehiclesOfUser } from '~/domain/used-vehicles/used-vehicle.commands.server';
import { readPageNumber } from '~/http/url-params';
import { type ListingFacts, toListingFacts } from '~/ui/vehicles/listing-card';
import type { ListingKind } from '~db/enums';
import { requireAccount } from '../account.server';
import { paginate } from '../pages.server';

/** A vehicle or listing of the user; `hiddenReason` is the operator's reason when it was hidden. */
type OwnOffer =
  | { of: 'listing'; listing: ListingFacts & { kind: ListingKind } }
  | { of: 'vehicle'; vehicle: VehicleSummary; isHidden: boolean; hiddenReason: string | null };

export type ViewedOffer = OwnOffer & { seen: string };

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { db, clock } = runtime;
  const { user, actor } = requireAccount(request, runtime);
  const owned: OwnOffer[] = [
    ...findVehiclesOfUser(db, user.id),
    ...findListingsOwnedBy(db, actor).map((listing) => ({ of: 'listing', listing: toListingFacts(listing) }) as const),
  ];
  const { items, ...pager } = paginate(owned, readPageNumber(new URL(request.url).searchParams));
  const getId = (offer: OwnOffer): string => (offer.of === 'listing' ? offer.listing.id : offer.vehicle.id);
  const views = countRecentViews(db, items.map(getId), clock());
  return json({
    listings: items.map((offer): ViewedOffer => ({ ...offer, seen: formatViews(views.get(getId(offer)) ?? 0) })),
    unconfirmed: findUnconfirmedListings(db, actor, clock()),
    // News is on the first page only, above the listings.
    news: pager.page === 1 ? findListingNews(db, actor, clock()) : [],
    ...pager,
  });
}

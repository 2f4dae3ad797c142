import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { findFavourites } from '~/domain/saved/favourites.server';
import { readPageNumber } from '~/http/url-params';
import { type ListingFacts, toListingFacts } from '~/ui/vehicles/listing-card';
import type { ListingKind } from '~db/enums';
import { requireAccount } from '../account.server';
import { paginate } from '../pages.server';

type Favourite =
  | { of: 'vehicle'; vehicle: VehicleSummary }
  | { of: 'listing'; listing: ListingFacts & { kind: ListingKind } };

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  const { user, actor } = requireAccount(request, runtime);
  const favourites = findFavourites(runtime.db, user.id, actor).map(
    (favourite): Favourite =>
      favourite.of === 'vehicle' ? favourite : { of: 'listing', listing: toListingFacts(favourite.listing) },
  );
  const { items, ...pager } = paginate(favourites, readPageNumber(new URL(request.url).searchParams));
  return json({ favourites: items, ...pager });
}

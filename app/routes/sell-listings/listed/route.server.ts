import { json, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findListing, toShortId } from '~/domain/listings/listing.queries.server';
import { findOddValues } from '~/domain/listings/usual-values.server';
import { getPhotoSources } from '~/domain/photos/photo';
import { formatDate } from '~/domain/shared/dates';
import { getActor } from '~/http/actor.server';
import { createGoneResponse } from '~/http/gone-offer.server';
import { getPublicOrigin } from '~/http/runtime.server';
import { readBrowseQuery } from '~/http/search-params';
import { paths } from '~/paths';
import { toListingFacts } from '~/ui/vehicles/listing-card';
import { loadSellPage } from '../list/sell-list.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const id = new URL(request.url).searchParams.get('listing') ?? '';
  const actor = getActor(request, runtime);
  const listing = findListing(runtime.db, id, actor);
  if (!listing) throw id ? createGoneResponse(request, runtime, id) : redirect(paths.sell());
  if (!listing.isMine) throw redirect(paths.vehicle(id));
  const { drawing, photos } = listing;
  const [photo] = photos;
  const page = await loadSellPage(runtime, listing.kind, readBrowseQuery(new URLSearchParams()), actor);
  return json({
    list: {
      ...page,
      // The new one first, ahead of the samples.
      listings: [toListingFacts({ ...listing, photo: photo ?? null }), ...page.listings.filter((one) => one.id !== id)],
    },
    id,
    kind: listing.kind,
    name: listing.name,
    year: listing.year,
    license: listing.license,
    isElectric: listing.type === 'Electric',
    condition: listing.condition,
    city: listing.city,
    kilometresDriven: listing.kilometresDriven,
    hasDescription: listing.description !== null,
    presentPrice: listing.presentPrice,
    photos: photos.length,
    photo: photo ? getPhotoSources(photo) : null,
    bodyStyle: drawing.bodyStyle,
    colours: { body: drawing.body, accent: drawing.accent },
    listedOn: formatDate(listing.createdAt),
    oddValues: findOddValues(listing, runtime.clock()),
    hasAccount: actor.user !== null,
    publicLink: getPublicOrigin(request, runtime) + paths.shortListing(toShortId(runtime.db, id)),
    manageLink: getPublicOrigin(request, runtime) + paths.manage(),
  });
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { type BrowsePage, browseOffers } from '~/domain/browse/browse-offers.server';
import type { BrowseOffer } from '~/domain/browse/found-offers.server';
import { browseAddress, browseTitle } from '~/domain/browse/browse-query';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { coloursOf, type DrawingColours, drawingPath } from '~/domain/drawings/drawing';
import type { ListingSummary } from '~/domain/listings/listing';
import { photoPath } from '~/domain/photos/photo';
import { priceText } from '~/domain/shared/money';
import { site } from '~/domain/shared/site';
import { publicOrigin, runtimeOf } from '~/http/runtime.server';
import { browseQuery } from '~/http/search-params';
import { paths } from '~/paths';
import { engineText, reachText, whereText } from '~/ui/vehicles/card-parts';
import { listingFacts, mileageText } from '~/ui/vehicles/listing-card';
import type { BodyStyle } from '~db/enums';

/** Feeds may be read from any origin. */
export const feedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

export type FeedItem = {
  /** Permanent id, independent of the site's origin. */
  id: string;
  url: string;
  title: string;
  text: string;
  picture: { url: string; type: 'image/webp' | 'image/png' };
  /** Publication date, UTC in ISO 8601. */
  publishedAt: string;
  tags: string[];
};

export type Feed = {
  title: string;
  description: string;
  /** URL of the screen with the same list. */
  pageUrl: string;
  feedUrl: string;
  /** URL of the feed's next page; null on its last. */
  nextUrl: string | null;
  items: FeedItem[];
  /** What a search by words was understood to say; null without words. */
  understood: BrowsePage['understood'];
  /** Where nothing matches: the models nearest to what was meant, which are no results. */
  alternatives: Omit<FeedItem, 'publishedAt'>[];
};

const joined = (facts: readonly (string | null)[]): string => facts.filter((fact) => fact !== null).join(', ');

type Pictured = { photo: { hash: string } | null; bodyStyle: BodyStyle; colours: DrawingColours };

/** The first photo, or the drawing. */
const pictureOf = ({ photo, bodyStyle, colours }: Pictured, origin: string): FeedItem['picture'] =>
  photo
    ? { url: origin + photoPath(photo.hash, 1280), type: 'image/webp' }
    : { url: origin + drawingPath(bodyStyle, colours, 'png'), type: 'image/png' };

function vehicleItem(vehicle: VehicleSummary, where: string | null, origin: string): Feed['alternatives'][number] {
  const { id, name, type, brand, fuel, condition, priceRupees, stock } = vehicle;
  const price = stock === 'upcoming' ? `Expected at ${priceText(priceRupees)}` : priceText(priceRupees);
  return {
    id: `vehicle/${id}`,
    url: origin + paths.vehicle(id),
    title: `${name}, ${priceText(priceRupees)}`,
    text: `${joined([type, brand, fuel, condition, reachText(vehicle), engineText(vehicle), where])}. ${price}.`,
    picture: pictureOf({ ...vehicle, colours: coloursOf(vehicle) }, origin),
    tags: [stock, type, brand, fuel],
  };
}

function listingItem(listing: ListingSummary, where: string | null, publishedAt: string, origin: string): FeedItem {
  const { id, kind, name, year, type, brand, condition, presentPrice, photo, drawing } = listing;
  const price = priceText(presentPrice);
  return {
    id: `listing/${id}`,
    url: origin + paths.vehicle(id),
    title: `${name}, ${price}`,
    text: `Offered by a rider: ${joined([brand, String(year), type, condition, mileageText(listingFacts(listing)), where])}. ${price}.`,
    picture: pictureOf({ photo, bodyStyle: drawing.bodyStyle, colours: drawing }, origin),
    publishedAt,
    tags: ['listing', kind, brand, type, ...(listing.city === null ? [] : [listing.city])],
  };
}

const itemOf = (offer: BrowseOffer, origin: string): FeedItem =>
  offer.kind === 'vehicle'
    ? {
        ...vehicleItem(offer.vehicle, whereText({ city: offer.vehicle.city, km: offer.km }), origin),
        publishedAt: offer.createdAt,
      }
    : listingItem(offer.listing, whereText({ city: offer.listing.city, km: offer.km }), offer.createdAt, origin);

/** The list of the browse screen with the same query string, for feed readers; the same for every actor. */
export async function readFeed({ request, context }: LoaderFunctionArgs, format: 'rss' | 'json'): Promise<Feed> {
  const runtime = runtimeOf(context);
  const origin = publicOrigin(request, runtime);
  const { sort, page, ...requested } = browseQuery(new URL(request.url).searchParams);
  const { offers, filters, pages, understood, alternatives } = await browseOffers(
    runtime.db,
    // Readers expect what is new; the best match of a screen is their newest.
    { ...requested, sort: sort === 'relevance' ? 'newest' : sort, page },
    { user: null, manageKeyIds: [] },
  );
  const address = browseAddress(filters, sort, page);
  return {
    title: `${browseTitle(filters)} · ${site.name}`,
    description: 'New, second-hand and offered by riders, in one search.',
    pageUrl: origin + paths.browse(address),
    feedUrl: origin + paths.browseFeed(format, address),
    nextUrl: page < pages ? origin + paths.browseFeed(format, browseAddress(filters, sort, page + 1)) : null,
    items: offers.map((offer) => itemOf(offer, origin)),
    understood,
    alternatives: alternatives.map((vehicle) => vehicleItem(vehicle, null, origin)),
  };
}

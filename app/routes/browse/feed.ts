import type { LoaderFunctionArgs } from '@remix-run/node';
import { type BrowsePage, browseOffers } from '~/domain/browse/browse-offers.server';
import { createBrowseAddress, formatBrowseTitle } from '~/domain/browse/browse-query';
import type { BrowseOffer } from '~/domain/browse/offer-lists.server';
import { formatReason } from '~/domain/shared/result';
import type { VehicleSummary } from '~/domain/catalogue/vehicle';
import { formatMileage, formatVehiclePrice } from '~/domain/catalogue/vehicle-labels';
import { type DrawingColours, getColours, getDrawingPath } from '~/domain/photos/drawing';
import type { ListingSummary } from '~/domain/listings/listing';
import { getPhotoPath } from '~/domain/photos/photo';
import { formatNothingFound } from '~/domain/search/parsed-query';
import { validateSearchText } from '~/domain/names/tokenizer';
import { anonymous } from '~/domain/shared/actor';
import { formatRupees } from '~/domain/shared/money';
import { readShop } from '~/domain/content/shop.server';
import { escapeXml } from '~/domain/shared/text';
import { getPublicOrigin } from '~/http/runtime.server';
import { readSearchText } from '~/http/url-params';
import { browseParameters, createKeyUnlessRelative, readBrowseQuery } from '~/http/search-params';
import { paths } from '~/paths';
import { engineText, placeText } from '~/ui/vehicles/card-parts';
import { toListingFacts, mileageText } from '~/ui/vehicles/listing-card';
import type { BodyStyle } from '~db/enums';

export const handle = { cacheKeyParameters: createKeyUnlessRelative(browseParameters) };

/** Feeds may be read from any origin. */
const feedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

type FeedItem = {
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

type Feed = {
  title: string;
  description: string;
  pageUrl: string;
  feedUrl: string;
  /** URL of the feed's next page; null on its last. */
  nextUrl: string | null;
  items: FeedItem[];
  /** How a text search was interpreted; null without search text. */
  parsedQuery: BrowsePage['parsedQuery'];
  /** When nothing matches: the models closest to the search, which do not count as results. */
  alternatives: Omit<FeedItem, 'publishedAt'>[];
};

const toList = (text: string | null): string[] => (text === null ? [] : [text]);

const joinFacts = (facts: readonly (string | null)[]): string => facts.filter((fact) => fact !== null).join(', ');

type PicturedOffer = { photo: { hash: string } | null; bodyStyle: BodyStyle; colours: DrawingColours };

const getPicture = ({ photo, bodyStyle, colours }: PicturedOffer, origin: string): FeedItem['picture'] =>
  photo
    ? { url: origin + getPhotoPath(photo.hash, 1280), type: 'image/webp' }
    : { url: origin + getDrawingPath(bodyStyle, colours, 'png'), type: 'image/png' };

function createVehicleItem(
  vehicle: VehicleSummary,
  where: string | null,
  origin: string,
): Feed['alternatives'][number] {
  const { id, name, type, brand, fuel, condition, stock } = vehicle;
  const price = formatVehiclePrice(vehicle);
  return {
    id: `vehicle/${id}`,
    url: origin + paths.vehicle(id),
    title: `${name}, ${price}`,
    text: `${joinFacts([type, brand, fuel, condition, formatMileage(vehicle), engineText(vehicle), where])}. ${stock === 'upcoming' ? `Expected at ${price}` : price}.`,
    picture: getPicture({ ...vehicle, colours: getColours(vehicle) }, origin),
    tags: [stock, type, brand, fuel, ...toList(vehicle.city)],
  };
}

function createListingItem(
  listing: ListingSummary,
  where: string | null,
  publishedAt: string,
  origin: string,
): FeedItem {
  const { id, kind, name, year, type, brand, condition, presentPrice, photo, drawing } = listing;
  const price = formatRupees(presentPrice);
  return {
    id: `listing/${id}`,
    url: origin + paths.vehicle(id),
    title: `${name}, ${price}`,
    text: `Offered by a rider: ${joinFacts([brand, String(year), type, condition, mileageText(toListingFacts(listing)), where])}. ${price}.`,
    picture: getPicture({ photo, bodyStyle: drawing.bodyStyle, colours: drawing }, origin),
    publishedAt,
    tags: ['listing', kind, brand, type, ...toList(listing.city)],
  };
}

const createItem = (offer: BrowseOffer, origin: string): FeedItem =>
  offer.kind === 'vehicle'
    ? {
        ...createVehicleItem(offer.vehicle, placeText({ city: offer.vehicle.city, km: offer.km }), origin),
        publishedAt: offer.createdAt,
      }
    : createListingItem(offer.listing, placeText({ city: offer.listing.city, km: offer.km }), offer.createdAt, origin);

/** The list of the browse screen with the same query string, for feed readers; the same for every actor. */
async function readFeed({ request, context }: LoaderFunctionArgs, format: 'rss' | 'json'): Promise<Feed> {
  const { runtime } = context;
  const origin = getPublicOrigin(request, runtime);
  const { sort, page, ...requested } = readBrowseQuery(new URL(request.url).searchParams);
  const { offers, filters, pages, parsedQuery, alternatives } = await browseOffers(
    runtime.db,
    // Readers expect the newest items first, where the screen shows the best match first.
    { ...requested, sort: sort === 'relevance' ? 'newest' : sort, page },
    anonymous,
  );
  const address = createBrowseAddress(filters, sort, page);
  return {
    title: `${formatBrowseTitle(filters)} · ${readShop(runtime.db).name}`,
    description: 'New and second-hand, in one search.',
    pageUrl: origin + paths.browse(address),
    feedUrl: origin + paths.browseFeed(format, address),
    nextUrl: page < pages ? origin + paths.browseFeed(format, createBrowseAddress(filters, sort, page + 1)) : null,
    items: offers.map((offer) => createItem(offer, origin)),
    parsedQuery,
    alternatives: alternatives.map((vehicle) => createVehicleItem(vehicle, null, origin)),
  };
}

const renderElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** A timestamp as in RFC 822, with a year of four digits. */
const formatRfc822 = (timestamp: string): string => new Date(timestamp).toUTCString();

// RSS requires a length, which is unknown until the picture is rendered: readers take 0 as unknown.
const renderItem = ({ id, url, title, text, picture, publishedAt, tags }: FeedItem): string =>
  [
    '<item>',
    renderElement('title', title),
    renderElement('link', url),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
    renderElement('pubDate', formatRfc822(publishedAt)),
    renderElement('description', text),
    ...tags.map((tag) => renderElement('category', tag)),
    `<enclosure url="${escapeXml(picture.url)}" type="${picture.type}" length="0"/>`,
    '</item>',
  ].join('');

const renderChannel = ({ title, description, pageUrl, feedUrl, nextUrl, items }: Feed): string =>
  [
    '<channel>',
    renderElement('title', title),
    renderElement('link', pageUrl),
    renderElement('description', description),
    renderElement('language', 'en-in'),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(feedUrl)}"/>`,
    nextUrl ? `<atom:link rel="next" type="application/rss+xml" href="${escapeXml(nextUrl)}"/>` : '',
    ...items.map(renderItem),
    '</channel>',
  ].join('');

async function renderRss(route: LoaderFunctionArgs): Promise<Response> {
  const channel = renderChannel(await readFeed(route, 'rss'));
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`;
  return new Response(document, { headers: { ...feedHeaders, 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}

const toJsonItem = ({ id, url, title, text, picture, tags }: Feed['alternatives'][number]) => ({
  id,
  url,
  title,
  content_text: text,
  image: picture.url,
  tags,
});

function describeSearch({ parsedQuery, items, alternatives }: Feed) {
  if (!parsedQuery) return {};
  const { chips, corrected } = parsedQuery;
  return {
    understood: chips.map(({ field, value, text }) => ({ field, value, text })),
    corrected: corrected && { from: corrected.from, to: corrected.to },
    ...(items.length === 0 && {
      alternatives: { message: formatNothingFound(alternatives.length), items: alternatives.map(toJsonItem) },
    }),
  };
}

async function toJsonFeed(route: LoaderFunctionArgs): Promise<Response> {
  const feed = await readFeed(route, 'json');
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    ...(feed.nextUrl && { next_url: feed.nextUrl }),
    language: 'en-IN',
    items: feed.items.map((item) => ({ ...toJsonItem(item), date_published: item.publishedAt })),
    ...describeSearch(feed),
  };
  return new Response(JSON.stringify(document), {
    headers: { ...feedHeaders, 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}

/** The browse screen as a feed, `/browse.rss` and `/browse.json`. */
export async function loader(route: LoaderFunctionArgs): Promise<Response> {
  const { pathname, searchParams } = new URL(route.request.url);
  const error = validateSearchText(readSearchText(searchParams) ?? '');
  if (error !== null) return new Response(formatReason(error), { status: 400 });
  return pathname.endsWith('.rss') ? renderRss(route) : toJsonFeed(route);
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { xmlText } from '~/http/csv';
import { browseParameters, unlessRelative } from '~/http/search-params';
import { type Feed, type FeedItem, feedHeaders, readFeed } from './feed.server';

export const handle = { cacheKeyParameters: unlessRelative(browseParameters) };

const element = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

/** A timestamp as in RFC 822, with a year of four digits. */
const rfc822 = (timestamp: string): string => new Date(timestamp).toUTCString();

// The length of a picture is unknown until it is rendered: 0 stands for that.
const itemElement = ({ id, url, title, text, picture, publishedAt, tags }: FeedItem): string =>
  [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="false">${xmlText(id)}</guid>`,
    element('pubDate', rfc822(publishedAt)),
    element('description', text),
    ...tags.map((tag) => element('category', tag)),
    `<enclosure url="${xmlText(picture.url)}" type="${picture.type}" length="0"/>`,
    '</item>',
  ].join('');

const channelElement = ({ title, description, pageUrl, feedUrl, nextUrl, items }: Feed): string =>
  [
    '<channel>',
    element('title', title),
    element('link', pageUrl),
    element('description', description),
    element('language', 'en-in'),
    `<atom:link rel="self" type="application/rss+xml" href="${xmlText(feedUrl)}"/>`,
    nextUrl ? `<atom:link rel="next" type="application/rss+xml" href="${xmlText(nextUrl)}"/>` : '',
    ...items.map(itemElement),
    '</channel>',
  ].join('');

/** The browse screen as RSS 2.0. */
export async function loader(route: LoaderFunctionArgs): Promise<Response> {
  const channel = channelElement(await readFeed(route, 'rss'));
  const document = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`;
  return new Response(document, { headers: { ...feedHeaders, 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}

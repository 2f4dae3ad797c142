import type { LoaderFunctionArgs } from '@remix-run/node';
import { browseParameters } from '~/http/search-params';
import { feedHeaders, readFeed } from './feed.server';

export const handle = { cacheKeyParameters: browseParameters };

/** The browse screen as JSON Feed 1.1. */
export async function loader(route: LoaderFunctionArgs): Promise<Response> {
  const feed = await readFeed(route, 'json');
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    ...(feed.nextUrl && { next_url: feed.nextUrl }),
    language: 'en-IN',
    items: feed.items.map(({ id, url, title, text, picture, publishedAt, tags }) => ({
      id,
      url,
      title,
      content_text: text,
      image: picture.url,
      date_published: publishedAt,
      tags,
    })),
  };
  return new Response(JSON.stringify(document), {
    headers: { ...feedHeaders, 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}

import type { LoaderFunctionArgs } from '@remix-run/node';
import { nothingFoundText } from '~/domain/search/understood';
import { browseParameters, unlessRelative } from '~/http/search-params';
import { type Feed, feedHeaders, readFeed } from './feed.server';

export const handle = { cacheKeyParameters: unlessRelative(browseParameters) };

const jsonItem = ({ id, url, title, text, picture, tags }: Feed['alternatives'][number]) => ({
  id,
  url,
  title,
  content_text: text,
  image: picture.url,
  tags,
});

/** How a search by words was understood, beside what a feed has. */
function searchPart({ understood, items, alternatives }: Feed) {
  if (!understood) return {};
  const { chips, corrected } = understood;
  return {
    understood: chips.map(({ field, value, text }) => ({ field, value, text })),
    corrected: corrected && { from: corrected.from, to: corrected.to },
    ...(items.length === 0 && {
      alternatives: { message: nothingFoundText(alternatives.length), items: alternatives.map(jsonItem) },
    }),
  };
}

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
    items: feed.items.map((item) => ({ ...jsonItem(item), date_published: item.publishedAt })),
    ...searchPart(feed),
  };
  return new Response(JSON.stringify(document), {
    headers: { ...feedHeaders, 'Content-Type': 'application/feed+json; charset=utf-8' },
  });
}

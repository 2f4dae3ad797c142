import type { MetaDescriptor } from '@remix-run/react';
import { type Site, site as shippedSite } from '~/domain/shared/site';

/** Image of link previews: an absolute URL, because previews are made by other sites. */
export type PreviewPicture = { url: string; alt: string; width: number; height: number };

/** Of a `meta` function: the first one has the data of the layout. */
export type ScreenMatches = readonly { data: unknown }[];

type LayoutData = { site: Site; favouriteIds: unknown; rejection: string | null };

const isLayoutData = (data: unknown): data is LayoutData => typeof data === 'object' && data !== null && 'site' in data;

/**
 * `description` is one or two sentences; with a `picture`, the screen's `handle` sets `hasOwnPicture`. A screen of a user,
 * which no other site fetches, has the title alone. Without the layout's data, as on an error of its loader, the name is
 * that which the site ships with.
 */
export function pageMeta(
  matches: ScreenMatches,
  title: string,
  description?: string,
  picture?: PreviewPicture,
): MetaDescriptor[] {
  const layout = matches[0]?.data;
  const { name, tagline } = isLayoutData(layout) ? layout.site : shippedSite;
  const text = description ?? tagline;
  const isRejected = isLayoutData(layout) && layout.rejection !== null;
  const ofTitle = { title: `${isRejected ? 'Page not found' : title} · ${name}` };
  if (isLayoutData(layout) && (isRejected || Array.isArray(layout.favouriteIds))) return [ofTitle];
  return [
    ofTitle,
    { name: 'description', content: text },
    { property: 'og:title', content: title },
    { property: 'og:description', content: text },
    ...(picture
      ? [
          { property: 'og:image', content: picture.url },
          { property: 'og:image:width', content: String(picture.width) },
          { property: 'og:image:height', content: String(picture.height) },
          { property: 'og:image:alt', content: picture.alt },
        ]
      : []),
  ];
}

import type { MetaDescriptor } from '@remix-run/react';
import { type Site, site as shippedSite } from '~/domain/shared/site';

/** Image of link previews: an absolute URL, because previews are made by other sites. */
export type PreviewPicture = { url: string; alt: string; width: number; height: number };

/** Of a `meta` function: the first one has the data of the layout. */
export type ScreenMatches = readonly { data: unknown }[];

const hasSite = (data: unknown): data is { site: Site } => typeof data === 'object' && data !== null && 'site' in data;

/** Without the layout's data, as on an error of its loader, the name that the site ships with. */
function getSite([root]: ScreenMatches): Site {
  return hasSite(root?.data) ? root.data.site : shippedSite;
}

/** `description` is one or two sentences; with a `picture`, the screen's `handle` sets `hasOwnPicture`. */
export function pageMeta(
  matches: ScreenMatches,
  title: string,
  description?: string,
  picture?: PreviewPicture,
): MetaDescriptor[] {
  const { name, tagline } = getSite(matches);
  const text = description ?? tagline;
  return [
    { title: `${title} · ${name}` },
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

import type { MetaDescriptor } from '@remix-run/react';
import { site } from '~/domain/shared/site';

/** Image of link previews: an absolute URL, because previews are made by other sites. */
export type PreviewPicture = { url: string; alt: string; width: number; height: number };

/**
 * A screen's title with the site's name, and its description for search engines and previews.
 *
 * @param description one or two sentences; defaults to the site's tagline
 * @param picture of the screen's subject; the screen's `handle` sets `hasOwnPicture`
 */
export function pageMeta(
  title: string,
  description: string = site.tagline,
  picture?: PreviewPicture,
): MetaDescriptor[] {
  return [
    { title: `${title} · ${site.name}` },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
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

import type { MetaDescriptor } from '@remix-run/react';
import { site } from '~/domain/site';

/** What a preview of a link shows: a whole address, because previews are made elsewhere. */
type PreviewPicture = { url: string; alt: string };

/**
 * A screen's title, with the site's name, and what search engines and previews say of it.
 *
 * @param description one or two sentences; without it the site's tagline
 * @param picture of what the screen is about; its `handle` says `hasOwnPicture`
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
          { property: 'og:image:alt', content: picture.alt },
        ]
      : []),
  ];
}

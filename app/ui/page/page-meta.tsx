import type { MetaDescriptor } from '@remix-run/react';
import { site } from '~/domain/shared/site';

/** Image of link previews: an absolute URL, because previews are made by other sites. */
export type PreviewPicture = { url: string; alt: string; width: number; height: number };

/** `description` is one or two sentences; with a `picture`, the screen's `handle` sets `hasOwnPicture`. */
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

import type { MetaDescriptor } from '@remix-run/react';
import { site } from '~/domain/site';

/** A screen's title, with the site's name, and what search engines and previews say of it. */
export function pageMeta(title: string, description: string = site.tagline): MetaDescriptor[] {
  return [{ title: `${title} · ${site.name}` }, { name: 'description', content: description }];
}

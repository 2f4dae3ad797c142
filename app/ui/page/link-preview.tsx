import { drawingPreviewSize, getDrawingPath } from '~/domain/photos/drawing';
import { useSite } from '../document';
import type { ScreenHandle } from '../screen-kind';

/** The part of the URL of a page that decides its canonical URL. */
type PageUrl = { pathname: string; search: URLSearchParams };

/**
 * Canonical URL of a screen, without parameters that only change the view. The first page of a list is the list itself.
 */
export function canonicalPath({ canonical, canonicalQuery }: ScreenHandle, { pathname, search }: PageUrl): string {
  const elsewhere = typeof canonical === 'function' ? canonical(search) : null;
  if (elsewhere) return elsewhere;
  const path = typeof canonical === 'string' ? canonical : pathname;
  const params = new URLSearchParams();
  for (const name of canonicalQuery ?? []) {
    const value = search.get(name);
    if (value && !(name === 'page' && value === '1')) params.set(name, value);
  }
  return params.size === 0 ? path : `${path}?${params}`;
}

export function isUnlisted({ unlisted }: ScreenHandle, search: URLSearchParams): boolean {
  return typeof unlisted === 'function' ? unlisted(search) : unlisted === true;
}

/** The default preview image: the motorcycle of the hero. */
const sitePicture = getDrawingPath('retro', { body: '#8E1B1F', accent: '#E8D9B5' }, 'png');

type LinkPreviewProps = {
  handle: ScreenHandle;
  origin: string;
  pageUrl: PageUrl;
  isSignedIn: boolean;
};

/**
 * Metadata that the screen's own `meta` (`pageMeta`) does not contain: the canonical URL, and an image for link
 * previews. An unlisted screen only gets `noindex`; a screen of a user, which no other site fetches, only the URL that
 * browsers share.
 */
export function LinkPreview({ handle, origin, pageUrl, isSignedIn }: LinkPreviewProps) {
  const site = useSite();
  if (isUnlisted(handle, pageUrl.search)) return <meta name="robots" content="noindex" />;
  const url = origin + canonicalPath(handle, pageUrl);
  const { hasOwnPicture: own } = handle;
  const hasOwnPicture = typeof own === 'function' ? own(pageUrl.search) : own;
  if (isSignedIn) return <link rel="canonical" href={url} />;
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:url" content={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta name="twitter:card" content="summary_large_image" />
      {!hasOwnPicture && (
        <>
          <meta property="og:image" content={origin + sitePicture} />
          <meta property="og:image:width" content={String(drawingPreviewSize.width)} />
          <meta property="og:image:height" content={String(drawingPreviewSize.height)} />
        </>
      )}
    </>
  );
}

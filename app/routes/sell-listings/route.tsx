import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { rejectionHeaders } from '~/http/responses.server';
import { browseParameters, createKeyUnlessRelative } from '~/http/search-params';
import { paths } from '~/paths';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { nextRowId } from '~/ui/vehicles/offer-list';
import { SellFormScreen } from './form/form-screen';
import { SellListView } from './list/list-view';
import type { loader } from './route.server';
import { getListingKind, isSellForm, sellLabels } from './sell-screens';

export { action, loader } from './route.server';

const listCacheKey = createKeyUnlessRelative([...browseParameters, 'listing']);

const isNarrowed = (search: URLSearchParams): boolean =>
  browseParameters.some((name) => name !== 'page' && search.has(name));

export const handle: ScreenHandle = {
  className: 'sell-listings',
  kind: (search) => (isSellForm(search) ? 'interactive' : 'enhanced'),
  openFormParameters: ['view'],
  paintedUpTo: nextRowId,
  // Not cached: the form contains an idempotency key, and a confirmation is for one actor.
  cacheKeyParameters: (search) => (isSellForm(search) || search.has('confirm') ? null : listCacheKey(search)),
  // The canonical URL of an open listing is its own screen.
  canonical: (search) => {
    const id = search.get('listing');
    return id ? paths.vehicle(id) : null;
  },
  hasOwnPicture: (search) => Boolean(search.get('listing')),
  canonicalQuery: ['page'],
  // Unlisted, because a narrower list is a single visitor's search.
  unlisted: (search) => isSellForm(search) || search.has('confirm') || isNarrowed(search),
  theme: (pathname) => sellLabels[getListingKind(pathname)].theme,
};

export const headers = rejectionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, location, matches }) => {
  const labels = sellLabels[getListingKind(location.pathname)];
  if (data?.view === 'form') return pageMeta(matches, labels.formTitle, labels.formSubtitle);
  if (!data?.preview) return pageMeta(matches, labels.title, labels.subtitle);
  return pageMeta(matches, data.preview.title, data.preview.summary, data.preview.picture);
};

export default function SellListings() {
  const data = useLoaderData<typeof loader>();
  return data.view === 'form' ? <SellFormScreen {...data} /> : <SellListView {...data} />;
}

import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData, useMatches } from '@remix-run/react';
import sellFormScript from 'virtual:sell-form-script';
import { rejectionHeaders } from '~/http/form-response.server';
import { createGoneResponse, getGoneStatus, loadGoneOffer } from '~/http/gone-offer.server';
import { countView } from '~/http/runtime.server';
import { browseParameters, createKeyUnlessRelative } from '~/http/search-params';
import { paths } from '~/paths';
import { HydratedPart } from '~/ui/hydrated-part';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { nextRowId } from '~/ui/vehicles/offer-list';
import { SellFormView } from './form-view';
import { SellListView } from './list-view';
import { isSellForm, getListingKind, type SellFormActionData, sellLabels } from './sell-form';
import { sellAction } from './owner-forms.server';
import { loadSellForm } from './sell-form.server';
import { loadSellList } from './sell-list.server';

const listCacheKey = createKeyUnlessRelative([...browseParameters, 'listing']);

const isNarrowed = (search: URLSearchParams): boolean =>
  browseParameters.some((name) => name !== 'page' && search.has(name));

export const handle: ScreenHandle = {
  kind: (search) => (isSellForm(search) ? 'interactive' : 'enhanced'),
  openFormParameters: ['view'],
  stylesheets: (search, status) =>
    isSellForm(search)
      ? ['step-number', 'field', 'form-steps', 'photo-chooser']
      : [
          // All states except the panel can replace each other without a page load, so they share stylesheets.
          ...([
            'stat',
            'search-form',
            'poster',
            'link-list',
            'list-tools',
            'offer-rows',
            'browse',
            'sell-listings',
          ] as const),
          // No panel opens for a listing that does not exist.
          ...(search.has('listing') && status === 200 ? (['panel', 'number-plate', 'sell-panel'] as const) : []),
        ],
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

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const labels = sellLabels[getListingKind(location.pathname)];
  if (data?.view === 'form') return pageMeta(labels.formTitle, labels.formSubtitle);
  if (!data?.preview) return pageMeta(labels.title, labels.subtitle);
  return pageMeta(data.preview.title, data.preview.summary, data.preview.picture);
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const { pathname, searchParams } = new URL(request.url);
  const kind = getListingKind(pathname);
  if (isSellForm(searchParams)) {
    const form = loadSellForm(request, runtime, kind);
    if (!form) {
      const id = searchParams.get('listing') ?? '';
      throw createGoneResponse(request, runtime, id, new Response(null, { status: 404 }));
    }
    return json(form);
  }
  const list = await loadSellList(request, runtime, kind);
  if (list.open && !list.open.isYours) countView(list.open.id, request, context);
  if (!list.isGone) return json(list);
  const id = searchParams.get('listing') ?? '';
  const gone = loadGoneOffer(request, runtime, id);
  // One of the other kind, or a vehicle of the catalogue.
  if (!gone) throw redirect(paths.vehicle(id));
  return json(list, { status: getGoneStatus(gone) });
}

export const action = sellAction;

export default function SellListings() {
  const data = useLoaderData<typeof loader>();
  const rejected = useActionData<SellFormActionData>() ?? null;
  const routeId = useMatches().at(-1)?.id ?? '';
  if (data.view !== 'form') return <SellListView {...data} />;
  const { kind, changing } = data;
  const labels = sellLabels[kind];
  return (
    <>
      <PageHead
        title={changing ? `Edit Your ${kind === 'bike' ? 'Bike' : 'Scooter'}` : labels.formTitle}
        subtitle={labels.formSubtitle}
        back={{ text: 'Back to listings', href: paths.sellList(kind) }}
      />
      <HydratedPart
        className="columns form-layout"
        script={sellFormScript}
        component={SellFormView}
        props={{ form: data, rejected, routeId }}
      />
    </>
  );
}

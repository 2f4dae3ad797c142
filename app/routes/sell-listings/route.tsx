import type { ListingKind } from '~db/enums';
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';

import { rejectionHeaders } from '~/http/form-response.server';
import { getActor } from '~/http/actor.server';
import { formSenderHeaders } from '~/http/form-sender.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { failedResponse, unlessPosted } from '~/ui/forms/use-live-form';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { SellFormView } from './form-view';
import { SellListView } from './list-view';
import { loadSellForm, loadSellList, ownListing } from './sell-listings.loader.server';
import { type SellFormActionData, sellLabels } from './sell-form';
import { takeOwnerAction, takeSellForm } from './sell-listings.action.server';

const kindOf = (pathname: string): ListingKind => (pathname.startsWith('/sell-scooters') ? 'scooter' : 'bike');
const isForm = (search: URLSearchParams): boolean => search.get('view') === 'form';

export const handle: ScreenHandle = {
  kind: (search) => (isForm(search) ? 'interactive' : 'enhanced'),
  stylesheets: (search) =>
    isForm(search) ? ['stat', 'field', 'sell', 'form-steps', 'photo-chooser'] : ['stat', 'poster', 'panel', 'sell'],
  // The form contains an idempotency key, and a confirmation is for one actor.
  cacheKeyParameters: (search) => (isForm(search) || search.has('confirm') ? null : ['q', 'page', 'listing']),
  // An open listing equals its own screen.
  canonical: (search) => {
    const id = search.get('listing');
    return id ? paths.vehicle(id) : null;
  },
  canonicalQuery: ['page'],
  unlisted: (search) => isForm(search) || search.has('q') || search.has('confirm'),
  theme: (pathname) => sellLabels[kindOf(pathname)].theme,
};

export const headers = rejectionHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const words = sellLabels[kindOf(location.pathname)];
  if (data?.view === 'form') return pageMeta(words.formTitle, words.formSubtitle);
  return pageMeta(data?.open ? data.open.name : words.title, words.subtitle);
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const { pathname, searchParams } = new URL(request.url);
  const kind = kindOf(pathname);
  if (isForm(searchParams)) {
    const form = loadSellForm(request, runtime, kind);
    if (!form) throw new Response(null, { status: 404 });
    return json(form, { headers: formSenderHeaders(request, getActor(request, runtime)) });
  }
  const list = loadSellList(request, runtime, kind);
  return json(list, { status: list.isGone ? 404 : 200 });
}

export function action({ request, context }: ActionFunctionArgs) {
  const runtime = runtimeOf(context);
  const { pathname, searchParams } = new URL(request.url);
  const kind = kindOf(pathname);
  const actor = getActor(request, runtime);
  const { address = '', bodyAllowance = null } = context;
  const sender = { request, runtime, actor, address, bodyAllowance, kind };
  if (!isForm(searchParams)) return takeOwnerAction(sender);
  const id = searchParams.get('listing');
  const listing = id === null ? null : ownListing(runtime, actor, kind, id);
  if (id !== null && !listing) throw new Response(null, { status: 404 });
  return takeSellForm({ ...sender, listing });
}

/** Keeps the form values after a lost connection, ready to be sent again. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<SellFormActionData> {
  try {
    return await serverAction<SellFormActionData>();
  } catch (error) {
    const { submitFailure } = sellLabels[kindOf(new URL(request.url).pathname)];
    return { ...failedResponse(error, submitFailure), photos: null };
  }
}

export const shouldRevalidate = unlessPosted;

export default function SellListings() {
  const data = useLoaderData<typeof loader>();
  const actionData = useActionData<SellFormActionData>();
  return data.view === 'form' ? <SellFormView form={data} actionData={actionData} /> : <SellListView {...data} />;
}
